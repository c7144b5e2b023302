def scale(x, out, factor):
    pass


def halve(x, out):
    pass


def halved(x):
    pass


def dots(a, b, out):
    pass
