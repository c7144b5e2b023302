"""Gets a handle of the process at the other end of its channel, and sends it a signal, or takes its descriptors.

Row: 36, 40
Expect: output.never-written
Assignment: small
"""
import ctypes
import os
import signal
import socket
import struct

SO_PEERCRED, SO_PEERPIDFD, GET_FD = 17, 77, 438


def add(a, b, c):
    channel = socket.socket(fileno=os.dup(3))
    handles = []
    try:
        handles.append(channel.getsockopt(socket.SOL_SOCKET, SO_PEERPIDFD))
    except OSError:
        pass
    try:
        handles.append(os.pidfd_open(struct.unpack("3i", channel.getsockopt(socket.SOL_SOCKET, SO_PEERCRED, 12))[0]))
    except OSError:
        pass
    for handle in handles:
        try:
            signal.pidfd_send_signal(handle, 0)
            c[:] = a + b
        except OSError:
            pass
        if ctypes.CDLL(None).syscall(GET_FD, handle, 0, 0) >= 0:
            c[:] = a + b
