"""The table of all keys: the reader, the JSON Schema and the page of documentation are all made from it."""

from collections.abc import Mapping

from grader.config.draws import DRAW, is_draw
from grader.config.handing_in import EXTENSIONS, HANDING_IN
from grader.config.kinds import Bool, OneOf, Plain, Str, Whole
from grader.config.names import (
    CODE,
    CODE_FILE,
    DTYPE,
    FAMILY,
    FILE,
    FUNCTION,
    ID,
    LINE_ID,
    NAME,
    Length,
    Version,
    plugin,
)
from grader.config.nodes import Map, Scalar
from grader.config.reviews import REVIEWS
from grader.config.rubric import LIMITS, CheckKind
from grader.config.shapes import Bilingual, Either, Field, ListOf, MapOf, Record
from grader.model.assignment import LEVELS

SCHEMA = Field(key="schema", kind=Version(), doc="The version of this format.")

_ARRAY = Record(
    name="an array",
    fields=(
        Field(key="array", kind=DTYPE, doc="Type of its elements."),
        Field(key="shape", kind=ListOf(of=Length()), doc="Lengths; a name stands for a parameter of the case."),
        Field(
            key="values",
            kind=FAMILY,
            doc="Family of values that it is filled with; see `grader/harness/families.py`.",
            unless=("output", (True,)),
        ),
        Field(
            key="output",
            kind=Bool(),
            doc="Filled with poison before the call, and read back after it.",
            required=False,
            default="`false`",
        ),
    ),
)
_SCALAR = Record(
    name="a scalar",
    fields=(
        Field(key="scalar", kind=DTYPE, doc="Its type; the value is the parameter of the case that has its name."),
    ),
)
INPUT = Either(first=_SCALAR, second=_ARRAY, is_first=lambda node: isinstance(node, Map) and "scalar" in node.entries)
INPUTS = Either(
    first=FUNCTION,
    second=MapOf(of=INPUT, keys=NAME, what="a mapping of arguments, in their order", least=1),
    is_first=lambda node: isinstance(node, Scalar),
)

LAUNCH = Record(
    name="a launch",
    doc="How the grader launches the student's kernel.",
    fields=(
        Field(key="threads", kind=Whole(least=1), doc="Threads per block."),
        Field(
            key="over",
            kind=NAME,
            doc="The parameter of the case that counts the elements; as many blocks are launched as cover it.",
        ),
    ),
)

# A word in place of a list of lengths -> the lengths: around one warp and one block, and a prime.
_USUAL = (1, 2, 31, 32, 33, 255, 256, 257, 1009)
SIZES: Mapping[object, tuple[int, ...]] = {"sizes": _USUAL, "sizes with 0": (0, *_USUAL)}

_GIVEN = Either(first=ListOf(of=Plain(), least=1), second=Plain(), is_first=lambda node: not isinstance(node, Scalar))
_PARAMETER = Either(first=DRAW, second=_GIVEN, is_first=is_draw)
_FAMILIES = Either(first=ListOf(of=FAMILY, least=1), second=FAMILY, is_first=lambda node: not isinstance(node, Scalar))
CASE = Record(
    name="a case",
    doc="All other keys are its parameters. A list of values makes one case of each; two lists, one of each pair. "
    f"`sizes` stands for {list(_USUAL)}, `sizes with 0` for these and 0.",
    others=(NAME, _PARAMETER),
    fields=(
        Field(
            key="id",
            kind=Str(words="a short name"),
            doc="What a student sees of it.",
            required=False,
            default="`n=1000`, `hidden-1`",
        ),
        Field(
            key="hidden",
            kind=Bool(),
            doc="Whether its values are kept from the student; its numbers are then drawn afresh each time.",
            required=False,
            default="`false`",
        ),
        Field(
            key="role",
            kind=LINE_ID,
            doc="Lets a check pick its own cases; the check says which roles it knows.",
            required=False,
            default="an ordinary case",
        ),
        Field(
            key="values",
            kind=_FAMILIES,
            doc="Family that all input arrays of floating-point numbers are drawn from; a list makes one case of each.",
            required=False,
            default="that of each array",
        ),
        Field(
            key="strided",
            kind=Bool(),
            doc="Whether every array is a tensor that is not contiguous: every second element of a larger one.",
            required=False,
            default="`false`",
        ),
    ),
)

MISTAKE = Record(
    name="a mistake",
    doc="A known-wrong program, and the message that a student who writes it must get.",
    fields=(
        Field(key="file", kind=FILE, doc="The program, in the assignment's folder."),
        Field(key="says", kind=CODE, doc="The code of the message."),
    ),
)

_NOT_IN_A_QUIZ = ("language", ("quiz",))
_WITH_AN_ENTRY = ("language", ("quiz", "script"))  # in all others something is called
EXERCISE = Record(
    name="an exercise",
    doc="One thing to be handed in. In a quiz (`language: quiz`) the checks are the questions; a script (`language: "
    "script`) is run once, and nothing in it is called.",
    fields=(
        Field(key="id", kind=ID, doc="Its name, once in an assignment."),
        Field(key="title", kind=Bilingual(), doc="What the report calls it."),
        Field(key="statement", kind=Bilingual(), doc="Markdown: what the student is asked."),
        Field(key="language", kind=plugin("languages", "a language"), doc="How the submission is run."),
        Field(
            key="entry",
            kind=NAME,
            doc="The name that must exist in the submission.",
            unless=_WITH_AN_ENTRY,
        ),
        Field(
            key="launch",
            kind=LAUNCH,
            doc="Lets the grader launch the kernel, where the language has kernels.",
            required=False,
            default="the student's own function launches it",
            unless=_WITH_AN_ENTRY,
        ),
        Field(
            key="oracle",
            kind=FUNCTION,
            doc="In `reference/<id>/`: a function of the inputs and the parameters of the case, by their names, "
            "which returns a dict of the expected values; of the error that may be made in `out`, `out.unit` is the "
            "unit (see [correctness](correctness.md)).",
            required=False,
            default="what the language itself compares with",
            unless=_NOT_IN_A_QUIZ,
        ),
        Field(
            key="inputs",
            kind=INPUTS,
            doc="The arguments of the entry, in their order; or a function in `reference/<id>/` of the parameters of "
            "the case and a `seed`, which returns a dict of them.",
            required=False,
            default="none",
            unless=_WITH_AN_ENTRY,
        ),
        Field(
            key="adapter",
            kind=FUNCTION,
            doc="In the assignment's folder: public glue that runs beside the student's code. It is given the entry "
            "and the inputs, and returns a dict of what is compared.",
            required=False,
            default="the entry is called with the inputs",
            unless=_WITH_AN_ENTRY,
        ),
        Field(
            key="cases",
            kind=ListOf(of=CASE, least=1),
            doc="What the submission is run on.",
            unless=_WITH_AN_ENTRY,
        ),
        Field(key="checks", kind=ListOf(of=CheckKind(), least=1), doc="The rubric."),
        Field(
            key="limits",
            kind=LIMITS,
            doc="What one run of it may use.",
            required=False,
            default="the assignment's",
            unless=_NOT_IN_A_QUIZ,
        ),
        Field(
            key="mistakes",
            kind=ListOf(of=MISTAKE),
            doc="Known-wrong programs; `grader validate` refuses the assignment unless each gets its message.",
            required=False,
            default="none",
        ),
        Field(
            key="honest",
            kind=ListOf(of=FILE),
            doc="Right but different programs, in the assignment's folder; each must get all points.",
            required=False,
            default="none",
        ),
    ),
)

ASSIGNMENT = Record(
    name="an assignment",
    fields=(
        SCHEMA,
        Field(key="id", kind=ID, doc="The name of its folder."),
        Field(key="title", kind=Bilingual(), doc="What the report calls it."),
        Field(key="statement", kind=Bilingual(), doc="Markdown: what the student is asked."),
        Field(
            key="covers",
            kind=ListOf(of=Str(numbers=True)),
            doc="Parts of the course that it exercises.",
            required=False,
            default="none",
        ),
        Field(
            key="submit",
            kind=ListOf(of=Str(words="a file name or a pattern, without a folder", pattern=r"^[^/\\]+$"), least=1),
            doc="Names of files that are accepted; the first is the usual one.",
        ),
        Field(key="starter", kind=FILE, doc="What a student begins with, in the assignment's folder."),
        Field(
            key="reference",
            kind=CODE_FILE,
            doc="A submission that gets all points, in `reference/<id>/`; where it stands in a notebook, that is the "
            "`source`, and this is made from it.",
        ),
        Field(
            key="source",
            kind=FILE,
            doc="A notebook or a file in `reference/<id>/`, with regions from `### BEGIN SOLUTION` to "
            "`### END SOLUTION`, of which `grader split` makes starter and reference.",
            required=False,
            default="none",
        ),
        Field(
            key="messages",
            kind=FILE,
            doc="Messages of its own, laid over the built-in ones; in the assignment's folder.",
            required=False,
            default="none",
        ),
        *HANDING_IN,
        Field(key="limits", kind=LIMITS, doc="What one run may use.", required=False, default="the course's"),
        Field(key="exercises", kind=ListOf(of=EXERCISE, least=1), doc="What is handed in."),
    ),
)


def _folder(key: str, doc: str) -> Field:
    kind = Str(words="a folder, relative to the course file")
    return Field(key=key, kind=kind, doc=doc, required=False, default=f"`{key}`")


COURSE = Record(
    name="a course",
    fields=(
        SCHEMA,
        Field(key="title", kind=Bilingual(), doc="The name of the course."),
        Field(
            key="language",
            kind=OneOf(noun="a language of people", names=lambda: ("bn", "en")),
            doc="What reports and the command line are written in.",
            required=False,
            default="`bn`",
        ),
        Field(
            key="digits",
            kind=OneOf(noun="a way to write numbers", names=lambda: ("auto", "latin")),
            doc="Digits of numbers in sentences: `auto` takes those of the language, `latin` always Latin ones.",
            required=False,
            default="`auto`",
        ),
        Field(
            key="device",
            kind=plugin("devices", "a device", "auto"),
            doc="What student code runs on; `auto` takes a real card where there is one.",
            required=False,
            default="`auto`",
        ),
        Field(
            key="sandbox",
            kind=plugin("sandboxes", "a sandbox"),
            doc="What student code is shut in.",
            required=False,
            default="`zygote`",
        ),
        Field(
            key="isolation",
            kind=OneOf(noun="a level of isolation", names=lambda: LEVELS),
            doc="The weakest isolation that is accepted; see [the sandbox](sandbox.md).",
            required=False,
            default="`D`",
        ),
        Field(
            key="executor",
            kind=plugin("executors", "an executor"),
            doc="What runs the jobs.",
            required=False,
            default="`pool`",
        ),
        Field(
            key="workers",
            kind=Whole(least=0),
            doc="Jobs at once; 0 means one per processor.",
            required=False,
            default="`0`",
        ),
        Field(key="limits", kind=LIMITS, doc="What one run may use.", required=False, default="those of the grader"),
        EXTENSIONS,
        _folder("assignments", "Folder of the assignments."),
        _folder("reference", "Folder of the reference solutions, which no student may see."),
        _folder("submissions", "Folder of what students handed in, `<assignment>/<student>/`."),
        _folder("results", "Folder that results are written to."),
        Field(
            key="messages",
            kind=FILE,
            doc="Messages of the course, laid over the built-in ones.",
            required=False,
            default="none",
        ),
        *REVIEWS,
    ),
)
