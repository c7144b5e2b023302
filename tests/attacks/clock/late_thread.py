"""Does the work after it has returned.

Row: 2
Expect: output.never-written
"""
import threading
import time


def add(a, b, c):
    def work():
        time.sleep(0.3)
        c[:] = a + b

    threading.Thread(target=work, daemon=True).start()
