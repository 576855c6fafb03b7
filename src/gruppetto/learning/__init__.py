"""Self-play: networks that learn a game from nothing but its rules (extra `[train]`, PyTorch)."""
