"""Goes on writing when there is no room, and hides it.

Expect: run.disk | run.timeout
Expect ABB': run.timeout
Assignment: brief
"""


def add(a, b, c):
    number = 0
    while True:
        number += 1
        try:
            with open(f"file{number % 3000}", "wb") as file:
                for _ in range(200):
                    file.write(b"x" * 1_000_000)
        except OSError:
            pass
