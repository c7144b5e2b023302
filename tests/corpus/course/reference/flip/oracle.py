def flip(a, o, n):
    return {"o": a[::-1].copy()}
