"""What is right."""


def add(x, y):
    return {"out": x + y}
