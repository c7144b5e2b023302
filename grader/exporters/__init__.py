"""Exporter plugins: one file is one machine-readable format."""
