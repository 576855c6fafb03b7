"""The rules and the record they work on: nothing in here knows words, files or bots."""
