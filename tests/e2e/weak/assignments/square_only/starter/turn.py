def turn(a):
    return a
