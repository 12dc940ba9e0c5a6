"""The side that asks models. Empty until the model pipeline is built; see docs/architecture.md."""
