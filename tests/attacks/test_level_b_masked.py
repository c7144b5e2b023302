"""Level B': see levels.py."""

from typing import ClassVar

from on_a_level import OnALevel


class TestLevelBMasked(OnALevel):
    level: ClassVar[str] = "B'"
