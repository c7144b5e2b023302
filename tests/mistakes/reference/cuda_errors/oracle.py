"""What is right: a block has at most 1024 threads."""

import numpy as np


def main(threads):
    return {"result": np.array([float(threads > 1024)])}
