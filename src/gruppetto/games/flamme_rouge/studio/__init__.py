"""Stages composed, checked and drawn."""
