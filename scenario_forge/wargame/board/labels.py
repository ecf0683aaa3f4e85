"""Names of a game and words of grammar for the sentences of its rules."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from scenario_forge.documents.base import in_a_sentence
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.placement import EDGES
from scenario_forge.game.tables import tables
from scenario_forge.wargame.base.figures import numbers_named
from scenario_forge.wargame.base.selection import FORMATION, NOT
from scenario_forge.wargame.board.phase import ACTIONS, COMBAT
from scenario_forge.wargame.sequence_tree import StepNode, nodes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.documents.charts import Chart
    from scenario_forge.documents.time_track import TrackColumn
    from scenario_forge.game.game import Game
    from scenario_forge.wargame.base.document import GameRules


class Labels:
    """What a game calls its units, values, ground, charts and steps, for the sentences of its rules."""

    def __init__(self, game: Game, rules: GameRules) -> None:
        self.game, self.rules = game, rules
        self.keys = {key for key in type(rules).model_fields if getattr(rules, key) is not None}
        """The keys of rules.yaml that the game has."""

    @cached_property
    def counters(self) -> CountersDocument:
        """The counters of the game.

        Raises:
            LookupError: there is no such file.
        """
        found = self.game.one("counters", CountersDocument)
        if found is None:
            raise LookupError("there is no counters.yaml")
        return found[0]

    @cached_property
    def steps(self) -> frozenset[str]:
        """The steps of the sequence of play, and the phases of an activation."""
        activation = getattr(self.rules, "activation", None)
        named = [node.step for _path, node in nodes(self.rules.sequence) if isinstance(node, StepNode)]
        return frozenset([*named, *(activation.phases if activation else ())])

    @property
    def by_points(self) -> bool:
        """Whether a side spends action points on what its units do, in any order."""
        activation = getattr(self.rules, "activation", None)
        return activation is not None and activation.order == "points"

    @cached_property
    def arrivals(self) -> bool:
        """Whether units come on to the map at its edges."""
        return any(entry.token.edges for unit in forces(self.game).units() for entry in unit.all_entries())

    @cached_property
    def departures(self) -> bool:
        """Whether units leave the map in a turn of their entry."""
        entries = (entry for unit in forces(self.game).units() for entry in unit.all_entries())
        return any(entry.kind == "leaves" for entry in entries)

    def scenarios(self, ids: Sequence[str]) -> str:
        """Return the scenarios in which something holds, in brackets; empty where it holds in all."""
        found = (document for document, _where in self.game.documents("scenarios", ScenarioDocument))
        titles = {document.scenario: document.title for document in found}
        return f" ({listed([titles.get(id_, id_) for id_ in ids])})" if {*titles} - {*ids} and ids else ""

    def phase(self, own: str, word: str) -> str:
        """Return the phase in which units do something, with its article.

        Args:
            own: the step for it alone.
            word: the word by which the key `combat` names it.
        """
        if word in (getattr(self.rules, COMBAT, None) or ()):
            return "a combat phase"
        if own not in self.steps and ACTIONS in self.steps:
            return "an action phase"
        return f"{'an' if own[0] in 'aeiou' else 'a'} {own} phase"

    def figure(self, name: str | int) -> list[int]:
        """Return the numbers of a figure."""
        return numbers_named(self.game, self.rules.figures, name)

    def marker(self, id_: str) -> str:
        """Return the name of a marker."""
        return next((each.name for each in self.counters.markers if each.id == id_), id_)

    def step(self, id_: str) -> str:
        """Return the title of a step."""
        return self.rules.titles.get(id_, id_.replace("-", " "))

    def value(self, id_: str) -> str:
        """Return the name of a value."""
        return in_a_sentence(self.name(id_))

    def name(self, id_: str) -> str:
        """Return the name of a value as it is printed."""
        named = next((value.name for value in self.counters.values if value.id == id_), "")
        return named or id_.replace("_", " ")

    def word(self, value: str, id_: str) -> str:
        """Return the name of a word that counters may say under a key of a selector."""
        about = self.game.about
        if value in ("side", "nationality") and about is not None:
            return self.game.side_names.get(id_) or next((n.name for n in about.nationalities if n.id == id_), id_)
        named = {word.id: word.name for each in self.counters.values if each.id == value for word in each.words}
        if value == "type":
            named = {kind.id: kind.name for kind in self.counters.types}
        elif value == "size":
            named = {kind.id: kind.name for kind in self.counters.sizes}
        return in_a_sentence(named.get(id_) or id_)

    def chart(self, id_: str) -> Chart:
        """Return a chart.

        Raises:
            KeyError: there is no such chart.
        """
        return tables(self.game).charts[id_].chart

    def columns(self) -> Sequence[TrackColumn]:
        """Return the columns of the track."""
        found = self.game.one("time-track", TimeTrackDocument)
        return found[0].columns if found else ()

    def track(self, column: str | None) -> str:
        """Return the heading of a column of the track."""
        return next((each.name for each in self.columns() if each.id == column), column or "")

    def kind_of_turn(self, id_: str) -> str:
        """Return the name of a kind of turn: the word of the track, or that of a die."""
        words = (word for column in self.columns() for word in column.words)
        return next((in_a_sentence(word.name) for word in words if word.id == id_ and word.name), id_.replace("_", " "))

    def kinds(self, part: Literal["terrain", "hexside_kinds", "line_kinds", "place_kinds"]) -> dict[str, str]:
        """Return names of terrain, or of kinds of hexside, line or place, by id."""
        maps = [document for document, _where in self.game.documents("map", MapDocument)]
        return {kind.id: kind.name for document in maps for kind in getattr(document, part)}

    def ground(self, id_: str) -> str:
        """Return the name of a terrain, or of a kind of hexside, line or place."""
        parts = (self.kinds(part) for part in ("terrain", "hexside_kinds", "line_kinds", "place_kinds"))
        return next((named[id_] for named in parts if id_ in named), id_)

    def region(self, name: str) -> str:
        """Return a place, an area or an edge of the map."""
        maps = [document for document, _where in self.game.documents("map", MapDocument)]
        areas = {area.id: area.name for each in maps for area in each.areas}
        placed = any(name in (place.name, *place.aliases) for each in maps for place in each.places)
        edge = f"the {name} edge of the map" if name in EDGES and not placed else name
        return name if placed else areas.get(name, edge)

    def any_of(self, kinds: Sequence[str]) -> str:
        """Return kinds of terrain, hexside, line or place as a choice: `a Road or a Path`."""
        return listed([f"a {self.ground(id_)}" for id_ in kinds], "or")

    @property
    def back(self) -> str:
        """What counters say on their other side; empty where they have none that changes a value."""
        successor = getattr(getattr(self.rules, "leaders", None), "successor", None)
        return next((face.name for face in self.counters.faces if face.values and face.id != successor), "")

    def face(self, id_: str) -> str:
        """Return the name of a face of counters."""
        return next((face.name for face in self.counters.faces if face.id == id_), id_)

    def units(self, selector: Mapping[str, Any]) -> str:
        """Return the units of a selector: `tracked and wheeled units`, `all units except artillery units`."""
        words = {key: wanted for key, wanted in selector.items() if key not in (NOT, FORMATION)}
        flags = {key: words.pop(key) for key in [*words] if isinstance(words[key], bool)}
        described = [self._described(key, wanted) for key, wanted in words.items()]
        units = " ".join([*described, "units"]) if described or flags else "all units"
        units += "".join(f" {'with' if has else 'without'} “{self.name(key)}”" for key, has in flags.items())
        if FORMATION in selector:
            named = {formation.id: formation.name for formation in self.counters.formations}
            units += f" of {listed([named.get(id_, id_) for id_ in _several(selector[FORMATION])], 'or')}"
        if NOT not in selector:
            return units
        others = self.units(selector[NOT])
        return f"{units} except {others.replace('all units', 'those', 1) if others[:13] == 'all units of ' else others}"

    def _described(self, key: str, wanted: object) -> str:
        ids = [kind.id for kind in self.counters.types] if key == "type" else []
        ids += [word.id for value in self.counters.values if value.id == key for word in value.words]
        found: list[str] = []
        for pattern in _several(wanted):
            found += [id_ for id_ in ids if fnmatchcase(id_, pattern)] or [pattern]
        names = [self.word(key, id_) for id_ in found]
        plain = all(each.lstrip("-").isdigit() for each in names)
        return f"{self.value(key)} {listed(names, 'or')}" if plain else listed(names)


def _several(wanted: object) -> list[str]:
    return [str(each) for each in wanted] if isinstance(wanted, list) else [str(wanted)]


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as a sentence lists them.

    >>> listed(["Woods"]), listed(["Woods", "Ridge", "Village"]), listed(["1", "2"], "or")
    ('Woods', 'Woods, Ridge and Village', '1 or 2')
    """
    return f" {last} ".join([*([", ".join(names[:-1])] if len(names) > 1 else []), *names[-1:]])


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "hex"), counted(3, "hex"), counted(2, "movement point")
    ('1 hex', '3 hexes', '2 movement points')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}{'es' if noun.endswith('x') else 's'}"


def sentence_case(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
