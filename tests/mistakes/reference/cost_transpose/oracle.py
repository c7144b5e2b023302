def transpose(a):
    return {"result": a.T}
