"""What is right: the training loop in float64, with its gradients written out by hand.

The model is `Linear(d, h) -> Tanh -> Linear(h, 1)`; its parameters stand in one vector, in PyTorch's order.
"""

import numpy as np

ROWS, WIDTH, HIDDEN = 32, 8, 16  # rows of a batch, inputs and hidden units of the model
STEPS = 3
ERRORS = (1.0, 4.0, 1.0)  # how far the targets of each batch lie from the model, in standard deviations

# Largest entry of a gradient before it is scaled. Times the largest scale, 2**16, it is an eighth of what FP16 holds.
LARGEST = 0.125
# Of the gradient that reaches the model's output in a `small` case: a quarter of the smallest number of FP16 is zero
# in FP16, while 2**16 times as much is an ordinary number.
SMALL = 2.0**-26
# Times the ordinary targets, in the second batch of an `overflow` case: unscaled its gradients fit into FP16, while
# 2**12 times as much is a hundred times more than FP16 holds.
FAR = 20_000.0

EPS = 1e-6  # in the divisor of torch.nn.utils.clip_grad_norm_


def draw(seed, init_scale, small=False, overflow=False):
    """Return the arguments of one training: a start, batches, and settings that suit them."""
    rng = np.random.default_rng(seed)
    start = np.concatenate([
        rng.normal(0, WIDTH**-0.5, HIDDEN * WIDTH), rng.normal(0, 0.1, HIDDEN),
        rng.normal(0, HIDDEN**-0.5, HIDDEN), rng.normal(0, 0.1, 1),
    ]).astype(np.float32)  # fmt: skip
    x = rng.normal(0, 1, (STEPS, ROWS, WIDTH)).astype(np.float32)
    # Targets above the model's output: their errors do not cancel in any of the gradients' sums.
    errors = rng.uniform(0.5, 1.5, (STEPS, ROWS, 1)) * np.array(ERRORS).reshape(-1, 1, 1)
    y = np.stack([_forward(start, batch)[1] for batch in x.astype(np.float64)]) + errors
    slopes = [_gradient(start, *batch, 1.0) for batch in zip(x.astype(np.float64), y, strict=True)]
    weight = LARGEST / max(np.abs(slope).max() for slope in slopes)
    if small:
        weight = SMALL / (2 * np.abs(errors).max() / ROWS)
    norms = sorted(weight * np.linalg.norm(slope) for slope in slopes)
    # Between the gradients of the ordinary batches and of the far one; tiny ones are left alone, as EPS would matter.
    max_norm = 1.0 if small else float(np.sqrt(norms[-2] * norms[-1]))
    step = 0.1 * np.linalg.norm(start)  # length of the longest update
    if overflow:
        y[1] *= FAR
    return {
        "parameters": start, "x": x, "y": y.astype(np.float32), "hidden": HIDDEN, "weight": float(weight),
        "lr": float(step / min(norms[-1], max_norm)), "max_norm": max_norm, "init_scale": float(init_scale),
    }  # fmt: skip


def train(*, parameters, x, y, weight, lr, max_norm, init_scale, overflow=False):
    """Return the parameters after training, and after training with each of the well-known mistakes."""

    def trained(update, keep=0.0, left_out=()):
        """Train; `update` makes of a gradient what the optimizer gets, `keep` is the share of it that is not zeroed."""
        vector, kept = parameters.astype(np.float64), 0.0
        for at, batch in enumerate(zip(x.astype(np.float64), y.astype(np.float64), strict=True)):
            if at in left_out:
                continue
            gradient = update(_gradient(vector, *batch, weight) + keep * kept)
            vector, kept = vector - lr * gradient, gradient
        return vector

    def clipped(gradient):
        return gradient * min(1.0, max_norm / (np.linalg.norm(gradient) + EPS))

    if overflow:
        return {"parameters": trained(clipped), "skipped": trained(clipped, left_out=(1,))}
    return {
        "parameters": trained(clipped),
        "unclipped": trained(lambda gradient: gradient),
        "accumulated": trained(clipped, keep=1.0 / init_scale),
        "clipped_scaled": trained(lambda gradient: clipped(gradient * init_scale) / init_scale),
        "step_unscaled": trained(lambda gradient: clipped(gradient * init_scale)),
        "loss_unscaled": trained(lambda gradient: clipped(gradient) / init_scale),
        "loss_unscaled_before_clipping": trained(lambda gradient: clipped(gradient / init_scale)),
    }


def _forward(vector, x):
    """Return the hidden layer and the output; x is of [rows, width]."""
    w1, b1, w2, b2 = _parts(vector)
    hidden = np.tanh(x @ w1.T + b1)
    return hidden, hidden @ w2[:, None] + b2


def _gradient(vector, x, y, weight):
    """Return the gradient of `weight * mean((output - y)**2)` with respect to the vector of parameters."""
    _, _, w2, _ = _parts(vector)
    hidden, output = _forward(vector, x)
    slope = 2 * weight * (output - y) / len(x)  # with respect to the output, [rows, 1]
    inner = slope * w2 * (1 - hidden**2)  # with respect to the input of tanh, [rows, hidden]
    return np.concatenate([(inner.T @ x).ravel(), inner.sum(axis=0), (slope * hidden).sum(axis=0), slope.sum(axis=0)])


def _parts(vector):
    at = np.cumsum([HIDDEN * WIDTH, HIDDEN, HIDDEN])
    w1, b1, w2, b2 = np.split(vector.astype(np.float64), at)
    return w1.reshape(HIDDEN, WIDTH), b1, w2, b2
