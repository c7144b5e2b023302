"""A service that suggests marks: a real server, what it is told, and what may come back from it."""

import json
from collections.abc import Callable
from decimal import Decimal

import pytest
from service import Seen, server

from grader.advice import ask
from grader.model.assignment import CheckSpec, Endpoint
from grader.model.text import Text

ASK = Text(bn="কেন?", en="Why?")
SPEC = CheckSpec(
    id="why", kind="short", points=Decimal(2),
    options={"question": "q1", "ask": ASK, "explain": ASK, "look_for": {"async": "async"}, "accepted": ("a secret",)},
)  # fmt: skip


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADER_TEST_KEY", "key of the test")


def saying(content: object) -> bytes:
    return json.dumps({"choices": [{"message": {"content": content}}]}).encode()


def test_a_suggestion_comes_back_and_only_the_question_was_sent() -> None:
    seen: Seen = []
    with server(
        200, saying('```json\n{"points": 1.5, "why": "half"}\n```'), seen, key_env="GRADER_TEST_KEY"
    ) as endpoint:
        opinion = ask(endpoint, SPEC, "async " * 2000)
    assert (opinion.points, opinion.why) == (Decimal("1.50"), "half")
    ((path, headers, told),) = seen
    assert (path, headers["Authorization"]) == ("/v1/chat/completions", "Bearer key of the test")
    assert told["model"] == "small"
    said = json.loads(told["messages"][1]["content"])
    assert said.keys() == {"question", "rubric", "points", "answer"}
    assert said["rubric"] == {"look_for": {"async": "async"}}
    assert len(said["answer"]) == 4000


@pytest.mark.parametrize(
    ("status", "body", "trouble"),
    [
        (500, b"oh", "HTTP 500"),
        (200, b"<html>", "JSONDecodeError"),
        (200, b"\xff\xfe\x00", "Unicode"),
        (200, b"[]", "TypeError"),
        (200, b"{}", "KeyError"),
        (200, b'{"choices": []}', "IndexError"),
        (200, saying(None), "TypeError"),
        (200, saying("full marks!"), "KeyError"),
        (200, saying('{"points": 3}'), "from 0 to 2"),
        (200, saying('{"points": -1}'), "from 0 to 2"),
        (200, saying('{"points": NaN}'), "no number"),
        (200, saying('{"points": "2"}'), "no number"),
        (200, saying('{"points": true}'), "no number"),
        (200, saying('{"points": [2]}'), "no number"),
        (200, b"[" * 60_000, "RecursionError"),
        (200, b" " * 100_000, "too large"),
    ],
)
def test_a_bad_reply_is_only_a_note(status: int, body: bytes, trouble: str) -> None:
    with server(status, body, []) as endpoint:
        opinion = ask(endpoint, SPEC, "async")
    assert opinion.points is None
    assert trouble in opinion.why
    assert len(opinion.why) <= 300


def test_the_key_follows_no_redirect() -> None:
    elsewhere: Seen = []
    with (
        server(200, saying('{"points": 2}'), elsewhere) as other,
        server(302, b"", [], Location=f"{other.url}/chat/completions") as endpoint,
    ):
        assert ask(endpoint, SPEC, "async").why == "HTTP 302"
    assert elsewhere == []


@pytest.mark.parametrize("broken", [lambda _: None, lambda patch: patch.delenv("GRADER_TEST_KEY")])
def test_no_service_and_no_key_are_only_a_note(
    broken: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch)
    opinion = ask(Endpoint(url="http://127.0.0.1:9/v1", model="small", key_env="GRADER_TEST_KEY"), SPEC, "async")
    assert opinion.points is None
    assert opinion.why
