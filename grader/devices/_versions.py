"""The versions of the libraries that student code may use."""

from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version


def versions() -> Mapping[str, str]:
    """Return the versions of numba and torch, as far as they are installed: which torch is up to the user."""
    found = {}
    for name in ("numba", "torch"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
