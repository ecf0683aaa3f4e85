"""Which file of a game's folder is which kind of document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.chronology import ChronologyDocument
from scenario_forge.documents.copies import CopyDocument
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.diagrams import DiagramsDocument
from scenario_forge.documents.dossier import DossierDocument
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.documents.examples import ExamplesDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.order_of_battle import OrderOfBattleDocument
from scenario_forge.documents.playtest import PlaytestDocument
from scenario_forge.documents.profile import ProfileDocument
from scenario_forge.documents.rulebook import OptionsDocument, RulebookDocument
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.documents.words import WordsDocument

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.documents.base import Document


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of document."""

    name: str
    """File stem, or folder name where there are many: `map`, `scenarios`."""
    model: type[Document]
    many: bool = False
    """A folder of such files."""
    required: bool = False

    def matches(self, path: str) -> bool:
        """Whether the file at ``path`` (relative, forward slashes) is of this kind."""
        if self.many:
            folder, _, rest = path.partition("/")
            return folder == self.name and rest.endswith(".yaml") and "/" not in rest
        return path == f"{self.name}.yaml"


KINDS: tuple[Kind, ...] = (
    Kind("game", GameDocument, required=True),
    Kind("rulebook", RulebookDocument),
    Kind("options", OptionsDocument),
    Kind("map", MapDocument, required=True),
    Kind("counters", CountersDocument, required=True),
    Kind("orders-of-battle", OrderOfBattleDocument, many=True),
    Kind("time-track", TimeTrackDocument, required=True),
    Kind("charts", ChartsDocument),
    Kind("victory", VictoryDocument),
    Kind("aids", AidsDocument),
    Kind("examples", ExamplesDocument),
    Kind("diagrams", DiagramsDocument),
    Kind("chronology", ChronologyDocument),
    Kind("playtest", PlaytestDocument),
    Kind("scenarios", ScenarioDocument, many=True),
    Kind("dossiers", DossierDocument, many=True),
    Kind("errata", ErrataDocument, many=True),
    Kind("copies", CopyDocument, many=True),
    Kind("words", WordsDocument, many=True),
    Kind("profiles", ProfileDocument, many=True),
)
"""The kinds of the core; a rule system adds its `rules` and others."""


def kind_of(path: str, kinds: Iterable[Kind] = KINDS) -> Kind | None:
    """The kind of the file at ``path``, None if it is not a file of a game."""
    return next((kind for kind in kinds if kind.matches(path)), None)
