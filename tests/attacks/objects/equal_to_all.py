"""Returns a thing that equals everything.

Row: 30
Expect: run.raised
Assignment: small
"""


class Equal:
    def __eq__(self, other):
        return True

    def __array__(self, dtype=None, copy=None):
        raise SystemExit(0)


def add(a, b, c):
    return {"c": Equal()}
