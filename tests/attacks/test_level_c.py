"""Level C: see levels.py."""

from typing import ClassVar

from on_a_level import OnALevel


class TestLevelC(OnALevel):
    level: ClassVar[str] = "C"
