"""An honest control: makes some hundred files, and opens many at a time.

Expect: pass
Assignment: small
"""


def add(a, b, c):
    for number in range(300):
        open(f"log{number}.txt", "w").write("done\n")
    kept = [open(f"log{number}.txt") for number in range(40)]
    assert all(file.read() == "done\n" for file in kept)
    c[:] = a + b
