"""A right one."""


def mean(x):
    return float(x.mean()) if len(x) else 0.0
