"""An honest control: prints a lot, catches everything, starts a thread and waits for it.

Expect: pass
Assignment: small
"""
import threading


def add(a, b, c):
    print("RESULT: PASS\n" * 5000)

    def work():
        for i in range(len(a)):
            c[i] = a[i] + b[i]

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return "PASS"
