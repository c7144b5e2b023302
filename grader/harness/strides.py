"""Tensors that are not contiguous: whoever takes the memory behind one for its values reads something else."""

import torch


def spread(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor of the same values in which they are every second element of a larger one.

    What lies between them is NaN, or the largest number of the type; a tensor without a dimension stays as it is.
    """
    if not tensor.dim():
        return tensor
    wide = tensor.new_full((*tensor.shape[:-1], 2 * tensor.shape[-1]), _between(tensor.dtype))
    inside = wide[..., ::2]
    inside.copy_(tensor)
    return inside


def _between(dtype: torch.dtype) -> float | bool:
    if dtype == torch.bool:
        return True
    return float("nan") if dtype.is_floating_point else torch.iinfo(dtype).max
