"""Opens sockets of every family and kind: of the machine below, of the kernel, of raw packets.

Expect: output.never-written
Assignment: small
"""
import socket

UNIX = 1


KINDS = (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET)


def add(a, b, c):
    for family in set(range(46)) - {UNIX, socket.AF_INET, socket.AF_INET6}:
        for kind in KINDS:
            for protocol in range(1 if family == socket.AF_NETLINK else 0, 32):  # 0 asks for the box's own addresses
                try:
                    socket.socket(family, kind, protocol).close()
                    c[:] = a + b
                except OSError:
                    pass
    for family in (socket.AF_INET, socket.AF_INET6):
        try:
            socket.socket(family, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()
            c[:] = a + b
        except OSError:
            pass
