"""What is right: numbers of 13 bits times one of a few bits, added, are exact in float32, rounded once or twice."""


def saxpy(n, a, x, y):
    del n
    return {"z": (a * x.astype("float64") + y).astype("float32")}
