"""Returns numbers and texts of its own classes, which are equal to everything.

Row: 30
Expect: output.never-written
Assignment: small
"""


class Number(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


class Text(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


def add(a, b, c):
    return {Text("c"): Number(3), "x": [Number(2), Text("y"), type("F", (float,), {"__eq__": lambda s, o: True})(1.5)]}
