"""What a launch can fail with, in the words of Triton and of CUDA."""

# What running a kernel that Triton has compiled cannot raise for any reason of the student's.
OURS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


def not_emulated(what: str) -> NotImplementedError:
    """Return the error for what this front end does not know."""
    return NotImplementedError(f"{what} is not emulated on the virtual GPU")


def cuda_error(text: str) -> RuntimeError:
    """Return an error as Triton's launcher words those of the driver."""
    return RuntimeError(f"Triton Error [CUDA]: {text}")
