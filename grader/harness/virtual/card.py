"""What the virtual card says of itself: an imagined one of compute capability 8.0.

Limits are those of the CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
"""

NAME = "Virtual GPU (sm_80)"
CAPABILITY = (8, 0)
DEVICES = 2
MEMORY = 16 * 2**30  # bytes, of each device
WARP = 32  # threads
MAX_THREADS = 1024  # of one block
MAX_BLOCK = (1024, 1024, 64)  # threads in x, y, z
MAX_GRID = (2**31 - 1, 65535, 65535)  # blocks in x, y, z
SHARED = 48 * 1024  # bytes that a block may have without asking for more
SHARED_OPTIN = 163 * 1024  # bytes that a block may have at all
CONSTANT = 64 * 1024  # bytes
REGISTERS = 65536  # of one block
PROCESSORS = 108  # streaming multiprocessors, as an A100 has
SECTOR = 32  # bytes: the smallest piece that global memory is read or written in
BANKS = 32  # of shared memory, each 4 bytes wide
PAGE = 2 * 2**20  # bytes that a driver hands out at least; beyond them a card reports an illegal address
POISON = 0xFF  # of new memory: as a number it is NaN, as an integer -1
