"""SECRET-tests"""

import numpy as np


def test_one(submission):
    assert submission.total(np.ones(1)) == 1, "SECRET-assertion"
