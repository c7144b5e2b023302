"""PyTorch on the virtual GPU: real CUDA devices for torch, whose work is done by the host."""
