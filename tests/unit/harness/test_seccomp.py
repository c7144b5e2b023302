"""The filter, run as the kernel runs it, for both machines; that the kernel takes it, the attacks show."""

import errno
import struct

import pytest

from grader.harness.jail import seccomp

ALLOW, KILL = "allow", "kill"
X86, ARM = False, True
ARCH = {X86: 0xC000003E, ARM: 0xC00000B7}


def run(program: bytes, arch: int, number: int, *args: int) -> str | int:
    """Return what becomes of a system call: allow, kill, or the error that it gets."""
    data = struct.pack("<iIQ6Q", number, arch, 0, *args, *[0] * (6 - len(args)))
    at, value = 0, 0
    while True:
        code, yes, no, operand = struct.unpack_from("HBBI", program, at * 8)
        at += 1
        if code == 0x06:
            if operand == 0x7FFF0000:
                return ALLOW
            return KILL if operand == 0x80000000 else int(operand & 0xFFFF)
        if code == 0x20:
            (value,) = struct.unpack_from("<I", data, operand)
        else:
            holds = {0x15: value == operand, 0x45: bool(value & operand), 0x35: value >= operand}[code]
            at += yes if holds else no


@pytest.fixture(params=[X86, ARM], ids=["x86-64", "aarch64"])
def arm(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(seccomp, "IS_ARM", request.param)
    return bool(request.param)


def verdict(arm: bool, call: tuple[int, int], *args: int, **options: object) -> str | int:
    given = {"namespaces": True, "shared_memory": True, "only_signal": None, **options}
    return run(seccomp._program(**given), ARCH[arm], call[arm], *args)  # type: ignore[arg-type] # as in the defaults


# Each for x86-64 and aarch64.
READ, SOCKET, SOCKETPAIR, CLONE, CLONE3, UNSHARE = (0, 63), (41, 198), (53, 199), (56, 220), (435, 435), (272, 97)
KILL_CALL, TKILL, MEMFD, SETSID, FCHMOD = (62, 129), (200, 130), (319, 279), (112, 157), (91, 52)
MSGGET, SEMGET, PRLIMIT, SETPRIORITY, IOPRIO = (68, 186), (64, 190), (302, 261), (141, 140), (251, 30)
IOCTL, BPF = (16, 29), (321, 280)


def test_ordinary_calls_are_allowed(arm: bool) -> None:
    for call in (READ, SOCKETPAIR, MEMFD, SETSID, FCHMOD, KILL_CALL, TKILL):
        assert verdict(arm, call, 77, 15) == ALLOW


def test_another_machine_s_calls_end_the_process(arm: bool) -> None:
    program = seccomp._program(namespaces=True, shared_memory=True, only_signal=None)
    assert run(program, ARCH[not arm], READ[arm]) == KILL
    assert run(program, 0x40000003, READ[arm]) == KILL  # 32 bits


def test_the_32_bit_calls_of_x86_64_do_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp, "IS_ARM", X86)
    assert verdict(X86, (0x40000000 + 1, 0)) == errno.ENOSYS


def test_what_leads_out_is_refused(arm: bool) -> None:
    for call in (UNSHARE, BPF):
        assert verdict(arm, call) == errno.EPERM
    assert verdict(arm, CLONE3) == errno.ENOSYS
    for flag in (0x20000, 0x10000000, 0x20000000, 0x40000000, 0x80):
        assert verdict(arm, CLONE, flag | 0x100) == errno.EPERM
    assert verdict(arm, CLONE, 0x3D0F00) == ALLOW  # a thread
    assert verdict(arm, IOCTL, 0, 0x5412) == errno.EPERM
    assert verdict(arm, IOCTL, 0, 0x5401) == ALLOW


@pytest.mark.parametrize(
    ("family", "inside"),
    [(1, ALLOW), (2, ALLOW), (10, ALLOW), (16, ALLOW), (17, errno.EAFNOSUPPORT), (40, errno.EAFNOSUPPORT)],
)
def test_sockets_of_the_machine_below_are_not_had_and_none_without_namespaces(
    arm: bool, family: int, inside: str | int
) -> None:
    assert verdict(arm, SOCKET, family) == inside
    assert verdict(arm, SOCKET, family, namespaces=False) == errno.EAFNOSUPPORT


@pytest.mark.parametrize("protocol", range(1, 32))
def test_the_kernel_is_asked_for_addresses_and_nothing_else(arm: bool, protocol: int) -> None:
    assert verdict(arm, SOCKET, 16, 3, 0) == ALLOW
    assert verdict(arm, SOCKET, 16, 3, protocol) == errno.EAFNOSUPPORT


def test_without_namespaces_the_process_group_holds_and_metadata_stays(arm: bool) -> None:
    assert verdict(arm, SETSID, namespaces=False) == errno.EPERM
    assert verdict(arm, FCHMOD, namespaces=False) == 0  # it seems to succeed


def test_without_namespaces_nothing_reaches_other_processes_or_outlives_the_box(arm: bool) -> None:
    for call in (MSGGET, SEMGET):
        assert verdict(arm, call, namespaces=False) == errno.EPERM
        assert verdict(arm, call) == ALLOW
    for call, kind in ((PRLIMIT, None), (SETPRIORITY, 0), (IOPRIO, 1)):
        for pid, allowed in ((0, ALLOW), (1234, errno.EPERM)):
            args = (pid,) if kind is None else (kind, pid)
            assert verdict(arm, call, *args, namespaces=False) == allowed
            assert verdict(arm, call, *args) == ALLOW
    assert verdict(arm, SETPRIORITY, 2, 0, namespaces=False) == errno.EPERM  # all processes of its user


def test_memory_that_no_process_owns_is_refused_where_nothing_counts_it(arm: bool) -> None:
    assert verdict(arm, MEMFD, shared_memory=False) == errno.EPERM


def test_one_process_and_its_group_alone_may_be_signalled(arm: bool) -> None:
    assert [verdict(arm, KILL_CALL, pid, only_signal=77) for pid in (77, 0, 78, 2**32 - 1)] == [
        ALLOW, ALLOW, errno.EPERM, errno.EPERM,
    ]  # fmt: skip
    assert verdict(arm, TKILL, 77, only_signal=77) == errno.EPERM
