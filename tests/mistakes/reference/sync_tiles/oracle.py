def columns(a):
    return {"c": a.sum(axis=0)[::-1]}
