"""The box, as TOML, and the module that reads it."""
