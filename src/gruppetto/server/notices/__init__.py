"""Calls to people who are not looking: once for each table until they look, by push, by mail, in a chat."""
