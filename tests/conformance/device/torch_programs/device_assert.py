"""An index that is out of bounds is found by the card, later, and nothing works on it any more."""

import torch


def main():
    x = torch.randn(4, device="cuda")
    torch.cuda.synchronize()
    kept = x.cpu()
    try:
        y = x[torch.tensor([1, 9], device="cuda")]
        torch.cuda.synchronize()
    except RuntimeError as error:
        assert "CUDA error: device-side assert triggered" in str(error)
        assert "CUDA_LAUNCH_BLOCKING=1" in str(error)
        assert isinstance(error, torch.AcceleratorError)
    else:
        raise AssertionError(f"there is no such index: {y}")
    for call in (lambda: x + 1, x.cpu, torch.cuda.synchronize, lambda: torch.ones(3, device="cuda")):
        try:
            call()
            torch.cuda.synchronize()
        except RuntimeError as error:
            assert "device-side assert triggered" in str(error)
        else:
            raise AssertionError("the card went on")
    assert (kept + 1).shape == (4,), "the host goes on"
