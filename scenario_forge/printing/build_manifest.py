"""Build manifest: the order for a build, and for each document its inputs and output files."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import sys
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scenario_forge.printing.brief import ON_REQUEST, PrintAs
from scenario_forge.printing.pdf import DPI, LARGE, SMALL, SMALL_DPI
from scenario_forge.printing.profile import DEFAULT, Printer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.printing.brief import Brief


NAME = ".forge-build.json"
START = "start-here"
"""Component of the page that says where to begin."""
PARTS = "parts"
"""Folder of the documents that the files to print are joined from."""


def pdf_path(component: str, file: str) -> str:
    """Return a document's path in the folder: what is read or asked for by itself lies at its top."""
    return f"{file}.pdf" if component == START or component in ON_REQUEST else f"{PARTS}/{file}.pdf"


class Variant(BaseModel):
    """Scope of one START-HERE: documents on one paper, in one profile, with one set of errata."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    paper: str
    profile: str
    errata: str

    def differs_in_paper_only(self, other: Variant) -> bool:
        """Return whether it differs from another at most in the paper."""
        return (self.profile, self.errata) == (other.profile, other.errata)


class DocumentEntry(BaseModel):
    """Manifest entry of one finished document."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str
    """Name of its files without folder and ending."""
    component: str
    title: str
    variants: list[Variant]
    """Where it belongs; a poster is the same whatever paper the printer at home takes."""
    edition: str = ""
    made_on: str
    """The paper of the brief that it was made from."""
    scenario: str | None = None
    """The only scenario that was asked for when it was made; None: all."""
    for_scenario: bool = False
    base: str
    """Digest of what it was made from beside the game's documents: our code, the profile, what was asked for."""
    reads: dict[str, str]
    """Kind of document → digest of its version."""
    files: dict[str, str]
    """Files that it became: name in the folder → digest."""
    pages: list[tuple[float, float]]
    """Width and height of each page in millimetres."""
    print_as: PrintAs
    ink: float = 0.0
    """Sides of the variant's paper that its ink would cover whole."""
    facts: dict[str, str | int] = {}
    findings: list[dict[str, Any]] = []
    previews: dict[str, str] = {}
    """Pictures of the pages: name → digest."""
    previews_of: str = ""
    """Digest of what they were made from."""

    @property
    def pdf(self) -> str:
        """Path of the PDF in the folder."""
        return next((name for name in self.files if name.endswith(".pdf")), pdf_path(self.component, self.file))

    @property
    def owned(self) -> dict[str, str]:
        """Digests by name of the document and the pictures of its pages."""
        return self.files | self.previews


class Remarks(BaseModel):
    """Findings on the game as a whole, and the documents that were read for them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base: str
    reads: dict[str, str]
    findings: list[dict[str, Any]]


class ListedDocument(BaseModel):
    """A document that a component has."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    component: str
    file: str
    title: str


class ComponentListing(BaseModel):
    """Documents of a component, and what was read to list them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base: str
    reads: dict[str, str]
    jobs: list[ListedDocument]


class ReportEntry(BaseModel):
    """Manifest entry of a file made of the other files: the report, and the files to print."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    made_of: str
    digest: str
    parts: list[str] = []
    """Documents that it joins, by file, in their order."""


class Manifest(BaseModel):
    """Everything that builds have written into a folder."""

    model_config = ConfigDict(extra="forbid")

    format: Literal[1] = 1
    game: str
    folder: str = ""
    """The game's own folder, as seen from this one."""
    first: Variant | None = None
    """The one whose START-HERE bears the plain name."""
    entries: dict[str, DocumentEntry] = Field(default_factory=dict)
    """Documents by name of file without ending."""
    remarks: Remarks | None = None
    listings: dict[str, ComponentListing] = Field(default_factory=dict)
    leaves: dict[str, ReportEntry] = Field(default_factory=dict)

    @classmethod
    def of(cls, data: bytes | None, game: str) -> Manifest:
        """Read a manifest; one that is broken, of another version or of another game counts as empty."""
        try:
            found = cls.model_validate_json(data or b"")
        except ValidationError:
            return cls(game=game)
        return found if found.game == game else cls(game=game)

    def data(self) -> bytes:
        """Return the manifest as JSON, as written to the folder."""
        return self.model_dump_json(indent=1).encode()


def game_folder_of(data: bytes | None) -> str:
    """Return the game's folder relative to the manifest; empty where the manifest does not state it."""
    try:
        return Manifest.model_validate_json(data or b"").folder
    except ValidationError:
        return ""


# -- what a document was made from, as digests that mean the same in another process ---------------


_PACKAGE = Path(__file__).parents[2]
_LIBRARIES = ("typst", "pikepdf", "pillow", "pypdfium2", "numpy", "pydantic", "svgwrite", "fonttools")
_KINDS = (".py", ".typ", ".yaml", ".ttf", ".jinja")
_ELSEWHERE = ("api", "cli", "content", "reports", "schemas")
"""Folders of the package that no document is made from."""
ALWAYS = frozenset({"game", "words"})
"""Kinds that every page is made from; what keeps the words keeps quiet about having read them."""


def digest(value: Any) -> str:  # noqa: ANN401 - JSON data
    """Return a short digest of plain data."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:32]


@cache
def code_digest() -> str:
    """Return a digest of our code, templates, words, fonts, and the versions of the libraries that print."""
    root = _PACKAGE
    return _tree(root, [p for p in _files(root) if p.relative_to(root).parts[0] not in _ELSEWHERE]) + _libraries()


@cache
def folder_digest(*parts: str) -> str:
    """Return a digest of the code in one folder of the package."""
    root = _PACKAGE.joinpath(*parts)
    return _tree(root, _files(root))


def system_digest(game: Game) -> str:
    """Return a digest of the code of a rule system outside the package: its module, or its package."""
    if game.system is None:
        return ""
    top = type(game.system).__module__.partition(".")[0]
    file = getattr(sys.modules.get(top), "__file__", None)
    if top == "scenario_forge" or file is None:
        return ""
    path = Path(file)
    return _tree(path.parent, _files(path.parent) if path.name == "__init__.py" else [path])


def base_of(brief: Brief, *others: str) -> str:
    """Return a digest of all inputs that the documents of a brief share, besides the documents of the game."""
    profile = dataclasses.asdict(brief.profile)
    asked = [brief.flawed, brief.for_scenario, brief.game.errata]
    return digest([code_digest(), system_digest(brief.game), profile, asked, others])


def versions(game: Game, reads: Iterable[str]) -> dict[str, str]:
    """Return the kinds of document that were read, each with a digest of its present version."""
    kinds = sorted(game.memo.kinds_behind(reads) | ALWAYS)
    return {kind: digest(game.version(kind)) for kind in kinds}


def unchanged(game: Game, reads: dict[str, str]) -> bool:
    """Return whether every kind of document is as it was when it was read."""
    return all(digest(game.version(kind)) == known for kind, known in reads.items())


def _files(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.suffix in _KINDS and "__pycache__" not in path.parts)


def _tree(root: Path, files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in files:
        found.update(path.relative_to(root).as_posix().encode() + b"\0")
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:32]


def _libraries() -> str:
    def known() -> Iterator[str]:
        for name in _LIBRARIES:
            try:
                yield f"{name} {version(name)}"
            except PackageNotFoundError:
                yield name

    return digest(list(known()))


# -- what is asked of a build, what it says while it works, and what came of it --------------------


@dataclass(frozen=True)
class Order:
    """Order for a build: what to print and how."""

    scenario: str | None = None
    """The only scenario to print; None: all."""
    only: tuple[str, ...] | None = None
    """Names of the components to print; None: all."""
    papers: tuple[str, ...] = ()
    """Names of papers, each once; none: the profile's."""
    profile: str = DEFAULT
    for_scenario: bool = False
    """Counters with the places of the one scenario."""
    previews: bool = True
    flawed: bool = False
    """The game has errors, and each page says so."""
    verdicts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What playtests have said of scenarios, in sentences, for their leaflets."""
    printer: Printer = field(default_factory=Printer)
    """The person's."""


@dataclass(frozen=True)
class Progress:
    """Progress of a build: ``done`` of ``total`` documents, and the next one."""

    done: int
    total: int
    component: str
    title: str


@dataclass(frozen=True)
class PrintFile:
    """A file that is printed with one setting of the printer."""

    name: str
    sheets: int
    pages: int
    print_as: PrintAs


@dataclass
class BuildOutcome:
    """Result of a build: what it made, kept, removed and found."""

    made: list[str] = field(default_factory=list)
    """Documents made anew, by file."""
    kept: list[str] = field(default_factory=list)
    """Documents that were as they should be."""
    failed: list[str] = field(default_factory=list)
    """Titles of documents that errors leave nothing of."""
    removed: list[str] = field(default_factory=list)
    """Files of ours that nothing stands for any more."""
    pictures: int = 0
    """Pictures of pages made anew."""
    findings: list[Diagnostic] = field(default_factory=list)
    entries: list[DocumentEntry] = field(default_factory=list)
    """Every document asked for that is there now, in the order of the box."""
    starts: list[str] = field(default_factory=list)
    """The START-HERE of each paper, by file name."""
    to_print: list[PrintFile] = field(default_factory=list)
    """The files to print of what was asked for, in their order."""

    def add_findings(self, findings: Iterable[Diagnostic]) -> None:
        """Add findings that are not listed yet."""
        self.findings += [d for d in dict.fromkeys(findings) if d not in self.findings]


@cache
def _painters() -> tuple[str, str]:
    return version("pypdfium2"), version("pillow")


def previews_key(pdf_digest: str) -> str:
    """Return a digest of everything that the pictures of a document depend on."""
    return digest([pdf_digest, DPI, SMALL_DPI, LARGE, SMALL, *_painters()])
