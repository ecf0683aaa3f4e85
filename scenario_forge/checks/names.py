"""REF: what linking could not look up, and cells that no notation takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import ref, sch
from scenario_forge.documents.game import GameDocument
from scenario_forge.project.ending import ending
from scenario_forge.project.forces import forces
from scenario_forge.project.front import fronts
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.locate import unknown_errata
from scenario_forge.project.place import Where
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.schedule import schedule
from scenario_forge.project.starts import starts
from scenario_forge.project.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.names import Unresolved
    from scenario_forge.project.system import NotationError


def unresolved_names(game: Game) -> Iterator[Diagnostic]:
    """A name that names nothing: hex, turn, terrain, side, place, marker, option, date."""
    linked = (hex_map(game), schedule(game), forces(game), tables(game), scenarios(game), fronts(game), starts(game))
    for view in (*linked, ending(game)):
        for name in view.unresolved if view else ():
            yield _finding(name)


def malformed_cells(game: Game) -> Iterator[Diagnostic]:
    """A printed cell that the game's notation does not take."""
    for view in (schedule(game), forces(game), tables(game), ending(game)):
        malformed: list[tuple[Where, NotationError]] = view.malformed if view else []
        for where, error in malformed:
            hint = f"did you mean {error.hint}?" if error.hint else None
            yield ref.REF002.at(where, problem=str(error)).suggest(hint)


def provenance_of_nothing(game: Game) -> Iterator[Diagnostic]:
    """An entry of a provenance list whose address names no value of its file."""
    for kind in dict.fromkeys(file.kind.name for file in game.files.values()):
        for file in game.files_of(kind):
            for path, address, reason in file.bases.unresolved:
                yield sch.SCH006.at(Where(file, path), address=address, reason=reason)


def unknown_defaults(game: Game) -> Iterator[Diagnostic]:
    """The errata that game.yaml has applied by default, and that the game does not have."""
    found = game.one("game", GameDocument)
    errata = found[0].defaults.errata if found else None
    unknown = unknown_errata(game, errata) if errata else None
    if found and unknown:
        wanted = "set of errata (none, official, all) or id of an erratum"
        yield ref.REF001.at(found[1] / "defaults" / "errata", text=unknown[0], wanted=wanted).suggest(unknown[1])


def _finding(name: Unresolved) -> Diagnostic:
    if name.wanted == "hex or date":
        finding = ref.REF003.at(name.where, text=name.text)
    else:
        finding = ref.REF001.at(name.where, text=name.text, wanted=name.wanted)
    return (finding.note(name.why) if name.why else finding).suggest(name.hint)


CHECKS = (unresolved_names, malformed_cells, provenance_of_nothing, unknown_defaults)
