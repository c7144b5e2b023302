"""Works in pieces of 256, with a last one that is shorter.

Expect: pass
"""
def add(a, b, c):
    for start in range(0, len(a), 256):
        part = slice(start, min(start + 256, len(a)))
        c[part] = a[part] + b[part]
