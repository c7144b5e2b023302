import numpy as np

ROUNDS = 150


def smooth(x, y):
    for _ in range(ROUNDS):
        np.add(np.roll(x, 1), x, out=y)
