"""SECRET-oracle"""


def total(a, n):
    return {"result": float(a.sum())}
