"""States a time without having measured anything.

Row: 15
Expect: timing.not-measured
Assignment: clock
"""
def benchmark(fn, x):
    print("Total: 2.0 ms")
    return 2.0
