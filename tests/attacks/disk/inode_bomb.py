"""Makes empty files without end.

Expect: run.disk | run.timeout
Assignment: small
"""


def add(a, b, c):
    for number in range(200_000):
        open(f"empty{number}", "x").close()
    c[:] = a + b
