"""A right one."""


def total(x, n):
    found = 0
    for i in range(n):
        found += x[i]
        print(int(found))
    return found
