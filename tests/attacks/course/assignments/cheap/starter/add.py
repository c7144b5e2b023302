def add(a, b, c):
    pass
