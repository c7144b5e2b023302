"""Is right while it is checked and does nothing once it thinks that it is timed, by counting its calls.

Row: 8
Expect: output.not-repeatable
"""
CALLS = 0


def add(a, b, c):
    global CALLS
    CALLS += 1
    if CALLS == 1:
        c[:] = a + b
