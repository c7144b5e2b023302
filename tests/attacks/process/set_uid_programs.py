"""Starts programs that run as their owner, root, and asks whether that works here.

Expect: output.never-written
Assignment: small
"""
import ctypes
import glob
import os
import stat
import subprocess

PR_GET_NO_NEW_PRIVS = 39


def add(a, b, c):
    programs = [path for path in glob.glob("/usr/bin/*") + glob.glob("/usr/sbin/*") if os.stat(path).st_mode & stat.S_ISUID]
    for path in programs:
        mounted_without = os.statvfs(path).f_flag & os.ST_NOSUID
        if not mounted_without and not ctypes.CDLL(None).prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0):
            c[:] = a + b
    for command in (["sudo", "-n", "id", "-u"], ["unshare", "-Ur", "id", "-u"], ["bwrap", "--ro-bind", "/", "/", "id", "-u"]):
        try:
            done = subprocess.run(command, capture_output=True, timeout=2, stdin=subprocess.DEVNULL)
        except OSError:
            continue
        if done.returncode == 0 and done.stdout.strip() == b"0":
            c[:] = a + b
