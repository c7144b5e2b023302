"""Connects to the sockets of the machine's services, and to one of the judge's.

Expect: output.never-written
Assignment: small
"""
import glob
import os
import socket
import sys

PATHS = ["/run/docker.sock", "/var/run/docker.sock", "/run/dbus/system_bus_socket", "/run/systemd/notify"]
PATHS += [*glob.glob("/run/**/*sock*", recursive=True), *glob.glob("/tmp/**/*.sock", recursive=True)]
PATHS += [os.path.dirname(sys.modules["harness"].__file__) + "/../../judge.sock"]


def add(a, b, c):
    for path in PATHS:
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(path)
            c[:] = a + b
        except OSError:
            pass
