"""What is told of a game can be carried out on a paper board: names, no bare numbers; each choice can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from scenario_forge.api.play import prepare
from scenario_forge.campaign.telling import words
from scenario_forge.campaign.telling.said import FILE
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.simulator.drive import Match
from scenario_forge.simulator.players import Seat, make_player
from scenario_forge.simulator.step import Keyed

ROOT = Path(__file__).parents[3]
SHELF = Path(words.__file__).parents[1]
PLAY = (SHELF, SHELF.parent / "systems/desert_rats")
SAID = yaml.safe_load(FILE.read_text(encoding="utf-8"))
EXPLAINED = re.compile(
    r"\d+ (?:strength|victory|replacement) points?|\d+ points?\b|, \d+ left|(?:strength|die|now|round of combat) \d+"
    r"|a loss of \d+|differential of [+−]?\d+|(?:Allied|Axis) \d+",
    re.IGNORECASE,
)
"""Numbers that say what they count."""


@pytest.fixture(scope="module")
def games():
    """The game on the shelf and the small one, ready to be played."""
    shelf = load_game(ROOT / "content/desert-rats", "all")
    small = load_game(ROOT / "tests/games/skirmish", "all")
    return [prepare(shelf, "beda-fomm"), prepare(shelf, "crusader"), prepare(small, "siege"), prepare(small, "compass")]


def unexplained(text, names):
    """The numbers that are left when names and numbers with their kind are taken out."""
    for name in names:
        text = text.replace(name, "·") if name in text else text
    return re.findall(r"-?\d+", EXPLAINED.sub("·", text))


def names_of(prepared):
    """All names that there are, the longest first."""
    listed = {name for key in ("units", "boxes", "turns", "places") for name in prepared.compiled.names[key]}
    listed |= {name.replace("_", " ") for name in (row["id"] for row in prepared.compiled.objectives)}
    return sorted((name for name in listed if any(map(str.isdigit, name))), key=len, reverse=True)


HEX = re.compile(r"\b[A-Z]{1,2}\d{1,2}\b")


def played(prepared, seed, most):
    """A random game, a decision at a time: the seat, and then the events that came."""
    match = Match(prepared.play, Keyed(seed))
    players = [make_player("random", prepared.play, side, seed) for side in range(len(prepared.sides))]
    told = 0
    for _ in range(most):
        side = match.advance()
        yield match, None if side is None else Seat(prepared.play, match.playout, side), match.playout.events[told:]
        told = len(match.playout.events)
        if side is None:
            return
        match.take(players[side].choose(Seat(prepared.play, match.playout, side)))


def test_nothing_that_is_told_has_a_bare_number(games):
    met = set()
    for prepared in games:
        names = names_of(prepared)
        hexes = set(prepared.compiled.names["hexes"])
        for seed in (1, 2):
            for match, _seat, events in played(prepared, seed, 150):
                for event in events:
                    met.add(event.name)
                    said = prepared.play.event_text(match.playout.state, event)
                    assert set(HEX.findall(said)) <= hexes | set(names), said
                    left = unexplained(HEX.sub("·", said), names)
                    assert not left, f"{event.name} {event.subjects}: {said!r} has {left}"
    assert len(met) > 25, sorted(met)


def test_each_stage_of_each_choice_has_a_name_and_says_what_it_asks(games):
    steps = set()
    for prepared in games:
        play = prepared.play
        for _match, seat, _events in played(prepared, 3, 100):
            if seat is None:
                break
            steps.add(seat.frame.step)
            begun, more = (), True
            while more:
                choices = seat.choices(begun)
                assert play.asks(seat.frame, begun), seat.frame.step
                for choice in choices:
                    table = prepared.compiled.names.get(play.table_of(seat.frame, begun), ())
                    token = choice.token
                    name = play.name(seat.state, seat.frame, begun, token)
                    if isinstance(token, int) and 0 <= token < len(table):
                        name = table[token]
                    assert name, (seat.frame.step, begun, token)
                    assert not re.fullmatch(r"-?\d+", name), (seat.frame.step, begun, token)
                if not choices:
                    break
                begun, more = (*begun, choices[-1].token), choices[-1].more
    assert {"operations", "losses", "supply-moves"} <= steps


class Asking(Keyed):
    """Dice that want to know what they are thrown for."""

    def __init__(self, seed):
        super().__init__(seed)
        self.match, self.asked = None, {}

    def draw(self, chance, use):
        playout = self.match.playout
        self.asked[playout.frame.step] = self.match.play.throw_for(playout.state, playout.frame, chance.purpose)
        return super().draw(chance, use)


def test_whoever_throws_knows_what_for(games):
    asked = {}
    for prepared in games:
        source = Asking(2)
        source.match = match = Match(prepared.play, source)
        players = [make_player("random", prepared.play, side, 2) for side in range(len(prepared.sides))]
        for _ in range(150):
            side = match.advance()
            if side is None:
                break
            match.take(players[side].choose(Seat(prepared.play, match.playout, side)))
        asked |= source.asked
        names = names_of(prepared)
        for said in source.asked.values():
            assert not unexplained(HEX.sub("·", said), names), said
    assert asked.get("battle", "").startswith("combat: ")


def test_every_event_that_the_rules_make_has_its_words():
    """Those that a few random games do not come to as well."""
    source = "\n".join(path.read_text(encoding="utf-8") for folder in PLAY for path in sorted(folder.rglob("*.py")))
    made = set(re.findall(r'Event\(\s*"([^"]+)"', source))
    made |= set(re.findall(r'name, clause = "([^"]+)"', source)) | {"beyond repair", "repaired", "supply destroyed"}
    told = {name.partition("/")[0] for name in SAID["events"]}
    assert len(made) > 40
    assert made <= told, made - told


def test_a_march_is_one_line(games):
    """Hexes entered one after another by one unit are one order, from where it stood to where it goes."""
    prepared = games[1]
    for match, _seat, events in played(prepared, 1, 60):
        run = [event for event in events if event.name == "enters"]
        hexes = [hex_ for event in run for hex_ in event.subjects[1:]]
        if len(hexes) > 2 and len(run) == len(events):
            (told,) = prepared.play.event_texts(match.playout.state, events)
            assert told.length == len(run)
            names = prepared.compiled.names["hexes"]
            start, end = prepared.play.words.phrases.before(match.playout.state, run[0]), hexes[-1]
            assert f"moves from {names[start]}" in told.text
            assert f" to {names[end]}" in told.text
            assert told.scene.hexes == (start, *hexes)
            return
    pytest.fail("nobody marched")
