"""START-HERE as a document to print, one for each paper: data for its template, from the manifest and the game."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics.model import BASES
from scenario_forge.game.errata.lists import errata_version
from scenario_forge.game.reading.locate import command, game_argument
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.printing import counters
from scenario_forge.printing.brief import (
    Job,
    PrintedDocument,
    is_unpublished,
    length_words,
    ranges,
    safe_name,
    versioned_errata_words,
)
from scenario_forge.printing.build_manifest import PARTS, START
from scenario_forge.printing.home.bundles import (
    bundles,
    is_booklet,
    is_poster,
    is_repeated,
    is_trial,
    printed_at_home,
    sheets_of,
)
from scenario_forge.printing.home.effort import effort, effort_words
from scenario_forge.printing.home.steps import sections, stock_of
from scenario_forge.printing.profile import profiles, size_name
from scenario_forge.printing.reconstruction import reconstruction_note
from scenario_forge.printing.render import components
from scenario_forge.printing.typeset import typeset

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.build_manifest import DocumentEntry, Manifest, Variant
    from scenario_forge.printing.counters.manifest import CounterLine
    from scenario_forge.printing.home.bundles import Bundle


FILE = "00-START-HERE"


def entries_of(manifest: Manifest, variant: Variant, game: Game, *, own: bool = False) -> list[DocumentEntry]:
    """Return the documents that one START-HERE lists, in box order.

    Beside the counters of the whole game, those of one scenario are left out, unless ``own``.
    """
    order = {name: number for number, name in enumerate(components(game))}
    found = [e for e in manifest.entries.values() if variant in e.variants and e.component in order]
    found = [entry for entry in found if own or not is_repeated(entry, found)]
    return sorted(found, key=lambda entry: order[entry.component])


def file_name(manifest: Manifest, variant: Variant) -> str:
    """Return the file name: `00-START-HERE` for the first variant while it exists; with what differs for others."""
    first = manifest.first
    if first is None or not any(first in e.variants for e in manifest.entries.values() if e.component != START):
        manifest.first = first = variant
    differs = [
        variant.paper if variant.paper != first.paper else "",
        variant.profile if variant.profile != first.profile else "",
        f"errata-{variant.errata}" if variant.errata != first.errata else "",
    ]
    return "_".join([FILE, *(safe_name(word) for word in differs if word)])


def shown_facts(entry: DocumentEntry) -> list[Any]:
    """Return everything that START-HERE shows of a document."""
    return [entry.file, entry.component, entry.title, entry.pages, entry.print_as, entry.ink, entry.facts]


def job(brief: Brief, file: str, entries: Sequence[DocumentEntry]) -> Job:
    """Return START-HERE as a document, for the documents beside it."""
    return Job(START, file, brief.words("start_title"), partial(_make, brief, entries, file.removeprefix(FILE)))


def _make(brief: Brief, entries: Sequence[DocumentEntry], end: str) -> PrintedDocument:
    data = contents(brief, entries, end)
    sides = len(entries)
    pdf = typeset("start-here.typ", brief.page(f"{brief.game.title}: {data['title']}") | data)
    return PrintedDocument(pdf, facts={"documents": sides}, print_as="long")


_COLOURED = ("map", "counters", "box", "labels", "player-aid")
"""Components that lose something in black."""


def contents(brief: Brief, entries: Sequence[DocumentEntry], end: str = "") -> dict[str, Any]:
    """Return everything on the page but its foot; ``end`` is what the names of the files to print end with."""
    words, paper = brief.words, brief.paper
    about, own = Folder(brief, entries, end), is_unpublished(brief.game)
    variant = words("start_variant", paper=paper.name, profile=_profile_title(brief))
    if errata_version(brief.game):
        variant += "  ·  " + words("errata_line", errata=versioned_errata_words(brief.game, words))
    return {
        "title": words("start_title"),
        "game": brief.game.title,
        "lead": words("start_lead"),
        "reconstruction": reconstruction_note(brief),
        "variant": variant,
        "check": words("start_check"),
        "contents": words("start_contents"),
        "names": about.names(),
        "heads": [words(f"start_{key}") for key in ("part", "what", "where", "sheets", "paper", "sides", "colour")],
        "files": about.files(),
        "files-title": words("start_files"),
        "file-heads": [words(f"start_{key}") for key in ("file", "sheets", "sides")],
        "groups": about.groups(),
        "totals": about.totals(),
        "effort": effort_words(words, effort(entries, paper)),
        "sections": list(sections(brief, about)),
        "evening": first_evening(brief, entries, end),
        "counters": counter_groups(brief, entries),
        "basis": {
            "title": words("start_basis_own" if own else "start_basis"),
            "lead": words("start_basis_lead_own" if own else "start_basis_lead"),
            "heads": [words(f"start_{basis}") for basis in BASES],
            "rows": basis_rows(brief, about.components),
        },
        "rights": {
            "title": words("rights_title"),
            "lines": brief.game.about.rights_lines if brief.game.about else [],
        },
    }


def component_name(brief: Brief, component: str) -> str:
    """Return the name of a component; one of a rule system by its own name."""
    key = f"start_is_{component}"
    known = brief.words(key)
    return component.replace("-", " ").capitalize() if known == key else known


def common_length(lists: Sequence[Sequence[str]]) -> int:
    """Return the length of the longest common beginning of several lists; 0 for a single list.

    >>> common_length([["a", "b", "c"], ["a", "b"], ["a", "b", "d"]])
    2
    """
    if len(lists) < 2:
        return 0
    count = 0
    for items in zip(*lists, strict=False):
        if len(set(items)) > 1:
            break
        count += 1
    return count


class Folder:
    """Documents of one START-HERE, counted and named."""

    def __init__(self, brief: Brief, entries: Sequence[DocumentEntry], end: str = "") -> None:
        self.brief, self.entries = brief, entries
        self.bundles = {bundle.file(end): bundle for bundle in bundles(brief.paper, entries)}
        stems = [entry.file.split("_") for entry in entries]
        self.start = common_length([stem[:-1] for stem in stems])
        self.end = common_length([stem[: self.start : -1] for stem in stems])

    @property
    def components(self) -> list[str]:
        """Components in the folder, in box order."""
        return list(dict.fromkeys(entry.component for entry in self.entries))

    def poster(self, entry: DocumentEntry) -> bool:
        """Return whether a document is larger than what the printer at home takes."""
        return is_poster(entry, self.brief.paper)

    def booklet(self) -> bool:
        """Return whether there are rules to be folded."""
        return any(map(is_booklet, self.entries))

    def files(self) -> list[dict[str, Any]]:
        """Return the files to print, each with its sheets, its sides and what to know of it."""
        words, found = self.brief.words, []
        for name, bundle in self.bundles.items():
            trial = next((pages for each, pages in self._places(bundle) if is_trial(each)), None)
            say = words("start_trial", pages=ranges(range(trial[0], trial[1] + 1))) if trial else ""
            sides = words(f"start_{bundle.print_as}")
            found.append({"name": name, "sheets": str(bundle.sheets), "sides": sides, "note": say})
        return found

    def where(self, entry: DocumentEntry) -> str:
        """Return the file and the pages of it that a document is printed from: ``1: 5–12``; empty if from none."""
        for name, pages in self.pages_of([entry]):
            return f"{name.partition('-')[0]}: {pages}"
        return ""

    def pages_of(self, wanted: Sequence[DocumentEntry]) -> Iterator[tuple[str, str]]:
        """Yield the pages to print of each file for some documents alone."""
        files = {entry.file for entry in wanted}
        for name, bundle in self.bundles.items():
            spans = [span for entry, span in self._places(bundle) if entry.file in files]
            if spans:
                yield name, ranges(page for first, last in spans for page in range(first, last + 1))

    def _places(self, bundle: Bundle) -> list[tuple[DocumentEntry, tuple[int, int]]]:
        pages = bundle.pages()
        return [(entry, pages[entry.file]) for entry in bundle.entries]

    def names(self) -> str:
        """Return a sentence on the common beginning and end of all names; empty without one."""
        parts = self.entries[0].file.split("_") if self.entries else []
        if not self.start or not self.end:
            return ""
        start, end = "_".join(parts[: self.start]) + "_", "_" + "_".join(parts[len(parts) - self.end :]) + ".pdf"
        return self.brief.words("start_names", start=start, end=end, folder=f"{PARTS}/")

    def short(self, entry: DocumentEntry) -> str:
        """Return the part that sets a document's name apart from the others."""
        parts = entry.file.split("_")
        return "_".join(parts[self.start : len(parts) - self.end]) or entry.file

    def groups(self) -> list[dict[str, Any]]:
        """Return the rows of the list by component."""
        found = []
        for component in self.components:
            rows = [self._row(entry) for entry in self.entries if entry.component == component]
            stock = stock_of(self.brief, component)
            found.append({"name": component_name(self.brief, component), "stock": stock, "rows": rows})
        return found

    def _row(self, entry: DocumentEntry) -> dict[str, Any]:
        words = self.brief.words
        grey = self.brief.profile.ink == "grey"
        colour = "grey" if grey else "yes" if entry.component in _COLOURED else "any"
        home = entry in self.at_home
        bundle = next((each for each in self.bundles.values() if entry in each.entries), None)
        edge = bundle.print_as if bundle and bundle.kind != "single-sided" else entry.print_as
        elsewhere = "" if home else "start_poster" if self.poster(entry) else "start_screen"
        return {
            "file": self.short(entry),
            "what": entry.title,
            "pages": len(entry.pages),
            "where": self.where(entry),
            "sheets": "" if elsewhere else str(sheets_of(entry)),
            "paper": ", ".join(dict.fromkeys(size_name(*page) for page in entry.pages)),
            "sides": words(elsewhere or f"start_{edge}"),
            "colour": words(f"start_colour_{colour}"),
            "tick": not elsewhere,
        }

    @property
    def at_home(self) -> list[DocumentEntry]:
        """Documents meant for the printer at home."""
        return printed_at_home(self.entries, self.brief.paper)

    def sheets(self) -> int:
        """Return the sheets of paper for all of them, without posters."""
        return sum(sheets_of(entry) for entry in self.at_home)

    def totals(self) -> list[str]:
        """Return how much paper everything takes, in sentences."""
        words, sides = self.brief.words, sum(len(entry.pages) for entry in self.at_home)
        posters = sum(len(entry.pages) for entry in self.entries if self.poster(entry))
        found = [words("start_total", paper=self.brief.paper.name, sheets=self.sheets(), sides=sides)]
        if posters:
            one = "start_total_poster" if posters == 1 else "start_total_posters"
            found.append(words(one, posters=posters))
        return found

    def poster_sizes(self) -> list[str]:
        """Return the papers of the posters."""
        sizes = Counter(size_name(*page) for entry in self.entries if self.poster(entry) for page in entry.pages)
        return list(sizes)


def _profile_title(brief: Brief) -> str:
    return profiles(brief.game).get(brief.profile.id, brief.profile.id)


# -- the counters to tick off ----------------------------------------------------------------------


def counter_groups(brief: Brief, entries: Sequence[DocumentEntry]) -> dict[str, Any] | None:
    """Return groups of counters as the sheets have them; None where there are no sheets.

    Raises:
        CompileError: errors in the game leave the set-up of the scenario open that the counters are for.
    """
    sheets = next((entry for entry in entries if entry.component == "counters" and not is_trial(entry)), None)
    if sheets is None:
        return None
    scenario = sheets.scenario if sheets.for_scenario else None
    found = counters.manifest.manifest(brief, scenario)
    groups = [
        {"name": group.title, "count": group.count, "rows": [_row(line) for line in group.lines]} for group in found
    ]
    total = sum(group.count for group in found)
    words = brief.words
    return {
        "title": words("start_counters"),
        "total": words("start_counters_total", count=total),
        "groups": [group for group in groups if group["rows"]],
    }


def _row(line: CounterLine) -> dict[str, str]:
    return {
        "place": line.place,
        "no": "" if line.no is None else str(line.no),
        "name": line.name,
        "figures": line.figures or (f"×{line.count}" if line.count > 1 else ""),
    }


# -- on what the values behind each component rest, counted ----------------------------------------


KINDS = {
    "map": ("map",),
    "counters": ("counters",),
    "setup-card": ("orders-of-battle", "scenarios"),
    "force-sheet": ("forces",),
    "orders-of-battle": ("orders-of-battle",),
    "rules": ("rulebook", "options"),
    "charts": ("charts", "victory", "time-track"),
    "score-pad": ("victory", "time-track"),
    "unit-record": ("counters", "aids"),
}
"""Component → the documents whose values stand on it; the others show what these show already."""


def basis_rows(brief: Brief, components: Iterable[str]) -> list[dict[str, Any]]:
    """Return name and counts, in the order of `BASES`, of each component that has values of its own."""
    found = []
    for component in components:
        counts = sum((basis_counts(brief.game, kind) for kind in KINDS.get(component, ())), Counter[str]())
        if counts:
            found.append({"name": component_name(brief, component), "counts": [counts[basis] for basis in BASES]})
    return found


def basis_counts(game: Game, kind: str) -> Counter[str]:
    """Return how many values of a kind of document rest on each basis."""
    found: Counter[str] = Counter()
    for file in game.files_of(kind):
        found.update(file.bases.count())
    return found


# -- the smallest set of documents with which one can play -----------------------------------------


NEEDED = ("map", "counters", "rules", "charts", "player-aid", "unit-record")
"""Components that every scenario needs."""
PER_SCENARIO = ("setup-card",)


def first_evening(brief: Brief, entries: Sequence[DocumentEntry], end: str = "") -> dict[str, Any] | None:
    """Return title, lead and the documents to print for a first evening; None where nothing could be left out."""
    chosen = shortest(brief, entries)
    if chosen is None:
        return None
    scenario, turns = chosen
    folder, words = Folder(brief, entries, end), brief.words
    wanted = [e for e in folder.at_home if e.component in NEEDED or _of(e, scenario.id)]
    if len(wanted) == len(folder.at_home):
        return None
    length = length_words(words, schedule(brief.game), turns)
    steps = [words("start_first_sheets", sheets=sum(map(sheets_of, wanted)), paper=brief.paper.name)]
    steps += [words("start_first_pages", file=name, pages=pages) for name, pages in folder.pages_of(wanted)]
    about = brief.game.about
    fewer = about and any(e.component == "counters" and not e.for_scenario for e in wanted)
    return {
        "title": words("start_first"),
        "lead": words("start_first_lead", scenario=scenario.document.title, length=length),
        "files": [folder.short(entry) for entry in wanted],
        "steps": steps,
        "fewer": words("start_first_own", command=_command(brief, scenario.id)) if fewer else None,
    }


def _command(brief: Brief, scenario: str) -> str:
    """Return what prints one scenario with its counters alone, on this paper, in this profile, with these errata.

    The printer and the defaults of whoever types it may be others, and the folder of the whole game stays as it is.
    """
    game, profile = brief.game, brief.profile
    return command(
        "build",
        game_argument(game.folder),
        "--for-scenario",
        scenario=scenario,
        errata=game.errata,
        profile=profile.id,
        paper=profile.paper.name,
        output=f"build-{safe_name(scenario)}",
    )


def shortest(brief: Brief, entries: Sequence[DocumentEntry]) -> tuple[Scenario, int] | None:
    """Return the scenario of the fewest player turns with its cards in the folder, and how many those are."""
    track = schedule(brief.game)
    if track is None:
        return None
    found = []
    for scenario in scenarios(brief.game).scenarios.values():
        turns = scenario.player_turns(track)
        if turns and turns > 0 and any(_of(entry, scenario.id) for entry in entries):
            found.append((scenario, turns))
    return min(found, key=lambda each: (each[1], each[0].id), default=None)


def _of(entry: DocumentEntry, scenario: str) -> bool:
    return entry.component in PER_SCENARIO and safe_name(scenario) in entry.file.split("_")
