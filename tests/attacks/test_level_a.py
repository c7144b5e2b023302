"""Level A: see levels.py."""

from typing import ClassVar

from on_a_level import OnALevel


class TestLevelA(OnALevel):
    level: ClassVar[str] = "A"
