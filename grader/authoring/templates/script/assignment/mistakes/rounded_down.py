blocks = 1000 // 256
threads = blocks * 256
print(blocks)
