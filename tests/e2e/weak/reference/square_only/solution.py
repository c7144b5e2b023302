def turn(a):
    return a.T.copy()
