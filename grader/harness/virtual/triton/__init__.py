"""Triton on the virtual card: Triton's own front end and compiler, up to its own intermediate code, which runs here."""
