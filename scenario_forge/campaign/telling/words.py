"""Play in words for a paper board: the meaning of an action's stages, and the text of events."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.state import AT_BASE, NOWHERE, box_of
from scenario_forge.campaign.telling.phrases import Phrases
from scenario_forge.campaign.telling.said import words_for_play
from scenario_forge.simulator.play import EventText, Scene
from scenario_forge.wargame.sequence_lines import step_title

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Event, Token

_UNIT, _PLACE, _SUPPLY, _COUNT = "units", "hexes", "supply", "count"
STAGES: Mapping[str, tuple[str, ...]] = {
    "operations": (_UNIT, _PLACE),
    "advance": (_UNIT, _PLACE),
    "combat-supply": (_SUPPLY, _PLACE),
    "defence-supply": (_SUPPLY,),
    "supply-moves": (_SUPPLY, _PLACE),
    "supply": (_PLACE,),
    "battles": (_PLACE,),
    "raids": (_UNIT,),
    "captures": (_UNIT,),
    "reinforcements": (_UNIT, _PLACE),
    "repair": (_PLACE,),
    "sea-transfer": (_UNIT, _PLACE),
    "withdrawals": (_UNIT,),
    "retreat": (_PLACE,),
    "losses": (_COUNT, _UNIT),
}
"""By step: what the numbers of its stages stand for; the last holds for all that follow."""
_PAIRS = ("sea-transfer",)
"""Steps whose stages repeat: units that make room for each other sail in one action."""
_RUNS = ("enters", "supply moves")
"""Events of one hex or several entered in a row, described as one way."""
_WAYS = ("advances", "retreats", "supply brought up")
"""Events whose subjects after the first are a way."""
_FIGHTS = {"battle": 4, "attacks allocated": 0}
"""Events of combat, and where the hexes begin among their subjects."""
_SPOTS = {"box built": 1, "box removed": 1, "repaired": 1, "beyond repair": 1, "boxes removed": None}
"""Events of a hex, and how many of their subjects are hexes."""


class Words:
    """The names and phrases of one scenario, for logs and decisions."""

    def __init__(self, rules: Rules) -> None:
        self.phrases = Phrases(rules)
        self._names = rules.compiled.names

    @cached_property
    def _said(self) -> dict[str, Any]:
        return words_for_play()

    # -- choices ---------------------------------------------------------------------------------

    def kind(self, step: str, prefix: Action) -> str:
        """Return what a number after ``prefix`` stands for: a table, `supply`, `count`; empty where unknown."""
        if prefix[:1] == ("destroy",):
            return _SUPPLY
        if step == "allocation":
            spoken = [token for token in prefix if isinstance(token, str)]
            return _UNIT if spoken and spoken[-1] == "by" else _PLACE
        if step == "replacements":
            return _PLACE if len(prefix) > 1 or prefix == ("box",) else _UNIT
        stages = STAGES.get(step, ("",))
        return stages[_stage(step, prefix, len(stages))]

    def table_of(self, step: str, prefix: Action) -> str:
        """Return the table of names for a number after ``prefix``; empty where there is none."""
        kind = self.kind(step, prefix)
        return kind if kind in (_UNIT, _PLACE) else ""

    def place(self, place: int) -> str:
        """Return a hex by its id, a box by its name; empty where it is neither."""
        table, number = ("hexes", place) if place >= 0 else ("boxes", box_of(place))
        names = self._names.get(table, ())
        if 0 <= number < len(names):
            return names[number]
        return {NOWHERE: "off the map", AT_BASE: "the base"}.get(place, "")

    def name(self, state: CampaignState, frame: Frame, prefix: Action, token: Token) -> str:
        """Return a stage of an action, for a person to read and to type."""
        if isinstance(token, str):
            return token
        kind = self.kind(frame.step, prefix)
        if kind == _SUPPLY:
            place = state.supplies.place[token]
            captured = "captured supply" if self.phrases.rules.markers[token].captured else "supply"
            return f"{captured} {self.place(place)}"
        if kind == _COUNT:
            return f"retreat {token}" if token else "stand"
        return self.place(token) if kind == _PLACE else self.phrases.unit(token)

    def asks(self, step: str, prefix: Action) -> str:
        """Return what the next stage of an action is."""
        stages = self._said["asks"].get(step, ())
        return str(stages[_stage(step, prefix, len(stages))]) if stages else ""

    def throw_for(self, state: CampaignState, frame: Frame, purpose: str) -> str:
        """Return the purpose of a throw, with its hexes or units."""
        data, say = frame.data, self.phrases
        about = {
            "battle": lambda: ", ".join(map(say.place, data["hexes"])),
            "repair-throw": lambda: say.place(data["hex"]),
            "capture-throw": lambda: f"{say.unit(data['raider'])}, by {say.unit(data['unit'])}",
            "raid-throw": lambda: f"supply at {say.place(state.supplies.place[data['targets'][0]])}",
            "capture": lambda: f"supply at {say.place(state.supplies.place[data['markers'][0]])}",
        }.get(frame.step)
        return f"{purpose}: {about()}" if about else purpose

    def title(self, step: str) -> str:
        """Return the title of a step, or its id where words.yaml has none."""
        return step_title(self._said["titles"], step)

    # -- events ----------------------------------------------------------------------------------

    def event_text(self, state: CampaignState, event: Event) -> str:
        """Return who does what where; empty where nothing is to be done on the board."""
        if event.name in _RUNS and len(event.subjects) > 2:
            return self.phrases.way(state, [event])
        said = self._said["events"]
        template = said.get(f"{event.name}/{len(event.subjects)}", said.get(event.name))
        return self.phrases.fill(event.name if template is None else template, state, event)

    def event_texts(self, state: CampaignState, events: Sequence[Event]) -> Iterator[EventText]:
        """Yield lines of a log; hexes entered in a row are one way."""
        at = 0
        while at < len(events):
            event, end = events[at], at + 1
            while event.name in _RUNS and end < len(events) and _goes_on(event, events[end]):
                end += 1
            run = events[at:end]
            text = self.phrases.way(state, run) if event.name in _RUNS else self.event_text(state, event)
            yield EventText(text, len(run), event.clause, self.scene(state, run))
            at = end

    def scene(self, state: CampaignState, run: Sequence[Event]) -> Scene:
        """Return where on the map a reader should look for a run of events."""
        event, subjects = run[0], run[0].subjects
        if event.name in _RUNS:
            return _way([self.phrases.before(state, event), *(hex_ for each in run for hex_ in each.subjects[1:])])
        if event.name in _WAYS:
            return _way(subjects[1:])
        if event.name in _FIGHTS:
            return Scene("combat", tuple(hex_ for hex_ in subjects[_FIGHTS[event.name] :] if hex_ >= 0))
        if event.name in _SPOTS:
            return Scene("", subjects[: _SPOTS[event.name]])
        return Scene("", self.phrases.where(state, event))


def _stage(step: str, prefix: Action, stages: int) -> int:
    """Return which of the stages of a step comes after ``prefix``."""
    return len(prefix) % stages if step in _PAIRS else min(len(prefix), stages - 1)


def _goes_on(first: Event, other: Event) -> bool:
    return (other.name, other.clause, other.subjects[0]) == (first.name, first.clause, first.subjects[0])


def _way(places: Sequence[int]) -> Scene:
    return Scene("move", tuple(place for place in places if place >= 0))
