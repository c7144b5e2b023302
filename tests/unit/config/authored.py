"""A small course as an author would write it, with plugins of its own: the real registry finds them."""

from pathlib import Path

import pytest

from grader.config import load_course
from grader.model.assignment import Course

COURSE = """\
schema: 1
title: {bn: "একটি course", en: "A course"}
limits: {wall: 90 s, memory: 1 GiB}
"""

SUMS = """\
schema: 1
id: sums
title: {bn: "যোগফল", en: "Sums"}
statement:
  bn: |
    যোগফল লিখুন।

    দ্বিতীয় অনুচ্ছেদ।
  en: |
    Write sums.

    Second paragraph.
covers: [L38]
submit: ["sums.py", "*.ipynb"]
starter: starter/sums.py
reference: solution.py
limits: {wall: 500 ms}
exercises:
  - id: add
    title: {bn: "যোগ", en: "Addition"}
    statement: {bn: "যোগ করুন।", en: "Add."}
    language: toy
    entry: add
    launch: {threads: 256, over: n}
    oracle: oracle.py:add
    inputs:
      a: {array: float32, shape: [n, 2], values: odd13}
      c: {array: float32, shape: [n, 2], output: true}
      n: {scalar: int32}
    adapter: adapter.py:run
    cases:
      - {n: 1000}
      - {n: [1, 31], m: [x, y], hidden: true}
      - {n: 7, role: big}
    checks:
      - {id: right, kind: near, points: 2.50}
      - {id: fast, kind: swift, points: 2, needs: [right], at_most: 1.5 x reference, within: 20 ms}
    mistakes:
      - {file: mistakes/off.py, says: cuda.off-by-one}
    honest:
      - honest/other.py
  - id: think
    title: {bn: "ভাবুন", en: "Think"}
    statement: {bn: "উত্তর দিন।", en: "Answer."}
    language: quiz
    checks:
      - id: q1
        kind: choice
        points: 1
        question: q1
        ask: {bn: "কয়টি?", en: "How many?"}
        options:
          1: {bn: "একটি", en: "One"}
          2: {bn: "দুটি", en: "Two"}
        answer: 2
        explain: {bn: "আবার ভাবুন।", en: "Think again."}
"""

_FILES = {
    "grader.yaml": COURSE,
    "assignments/sums/assignment.yaml": SUMS,
    "assignments/sums/starter/sums.py": "",
    "assignments/sums/mistakes/off.py": "",
    "assignments/sums/honest/other.py": "",
    "assignments/sums/adapter.py": "def run(entry, **inputs):\n    return {}\n",
    "reference/sums/solution.py": "",
    "reference/sums/oracle.py": "raise SystemExit  # must never be run\n\ndef add(**given):\n    return {}\n",
}

_PLUGINS = '''\
"""Plugins of a third party."""

from dataclasses import dataclass

from grader.model.units import Bytes, Ratio, Seconds, Share


@dataclass(frozen=True, kw_only=True)
class NearCheck:
    """Passes when values are near."""

    ulps: int = 0  # units in the last place
    exact: bool = False
    most: float | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SwiftCheck:
    """Passes when it is fast."""

    at_most: Ratio
    within: Seconds = 1.0
    of_bandwidth: Share = 0.8
    room: Bytes = 1000

    def __post_init__(self) -> None:
        if self.at_most < 1:
            raise ValueError("at_most: expected at least 1 x reference")
        if self.room > 10**6:
            raise ValueError("too much room")


class ToyLanguage:
    """Runs nothing."""
'''

_ENTRY_POINTS = """\
[grader.checks]
near = authored_plugins:NearCheck
swift = authored_plugins:SwiftCheck
[grader.languages]
toy = authored_plugins:ToyLanguage
"""


def install_plugins(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the plugins of a third party, as pip would."""
    info = folder / "authored_plugins-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: authored-plugins\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(_ENTRY_POINTS)
    (folder / "authored_plugins.py").write_text(_PLUGINS)
    monkeypatch.syspath_prepend(str(folder))


def write(root: Path) -> Course:
    """Write the course, and return it loaded."""
    for name, text in _FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load_course(root / "grader.yaml")
