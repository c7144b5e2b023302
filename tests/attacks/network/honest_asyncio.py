"""An honest control: runs an event loop, which wakes itself through a pair of sockets.

Expect: pass
Assignment: small
"""
import asyncio
import socket


async def part(i, a, b, c):
    await asyncio.sleep(0.001)
    c[i::4] = a[i::4] + b[i::4]


async def whole(a, b, c):
    await asyncio.gather(*(part(i, a, b, c) for i in range(4)))


def add(a, b, c):
    one, other = socket.socketpair()
    one.send(b"x")
    assert other.recv(1) == b"x"
    asyncio.run(whole(a, b, c))
