"""What the box holds: TOML files, and the modules that read and check them."""
