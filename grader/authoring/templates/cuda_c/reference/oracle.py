"""What is right."""


def twice(x):
    return {"y": 2 * x}
