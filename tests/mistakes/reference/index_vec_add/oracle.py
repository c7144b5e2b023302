def vec_add(a, b):
    return {"c": a + b}
