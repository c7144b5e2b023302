def turn(a):
    return {"result": a.T.copy()}
