"""Seccomp: which system calls a process may make; a classic BPF program, put together here.

Numbers: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h of the kernel.
"""

import ctypes
import errno
import struct

from .linux import IS_ARM, syscall

_SET_MODE_FILTER = 1
_AUDIT_ARCH = (0xC000003E, 0xC00000B7)
_X32 = 0x40000000  # bit of the numbers of the 32-bit calls of x86-64

_LOAD, _IF_EQUAL, _IF_ANY_BIT, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_NUMBER, _ARCH, _ARG0, _ARG1, _ARG2 = 0, 4, 16, 24, 32  # offsets in struct seccomp_data
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x50000

_NAMESPACES = 0x7E020000 | 0x80  # CLONE_NEW*
_FAMILIES = (1, 2, 10)  # AF_UNIX, AF_INET, AF_INET6: in a network namespace of its own a box finds only itself
_NETLINK, _ROUTES = 16, 0  # family and protocol by which a box asks which addresses it has, as gloo does
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_PERSONALITIES = (0, 0xFFFFFFFF)  # the ordinary one, and the question which one it is

# From here on, each pair is (x86-64, aarch64); -1 where there is no such call.
_REFUSED = {
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_getfd": (438, 438), "process_madvise": (440, 440), "process_mrelease": (448, 448),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "unshare": (272, 97),
    "setns": (308, 268), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "add_key": (248, 217), "request_key": (249, 218),
    "keyctl": (250, 219), "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264), "fanotify_init": (300, 262), "acct": (163, 89), "swapon": (167, 224),
    "swapoff": (168, 225), "reboot": (169, 142), "sethostname": (170, 161), "setdomainname": (171, 162),
    "settimeofday": (164, 170), "clock_settime": (227, 112), "adjtimex": (159, 171), "clock_adjtime": (305, 266),
    "syslog": (103, 116), "quotactl": (179, 60), "quotactl_fd": (443, 443), "vmsplice": (278, 75),
    "memfd_secret": (447, 447), "iopl": (172, -1), "ioperm": (173, -1), "modify_ldt": (154, -1), "uselib": (134, -1),
    "ustat": (136, -1), "sysfs": (139, -1), "nfsservctl": (180, 42), "lookup_dcookie": (212, 18), "vhangup": (153, 58),
    "_sysctl": (156, -1), "move_pages": (279, 239), "migrate_pages": (256, 238), "sched_setaffinity": (203, 122),
}  # fmt: skip
# Without a mount namespace: Landlock does not cover changes of owner, mode, times and attributes. They seem to succeed.
_PRETENDED = {
    "chmod": (90, -1), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, -1),
    "fchown": (93, 55), "lchown": (94, -1), "fchownat": (260, 54), "utime": (132, -1), "utimes": (235, -1),
    "futimesat": (261, -1), "utimensat": (280, 88), "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "setxattrat": (463, 463),
    "removexattrat": (466, 466), "file_setattr": (469, 469),
}  # fmt: skip
_SESSIONS = {"setsid": (112, 157), "setpgid": (109, 154)}  # without a pid namespace the process group is what is killed
# Without an ipc namespace these last longer than a box, and are there for every other.
_MESSAGES = {"msgget": (68, 186), "semget": (64, 190), "shmget": (29, 194), "mq_open": (240, 180)}
# Without a pid namespace these reach other processes of the same user: allowed for the caller alone.
_BY_PID = {"prlimit64": (302, 261), "sched_setscheduler": (144, 119), "sched_setparam": (142, 118),
           "sched_setattr": (314, 274)}  # fmt: skip
_BY_KIND_AND_PID = {"setpriority": (141, 140), "ioprio_set": (251, 30)}
_A_PROCESS = {"setpriority": 0, "ioprio_set": 1}  # what the first argument says of the second
_SHARED_MEMORY = {"memfd_create": (319, 279), "shmget": (29, 194)}  # counted by no limit but a cgroup's
_SIGNALS = {"kill": (62, 129), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240)}
_OTHER_SIGNALS = {"tkill": (200, 130), "pidfd_send_signal": (424, 424)}
_SECCOMP, _SOCKET, _CLONE, _CLONE3 = (317, 277), (41, 198), (56, 220), (435, 435)
_IOCTL, _PERSONALITY = (16, 29), (135, 92)


def install(*, namespaces: bool, shared_memory: bool, only_signal: int | None) -> None:
    """Put the filter on this process and all that it starts. Needs no_new_privs.

    Args:
        namespaces: whether the process has mount, pid and net namespaces of its own, so that less must be refused.
        shared_memory: whether memory that no process owns may be had.
        only_signal: the one process that may be sent signals; None = all that it can see.

    Raises:
        OSError: the kernel refuses.
    """
    program = _program(namespaces=namespaces, shared_memory=shared_memory, only_signal=only_signal)
    code = ctypes.create_string_buffer(program, len(program))

    class _Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))

    whole = _Program(len(program) // 8, ctypes.addressof(code))
    syscall("seccomp", _here(_SECCOMP), _SET_MODE_FILTER, 0, ctypes.byref(whole))


def _program(*, namespaces: bool, shared_memory: bool, only_signal: int | None) -> bytes:
    """Return the program: the number of the call is loaded, each rule returns or leaves the number as it is."""
    refused = dict(_REFUSED) | ({} if namespaces else _SESSIONS | _MESSAGES) | ({} if shared_memory else _SHARED_MEMORY)
    refused |= {} if only_signal is None else _OTHER_SIGNALS
    rules = [
        _instruction(_LOAD, _ARCH), _instruction(_IF_EQUAL, _here(_AUDIT_ARCH), yes=1), _instruction(_RETURN, _KILL),
        _instruction(_LOAD, _NUMBER),
    ]  # fmt: skip
    if not IS_ARM:
        rules += [_instruction(_IF_AT_LEAST, _X32, no=1), _error(errno.ENOSYS)]
    # So that glibc falls back to clone, whose flags lie in a register and can be looked at.
    rules += _on(_here(_CLONE3), [_error(errno.ENOSYS)])
    for number in _numbers(refused):
        rules += _on(number, [_error(errno.EPERM)])
    rules += [] if namespaces else _for_itself_alone()
    for number in _numbers({} if only_signal is None else _SIGNALS):
        rules += _on(number, _unless(_ARG0, (0, only_signal or 0), errno.EPERM))
    rules += _on(_here(_CLONE), [_instruction(_LOAD, _ARG0), _instruction(_IF_ANY_BIT, _NAMESPACES, no=1),
                          _error(errno.EPERM), _instruction(_RETURN, _ALLOW)])  # fmt: skip
    # No other family of sockets: AF_VSOCK, for one, has no namespaces, and reaches the host of a virtual machine.
    routes = _on(_NETLINK, _unless(_ARG2, (_ROUTES,), errno.EAFNOSUPPORT)) if namespaces else []
    others = _unless(_ARG0, _FAMILIES if namespaces else (), errno.EAFNOSUPPORT)
    rules += _on(_here(_SOCKET), [_instruction(_LOAD, _ARG0), *routes, *others])
    rules += _on(_here(_IOCTL), [_instruction(_LOAD, _ARG1), _instruction(_IF_EQUAL, _TIOCSTI, yes=1),
                          _instruction(_IF_EQUAL, _TIOCLINUX, no=1), _error(errno.EPERM),
                          _instruction(_RETURN, _ALLOW)])  # fmt: skip
    rules += _on(_here(_PERSONALITY), _unless(_ARG0, _PERSONALITIES, errno.EPERM))
    return b"".join([*rules, _instruction(_RETURN, _ALLOW)])


def _for_itself_alone() -> list[bytes]:
    """Return rules for what must not reach others where the process has no namespaces of its own."""
    rules = [part for number in _numbers(_PRETENDED) for part in _on(number, [_error(0)])]
    for number in _numbers(_BY_PID):
        rules += _on(number, _unless(_ARG0, (0,), errno.EPERM))
    for name, pair in _BY_KIND_AND_PID.items():
        own = [
            _instruction(_IF_EQUAL, _A_PROCESS[name], yes=1),
            _error(errno.EPERM),
            *_unless(_ARG1, (0,), errno.EPERM),
        ]
        rules += _on(_here(pair), [_instruction(_LOAD, _ARG0), *own])
    return rules


def _instruction(code: int, operand: int, *, yes: int = 0, no: int = 0) -> bytes:
    """Return one instruction; `yes` and `no` say how many are skipped after a comparison."""
    return struct.pack("HBBI", code, yes, no, operand)


def _error(number: int) -> bytes:
    return _instruction(_RETURN, _ERRNO | number)


def _on(number: int, then: list[bytes]) -> list[bytes]:
    return [_instruction(_IF_EQUAL, number, no=len(then)), *then]


def _unless(argument: int, allowed: tuple[int, ...], error: int) -> list[bytes]:
    """Return rules that allow a call whose argument has one of some values, and refuse it otherwise."""
    tests = [part for value in allowed for part in _on(value, [_instruction(_RETURN, _ALLOW)])]
    return [_instruction(_LOAD, argument), *tests, _error(error)]


def _numbers(table: dict[str, tuple[int, int]]) -> list[int]:
    return [number for pair in table.values() if (number := _here(pair)) >= 0]


def _here(pair: tuple[int, int]) -> int:
    return pair[1 if IS_ARM else 0]
