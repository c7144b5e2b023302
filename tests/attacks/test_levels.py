"""One test for each attack on the best level, and for each attack on the wall on the others, from one run a level.

What tries the judge meets the same judge on every level; `make attacks` tries all of them everywhere.

In one file, so that one worker runs the levels in turn: what exhausts one of them must not slow the others.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attack_files import HERE, attacks
from levels import LEVELS, unreachable

LONGEST_S = 580
BEST = next((level for level in LEVELS if not unreachable(level)), LEVELS[0])  # that can be entered here
WALL = ("disk", "files", "memory", "network", "process")  # families that try it
TRIED = [(level, attack.name) for level in LEVELS for attack in attacks() if level == BEST or attack.family in WALL]


@pytest.mark.parametrize(("level", "name"), TRIED)
def test_an_attack_gains_nothing_and_honest_code_passes(level: str, name: str) -> None:
    found = _run(level)
    result = found["results"].get(name)
    assert result, found["faults"]
    assert not result["wrong"], f"{result['outcome']}: {result['wrong']}"


@pytest.mark.parametrize("level", LEVELS)
def test_it_is_this_level_and_nothing_is_left_behind(level: str) -> None:
    assert _run(level)["faults"] == []


@cache
def _told(level: str) -> Mapping[str, Any]:
    """Return what run.py tells of a level."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "run.json")
        command = [sys.executable, str(HERE / "run.py"), "--level", level, "--json", str(file)]
        command += [] if level == BEST else [f"--only={family}/" for family in WALL]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST_S)
        if not file.exists():
            return {"skipped": "", "results": {}, "faults": [done.stderr]}
        (found,) = json.loads(file.read_text(encoding="utf-8"))
    return {**found, "results": {result["name"]: result for result in found["results"]}}


def _run(level: str) -> Mapping[str, Any]:
    found = _told(level)
    if found["skipped"]:
        pytest.skip(f"level {level} is not to be had: {found['skipped']}")
    return found
