"""What is right: the sum of numbers of 13 bits is exact in float32."""


def vec_add(a, b):
    return {"c": a + b}
