"""Runs Python as far as it is the same on every system: what only Linux, or only Unix, has is gone.

`python without_linux.py SCRIPT`, or in place of an interpreter, as which its processes start it, too.
"""

import faulthandler
import os
import runpy
import selectors
import signal
import socket
import stat
import sys
from pathlib import Path

# These know every system, and ask which one it is.
import filelock  # noqa: F401 - only to be there
import psutil  # noqa: F401 - only to be there

HIDDEN = {
    os: "memfd_create pidfd_open posix_fallocate pwrite pread fork killpg geteuid getuid sysconf mkfifo O_NOFOLLOW",
    signal: "SIGUSR1 SIGALRM SIGSTOP SIGCONT setitimer pthread_sigmask pidfd_send_signal",
    socket: "send_fds recv_fds AF_UNIX",
    faulthandler: "register",
    selectors: "PollSelector EpollSelector",
}


def interpreter(folder: Path) -> Path:
    """Return a program that can stand for the interpreter."""
    program = folder / "python"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{Path(__file__).resolve()}" "$@"\n', encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


def main(arguments: list[str]) -> None:
    """Hide it all, and run what the arguments of an interpreter say."""
    for module, names in HIDDEN.items():
        for name in names.split():
            vars(module).pop(name, None)
    for name in ("fcntl", "resource", "pwd", "grp", "termios"):
        sys.modules[name] = None  # type: ignore[assignment] # so an import of it fails
    while arguments[0] in {"-I", "-B", "-X", "utf8"}:
        del arguments[0]
    if arguments[0] == "-c":
        sys.argv = ["-c", *arguments[2:]]
        exec(compile(arguments[1], "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102 - as an interpreter does
    else:
        sys.argv, sys.executable = arguments, os.environ["INTERPRETER"]
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
