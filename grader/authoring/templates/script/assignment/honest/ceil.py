import math

blocks = math.ceil(1000 / 256)
threads = 256 * blocks
print("blocks:")
print(blocks)
