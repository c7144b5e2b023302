"""Sends every answer twice.

Row: 22, 34
Expect: run.bad-reply
"""
from harness import channel

send = channel.Channel.send


def twice(self, message):
    send(self, message)
    send(self, message)


channel.Channel.send = twice


def add(a, b, c):
    c[:] = a + b
