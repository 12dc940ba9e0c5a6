"""The analyst and the adviser that ask models; see docs/models.md."""
