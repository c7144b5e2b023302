"""Does the work after it has returned."""
import threading
import time


def add(a, b, c):
    def work():
        time.sleep(0.3)
        c[:] = a + b

    threading.Thread(target=work, daemon=True).start()
