"""Lets a signal strike while its answer is being written.

Expect: run.died | run.raised | run.bad-reply | output.never-written
Assignment: small
"""
import signal


def strike(number, frame):
    raise SystemExit(0)


def add(a, b, c):
    signal.signal(signal.SIGALRM, strike)
    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
