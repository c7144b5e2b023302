"""numba's CUDA target on the virtual card: a driver (`driver`), and a processor (`machine`)."""
