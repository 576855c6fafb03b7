"""Flamme Rouge and its Grand Tour."""
