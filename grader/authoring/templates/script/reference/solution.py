blocks = (1000 + 255) // 256
threads = blocks * 256
print(blocks)
