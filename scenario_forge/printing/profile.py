"""Print profiles: the one chosen, completed from those that it is based on."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cache, reduce
from operator import truediv
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scenario_forge import source
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.profiles import ProfileDocument, Published, PublishedCell

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.profiles import Backs, Ink, PaletteName
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where


CODES = Codes(__file__)
PRT008 = CODES.error("PRT008", "impossible-profile", "`{key}: {value}` cannot be printed: {why}")
PRT010 = CODES.error(
    "PRT010",
    "unknown-profile",
    "there is no print profile `{name}` to build on; known profiles: {known}",
)


INCH = 25.4
POINT = INCH / 72
"""A typographic point in millimetres."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet in millimetres, upright."""

    name: str
    width: float
    height: float

    def turned(self) -> Paper:
        """Return the sheet lying on its long side."""
        return Paper(self.name, self.height, self.width)


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("A4", 210, 297),
        Paper("Letter", 215.9, 279.4),
        Paper("Legal", 215.9, 355.6),
        Paper("A3", 297, 420),
        Paper("Tabloid", 279.4, 431.8),
    )
}
"""What a printer at home takes."""
POSTERS = (
    Paper("A3", 297, 420),
    Paper("A2", 420, 594),
    Paper("A1", 594, 841),
    Paper("A0", 841, 1189),
)
"""What a copy shop prints, smallest first."""
_UNITS = {"mm": Fraction(1), "cm": Fraction(10), "in": Fraction(254, 10), '"': Fraction(254, 10),
          "pt": Fraction(254, 720)}  # fmt: skip


def size_name(width: float, height: float) -> str:
    """Return a page's paper by name, upright or lying, or its measures.

    >>> size_name(420, 297), size_name(300, 400)
    ('A3', '300 × 400 mm')
    """
    least, most = sorted((width, height))
    for paper in (*PAPERS.values(), *POSTERS):
        if abs(paper.width - least) < 1.5 and abs(paper.height - most) < 1.5:
            return paper.name
    return f"{width:.0f} × {height:.0f} mm"


def millimetres_of(text: str) -> float:
    """Return a length in millimetres.

    >>> millimetres_of('5/8"'), millimetres_of("15 mm"), millimetres_of("1 1/2 in")
    (15.875, 15.0, 38.1)

    Raises:
        ValueError: the text is no length.
    """
    for unit, factor in _UNITS.items():
        if text.endswith(unit):
            parts = text.removesuffix(unit).split()
            if not 1 <= len(parts) <= 2:
                break
            sign = -1 if parts[0].startswith("-") else 1
            return float(sign * sum(Fraction(part.lstrip("-")) for part in parts) * factor)
    raise ValueError(f"`{text}` is no length")


# -- colours by what they are for ------------------------------------------------------------------


STANDARD = {
    # grounds of the map: low ink makes these nearly white
    "land": "#F1E6C8", "land-dunes": "#F3E2AE", "land-rough": "#E6D3AC", "land-depression": "#F7F1DF",
    "land-hills": "#E3CFA3", "land-mountain": "#D6BE92", "land-marsh": "#DDE3C6", "land-wood": "#D3DDB8",
    "land-scrub": "#E7E3BE", "land-salt": "#F6F2E6", "land-cultivated": "#DCE2B4",
    "sea": "#C3DADC", "beyond": "#F7F1E0", "table": "#FBF7EC",
    # inks of the map
    "shore": "#9DBDC2", "coast": "#4B5F63", "grid": "#B9AC8C", "grid-sea": "#B4CDD0", "number": "#7F7765",
    "number-sea": "#688589", "texture": "#A98F5C", "relief": "#6B5334", "rim": "#7D6743",
    "road": "#8E2F23", "road-casing": "#FFFDF6", "track": "#7A5C3A", "railway": "#3A3A3A", "wire": "#2E2A26",
    "border": "#7A6F60", "river": "#2F6E99", "river-bank": "#8FAE6B", "town": "#4A3B2E", "symbol": "#2B2622",
    "symbol-ground": "#FFFDF6", "fortification": "#5A2A20", "supply": "#23402F", "port": "#1F4E6B",
    "name": "#1E1A16", "name-water": "#2C5A6B", "name-area": "#77653D", "halo": "#FBF5E4",
    # pages
    "ink": "#1A1816", "quiet": "#5F5B55", "faint": "#B9B4AA", "stripe": "#F3EFE6", "page": "#FFFFFF",
    "warning": "#A01818", "mark": "#000000",
    # counters
    "counter-ink": "#14110E", "symbol-box": "#FFFFFF",
    "marker-strength": "#FFFFFF", "marker-control": "#F29AA8", "marker-turn": "#7FD0C8", "marker-track": "#A9D86E",
    "marker-status": "#F7F06A", "marker-blank": "#FFFFFF", "marker-figure": "#B0101C",
    "formation-1": "#F6CF45", "formation-2": "#F0957C", "formation-3": "#8EC6E6", "formation-4": "#A9D48B",
    "formation-5": "#D3A8E0", "formation-6": "#F4B3C9",
}  # fmt: skip
"""Role → colour on white paper with full ink."""

COLOUR_BLIND = STANDARD | {
    "road": "#B02A00", "track": "#5C5140", "river": "#0062A3", "marker-control": "#CC79A7",
    "marker-track": "#2E3A8C", "marker-turn": "#56D3B0",
}  # fmt: skip
"""The same for readers who do not see all colours."""


# -- how a game is printed -------------------------------------------------------------------------


DEFAULT = "default"
COLOUR = "colour"
"""Another name of the default profile, unless a game has one of its own that is called so."""
_FOLDER = Path(__file__).with_name("profiles")
_LENGTHS = ("counter", "hex", "margin", "overlap", "bleed", "back_right", "back_down")
_LIMITS = {
    "counter": (6.0, 60.0),
    "hex": (6.0, 120.0),
    "margin": (0.0, 40.0),
    "overlap": (0.0, 60.0),
    "bleed": (0.0, 5.0),
    "back_right": (-10.0, 10.0),
    "back_down": (-10.0, 10.0),
}
"""Least and most of each length, in millimetres."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the published game, lengths in millimetres."""

    width: float = 12.0
    height: float = 5.0
    type: float = 7 * POINT
    ground: str = "#FFFFFF"


@dataclass(frozen=True)
class PublishedSizes:
    """Measures of the published game, lengths in millimetres."""

    grounds: Mapping[str, str] = field(default_factory=dict)
    """Ground of the counters by nationality."""
    figures: float | None = None
    """Type of the figures at the foot of a counter; None: as large as the counter allows."""
    cell: Cell = field(default_factory=Cell)
    cells: Mapping[str, Cell] = field(default_factory=dict)
    """By chart or component."""
    column: float = 84.0
    type: float = 9 * POINT
    ground: str = "#FFFFFF"
    """Paper of the rules."""

    def cell_of(self, *names: str) -> Cell:
        """Return the cell of the first name that has one of its own, else the usual one."""
        return next((self.cells[name] for name in names if name in self.cells), self.cell)


@dataclass(frozen=True)
class Profile:
    """A print profile, every length in millimetres."""

    id: str = DEFAULT
    title: str = ""
    paper: Paper = PAPERS["A4"]
    counter: float = 12.7
    hex: float = 15.0
    margin: float = 10.0
    overlap: float = 10.0
    bleed: float = 1.5
    backs: Backs = "long"
    back_right: float = 0.0
    back_down: float = 0.0
    ink: Ink = "full"
    palette: PaletteName = "standard"
    colours: Mapping[str, str] = field(default_factory=dict)
    sheets: int | None = None
    type: float = 1.0
    sources: bool = False
    published: PublishedSizes | None = None
    """Measures of the owner's copy; None: patches fit this edition's own pages."""

    @property
    def roles(self) -> dict[str, str]:
        """Role → colour on white paper with full ink: those of the palette, and the profile's own."""
        return (COLOUR_BLIND if self.palette == "colour-blind" else STANDARD) | dict(self.colours)

    def on(self, paper: str) -> Profile:
        """Return the profile on another paper.

        Raises:
            KeyError: there is no such paper.
        """
        return replace(self, paper=PAPERS[paper])


@dataclass(frozen=True)
class Printer:
    """A person's printer; what it leaves open, the game decides. Lengths in millimetres."""

    paper: str | None = None
    profile: str | None = None
    margin: float | None = None
    backs: Backs | None = None
    back_right: float | None = None
    back_down: float | None = None

    def values(self) -> dict[str, Any]:
        """Return what it sets of a profile."""
        settings = {key: value for key, value in asdict(self).items() if value is not None and key != "profile"}
        return settings | ({"paper": PAPERS[self.paper]} if self.paper else {})

    def lines(self) -> list[str]:
        """Return what it sets as lines of YAML."""
        settings = {key: value for key, value in asdict(self).items() if value is not None}
        return [f"{key}: {f'{value:g} mm' if isinstance(value, float) else value}" for key, value in settings.items()]


@cache
def shipped_profiles() -> Mapping[str, ProfileDocument]:
    """Return the profiles that every game has, by id."""
    found = {}
    for path in sorted(_FOLDER.glob("*.yaml")):
        root = source.read.Source.read(path.name, path.read_bytes()).root
        document = ProfileDocument.model_validate(root.data if root else None)
        found[document.profile] = document
    return found


def profiles(game: Game) -> dict[str, str]:
    """Return titles by id: the shipped profiles, the default first, then the game's own."""
    own = {document.profile: document.title for document, _where in game.documents("profiles", ProfileDocument)}
    titles = {name: document.title for name, document in shipped_profiles().items()}
    return {DEFAULT: titles[DEFAULT], COLOUR: titles[DEFAULT], **titles, **own}


def chosen_profile(game: Game, name: str | None = None, printer: Printer | None = None) -> str:
    """Return the profile that is named, else the printer's, else that of the game's defaults.

    `colour` is the default one.
    """
    usual = (printer.profile if printer else None) or (game.about.defaults.profile if game.about else None)
    chosen = name or usual or DEFAULT
    own = any(document.profile == chosen for document, _where in game.documents("profiles", ProfileDocument))
    return DEFAULT if chosen == COLOUR and not own else chosen


def find_profile(game: Game, name: str = DEFAULT, printer: Printer | None = None) -> tuple[Profile, list[Diagnostic]]:
    """Return a profile by id, and its findings; a wrong value is replaced by that of `default`.

    What a profile leaves out is the person's printer's to say; the paper, after it, that of the game's defaults.

    Raises:
        LookupError: neither the game nor the package has one of that name.
    """
    if name not in profiles(game):
        raise LookupError(f"there is no print profile `{name}`; there are {', '.join(profiles(game))}")
    name = chosen_profile(game, name)
    findings: list[Diagnostic] = []
    values: dict[str, Any] = {}
    colours: dict[str, str] = {}
    published: PublishedSizes | None = None
    paper = game.about.defaults.paper if game.about else None
    usual = {"paper": PAPERS[paper]} if paper else {}
    usual |= printer.values() if printer else {}
    for document, where in reversed(_ancestry(game, name, findings)):
        colours |= document.colours
        findings += _unknown_roles(document, where)
        if document.published is not None:
            published = published_sizes(document.published, published or PublishedSizes())
            findings += _unusable_published(game, document.published, where) if where is not None else ()
        for key in document.model_fields_set & Profile.__dataclass_fields__.keys() - {"colours", "id", "published"}:
            value = _value(key, getattr(document, key), where, findings)
            if value is not None:
                values[key] = value
        if document.profile == DEFAULT and where is None:
            values |= usual
    made = Profile(**{**usual, **values, "id": name, "colours": colours, "published": published})
    findings += _misfits(game, name, made)
    return made, findings


def _ancestry(game: Game, name: str, findings: list[Diagnostic]) -> list[tuple[ProfileDocument, Where | None]]:
    """The profile, the one it is like, and so on to `default`."""
    known: dict[str, tuple[ProfileDocument, Where | None]] = {n: (d, None) for n, d in shipped_profiles().items()}
    known |= {d.profile: (d, where) for d, where in game.documents("profiles", ProfileDocument)}
    chain: list[tuple[ProfileDocument, Where | None]] = []
    met = set()
    while name in known and name not in met:
        met.add(name)
        document, where = known[name]
        chain.append((document, where))
        after = document.like or DEFAULT
        if where is not None and document.like and (after not in known or after in met):
            hint = did_you_mean(after, known)
            findings.append(PRT010.at(where / "like", name=after, known=", ".join(known)).suggest(hint))
        name = after
    if DEFAULT not in met:
        chain.append(known[DEFAULT])
    return chain


def _unknown_roles(document: ProfileDocument, where: Where | None) -> Iterator[Diagnostic]:
    """Colours for something that is never drawn."""
    for role, colour in document.colours.items():
        if where is not None and role not in STANDARD:
            at = where / "colours" / role
            finding = PRT008.at(at, key=role, value=colour, why="nothing is drawn in a colour of that name")
            yield finding.suggest(did_you_mean(role, STANDARD))


def _value(key: str, written: Any, where: Where | None, findings: list[Diagnostic]) -> Any:  # noqa: ANN401
    """A value in millimetres where it is a length; None where it cannot be used."""
    if written is None:
        return None
    why = why_unusable(key, written)
    if why:
        if where is not None:
            findings.append(PRT008.at(where / key, key=key, value=written, why=why))
        return None
    if key == "paper":
        return PAPERS[written]
    return _length(written) if key in _LENGTHS else written


def why_unusable(key: str, written: Any) -> str:  # noqa: ANN401
    """Return why a setting of a profile cannot be used by itself; empty if it can."""
    if key == "paper":
        return "" if written in PAPERS else f"there is no paper of that name; there are {', '.join(PAPERS)}"
    if key not in _LENGTHS:
        return ""
    length, (least, most) = _length(written), _LIMITS[key]
    fits = length is not None and least <= length <= most
    return "" if fits else f"it must be from {least:g} to {most:g} mm"


def _length(text: str) -> float | None:
    try:
        return millimetres_of(text)
    except (ValueError, ZeroDivisionError):
        return None


def _misfits(game: Game, name: str, made: Profile) -> list[Diagnostic]:
    """Sizes that are possible each by itself but not together."""
    where = next((w for d, w in game.documents("profiles", ProfileDocument) if d.profile == name), None)
    if where is None:
        return []
    found = []
    room = min(made.paper.width, made.paper.height) - 2 * made.margin
    if made.counter > made.hex:
        why = f"a counter would not fit into a hex of {made.hex:g} mm"
        found.append(PRT008.at(where, key="counter", value=f"{made.counter:g} mm", why=why))
    if room < made.hex + made.overlap + 10:
        why = f"{made.paper.name} with this margin leaves {room:g} mm, too little for a hex and the overlap of a tile"
        found.append(PRT008.at(where, key="hex", value=f"{made.hex:g} mm", why=why))
    if room < made.counter + 2 * made.bleed + 10:
        why = f"{made.paper.name} with this margin leaves {room:g} mm, too little for a counter and its marks"
        found.append(PRT008.at(where, key="counter", value=f"{made.counter:g} mm", why=why))
    return found


# -- measures of the published game ----------------------------------------------------------------


_CELL_LIMITS = {"width": (3.0, 150.0), "height": (2.0, 60.0), "type": (4 * POINT, 24 * POINT)}
_PUBLISHED_LIMITS = {"figures": (5 * POINT, 48 * POINT), "column": (30.0, 200.0), "type": (4 * POINT, 24 * POINT)}
CELLS_OF = ("orders-of-battle", "time-track", "victory")
"""Components other than charts that have cells."""


def published_sizes(written: Published, like: PublishedSizes) -> PublishedSizes:
    """Return the measures in millimetres; those that are missing or cannot be used are taken from ``like``."""
    made = replace(like, **_usable(written, _PUBLISHED_LIMITS), grounds={**like.grounds, **written.grounds})
    made = replace(made, cell=_cell(written.cell, made.cell) if written.cell else made.cell)
    cells = {name: _cell(cell, like.cells.get(name, made.cell)) for name, cell in written.cells.items()}
    return replace(made, cells={**like.cells, **cells})


def _cell(written: PublishedCell, like: Cell) -> Cell:
    return replace(like, **_usable(written, _CELL_LIMITS))


def _usable(written: Published | PublishedCell, limits: Mapping[str, tuple[float, float]]) -> dict[str, Any]:
    lengths = {key: length for key in limits if (length := _in_limits(getattr(written, key), limits[key])) is not None}
    return lengths | ({"ground": written.ground} if written.ground else {})


def _in_limits(written: str | None, limits: tuple[float, float]) -> float | None:
    length = _length(written) if written else None
    return length if length is not None and limits[0] - 1e-6 <= length <= limits[1] + 1e-6 else None


def _unusable_published(game: Game, written: Published, where: Where) -> Iterator[Diagnostic]:
    """Measures out of range, and names of nothing that the game has."""
    at = where / "published"
    yield from _out_of_limits(written, at, _PUBLISHED_LIMITS)
    cells = {"cell": written.cell, **{f"cells.{name}": cell for name, cell in written.cells.items()}}
    for name, cell in cells.items():
        if cell is not None:
            yield from _out_of_limits(cell, reduce(truediv, name.split(".", 1), at), _CELL_LIMITS)
    nations = [each.id for each in game.about.nationalities] if game.about else []
    charts = [chart for document, _where in game.documents("charts", ChartsDocument) for chart in document.charts]
    for key, names, known in (("grounds", written.grounds, nations), ("cells", written.cells, [*charts, *CELLS_OF])):
        for name in names:
            if name not in known:
                finding = PRT008.at(at / key / name, key=key, value=name, why="the game has nothing of that name")
                yield finding.suggest(did_you_mean(name, known))


def _out_of_limits(
    written: Published | PublishedCell, where: Where, limits: Mapping[str, tuple[float, float]]
) -> Iterator[Diagnostic]:
    for key, (least, most) in limits.items():
        value = getattr(written, key)
        if value is None or _in_limits(value, (least, most)) is not None:
            continue
        unit, size = (" pt", POINT) if key in ("type", "figures") else (" mm", 1.0)
        why = f"it must be from {least / size:g} to {most / size:g}{unit}"
        yield PRT008.at(where / key, key=key, value=value, why=why)
