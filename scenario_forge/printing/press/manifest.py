"""The account of a folder: each document with what it was made from and which files it became."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scenario_forge.printing.brief import PrintAs

NAME = ".forge-build.json"


class Variant(BaseModel):
    """What one START-HERE speaks of: documents on one paper, in one profile, with one set of errata."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    paper: str
    profile: str
    errata: str


class Entry(BaseModel):
    """One document that was made."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str
    """Its name without ending."""
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
    """Name → digest."""
    pages: list[tuple[float, float]]
    """Width and height of each page in millimetres."""
    print_as: PrintAs
    facts: dict[str, str | int] = {}
    findings: list[dict[str, Any]] = []
    previews: dict[str, str] = {}
    """Pictures of the pages: name → digest."""
    previews_of: str = ""
    """Digest of what they were made from."""

    @property
    def pdf(self) -> str:
        """The document's own file."""
        return f"{self.file}.pdf"

    @property
    def owned(self) -> dict[str, str]:
        """All its files."""
        return self.files | self.previews


class Remarks(BaseModel):
    """Findings on the game as a whole, and what they were found in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base: str
    reads: dict[str, str]
    findings: list[dict[str, Any]]


class Listed(BaseModel):
    """A document that a component has."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    component: str
    file: str
    title: str


class Listing(BaseModel):
    """The documents of a component, and what was read to know them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base: str
    reads: dict[str, str]
    jobs: list[Listed]


class Leaf(BaseModel):
    """A file that tells of the others."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    made_of: str
    digest: str


class Manifest(BaseModel):
    """All that we put into a folder."""

    model_config = ConfigDict(extra="forbid")

    format: Literal[1] = 1
    game: str
    folder: str = ""
    """The game's own folder, as seen from this one."""
    first: Variant | None = None
    """The one whose START-HERE bears the plain name."""
    entries: dict[str, Entry] = Field(default_factory=dict)
    """By file."""
    remarks: Remarks | None = None
    listings: dict[str, Listing] = Field(default_factory=dict)
    leaves: dict[str, Leaf] = Field(default_factory=dict)

    @classmethod
    def of(cls, data: bytes | None, game: str) -> Manifest:
        """Read an account; one that is broken, of another version or another game counts as none."""
        try:
            found = cls.model_validate_json(data or b"")
        except ValidationError:
            return cls(game=game)
        return found if found.game == game else cls(game=game)

    def data(self) -> bytes:
        """To be written."""
        return self.model_dump_json(indent=1).encode()

    def owners(self, name: str) -> list[Entry]:
        """The documents that a file belongs to."""
        return [entry for entry in self.entries.values() if name in entry.owned]


def made_from(data: bytes | None) -> str:
    """The folder of the game that an account is of, as seen from where it is; empty where it does not say."""
    try:
        return Manifest.model_validate_json(data or b"").folder
    except ValidationError:
        return ""
