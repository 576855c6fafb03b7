"""One room per rule system, all with the same furniture."""
