"""Check plugins: one file is one kind of check; the fields of its class are its YAML parameters."""
