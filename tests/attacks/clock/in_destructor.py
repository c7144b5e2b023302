"""Leaves the work to a destructor, which runs when the next call is made.

Row: 17
Expect: output.never-written
"""
class Later:
    def __init__(self, a, b, c):
        self.work = (a.copy(), b.copy(), c)

    def __del__(self):
        a, b, c = self.work
        c[:] = a + b


HELD = []


def add(a, b, c):
    HELD[:] = [Later(a, b, c)]
