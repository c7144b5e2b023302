def add(a, b):
    return {"c": a + b}
