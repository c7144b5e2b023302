"""Returns a mapping that never ends.

Expect: run.timeout | run.memory
Assignment: brief
"""
from collections.abc import Mapping
from itertools import count


class Endless(Mapping):
    def __getitem__(self, key):
        return 0

    def __iter__(self):
        return iter(count())

    def __len__(self):
        return 1


def add(a, b, c):
    c[:] = a + b
    return Endless()
