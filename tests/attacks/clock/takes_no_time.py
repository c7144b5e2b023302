"""Returns at once without any work, for a time near zero that would spoil a mean: here no time is judged.

Row: 13
Expect: device.cannot-time
Assignment: timed
"""
def add(a, b, c):
    pass
