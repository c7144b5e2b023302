"""Paths as people read them."""

from pathlib import Path


def shown(path: Path) -> str:
    """Return a path as a person would type it: relative where it lies below the current folder."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
