"""Tests of `mean`."""

import numpy as np


def test_usual(submission):
    assert submission.mean(np.array([1.0, 2.0, 6.0])) == 3


def test_empty(submission):
    assert submission.mean(np.zeros(0)) == 0, "the mean of nothing is 0"
