"""Only rules, and the record they work on."""
