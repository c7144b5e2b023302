"""Ends its own side of the channel.

Expect: run.bad-reply
Assignment: small
"""
import os
import socket
import time


def add(a, b, c):
    socket.socket(fileno=os.dup(3)).shutdown(socket.SHUT_RDWR)
    time.sleep(60)
