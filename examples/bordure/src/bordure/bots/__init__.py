"""A sensible rider."""
