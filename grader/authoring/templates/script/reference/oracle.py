"""What is right."""


def right():
    return {"blocks": 4, "threads": 1024}
