"""Returns a dict with the names of what the judge looks for.

Row: 37
Expect: output.never-written
Assignment: small
"""


def add(a, b, c):
    return {"c": a + b, "$array": 0, "returned": {"c": a + b}, "buffers": {}, "id": "x", "value": 1, "": None, "a.b": 2}
