"""What is right."""


def mean(x):
    return {"result": float(x.mean())}
