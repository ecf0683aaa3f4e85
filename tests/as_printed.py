"""Bundled games as they are printed, without what is our own: scenarios on new dates with their witnesses, sightings
and dossiers.

A test that counts the rows of a game, or lists its scenarios, is about the printed game: what we add for other dates
is no business of its.
"""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from scenario_forge.game.reading.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.game.game import Game

CONTENT = Path(__file__).parents[1] / "content"
_EVIDENCE = ("sightings.yaml", "dossiers")
_PROPOSED = re.compile(r"^basis: *proposed\b", re.MULTILINE)
_ITEM = re.compile(r"(?:^  #.*\n)*^  - .*\n?(?:^(?!  - |  #).*\n?)*", re.MULTILINE)
"""An item of a list at the top of a document, with the comment above it."""
_LISTED = re.compile(r"^    scenarios: *\[([^\]]*)\]", re.MULTILINE)
_SCENARIO = re.compile(r"^    scenario: (\S+)", re.MULTILINE)
_ADDRESS = re.compile(r"\blevels\[([^\]]*)\]")


def ours(game: str) -> list[str]:
    """Return the ids of the scenarios of a bundled game that its publisher never gave."""
    return sorted(file.stem for file in _scenarios(game))


def copy_as_printed(game: str, folder: Path) -> Path:
    """Copy a bundled game into a folder that does not exist yet, without what is our own, and return it."""
    named = {*ours(game)}
    left = {file.name for file in _scenarios(game)}

    def skipped(at: str, names: list[str]) -> set[str]:
        if Path(at) == CONTENT / game:
            return {*_EVIDENCE} & {*names}
        return left & {*names} if Path(at).name == "scenarios" else set()

    shutil.copytree(CONTENT / game, folder, ignore=skipped)
    for name, text in _without(game, named).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


class PrintedGame(Workspace):
    """The workspace of a bundled game without what is our own, in its folder; other texts are read as usual."""

    def __init__(self, game: str) -> None:
        folder = CONTENT / game
        super().__init__(folder)
        gone = [*_scenarios(game), *folder.glob("dossiers/*.yaml"), *folder.glob("sightings.yaml")]
        self._printed: dict[str, str | None] = {file.relative_to(folder).as_posix(): None for file in gone}
        self._printed |= _without(game, {*ours(game)})

    def load(self, errata: str | None = "official", files: Mapping[str, str | None] | None = None) -> Game:
        """Read the printed game, with these texts."""
        return super().load(errata, self._printed | dict(files or {}))


@cache
def printed_game(game: str) -> PrintedGame:
    """The workspace of a bundled game as it is printed, kept: what another text does not touch is not read anew."""
    return PrintedGame(game)


def load_as_printed(game: str, errata: str | None = None, files: Mapping[str, str | None] | None = None) -> Game:
    """Load a bundled game without what is our own, with further unsaved texts, as `load_game` does."""
    return printed_game(game).load(errata, files)


def _without(game: str, scenarios: set[str]) -> dict[str, str]:
    """Return the texts of a game that name some scenarios, without their levels and the positions of witnesses there."""
    folder = CONTENT / game
    witnesses = folder / "witnesses.yaml"
    shown = _ITEM.findall(witnesses.read_text(encoding="utf-8")) if witnesses.exists() else []
    gone = {item for item in shown if (at := _SCENARIO.search(item)) and at[1] in scenarios}
    ids = "|".join(re.escape(item.partition("- id: ")[2].partition("\n")[0]) for item in gone)
    named = re.compile(rf"^ +witness: (?:{ids})\n", re.MULTILINE)
    made = {}
    for file in sorted(folder.rglob("*.yaml")) if scenarios else ():
        old = text = file.read_text(encoding="utf-8")
        if file == witnesses:
            text = _ITEM.sub(lambda item: "" if item[0] in gone else item[0], text)
        elif gone:
            text = named.sub("", text)
        if file == folder / "victory.yaml":
            text = without_levels(text, scenarios)
        if text != old:
            made[file.relative_to(folder).as_posix()] = text
    return made


def without_levels(text: str, scenarios: set[str]) -> str:
    """Return a victory table without the levels of these scenarios alone, and what their provenance says.

    >>> table = "levels:\\n  - id: a\\n    scenarios: [a]\\n  - id: b\\n    scenarios: [b]\\nsudden: []\\n"
    >>> without_levels(table, {"a"})
    'levels:\\n  - id: b\\n    scenarios: [b]\\nsudden: []\\n'
    """
    blocks = re.split(r"^(?=\S)", text, flags=re.MULTILINE)
    return "".join(
        _kept(block, scenarios) if block.startswith(("levels:", "provenance:")) else block for block in blocks
    )


def _kept(block: str, scenarios: set[str]) -> str:
    kept = _ITEM.sub(lambda item: "" if _about(item[0], scenarios) else item[0], block)
    return kept.rstrip("\n") + block[len(block.rstrip("\n")) :]  # the gap before the next key, which the last item had


def _about(item: str, scenarios: set[str]) -> bool:
    """Whether an item of levels or of provenance is about these scenarios alone."""
    listed = _LISTED.search(item)
    names = re.split(r", *", listed[1]) if listed else _ADDRESS.findall(item)
    return bool(names) and {*names} <= scenarios


def _scenarios(game: str) -> Iterator[Path]:
    for file in sorted((CONTENT / game / "scenarios").glob("*.yaml")):
        if _PROPOSED.search(file.read_text(encoding="utf-8")):
            yield file
