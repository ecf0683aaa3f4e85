"""What stands on START-HERE, as plain data for its template; a pure function of the account and the game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from scenario_forge.compare.corrections import errata_version
from scenario_forge.printing.brief import is_own, versioned_errata_words
from scenario_forge.printing.paper import size_name
from scenario_forge.printing.profile import profiles
from scenario_forge.printing.start.basis import basis_rows
from scenario_forge.printing.start.counters import counter_groups
from scenario_forge.printing.start.dice import dice_in_words
from scenario_forge.printing.start.evening import first_evening

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.press.manifest import Entry

_COLOURED = ("map", "counters", "box", "labels", "player-aid")
"""Components that lose something in black."""


def contents(brief: Brief, entries: Sequence[Entry]) -> dict[str, Any]:
    """Everything on the page but its foot."""
    words, paper = brief.words, brief.paper
    about, own = Folder(brief, entries), is_own(brief.game)
    variant = words("start_variant", paper=paper.name, profile=_profile_title(brief))
    if errata_version(brief.game):
        variant += "  ·  " + words("errata_line", errata=versioned_errata_words(brief.game, words))
    return {
        "title": words("start_title"),
        "game": brief.game.title,
        "lead": words("start_lead"),
        "variant": variant,
        "check": words("start_check"),
        "contents": words("start_contents"),
        "names": about.names(),
        "heads": [words(f"start_{key}") for key in ("file", "what", "pages", "sheets", "paper", "sides", "colour")],
        "groups": about.groups(),
        "totals": about.totals(),
        "sections": list(_sections(brief, about)),
        "evening": first_evening(brief, entries),
        "counters": counter_groups(brief, entries),
        "basis": {
            "title": words("start_basis_own" if own else "start_basis"),
            "lead": words("start_basis_lead_own" if own else "start_basis_lead"),
            "heads": [words(f"start_{basis}") for basis in ("printed", "derived", "fitted", "proposed")],
            "rows": basis_rows(brief, about.components),
        },
    }


def component_name(brief: Brief, component: str) -> str:
    """What a component is called; one of a rule system by its own name."""
    key = f"start_is_{component}"
    known = brief.words(key)
    return component.replace("-", " ").capitalize() if known == key else known


def sheets_of(entry: Entry) -> int:
    """Sheets of paper that a document takes."""
    pages = len(entry.pages)
    return (pages + 1) // 2 if entry.print_as in ("long", "short") else pages


def alike(lists: Sequence[Sequence[str]]) -> int:
    """With how many items all of several lists begin; one list alone has nothing in common.

    >>> alike([["a", "b", "c"], ["a", "b"], ["a", "b", "d"]])
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
    """The documents of one START-HERE, counted and named."""

    def __init__(self, brief: Brief, entries: Sequence[Entry]) -> None:
        self.brief, self.entries = brief, entries
        stems = [entry.file.split("_") for entry in entries]
        self.start = alike([stem[:-1] for stem in stems])
        self.end = alike([stem[: self.start : -1] for stem in stems])

    @property
    def components(self) -> list[str]:
        """The components that are there, in the order of the box."""
        return list(dict.fromkeys(entry.component for entry in self.entries))

    def poster(self, entry: Entry) -> bool:
        """Whether a document is larger than what the printer at home takes."""
        paper = self.brief.paper
        return any(min(page) > paper.width + 2 or max(page) > paper.height + 2 for page in entry.pages)

    def booklet(self) -> bool:
        """Whether there are rules to be folded."""
        return any(entry.component == "rules" and entry.print_as == "short" for entry in self.entries)

    def on_screen(self, entry: Entry) -> bool:
        """Whether a document is there to be read on a screen: the pages of a booklet one by one."""
        return self.booklet() and entry.component == "rules" and entry.print_as != "short"

    def names(self) -> str:
        """What all names have in common."""
        parts = self.entries[0].file.split("_") if self.entries else []
        if not self.start or not self.end:
            return ""
        start, end = "_".join(parts[: self.start]) + "_", "_" + "_".join(parts[len(parts) - self.end :]) + ".pdf"
        return self.brief.words("start_names", start=start, end=end)

    def short(self, entry: Entry) -> str:
        """What differs in a document's name."""
        parts = entry.file.split("_")
        return "_".join(parts[self.start : len(parts) - self.end]) or entry.file

    def groups(self) -> list[dict[str, Any]]:
        """The rows of the list by component."""
        words = self.brief.words
        found = []
        for component in self.components:
            rows = [self._row(entry) for entry in self.entries if entry.component == component]
            key = f"start_stock_{component}"
            stock = "" if words(key) == key else words(key)
            found.append({"name": component_name(self.brief, component), "stock": stock, "rows": rows})
        return found

    def _row(self, entry: Entry) -> dict[str, Any]:
        words = self.brief.words
        grey = self.brief.profile.ink == "grey"
        colour = "grey" if grey else "yes" if entry.component in _COLOURED else "any"
        elsewhere = "start_poster" if self.poster(entry) else "start_screen" if self.on_screen(entry) else ""
        return {
            "file": self.short(entry),
            "what": entry.title,
            "pages": len(entry.pages),
            "sheets": "" if elsewhere else str(sheets_of(entry)),
            "paper": ", ".join(dict.fromkeys(size_name(*page) for page in entry.pages)),
            "sides": words(elsewhere or f"start_{entry.print_as}"),
            "colour": words(f"start_colour_{colour}"),
            "tick": not elsewhere,
        }

    @property
    def at_home(self) -> list[Entry]:
        """What the printer at home is meant to print."""
        return [entry for entry in self.entries if not self.poster(entry) and not self.on_screen(entry)]

    def sheets(self) -> int:
        """Sheets of paper for all of it, without posters."""
        return sum(sheets_of(entry) for entry in self.at_home)

    def totals(self) -> list[str]:
        """How much paper it is."""
        words, sides = self.brief.words, sum(len(entry.pages) for entry in self.at_home)
        posters = sum(len(entry.pages) for entry in self.entries if self.poster(entry))
        found = [words("start_total", paper=self.brief.paper.name, sheets=self.sheets(), sides=sides)]
        if posters:
            one = "start_total_poster" if posters == 1 else "start_total_posters"
            found.append(words(one, posters=posters))
        return found

    def poster_sizes(self) -> list[str]:
        """The papers of the posters."""
        sizes = Counter(size_name(*page) for entry in self.entries if self.poster(entry) for page in entry.pages)
        return list(sizes)


def _profile_title(brief: Brief) -> str:
    return profiles(brief.game).get(brief.profile.id, brief.profile.id)


def _sections(brief: Brief, folder: Folder) -> Iterator[dict[str, Any]]:
    """Steps under headings; those of components that are not there are left out."""
    words = brief.words
    printed = ["scale", "check", "paper", "sides"]
    there = folder.components
    backs = brief.profile.backs
    printed += (
        {"long": ["calibrate"], "short": ["calibrate"], "fold": ["fold"]}.get(backs, []) if "counters" in there else []
    )
    paper = brief.paper.name
    yield _steps(words("start_how_print"), [words(f"start_print_{key}", paper=paper) for key in printed])
    tools = [words("start_tool_print", sheets=folder.sheets(), paper=paper), words("start_tool_cut")]
    tools += (
        [words("start_tool_glue"), words("start_tool_bags", dice=dice_in_words(brief))] if "counters" in there else []
    )
    tools += [words("start_tool_join")] if "map" in there else []
    tools += [words("start_tool_staple")] if folder.booklet() else []
    yield {"title": words("start_tools"), "steps": tools, "ticks": True}
    if "counters" in there:
        keys = ("glue", "marks", "strips", "corners", "tick")
        yield _steps(words("start_cutting"), [words(f"start_cut_{key}") for key in keys])
    if "map" in there:
        steps = [words(f"start_join_{key}") for key in ("lay", "cut", "glue")]
        sizes = folder.poster_sizes()
        steps += [words("start_join_poster", sizes=", ".join(sizes))] if sizes else []
        yield _steps(words("start_joining"), steps)
    if folder.booklet():
        yield _steps(words("start_folding"), [words("start_fold_print"), words("start_fold_staple")])


def _steps(title: str, steps: list[str]) -> dict[str, Any]:
    return {"title": title, "steps": steps, "ticks": False}
