"""Tables online: any worker serves any match from its log."""
