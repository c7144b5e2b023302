def reverse(a):
    return {"c": a.reshape(-1, 64)[:, ::-1].reshape(-1)}
