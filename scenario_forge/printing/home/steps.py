"""Steps of START-HERE: how to print, cut, join and fold what is in the folder, and with which tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.reading.locate import command
from scenario_forge.printing.home.bundles import COUNTERS, is_tracks
from scenario_forge.printing.home.dice import dice_in_words
from scenario_forge.printing.profile import Printer, find_profile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.game.game import Game
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.build_manifest import DocumentEntry
    from scenario_forge.printing.home.bundles import Bundle


class Folder(Protocol):
    """What steps ask of the documents of one START-HERE."""

    bundles: dict[str, Bundle]

    @property
    def components(self) -> list[str]:
        """Components in the folder, in box order."""

    @property
    def at_home(self) -> list[DocumentEntry]:
        """Documents meant for the printer at home."""

    def where(self, entry: DocumentEntry, /) -> str:
        """Return the file and the pages of it that a document is printed from."""

    def sheets(self) -> int:
        """Return the sheets of paper for all of them."""

    def poster_sizes(self) -> list[str]:
        """Return the papers of the posters."""

    def booklet(self) -> bool:
        """Return whether there are rules to be folded."""


_OTHER_SIDE = ("long", "short")
"""Backs that are printed on the other side of the sheet: glued to card, they would be hidden."""


def sections(brief: Brief, folder: Folder) -> Iterator[dict[str, Any]]:
    """Yield steps under headings; those of components that are not there are left out."""
    words, there = brief.words, folder.components
    yield _steps(words("start_how_print"), _printing(brief, folder))
    yield {"title": words("start_tools"), "steps": _tools(brief, folder), "ticks": True}
    if COUNTERS in there:
        yield _steps(words("start_cutting"), _cutting(brief))
    if any(map(is_tracks, folder.at_home)):
        yield _steps(words("start_trimming"), [words("start_trim_tracks")])
    if "map" in there:
        boards = any("boards" in entry.facts for entry in folder.at_home)
        keys = ("boards",) if boards else ("lay", "cut", "glue")
        steps = [words(f"start_join_{key}") for key in keys]
        sizes = folder.poster_sizes()
        steps += [words("start_join_poster", sizes=", ".join(sizes))] if sizes else []
        yield _steps(words("start_joining"), steps)
    if folder.booklet():
        yield _steps(words("start_folding"), [words("start_fold_print"), words("start_fold_staple")])


def _steps(title: str, steps: list[str]) -> dict[str, Any]:
    return {"title": title, "steps": steps, "ticks": False}


def _printing(brief: Brief, folder: Folder) -> list[str]:
    words, backs = brief.words, brief.profile.backs
    steps = [words(f"start_print_{key}", paper=brief.paper.name) for key in ("scale", "check", "paper", "sides")]
    steps += _other_stock(brief, folder)
    if COUNTERS in folder.components and backs != "none":
        steps.append(words("start_print_fold" if backs == "fold" else "start_print_calibrate"))
    return steps


def _other_stock(brief: Brief, folder: Folder) -> Iterator[str]:
    """Return how to print part of a file on other paper, with the first such part as the example."""
    for name, bundle in folder.bundles.items():
        first, *others = bundle.entries
        usual = stock_of(brief, first.component)
        for entry in others:
            if stock_of(brief, entry.component) != usual:
                where = folder.where(entry)
                yield brief.words("start_print_stock", where=where, pages=where.partition(": ")[2], file=name)
                return


def stock_of(brief: Brief, component: str) -> str:
    """Return the paper for a component, in words; empty where any will do."""
    key = f"start_stock_{component}"
    if component == COUNTERS and brief.profile.backs not in _OTHER_SIDE:
        key += f"_{brief.profile.backs}"
    text = brief.words(key)
    return "" if text == key else text


def _draws_chits(game: Game) -> bool:
    """Whether formations have chits: what draws them needs a cup."""
    declared = (
        each for document, _where in game.documents("counters", CountersDocument) for each in document.formations
    )
    return any(formation.chit for formation in declared)


def _tools(brief: Brief, folder: Folder) -> list[str]:
    words, there, backs = brief.words, folder.components, brief.profile.backs
    tools = [words("start_tool_print", sheets=folder.sheets(), paper=brief.paper.name), words("start_tool_cut")]
    if COUNTERS in there:
        tools += [words(f"start_tool_glue_{backs}")] if backs not in _OTHER_SIDE else []
        tools.append(words("start_tool_bags", dice=dice_in_words(brief)))
        tools += [words("start_tool_cup")] if _draws_chits(brief.game) else []
    tools += [words("start_tool_join")] if "map" in there else []
    tools += [words("start_tool_staple")] if folder.booklet() else []
    return tools


def _cutting(brief: Brief) -> list[str]:
    words, backs = brief.words, brief.profile.backs
    glue = ["glue"] if backs == "none" else []
    steps = [words(f"start_cut_{key}") for key in (*glue, "frame", "down", "across", "corners", "tick")]
    # a profile of the game's own may set the backs itself, whatever the printer says
    folded = find_profile(brief.game, brief.profile.id, Printer(backs="fold"))[0].backs == "fold"
    if backs in _OTHER_SIDE and folded:
        steps.append(words("start_cut_thick", command=command("printer", backs="fold")))
    return steps
