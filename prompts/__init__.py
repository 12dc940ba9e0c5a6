"""The side that asks models: prompt files, the endpoint's client, the store of answers; see docs/models.md."""
