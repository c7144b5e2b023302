"""Uses much more processor time than it may, long before the wall limit.

Expect: run.cpu
Assignment: cheap
"""


def add(a, b, c):
    while True:
        pass
