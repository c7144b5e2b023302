"""Level D: see levels.py."""

from typing import ClassVar

from on_a_level import OnALevel


class TestLevelD(OnALevel):
    level: ClassVar[str] = "D"
