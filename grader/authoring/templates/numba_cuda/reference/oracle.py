"""What is right."""


def double(x):
    return {"y": 2 * x}
