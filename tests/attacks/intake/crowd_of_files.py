"""Hands in twenty thousand files.

Expect: intake.several
"""


def make(folder):
    for number in range(20_000):
        (folder / f"{number}.py").touch()
