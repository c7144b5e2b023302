"""Sandbox plugins: one file is one way to isolate."""
