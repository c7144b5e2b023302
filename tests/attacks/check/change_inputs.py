"""Makes zero the right answer.

Row: 20
Expect: output.input-changed
"""


def add(a, b, c):
    a[:] = 0
    b[:] = 0
    c[:] = 0
