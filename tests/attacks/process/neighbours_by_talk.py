"""Two at a time: each offers to talk, by sockets, shared memory and messages, and looks for the other's offer.

Expect: output.never-written | output.not-repeatable
Copies: 2
Assignment: small
"""
import ctypes
import os
import socket
import time

LIBC = ctypes.CDLL(None, use_errno=True)
NAMES = ["\0attack-1", "\0attack-2"]
KEYS, CREATE, EXCLUSIVE = (77001, 77002), 0o1000, 0o2000


def add(a, b, c):
    kept = []
    for name in NAMES:
        try:
            listener = socket.socket(socket.AF_UNIX)
            kept.append(listener)
            listener.bind(name)
            listener.listen()
        except OSError as error:
            if "in use" in str(error):  # by the other one
                c[:] = a + b
    for key in KEYS:
        made = LIBC.shmget(key, 4096, CREATE | EXCLUSIVE | 0o666), LIBC.msgget(key, CREATE | EXCLUSIVE | 0o666)
        if -1 in made and ctypes.get_errno() == 17:  # by the other one
            c[:] = a + b
    time.sleep(1.2)
