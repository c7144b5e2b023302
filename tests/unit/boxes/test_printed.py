import pytest

from grader.boxes.printed import Printed


def text(*pieces: bytes, kept: int = 1000) -> str:
    printed = Printed(kept)
    for piece in pieces:
        printed.feed(piece)
    return printed.text()


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        ((b"one\ntwo",), "one\ntwo"),
        ((b"a\r\nb\r\n",), "a\nb\n"),
        ((b" 10%\r 20%\r", b"100%\ndone\n"), "100%\ndone\n"),
        ((b"10%\r20%\r30%",), "30%"),
        ((b"10%\r", b"\nnext"), "10%\nnext"),
        ((b"10%\r",), "10%"),
        ((b"\x1b[31mred\x1b[0m \x1b]0;title\x07end\x1b[2J",), "red end"),
        ((b"bell\x07 nul\x00 tab\t.",), "bell nul tab\t."),
        (("বাংলা \u202eover\u2066".encode(),), "বাংলা over"),
        (("বা".encode()[:4], "বা".encode()[4:]), "বা"),
        ((b"\xff\xfe",), "\ufffd\ufffd"),
    ],
)
def test_what_a_reader_would_see_is_kept(pieces: tuple[bytes, ...], shown: str) -> None:
    assert text(*pieces) == shown


def test_a_progress_bar_takes_one_line_however_long_it_runs() -> None:
    bar = [f"\r{step}/9999 it".encode() for step in range(10_000)]
    assert text(b"begin\n", *bar, b"\nend\n", kept=100) == "begin\n9999/9999 it\nend\n"


def test_head_and_tail_of_a_long_text_are_kept() -> None:
    lines = [f"{number:04}\n".encode() for number in range(1000)]
    shown = text(*lines, kept=100)
    assert shown == "".join(f"{n:04}\n" for n in range(10)) + "\n… 980 lines left out\n" + "".join(
        f"{n:04}\n" for n in range(990, 1000)
    )


def test_a_line_without_end_is_kept_like_many() -> None:
    printed = Printed(100)
    for _ in range(100):
        printed.feed(b"x" * 10_000)
    assert printed.total == 1_000_000
    assert len(printed.text()) < 20_000
