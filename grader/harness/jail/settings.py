"""What the judge tells the server of boxes, and where things lie."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DEVICES = ("null", "zero", "full", "random", "urandom")
FIRST_USER, USERS = 64001, 999  # of the boxes of a root; in the range that systemd keeps for users that come and go
HOME, TEMPORARY, SHARED = "/home/box", "/tmp", "/dev/shm"  # noqa: S108 - of a box: each is its own


@dataclass(frozen=True, kw_only=True)
class Settings:
    """One server."""

    control: int  # descriptor of the socket to the judge
    namespaces: bool  # whether boxes get namespaces of their own
    folder: str  # of the judge's, for this server alone
    readable: tuple[str, ...]  # files and trees that a box may read, beside those of the system
    covered: tuple[str, ...]  # folders in those trees that are to look empty
    devices: tuple[str, ...]  # files in /dev, beside the usual ones
    imports: tuple[str, ...]  # modules that are loaded before the first box

    @classmethod
    def parse(cls, text: str) -> "Settings":
        """Return settings from JSON."""
        given: dict[str, Any] = json.loads(text)
        lists: dict[str, Any] = {key: tuple(value) for key, value in given.items() if isinstance(value, list)}
        return cls(**(given | lists))

    @property
    def root(self) -> str:
        """Where the root of the boxes is put together."""
        return str(Path(self.folder) / "root")

    @property
    def nodes(self) -> tuple[str, ...]:
        """All devices of a box."""
        return tuple(f"/dev/{name}" for name in (*DEVICES, *self.devices))


@dataclass(frozen=True, kw_only=True)
class Granted:
    """What the machine has turned out to give."""

    own_proc: bool  # whether boxes see a /proc
    own_users: bool  # whether a box without namespaces can be a user of its own


@dataclass(frozen=True, kw_only=True)
class BoxLimits:
    """What the kernel holds one box to."""

    memory_bytes: int | None  # of private memory of each process; None = unlimited
    processes: int  # and threads
    open_files: int  # of each process
    disk_bytes: int
    shared_memory: bool  # whether memory that no process owns may be had
