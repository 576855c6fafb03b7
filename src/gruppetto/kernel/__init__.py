"""Ground floor: what lets one set of rules run interpreted, compiled for the CPU, or on a GPU."""
