print("hello")
print("SECRET-line")
answer = 5449
