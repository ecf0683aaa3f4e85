"""A sighting added to the text of sightings.yaml, with its source; all else stays as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.game.dossiers import stem_of
from scenario_forge.game.reading.locate import schema_comment
from scenario_forge.source.emit import NewDocument
from scenario_forge.source.rows import RowChanges

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data

NAME = "sightings.yaml"
_BEFORE = ("basis", "provenance")


@dataclass(frozen=True, slots=True)
class SightingRequest:
    """A unit that was seen at a place, or was not there; ``source``: the id of a source, or the title of a new one."""

    side: str
    unit: str
    place: str
    date: str
    source: str = ""
    page: str = ""
    sure: str = "certain"
    absent: bool = False


def first_text(game: Game) -> str:
    """Return a file without any sighting."""
    made = NewDocument()
    made.say(schema_comment(game, NAME), "")
    made.say("Where sources say that units were: evidence for drafts of scenarios on new dates.", None)
    made.add("basis", "proposed")
    return made.text()


def with_sighting(text: str, wanted: SightingRequest, sources: Mapping[str, str]) -> str:
    """Return the text with one more sighting at its end, and its source if that is new.

    Args:
        text: of sightings.yaml.
        wanted: the sighting.
        sources: titles of the known sources by id.

    Raises:
        EditRefused: the text leaves no place for it.
    """
    changes = RowChanges(text)
    by_title = {title.casefold(): id_ for id_, title in sources.items()}
    source = wanted.source.strip()
    id_ = source if source in sources else by_title.get(source.casefold(), "")
    if source and not id_:
        id_ = _free(stem_of(source)[:40].strip("-") or "source", sources)
        changes.append(("sources",), [{"id": id_, "title": source}], after=_BEFORE)
    row: dict[str, Data] = {"side": wanted.side}
    row["unit"] = int(wanted.unit) if wanted.unit.isdecimal() else wanted.unit
    row |= {"date": wanted.date, "not_at" if wanted.absent else "at": wanted.place}
    row |= {"source": id_} if id_ else {}
    row |= {"page": wanted.page} if wanted.page else {}
    row |= {"sure": wanted.sure} if wanted.sure != "certain" else {}
    changes.append(("sightings",), [row], after=(*_BEFORE, "sources"))
    return changes.result()


def _free(id_: str, taken: Collection[str]) -> str:
    names = (id_, *(f"{id_}-{n}" for n in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)
