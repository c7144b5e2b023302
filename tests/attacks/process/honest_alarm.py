"""An honest control: sets itself a time limit by a signal, and waits for a child that it kills.

Expect: pass
Assignment: small
"""
import signal
import subprocess


def add(a, b, c):
    fired = []
    signal.signal(signal.SIGALRM, lambda *_: fired.append(1))
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    child = subprocess.Popen(["sleep", "60"])
    signal.pause()
    child.kill()
    child.wait()
    c[:] = a + b if fired else 0
