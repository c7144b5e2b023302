"""Starts a program in a group and a session of its own, by every call that can.

Expect: output.never-written
Assignment: small
"""
import os
import subprocess


def add(a, b, c):
    for options in ({"setsid": True}, {"setpgroup": 0}):
        try:
            os.posix_spawn("/usr/bin/sleep", ["sleep", "9872"], {}, **options)
        except OSError:
            pass
    for options in ({"start_new_session": True}, {"process_group": 0}):
        try:
            subprocess.Popen(["sleep", "9872"], **options)
        except (OSError, subprocess.SubprocessError):
            pass
