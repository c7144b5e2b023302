"""Does the work when its object is thrown away.

Row: 17
Expect: output.never-written
Assignment: small
"""


class Late:
    def __init__(self, *arrays):
        self.arrays = arrays

    def __del__(self):
        a, b, c = self.arrays
        c[:] = a + b


def add(a, b, c):
    global kept
    kept = Late(a, b, c)
