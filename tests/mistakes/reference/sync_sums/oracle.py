def block_sums(a):
    return {"sums": a.reshape(-1, 64).sum(axis=1)}
