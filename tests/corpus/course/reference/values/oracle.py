def values():
    return {"t": 3, "u": 4}
