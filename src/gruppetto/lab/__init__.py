"""Races by the million, and what can be learned from them."""
