"""An honest control: raises and catches errors of its own classes.

Expect: pass
Assignment: small
"""


class OutOfRange(Exception):
    def __init__(self, place):
        super().__init__(f"no element {place}")
        self.place = place


def add(a, b, c):
    place = 0
    try:
        while True:
            if place == len(a):
                raise OutOfRange(place)
            c[place] = a[place] + b[place]
            place += 1
    except OutOfRange as error:
        assert error.place == len(a)
