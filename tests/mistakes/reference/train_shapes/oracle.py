"""What is right: a convolution in float64."""

import numpy as np

KERNEL = 3


def draw(seed, count):
    """Return the weights of the convolution, all images one after the other, and the width of each."""
    rng = np.random.default_rng(seed)
    widths = np.arange(8, 8 + count)
    return {
        "weights": rng.normal(1, 1, KERNEL).astype(np.float32),
        "pixels": rng.normal(1, 1, int(widths.sum())).astype(np.float32),
        "widths": widths,
    }


def predict(*, weights, pixels, widths):
    """Return the mean of each convolution."""
    images = np.split(pixels.astype(np.float64), np.cumsum(widths)[:-1])
    return {"means": np.array([np.correlate(image, weights.astype(np.float64)).mean() for image in images])}
