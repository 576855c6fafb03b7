"""Clubs, and the leagues their members ride in: several races or stages, over weeks."""
