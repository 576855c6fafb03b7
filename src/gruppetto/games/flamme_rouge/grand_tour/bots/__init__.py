"""How a sensible rider decides, for play-outs and beginners."""
