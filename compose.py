"""The composition root: builds an audit from settings. Imports neither textual nor rich."""
