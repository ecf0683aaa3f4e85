"""Diagnostics as values: a code with its page, a message, the places concerned, and possible fixes.

Pages are Markdown beside the module that yields the codes, read when a page is asked for: ``checks/map/places.py`` has
its pages in ``checks/map/places.md``, one section a code in order of ids: what is wrong, why it matters, an example
that has the fault, one that does not, and what to do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


_HEADING = re.compile(r"^## (?=[A-Z]+[0-9]+ )", re.MULTILINE)
_EXAMPLE = r"(?P<{0}_fence>`{{3,}})yaml\n(?P<{0}>.*?)\n?(?P={0}_fence)\n"
_SECTION = re.compile(
    r"(?P<id>\S+) (?P<title>[^\n]+)\n\n(?P<what>.*?)\n\n\*\*Why\.\*\* (?P<why>.*?)\n\n"
    rf"Wrong:\n\n{_EXAMPLE.format('bad')}\n"
    r"(?:> (?!This also gives)(?P<says>[^\n]+)\n\n)?(?:> This also gives (?P<also>\w+)\.\n\n)?"
    rf"Right:\n\n{_EXAMPLE.format('good')}\n"
    r"\*\*What to do\.\*\* (?P<mend>.*)\n+",
    re.DOTALL,
)
_WORDS = ("title", "what", "why", "says", "also", "mend")


@dataclass(frozen=True, slots=True)
class Page:
    """Page of ``forge explain`` on a code; ``bad`` and ``good`` are YAML, the rest one paragraph each.

    An example names the file of its lines in a comment above them, and marks the place of the finding with ``«…»``.
    """

    title: str
    what: str
    why: str
    bad: str
    good: str
    mend: str
    says: str = ""
    """The message that ``bad`` gives, if the page shows it."""
    also: str = ""
    """A code that ``bad`` gives besides."""
    file: str = ""
    """The path of the Markdown file that holds it."""

    @property
    def remarks(self) -> list[str]:
        """Sentences for below ``bad``."""
        return [text for text in (self.says, self.also and f"This also gives {self.also}.") if text]


class PageFile(Mapping[str, Page]):
    """Pages of one file by id, in its order. The file is read at first use.

    Raises:
        OSError: there is no such file.
        ValueError: a section is not written as :data:`_SECTION` has it.
    """

    def __init__(self, path: str) -> None:
        self.path = path

    def __getitem__(self, code: str) -> Page:
        return _read(self.path)[code]

    def __iter__(self) -> Iterator[str]:
        return iter(_read(self.path))

    def __len__(self) -> int:
        return len(_read(self.path))


@cache
def _read(path: str) -> dict[str, Page]:
    pages = {}
    for section in _HEADING.split(Path(path).read_text(encoding="utf-8"))[1:]:
        found = _SECTION.fullmatch(section)
        if found is None:
            raise ValueError(f"{path}: the page `{section.splitlines()[0]}` is not laid out as a page of a code")
        if found["id"] in pages:
            raise ValueError(f"{path}: two pages for {found['id']}")
        words = {part: " ".join((found[part] or "").split()) for part in _WORDS}
        pages[found["id"]] = Page(**words, bad=found["bad"], good=found["good"], file=path)
    return pages


Basis = Literal["printed", "derived", "fitted", "proposed"]
"""On what a value rests (design decision 2)."""
BASES: tuple[Basis, ...] = get_args(Basis)
"""The firmest first."""


Key = tuple[str, str, int, int]
"""A finding by its code, file, line and column."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of text in one file.

    Lines and columns are 1-based and count code points; the end is exclusive. ``file`` is relative to
    the game's folder, with forward slashes. ``paper`` names the same place on the printed component
    (``Allied order of battle, unit 5, column Dec 40``), empty where there is none.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    paper: str = ""


class Place(Protocol):
    """Anything with a place in the author's text and a basis for its value."""

    @property
    def span(self) -> Span:
        """Place in the author's text."""
        ...

    @property
    def basis(self) -> Basis:
        """Basis of its value."""
        ...


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that a finding speaks of, with a short word on why."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Replacement of ``span`` by ``new``; an empty span inserts."""

    span: Span
    new: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A correction the tool can make. A safe one keeps the meaning the author evidently had."""

    title: str
    edits: tuple[TextEdit, ...]
    safe: bool = False


Evidence = Literal[
    "worked-out",
    "outvoted",
    "narrowly-outvoted",
    "suggested",
    "restated",
    "compared",
    "disputed",
    "unopposed",
    "slip",
    "voted-down",
]
"""What speaks for a candidate, the most first; ``checks/errata/evidence.py`` says of each how often it is right.

``unopposed`` is one of two corrections of which the other cannot be written, and so cannot be tried.
"""


class Editable(Place, Protocol):
    """A value in a file of the game, or a part of a text."""

    @property
    def file(self) -> Named:
        """Its file."""
        ...

    @property
    def path(self) -> tuple[str | int, ...]:
        """The way to it from the root of the file."""
        ...

    @property
    def part(self) -> tuple[int, int] | None:
        """The characters of a text that are meant; None for all of the value."""
        ...

    @property
    def data(self) -> Any:  # noqa: ANN401 - plain YAML data
        """The whole value."""
        ...


class Named(Protocol):
    """A file with its name in the game."""

    @property
    def name(self) -> str:
        """Its name."""
        ...


@dataclass(frozen=True, slots=True)
class NewValue:
    """A value in place of the one at a path of a file."""

    file: str
    path: tuple[str | int, ...]
    value: Any

    @classmethod
    def at(cls, place: Editable, value: Any) -> NewValue:  # noqa: ANN401 - plain YAML data
        """Return the whole new value of a place, of which ``value`` may be a part."""
        if place.part is not None and isinstance(place.data, str):
            start, end = place.part
            value = f"{place.data[:start]}{value}{place.data[end:]}"
        return cls(place.file.name, place.path, value)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Values with which a finding would not be made: those of one correction, and why it may be right."""

    values: tuple[NewValue, ...]
    """The first at the place that is corrected, then others that say the same."""
    why: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. Built by :meth:`Code.at` and extended by the chained methods below."""

    code: Code
    severity: Severity
    message: str
    span: Span
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None
    rule: str | None = None
    fixes: tuple[Fix, ...] = ()
    candidates: tuple[Candidate, ...] = field(default=(), compare=False)
    """What may be meant, the likelier first; no part of what tells findings apart."""

    def also(self, place: Place | Span, text: str) -> Diagnostic:
        """Return the finding with a second place, because two places disagree. A place is shown once."""
        label = Label(place if isinstance(place, Span) else place.span, text)
        return self if label in self.labels else replace(self, labels=(*self.labels, label))

    def note(self, text: str) -> Diagnostic:
        """Add a fact that helps to understand the finding."""
        return replace(self, notes=(*self.notes, text))

    def suggest(self, text: str | None) -> Diagnostic:
        """Return the finding with advice (``did you mean …``); None changes nothing."""
        return self if text is None else replace(self, help=text)

    def under(self, rule: str | None) -> Diagnostic:
        """Name the printed rule (``Rule 8``) that the finding rests on; empty or None: none."""
        return replace(self, rule=rule or None)

    def fix(self, title: str, *edits: TextEdit, safe: bool = False) -> Diagnostic:
        """Return the finding with a correction on offer; ``--fix`` makes those that are safe."""
        return replace(self, fixes=(*self.fixes, Fix(title, edits, safe)))

    def could_be(self, place: Editable, value: Any, why: str, evidence: Evidence) -> Diagnostic:  # noqa: ANN401
        """Return the finding with a value that would be right at a place, as far as this finding goes."""
        found = Candidate((NewValue.at(place, value),), why, evidence)
        return replace(self, candidates=(*self.candidates, found))

    def rests_on(self, *places: Place) -> Diagnostic:
        """Return the finding with the values that it depends on.

        Those that are fitted or proposed make it a warning that names them (design decision 2): the
        finding may say more about our reconstruction than about the printed game.
        """
        unsure = [place for place in places if place.basis in ("fitted", "proposed")]
        if not unsure:
            return self

        names = dict.fromkeys(f"{p.span.paper or p.span.file} ({p.basis})" for p in unsure)
        severity = min(self.severity, Severity.WARNING)
        return replace(self, severity=severity).note("rests on " + "; ".join(names))

    @property
    def key(self) -> Key:
        """Identity of the finding: code and place, since its words may hold a value that is changed elsewhere."""
        return self.code.id, self.span.file, self.span.line, self.span.column

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Order in which findings are shown: file, position, code."""
        return (self.span.file, self.span.line, self.span.column, self.code.id, self.message)


# -- A code names one kind of finding for good -----------------------------------------------------


class Severity(IntEnum):
    """Weight of a finding; ordered, so that ``min`` weakens."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def word(self) -> str:
        """Level as output writes it: ``error``, ``warning`` or ``info``."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """One kind of finding.

    ``message`` is a format string over the keywords given to :meth:`at`. A kind that comes about in several ways has a
    sentence for each instead, named in ``sentences``. Ids are never reused.
    """

    id: str
    name: str
    """A slug usable in suppressions: ``reinforcement-without-track-entry``."""
    severity: Severity
    message: str
    pages: Mapping[str, Page]
    """Pages by id, this code's among them."""
    sentences: Mapping[str, str] = field(default_factory=dict)

    @property
    def page(self) -> Page:
        """Page that ``forge explain`` shows."""
        return self.pages[self.id]

    def at(self, place: Place | Span, sentence: str = "", /, **values: object) -> Diagnostic:
        """Return a finding of this kind at a place: its message, or the named sentence, formatted with ``values``."""
        span = place if isinstance(place, Span) else place.span
        message = self.sentences[sentence] if sentence else self.message
        return Diagnostic(self, self.severity, message.format(**values), span)

    def __repr__(self) -> str:
        return self.id


class Codes:
    """Codes that one module yields. Their pages are in a Markdown file of the module's name beside it.

    >>> CODES = Codes(__file__)
    >>> MAP003 = CODES.error("MAP003", "row-given-twice", "row {row} is given twice")
    >>> list(CODES)
    [MAP003]
    """

    def __init__(self, module: str) -> None:
        self.pages = PageFile(module.rpartition(".")[0] + ".md")
        self._codes: list[Code] = []

    def __iter__(self) -> Iterator[Code]:
        return iter(self._codes)

    def error(self, code: str, name: str, message: str = "", **sentences: str) -> Code:
        """Add and return a code whose findings are errors, with one message or several named sentences."""
        return self._add(code, name, Severity.ERROR, message, sentences)

    def warning(self, code: str, name: str, message: str = "", **sentences: str) -> Code:
        """Add and return a code whose findings are warnings, as :meth:`error` does."""
        return self._add(code, name, Severity.WARNING, message, sentences)

    def info(self, code: str, name: str, message: str = "", **sentences: str) -> Code:
        """Add and return a code whose findings are for information, as :meth:`error` does."""
        return self._add(code, name, Severity.INFO, message, sentences)

    def _add(self, code: str, name: str, severity: Severity, message: str, sentences: Mapping[str, str]) -> Code:
        added = Code(code, name, severity, message, self.pages, sentences)
        self._codes.append(added)
        return added


# -- did you mean … --------------------------------------------------------------------------------


def spelled(word: str, names: Iterable[str]) -> str | None:
    """Return the name that a word is, if need be in other letters; None where none is or several are.

    >>> spelled("a4", ["A3", "A4"]), spelled("A5", ["A4"]), spelled("B", ["B", "b"]), spelled("c", ["C", "c "])
    ('A4', None, 'B', 'C')
    """
    alike = [name for name in names if name.casefold() == word.casefold()]
    return word if word in alike else alike[0] if len(alike) == 1 else None


def nearest(word: str, names: Iterable[str]) -> str | None:
    """Return the name nearest to ``word``, comparing without regard to case; None when nothing is near."""
    by_fold: dict[str, str] = {}
    for name in names:
        by_fold.setdefault(name.casefold(), name)
    found = get_close_matches(word.casefold(), by_fold, n=1, cutoff=0.6)
    return by_fold[found[0]] if found else None


def did_you_mean(word: str, names: Iterable[str]) -> str | None:
    """Return ``did you mean X?`` for the nearest name, or None."""
    name = nearest(word, names)
    return None if name is None else f"did you mean {name}?"
