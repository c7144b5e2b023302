"""Message files in YAML, read into records that remember the line of every text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

import yaml

from grader.errors import ConfigError, Problem
from grader.text.paths import shown

LANGUAGES = ("bn", "en")
PARTS = ("title", "expected", "seen", "why", "next")
_KEYS = (*PARTS, "sample", "severity")

# The C parser is ten times as fast, and not in every build of PyYAML.
_Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One text in one language, and where it stands."""

    text: str
    file: str
    line: int  # from 1
    column: int  # from 1

    def problem(self, message: str, hint: str = "") -> Problem:
        """Return a problem at this place."""
        return Problem(file=self.file, line=self.line, column=self.column, message=message, hint=hint)


@dataclass(frozen=True, kw_only=True)
class Record:
    """All that is known of one message code; `place` is where the code itself stands."""

    place: Entry
    texts: Mapping[tuple[str, str], Entry] = field(default_factory=dict)  # (part, language) -> text
    sample: Mapping[str, object] = field(default_factory=dict)  # parameters that fill every text


@dataclass(frozen=True, kw_only=True)
class MessageFile:
    """The records of one file, and what is wrong with its form."""

    records: Mapping[str, Record]
    problems: tuple[Problem, ...]


def read(path: Path) -> MessageFile:
    """Read a message file, incomplete records included.

    Raises:
        ConfigError: the file cannot be read, or is not YAML.
    """
    reader = _Reader(path)
    records = {code: reader.record(code, key, node) for code, key, node in reader.pairs(reader.root())}
    return MessageFile(records=records, problems=tuple(reader.problems))


class _Reader:
    """Walks one file and gathers every problem of its form."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = shown(path)
        self.problems: list[Problem] = []

    def root(self) -> yaml.Node | None:
        try:
            return yaml.compose(self.path.read_text(encoding="utf-8-sig"), Loader=_Loader)
        except OSError as error:
            raise ConfigError([self._whole(f"cannot be read: {error.strerror}")]) from error
        except UnicodeDecodeError as error:
            raise ConfigError([self._whole("is not UTF-8", "save the file as UTF-8")]) from error
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
            message = f"is not YAML: {error.problem or error.context}"
            raise ConfigError([Problem(file=self.file, line=line, column=column, message=message)]) from error
        except (yaml.YAMLError, RecursionError) as error:
            raise ConfigError([self._whole(f"is not YAML: {type(error).__name__}")]) from error

    def pairs(self, node: yaml.Node | None) -> Iterator[tuple[str, Entry, yaml.Node]]:
        """Yield key, place of the key and value of a mapping; a repeated key is a problem."""
        if node is None:
            return
        if not isinstance(node, yaml.MappingNode):
            self.problems.append(self._entry(node, "").problem("expected a mapping (key: value)"))
            return
        seen: set[str] = set()
        for key, value in node.value:
            place = self._entry(key, str(key.value))
            if place.text in seen:
                self.problems.append(place.problem(f"{place.text!r} stands here twice"))
                continue
            seen.add(place.text)
            yield place.text, place, value

    def record(self, code: str, place: Entry, node: yaml.Node) -> Record:
        texts: dict[tuple[str, str], Entry] = {}
        sample: Mapping[str, object] = {}
        for key, where, value in self.pairs(node):
            if key in PARTS:
                texts |= {(key, language): entry for language, entry in self.languages(f"{code}.{key}", value).items()}
            elif key == "sample":
                sample = self._sample(value)
            elif key not in _KEYS:
                near = get_close_matches(key, _KEYS, n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(_KEYS)}"
                self.problems.append(where.problem(f"{code} has an unknown key {key!r}", hint))
        return Record(place=place, texts=texts, sample=sample)

    def languages(self, name: str, node: yaml.Node) -> dict[str, Entry]:
        found: dict[str, Entry] = {}
        for language, where, value in self.pairs(node):
            if language not in LANGUAGES:
                self.problems.append(where.problem(f"{name} has an unknown language {language!r}", "there are bn, en"))
            elif not isinstance(value, yaml.ScalarNode):
                self.problems.append(self._entry(value, "").problem(f"{name}.{language}: expected a text"))
            else:
                found[language] = self._entry(value, value.value)
        return found

    def _sample(self, node: yaml.Node) -> Mapping[str, object]:
        # A mapping of plain values: the safe constructor makes nothing else.
        sample = yaml.load(yaml.serialize(node), Loader=_Loader)  # noqa: S506 - a SafeLoader, whichever of the two
        if isinstance(sample, dict) and all(isinstance(key, str) for key in sample):
            return sample
        self.problems.append(self._entry(node, "").problem("sample: expected a mapping of parameters to values"))
        return {}

    def _entry(self, node: yaml.Node, text: str) -> Entry:
        mark = node.start_mark
        return Entry(text=text, file=self.file, line=mark.line + 1, column=mark.column + 1)

    def _whole(self, message: str, hint: str = "") -> Problem:
        return Problem(file=self.file, line=0, column=0, message=message, hint=hint)
