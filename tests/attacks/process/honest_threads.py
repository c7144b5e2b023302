"""An honest control: works with threads, in a pool and by hand.

Expect: pass
Assignment: small
"""
import threading
from concurrent.futures import ThreadPoolExecutor


def add(a, b, c):
    def work(i):
        c[i] = a[i] + b[i]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(len(a) // 2)))
    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(a) // 2, len(a) // 2 + 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for i in range(len(a) // 2 + 20, len(a)):
        work(i)
