def total(x, n):
    found = 0
    for i in range(n):
        print(int(found))
        found += x[i]
    return found
