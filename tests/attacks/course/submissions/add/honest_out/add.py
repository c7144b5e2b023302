"""An honest control: another style."""
import numpy as np


def add(a, b, c):
    np.add(a, b, out=c)
