"""Puts numbers into the output that say that they are equal to every other.

Row: 30
Expect: run.raised
"""
class Any(float):
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = float.__hash__


def add(a, b, c):
    return {"c": [Any(0.0)] * len(c), "equal": Any}
