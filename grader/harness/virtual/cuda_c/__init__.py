"""CUDA C on the virtual GPU: the source is rewritten a little, compiled by g++ with our headers, and run on fibers."""
