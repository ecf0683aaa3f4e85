"""The brief that every component is drawn from: game, words, print profile, and the foot of a page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from scenario_forge.documents.words import WordsDocument
from scenario_forge.game.errata.lists import errata_version
from scenario_forge.printing.palette import Palette
from scenario_forge.printing.pdf import with_print_settings
from scenario_forge.printing.profile import DEFAULT, Profile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.schedule import Schedule
    from scenario_forge.printing.profile import Paper
    from scenario_forge.source.nodes import Path


@dataclass(frozen=True)
class ChangeMarks:
    """Changes that a living rulebook marks with a bar, and when each was made."""

    errata: Mapping[str, str]
    """Id → date, or nothing where none is known; errata that the reader has already are left out."""
    others: Mapping[tuple[str, Path], str] = field(default_factory=dict)
    """File and path of what no erratum changed → edition and date."""
    said: str = ""
    """Since when changes are marked: ``edition 1.0``."""


@dataclass(frozen=True, eq=False)
class Brief:
    """A game and its settings for printing."""

    game: Game
    profile: Profile = field(default_factory=Profile)
    flawed: bool = False
    """Say at the foot of each page that the game has errors."""
    for_scenario: bool = False
    """Counters carry the hex or the month of arrival that they have in the only scenario asked for."""
    verdicts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What playtests have said of scenarios, in sentences."""
    bare: bool = False
    """Behind a corrected value only the sign, never the ids of its errata: so that nothing around it moves."""
    marks: ChangeMarks | None = None
    """What a living rulebook marks; None: all errata, without their dates."""

    @cached_property
    def words(self) -> Words:
        """Printed words of the game's language."""
        return words_of(self.game)

    @cached_property
    def palette(self) -> Palette:
        """Colours in the profile's ink."""
        return Palette(self.profile)

    @property
    def paper(self) -> Paper:
        """The sheet of the profile's printer, upright."""
        return self.profile.paper

    def page(self, title: str, notes: list[str] | None = None) -> dict[str, Any]:
        """Return what the templates need for a page: paper, document title, notes, foot, colours, type size."""
        palette, paper = self.palette, self.paper
        return {
            "document": title,
            "paper": [paper.width, paper.height],
            "notes": notes or [],
            "foot": self.foot(),
            "language": self.words.language,
            "type": self.profile.type,
            "colours": {role: palette[role] for role in ("ink", "quiet", "faint", "stripe", "warning")},
        }

    def foot(self) -> dict[str, str]:
        """Return the foot of a page: game, edition and errata, rights, page number, and a warning below."""
        words, about = self.words, self.game.about
        edition = words("edition_line", title=self.game.title, edition=about.edition if about else "")
        return {
            "left": f"{edition}  ·  {words('errata_line', errata=errata_words(self.game, words))}",
            "rights": about.imprint if about else "",
            "page": words("page_of"),
            "warning": words("flawed_note") if self.flawed else "",
        }

    def file(self, component: str, *parts: str, paper: str | None = None, how: str = "") -> str:
        """Return a file's name without its ending: ``desert-rats_setup-card_crusader_axis_A4_errata-all-v1``.

        Args:
            component: what it is.
            parts: which one of them: scenario, side, sheet.
            paper: on what it is printed; the profile's paper unless given.
            how: a word on how to print it: `duplex-long`.
        """
        game, about, profile = self.game, self.game.about, self.profile
        errata = game.errata if game.errata in ("none", "official", "all") else "chosen"
        edition = (about.edition if about else "0").removesuffix(".0")
        name = game.id
        kind = profile.id if profile.id != DEFAULT else ""
        words = [name, component, *parts, paper or profile.paper.name, how, kind, f"errata-{errata}-v{edition}"]
        return "_".join(safe_name(word) for word in words if word)


def errata_words(game: Game, words: Words) -> str:
    """Return the errata set in words, ids as they were given; for a game without errata always "none"."""
    if not has_errata(game):
        return words("no_errata")
    keys = {"none": "no_errata", "official": "official_errata", "all": "all_errata"}
    return words(keys[game.errata]) if game.errata in keys else game.errata


def versioned_errata_words(game: Game, words: Words) -> str:
    """Return the errata set with its version. Not for every foot: a new version would mean reprinting everything."""
    said = errata_words(game, words)
    version = "" if game.errata == "none" else errata_version(game)
    return words("errata_with_version", errata=said, version=version) if version else said


def has_errata(game: Game) -> bool:
    """Return whether the game has a list of errata.

    Asked for every foot, which changes with the first list but not with what stands in one: only a game without a
    list is noted as read, so that a new version of the errata does not have all printed anew.
    """
    with game.recording(apart=True):
        found = bool(game.files_of("errata"))
    if not found:
        game.record(("errata",))
    return found


def is_unpublished(game: Game) -> bool:
    """Return whether the game was never published, so that there is no printed game to compare with ours."""
    return game.about is not None and game.about.own


def safe_name(part: str) -> str:
    """Return a text with only the characters that every file system accepts."""
    return re.sub(r"[^A-Za-z0-9.+-]+", "-", part).strip(".-") or "x"


# -- what a component is ---------------------------------------------------------------------------


PrintAs = Literal["single", "long", "short", "fold"]
"""On one side; both sides turned along the long or the short edge of the paper; one side, to be folded."""


@dataclass
class PrintedDocument:
    """A finished document: its PDF, drawings, findings and facts.

    The PDF asks the print dialogue for true size, and for the sides that ``print_as`` names.
    """

    pdf: bytes
    svgs: dict[str, str] = field(default_factory=dict)
    """Drawings for other uses, by name."""
    findings: list[Diagnostic] = field(default_factory=list)
    print_as: PrintAs = "single"
    facts: dict[str, str | int] = field(default_factory=dict)
    """What the build report and the first page tell of it, such as the number of counters."""
    in_small: frozenset[int] = frozenset()
    """Pages, from 1, that show others in small: nobody is to read their type."""

    def __post_init__(self) -> None:
        self.pdf = with_print_settings(self.pdf, self.print_as)


@dataclass(frozen=True)
class Job:
    """One document that can be printed, and how to make it."""

    component: str
    file: str
    """Its name without ending; see :meth:`Brief.file`. Two of one name, profile and errata are the same document."""
    title: str
    make: Callable[[], PrintedDocument]
    """Raises CompileError where errors in the game leave nothing to print."""
    shows_all: bool = False
    """It shows all that the other documents of its component show in parts, as the joined map does."""
    excerpt: Callable[[], object] = lambda: None
    """A part of its text that is known without drawing: a document of which this differs is a different one."""


COMPONENTS = {
    "map": "scenario_forge.printing.map.sheets:jobs",
    "counters": "scenario_forge.printing.counters.sheets:jobs",
    "charts": "scenario_forge.printing.charts.charts:jobs",
    "orders-of-battle": "scenario_forge.printing.charts.charts:order_jobs",
    "player-aid": "scenario_forge.printing.charts.charts:aid_jobs",
    "score-pad": "scenario_forge.printing.charts.pads:jobs",
    "unit-record": "scenario_forge.printing.charts.pads:unit_record_jobs",
    "labels": "scenario_forge.printing.counters.manifest:label_jobs",
    "box": "scenario_forge.printing.tuck_box:jobs",
    "setup-card": "scenario_forge.printing.set_up_card:jobs",
    "force-sheet": "scenario_forge.printing.force_sheet:jobs",
    "rules": "scenario_forge.printing.booklet.booklet:jobs",
    "leaflet": "scenario_forge.printing.leaflet:jobs",
}
"""Component → module and function `jobs(brief, scenarios)` that lists its documents, in the order of the box."""
ON_REQUEST = ("leaflet",)
"""Components that are no part of the box: they are printed only when they are named."""
_LACKING = "=scenario_forge.printing.counters.markers.lacking_pieces"
INPUTS = {
    "map": (
        *("counters", "map", "options", "scenarios", "time-track", "victory"),
        "=scenario_forge.printing.map.panel.entry_kinds",
    ),
    "counters": ("counters", "options", "scenarios", "time-track", _LACKING),
    "box": (
        *("counters", "map", "options", "rulebook", "scenarios", "time-track", "victory"),
        "=scenario_forge.printing.box_pictures.cover_front",
        "=scenario_forge.printing.reconstruction.reconstructed_parts",
        "=scenario_forge.printing.tuck_box.papers",
        _LACKING,
    ),
}
"""What components that take long to draw are made from at most: kinds of document, and facts as a game records them.

Every page is made from game.yaml and words besides, and may be from the documents that only the rule system knows.
"""


def jobs_of(component: str, brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:
    """Yield the documents of one component for these scenarios."""
    module, _, jobs = COMPONENTS[component].partition(":")
    yield from getattr(import_module(module), jobs)(brief, scenarios)


# -- the one place where printed words are looked up, and how long a scenario lasts in them --------


_GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Words:
    """Words of one language; missing ones are English."""

    language: str
    words: Mapping[str, str]

    def __call__(self, key: str, /, **values: object) -> str:
        """The words of a key with its gaps filled. A gap without a value stays; so does an unknown key."""
        return _GAP.sub(lambda gap: str(values.get(gap[1], gap[0])), self.words.get(key, key))

    def count(self, one: str, some: str, count: int) -> str:
        """Return a count with its noun: ``1 unit`` or ``7 units``."""
        return self(one if count == 1 else some, count=count)


def edges_in_words(words: Words, edges: Iterable[str]) -> str:
    """Return edges of the map as alternatives: ``west or south``."""
    return words("or_between").join(words(f"edge_{edge}") for edge in edges)


def words_of(game: Game) -> Words:
    """Return the words of the game's language; missing words are English."""
    language = game.about.language if game.about else "en"
    own = next((d.words for d, _where in game.documents("words", WordsDocument) if d.language == language), {})
    return Words(language, {**game.english, **own})


def length_words(words: Words, track: Schedule | None, count: int) -> str:
    """Return the length of a game in words: ``24 player turns``; ``12 turns`` where the sides act in no fixed order."""
    counted = track.counted if track else "player_turn"
    return words.count(f"one_{counted}", f"length_{counted}s", count)


def end_words(words: Words, game: Game, track: Schedule | None, scenario: Scenario, which: str, label: str) -> str:
    """Return the ``which`` (first or last) turn: ``First: Axis player turn of Nov 41``, ``First turn: Turn 1``.

    Where the order of the sides is that of the scenario, the first turn also says whose phase comes first in each.
    """
    side = scenario.first if which == "first" else scenario.last
    if track is not None and not track.fixed:
        set_by_scenario = which == "first" and track.acts == "initiative" and side
        opens = words("first_in_each_turn", side=game.side_name(side)) if set_by_scenario else ""
        return words(f"{which}_game_turn", turn=label) + opens
    return words(f"{which}_turn", side=game.side_name(side), turn=label)


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers in runs.

    >>> ranges([1, 2, 3, 29, 31, 32])
    '1–3, 29, 31–32'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)
