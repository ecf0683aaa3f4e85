"""A solitaire evening: a person plays a whole scenario in the terminal, with looks, saves, dice, and a page of it."""

from __future__ import annotations

import io
import itertools
import json

import pytest

from scenario_forge import load_game
from scenario_forge.api.at_table import goal_of
from scenario_forge.api.play import prepare
from scenario_forge.campaign.movement.reach import can_end, reach
from scenario_forge.cli.play_words import Teller
from scenario_forge.simulator.drive import Match
from scenario_forge.simulator.players import Seat, first_way
from scenario_forge.simulator.step import Keyed


@pytest.fixture
def typed(monkeypatch):
    """Lines that a person types; then `end`, `done` and `any` for ever, as one does late at night."""

    class Lines(io.StringIO):
        def __init__(self, first):
            super().__init__()
            self.lines = itertools.chain(first, itertools.cycle(["end", "done", "any"]))
            self.count = 0

        def readline(self, *_):
            self.count += 1
            assert self.count < 5000, "the evening never ends"
            return f"{next(self.lines)}\n"

    def lines(*words):
        monkeypatch.setattr("sys.stdin", Lines(words))

    return lines


def test_a_person_plays_a_whole_scenario_against_one_who_knows_the_rules(forge, here, typed):
    typed("?", "units", "units axis", "map H3", "state", "rule 6.15", "1 arm", "-", "nowhere", "why 1 Arm Brig")
    line = ("-s", "siege", "--human", "allied", "--seed", 2, "-o", "r.json")
    said = forge("play", "skirmish", *line, "--html", "r.html")
    assert said.code == 0, said.err
    assert "the game is over after" in said.out
    assert "-- axis, movement and combat" in said.out
    assert " moves from " in said.out
    record = json.loads((here / "r.json").read_text())
    assert record["end"]["ended"] == "over"
    assert record["players"] == {"allied": "person", "axis": "competent"}
    assert forge("replay", "r.json").code == 0
    assert (here / "r.html").stat().st_size > 100_000


def test_the_other_side_is_played_by_one_who_knows_the_rules(forge, typed):
    typed("quit")
    assert "(seed 1; allied person, axis competent)" in forge("play", "skirmish", "-s", "siege", "-i").out


def test_what_is_looked_at(forge, typed):
    typed("?", "units", "units axis", "map H3", "map", "state", "rule 6.15", "rule 99.9", "find arm", "quit")
    said = forge("play", "skirmish", "-s", "siege", "-i", "--player", "axis=idle")
    assert "what a clause says" in said.out
    assert "1 Arm Brig" in said.out
    assert "[H3]" in said.out
    assert "score: allied" in said.out
    assert "there is no clause of that number" in said.out


def moves(file):
    return [row[:3] for row in json.loads(file.read_text())["actions"]]


def test_a_goal_is_gone_to_by_the_shortest_way(forge, here, typed):
    """From E8 to D5 there are three hexes at least."""
    typed("1 Arm Brig", "to D5", "quit")
    said = forge("play", "skirmish", "-s", "siege", "-i", "--player", "axis=idle", "-o", "r.json")
    assert said.code == 0
    (move,) = [row for row in moves(here / "r.json") if row[0] == "allied"]
    assert len(move[2]) == 4, "the unit, and three hexes from E8"
    assert "1 Arm Brig moves from" in said.out
    assert " to D5" in said.out


def test_the_way_to_a_goal_costs_least(game):
    """As many points as a unit needs by the search over the whole map, for hexes where it may stay."""
    prepared = prepare(load_game(str(game)), "siege")
    match = Match(prepared.play, Keyed(1))
    while match.playout.frame.step != "operations":
        match.advance()
        if match.playout.frame.step != "operations":
            match.take(first_way(Seat(prepared.play, match.playout, match.playout.decider)))
    seat, teller = Seat(prepared.play, match.playout, match.playout.decider), Teller(prepared)
    rules, state, compared = prepared.play.rules, match.playout.state, 0
    for unit in [choice.token for choice in seat.choices(()) if isinstance(choice.token, int)][:2]:
        found = reach(rules, state, unit)
        for hex_ in range(0, rules.hexes, 3):
            if found.cost[hex_] <= 0 or not can_end(rules, state, unit, hex_):
                continue
            way = goal_of(teller, seat, (unit,), prepared.compiled.names["hexes"][hex_])
            assert way is not None
            assert seat.allows(way)
            assert prepared.play.cost_of(state, seat.frame, way) == found.cost[hex_]
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("typed_word", ["to Timbuktu", "to H9", "to C3"])
def test_a_goal_that_cannot_be_reached_is_said(forge, typed, typed_word):
    typed("1 Arm Brig", typed_word, "quit")
    said = forge("play", "skirmish", "-s", "siege", "-i", "--player", "axis=idle")
    assert "cannot be reached" in said.out


def test_a_word_that_may_mean_several_shows_these(forge, typed):
    typed("arm", "2 a", "quit")
    said = forge("play", "skirmish", "-s", "siege", "-i", "--player", "axis=idle")
    assert "`arm` may be\n  1 Arm Brig  (E8, 3)  2 Arm Brig  (E8, 3)\n" in said.out
    assert "2 Arm Brig> " in said.out


def test_a_saved_game_goes_on_as_if_it_had_never_stopped(forge, here, typed):
    """The same typing in one evening or two gives the same game."""
    line = ("play", "skirmish", "-s", "siege", "-i", "--seed", 5, "--player", "axis=random")
    typed("end", "save half.json", "quit")
    said = forge(*line)
    assert "wrote half.json" in said.out
    first = moves(here / "half.json")
    typed()
    said = forge("play", "skirmish", "--resume", "half.json", "-i", "--player", "axis=random", "-o", "two.json")
    assert said.code == 0, said.err
    assert forge("replay", "two.json").code == 0
    whole = moves(here / "two.json")
    assert whole[: len(first)] == first
    assert len(whole) > len(first)
    assert json.loads((here / "two.json").read_text())["seed"] == 5


def test_a_finished_or_foreign_record_cannot_be_gone_on_with(forge, here, typed, change):
    forge("play", "skirmish", "-s", "siege", "-o", "over.json")
    typed()
    said = forge("play", "skirmish", "--resume", "over.json", "-i")
    assert said.code == 2
    assert "the game of this record is over" in said.err
    typed("end", "quit")
    forge("play", "skirmish", "-s", "siege", "-i", "-o", "half.json")
    change("orders-of-battle/allied.yaml", "mar41: G6}", "mar41: G7}")
    said = forge("play", "skirmish", "--resume", "half.json", "-i", "--buy", "axis=tanks")
    assert (said.code, "the forces are those of the record" in said.err) == (2, True)
    said = forge("play", "skirmish", "--resume", "half.json", "-i")
    assert said.code == 2
    assert "is not the one that was played" in said.out


def test_a_command_without_what_it_needs_says_so(forge, typed):
    typed("why", "rule", "save", "map", "find zzz", "quit")
    said = forge("play", "skirmish", "-s", "siege", "-i", "--player", "axis=idle")
    for told in ("why WORD", "which clause?", "to which file?", "which hex?", "no choice has `zzz` in it"):
        assert told in said.out


def test_a_game_that_cannot_be_saved_there_goes_on(forge, here, typed):
    (here / "file").write_text("no folder")
    typed("save .", "save file/r.json", "save r.json", "quit")
    said = forge("play", "skirmish", "-s", "siege", "-i", "--player", "axis=idle")
    assert said.code == 0, said.err
    assert "cannot be written" in said.out
    assert "wrote r.json" in said.out


@pytest.mark.parametrize("option", ["--record", "--html"])
def test_a_file_that_cannot_be_written_is_told_before_the_game(forge, here, option):
    (here / "file").write_text("no folder")
    for path in (".", "file/r"):
        said = forge("play", "skirmish", "-s", "siege", option, path)
        assert said.code == 2
        assert "cannot be written" in said.err
        assert not said.out


@pytest.mark.parametrize("verb", [("play",), ("playtest",), ("check", "--play")])
@pytest.mark.parametrize("limit", ["-1", "nan", "inf"])
def test_a_limit_that_is_no_time_is_refused(forge, verb, limit):
    name, *more = verb
    said = forge(name, "skirmish", *more, "-s", "siege", "--limit", limit)
    assert said.code == 2
    assert "--limit is a number of seconds" in said.err


def test_the_record_is_kept_as_the_evening_goes(forge, here, typed, monkeypatch):
    """A crash of the terminal loses no more than the player turn."""
    seen = []
    from scenario_forge.cli import outputs  # noqa: PLC0415

    write = outputs.not_written

    def written(path, data):
        seen.append(len(data))
        return write(path, data)

    monkeypatch.setattr(outputs, "not_written", written)
    typed()
    forge("play", "skirmish", "-s", "siege", "-i", "--player", "axis=idle", "-o", "r.json")
    assert len(seen) > 2
    assert seen == sorted(seen)


@pytest.mark.parametrize("verb", ["play", "replay"])
def test_a_page_whose_script_was_not_built_is_refused_before_anything_is_played(verb, forge, here, monkeypatch):
    words = ("play", "skirmish", "-s", "siege", "--record", "again.json")
    if verb == "replay":
        assert forge(*words).code == 0
        words = ("replay", "again.json")
    before = sorted(here.iterdir())
    monkeypatch.setattr("scenario_forge.reports.html.files", lambda _package: here)
    said = forge(*words, "--html", "page.html")
    assert (said.code, said.out) == (2, "")
    assert "the map that this page shows was not built" in said.err
    assert "make demo" in said.err
    assert sorted(here.iterdir()) == before
    assert forge(*words, "--force").code == 0 if verb == "play" else forge(*words).code == 0, "only the page needs it"
