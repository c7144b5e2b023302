"""SECRET-solution"""


def total(a):
    return float(a.sum())
