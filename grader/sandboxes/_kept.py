"""Files that take long to make, kept in the user's cache: made once, whoever needs them first."""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from filelock import FileLock


def kept(name: str, what: str, make: Callable[[Path], None]) -> Path:
    """Return a file of `$XDG_CACHE_HOME/grader`, made now unless it is there; of several processes one makes it.

    Args:
        name: of the file; another one for whatever would be made in another way.
        what: is being made, for a line on stderr.
        make: writes it to a path.

    Raises:
        OSError: the cache cannot be written, or what `make` raises.
    """
    folder = cache()
    folder.mkdir(parents=True, exist_ok=True)
    found = folder / name
    with FileLock(f"{found}.lock"):
        if not found.exists():
            sys.stderr.write(f"{what}\n")
            with tempfile.TemporaryDirectory(dir=folder) as half:
                made = Path(half) / name
                make(made)
                made.rename(found)  # in one step: whoever finds it there finds all of it
    return found


def cache() -> Path:
    """Return the folder where such files are kept."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "grader")


def digest(parts: Iterable[bytes]) -> str:
    """Return a short name for what something is made from."""
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()[:16]
