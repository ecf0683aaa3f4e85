"""``forge play`` and ``forge fuzz``: games by players and with a person, whatever either does."""

from __future__ import annotations

import io
import json
import time

import pytest
from simulator import toys
from simulator.toys import plug_in

from scenario_forge.game.system import find_system
from scenario_forge.simulator import players
from scenario_forge.simulator.drive import Match
from scenario_forge.simulator.step import Keyed, Subset


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """The small game played by the rules of the toy: Red is its first side."""
    box = {"play": toys.ToyPlay()}
    monkeypatch.setattr(type(find_system("desert-rats")), "play", lambda self, compiled: box["play"])
    return box


@pytest.fixture
def typed(monkeypatch):
    """Lines that a person types."""

    def lines(*words):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{word}\n" for word in words)))

    return lines


def meddle(state):
    state.apply((state.units.change(0, "place", 9),))
    return ("end",)


def moves(name, seeds=range(1, 60)):
    """A seed with which a random game has an event of that name."""
    for seed in seeds:
        match = Match(toys.ToyPlay(), Keyed(seed))
        own = [players.make_player("random", match.play, side, seed) for side in (0, 1)]
        while (side := match.advance()) is not None:
            match.take(own[side].choose(players.Seat(match.play, match.playout, side)))
        if any(event.name == name for event in match.playout.events):
            return seed
    raise AssertionError(name)


# -- players -------------------------------------------------------------------------------------


def test_a_game_is_played_and_its_score_told(forge):
    said = forge("play", "skirmish", "-s", "siege", "--seed", 3)
    assert said.code == 0
    assert "The Siege  (seed 3; allied random, axis random)" in said.out
    assert "the game is over after" in said.out
    assert "score: allied " in said.out


def test_the_same_seed_gives_the_same_words_and_the_same_record(forge, here):
    one, other = (forge("play", "skirmish", "-s", "siege", "--log", "-o", f"{n}.json") for n in (1, 2))
    assert one.out.replace("1.json", "") == other.out.replace("2.json", "")
    assert (here / "1.json").read_bytes() == (here / "2.json").read_bytes()


def test_the_log_tells_events_with_their_clause(forge):
    said = forge("play", "skirmish", "-s", "siege", "--log", "--seed", moves("enters"))
    assert "  unit 0 enters 1  [1.1]\n" in said.out


def test_the_idle_player_ends_at_once(forge):
    said = forge("play", "skirmish", "-s", "siege", "--player", "idle", "--log")
    assert "after 1 decision" in said.out
    assert "enters" not in said.out


def test_a_side_has_the_player_that_was_named_for_it(forge, here):
    forge("play", "skirmish", "-s", "siege", "--player", "axis=idle", "-o", "r.json")
    assert json.loads((here / "r.json").read_text())["players"] == {"allied": "random", "axis": "idle"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (["--player", "axis=nobody"], "no player `nobody`"),
        (["--player", "axs=idle"], "did you mean axis?"),
        (["-s", "sige"], "did you mean siege?"),
        (["--options", "eighty-eight"], "did you mean eighty-eights?"),
        (["--human", "axs"], "did you mean axis?"),
    ],
)
def test_what_is_not_known_is_told(forge, line, told):
    said = forge("play", "skirmish", *([] if "-s" in line else ["-s", "siege"]), *line)
    assert said.code == 2
    assert told in said.err


def test_without_a_scenario_the_shortest_is_played(forge):
    said = forge("play", "skirmish")
    assert said.code == 0
    assert said.out.startswith("No scenario named: the shortest of 2, `--scenario compass`.\n")


@pytest.mark.parametrize("play", [None, toys.ToyPlay(begin=lambda: 1 // 0)])
def test_a_game_that_cannot_be_played_is_told(forge, toy, play):
    toy["play"] = play
    said = forge("play", "skirmish", "-s", "siege")
    assert said.code == 2
    assert "Traceback" not in said.err
    assert "play" in said.err


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda seat: 1 // 0, "failed: ZeroDivisionError"),
        (lambda seat: (0, 7), "answered `0 7`, which is not allowed: 7 is not adjacent [1.1]"),
        (lambda seat: (), "not complete"),
        (lambda seat: None, "'None', which is no action"),
        (lambda seat: (True,), "which is no action"),
        (lambda seat: (0, [1]), "which is no action"),
        (lambda seat: meddle(seat.state), "changed the game itself"),
        (lambda seat: exit(0), "failed: SystemExit"),
    ],
)
def test_a_player_that_fails_ends_the_game_with_the_record_so_far(forge, here, monkeypatch, answer, told):
    plug_in(monkeypatch, lambda seat: answer(seat) if seat.number else (0, 1))
    said = forge("play", "skirmish", "-s", "siege", "--player", "allied=mine", "-o", "r.json")
    assert said.code == 1
    assert told in said.err
    assert "Traceback" not in said.err
    record = json.loads((here / "r.json").read_text())
    assert [row[:3] for row in record["actions"]] == [["allied", "move", [0, 1]]]
    assert record["end"]["ended"] == "player"
    assert forge("replay", "r.json").code == 0


def test_a_player_that_never_answers_is_given_up(forge, here, monkeypatch):
    def slow(seat):
        while True:
            time.sleep(0.01)

    plug_in(monkeypatch, lambda seat: slow(seat) if seat.number else (0, 1))
    began = time.monotonic()
    said = forge("play", "skirmish", "-s", "siege", "--player", "mine", "--limit", "0.2", "-o", "r.json")
    assert time.monotonic() - began < 3
    assert said.code == 1
    assert "took longer than 0.2 s" in said.err
    assert forge("replay", "r.json").code == 0


def test_an_interrupted_game_is_kept(forge, here, monkeypatch):
    def interrupt(seat):
        raise KeyboardInterrupt

    plug_in(monkeypatch, lambda seat: interrupt(seat) if seat.number else (0, 1))
    said = forge("play", "skirmish", "-s", "siege", "--player", "mine", "--limit", "0", "-o", "r.json")
    assert said.code == 130
    assert "so far is in r.json" in said.err
    assert "replayed 1 of 1 actions" in forge("replay", "r.json").out


# -- a person ------------------------------------------------------------------------------------


def test_a_person_plays_by_names(forge, here, typed):
    """Names of units and hexes come from the game: unit 0 is 1 Arm Brig, hexes 1 and 2 are H2 and H3."""
    typed("1 arm brig h2", "h3", "", "end")
    said = forge("play", "skirmish", "-s", "siege", "-i", "--player", "axis=idle", "-o", "r.json")
    assert said.code == 0, said.err
    assert "1 Arm Brig H2> " in said.out
    assert "(empty line: that is all)" in said.out
    assert "unit 0 enters 2  [1.1]" in said.out
    record = json.loads((here / "r.json").read_text())
    assert record["actions"][0][:3] == ["allied", "move", [0, 1, 2]]
    assert record["players"] == {"allied": "person", "axis": "idle"}
    assert forge("replay", "r.json").code == 0


def test_a_person_marks_the_members_of_a_set_in_any_order(forge, here, toy, typed):
    """Units 0, 1 and 2 are 1 Arm Brig, 2 Arm Brig and 3/1 Ind; two of them, but not the first with the last."""
    pairs = Subset((0, 1, 2), 2, 2, fits=lambda some: not {0, 2} <= {*some})
    toy["play"] = toys.ToyPlay(toys.picking(pairs))
    typed("", "3/1 Ind", "", "1 Arm Brig", "2 Arm", "- 3/1 Ind", "1 Arm", "")
    said = forge("play", "skirmish", "-s", "siege", "-i", "-o", "r.json")
    assert said.out.count("choose at least 2") == 2, "for nothing, and for one"
    assert "(choose 2; 1 Arm Brig not with 3/1 Ind)" in said.out
    assert "1 Arm Brig and 3/1 Ind exclude each other  [7.1]" in said.out
    assert "2 Arm Brig 3/1 Ind> " in said.out, "put in order"
    assert [row[:3] for row in json.loads((here / "r.json").read_text())["actions"]] == [["allied", "pick", [0, 1]]]
    assert forge("replay", "r.json").code == 0


def test_what_cannot_be_chosen_is_told_with_its_clause(forge, typed):
    typed("1 Arm Brig H7", "1 Arm Brig", "nonsense", "-", "end")
    said = forge("play", "skirmish", "-s", "siege", "-i")
    assert "H7 is not adjacent  [1.1]" in said.out
    assert "`nonsense` is none of the choices" in said.out
    assert "the game is over after 1 decision" in said.out


def test_a_person_takes_back(forge, here, typed):
    typed("undo", "1 Arm Brig H2", "", "undo", "1 Arm Brig", "undo", "end")
    said = forge("play", "skirmish", "-s", "siege", "-i", "-o", "r.json")
    assert "there is nothing to take back" in said.out
    assert said.out.count("taken back") == 1
    assert [row[:3] for row in json.loads((here / "r.json").read_text())["actions"]] == [["allied", "move", ["end"]]]
    assert forge("replay", "r.json").code == 0


def test_taking_back_goes_over_what_others_did(forge, here, typed):
    """Blue fires when Red comes to the third hex; Red takes its move back, and the die with it."""
    typed("1 Arm Brig H2 H3 H4", "", "undo", "end")
    said = forge("play", "skirmish", "-s", "siege", "-i", "--player", "axis=random", "-o", "r.json")
    assert "taken back" in said.out
    assert len(json.loads((here / "r.json").read_text())["actions"]) == 1
    assert forge("replay", "r.json").code == 0


def test_a_person_throws_the_dice(forge, here, typed):
    typed("1 Arm Brig H2 H3", "", "fire", "seven", "7", "6", "end")
    said = forge("play", "skirmish", "-s", "siege", "--human", "all", "--dice", "-o", "r.json")
    assert said.code == 0
    assert said.out.count("it is one of 1 to 6") == 2
    assert "  hit  [2.1]" in said.out
    assert json.loads((here / "r.json").read_text())["dice"] == "typed"
    assert forge("replay", "r.json").code == 0


@pytest.mark.parametrize("last", [["quit"], []])
def test_a_person_may_leave_and_the_game_so_far_is_kept(forge, here, typed, last):
    typed("?", "state", "1 Arm Brig H2", "", *last)
    said = forge("play", "skirmish", "-s", "siege", "-i", "-o", "r.json")
    assert said.code == 0
    assert "take back the last word" in said.out
    assert "score: allied 0" in said.out
    assert "stopped after 1 decision" in said.out
    assert forge("replay", "r.json").code == 0


def test_leaving_while_a_die_is_asked_for_keeps_the_game(forge, here, typed):
    typed("1 Arm Brig H2 H3", "", "fire")
    assert forge("play", "skirmish", "-s", "siege", "--human", "all", "--dice", "-o", "r.json").code == 0
    said = forge("replay", "r.json")
    assert said.code == 0, said.out
    assert "replayed 2 of 2 actions" in said.out


# -- fuzz ----------------------------------------------------------------------------------------


def test_rules_without_a_fault_give_no_finding(forge, here):
    said = forge("fuzz", "skirmish", "--games", 12)
    assert said.code == 0
    assert said.out.startswith("12 games of 2 scenarios, ")
    assert said.out.endswith("decisions: nothing found\n")
    assert not (here / "build").exists()


class Stuck(toys.Move):
    """Offers a first word that cannot be gone on with, at hex 2."""

    def choices(self, state, frame, prefix):
        found = super().choices(state, frame, prefix)
        return [] if state.units.place[0] == 2 and prefix == (0,) else found


class Silent(toys.Move):
    def choices(self, state, frame, prefix):
        return [] if state.units.place[0] == 2 else super().choices(state, frame, prefix)


class Forgetful(toys.Move):
    """Keeps something beside the tables, so that undo cannot take it back."""

    count = 0

    def apply(self, state, frame, action):
        if action and action != ("end",):
            state.units.spent[0] += 1
        return super().apply(state, frame, action)


class Crash(toys.Fire):
    def apply(self, state, frame, action):
        if action == (6,):
            raise KeyError("no such row")
        return super().apply(state, frame, action)


class Endless(toys.Fire):
    def apply(self, state, frame, action):
        return toys.Next((), (frame,))


def with_steps(move=toys.Move, fire=toys.Fire, **more):
    sequence = toys.SequenceOfPlay({"move": move(), "fire": fire()}, toys.Frame("move"), toys.reaction)
    return toys.ToyPlay(sequence, **more)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("play", "told", "most"),
    [
        (toys.ToyPlay(broken=lambda s: ["unit 0 in the ditch"] if s.units.place[0] == 3 else []), "in the ditch", 4),
        (with_steps(move=Stuck), "dead end", 3),
        (with_steps(move=Silent), "dead end", 3),
        (with_steps(move=Forgetful), "undo", 2),
        (with_steps(fire=Crash), "KeyError", 4),
    ],
)
def test_a_fault_is_found_shrunk_written_and_seen_again(forge, here, toy, play, told, most):
    toy["play"] = play
    said = forge("fuzz", "skirmish", "--games", 150, "-s", "siege")
    assert said.code == 1, said.out
    assert told in said.out
    (file,) = sorted((here / "build" / "fuzz").iterdir())
    assert f"wrote build/fuzz/{file.name}" in said.out
    record = json.loads(file.read_text())
    assert len(record["actions"]) <= most, record["actions"]
    again = forge("replay", file)
    assert again.code == 1
    assert "the rules fail as recorded" in again.out
    assert told in again.out
    toy["play"] = toys.ToyPlay()
    mended = forge("replay", file)
    assert mended.code == 0, mended.out
    assert "the rules fail no more" in mended.out


def test_play_without_end_is_a_fault(forge, here, toy, monkeypatch):
    monkeypatch.setattr("scenario_forge.simulator.fuzz.MOST", 300)
    toy["play"] = with_steps(fire=Endless)
    said = forge("fuzz", "skirmish", "--games", 10, "-s", "siege")
    assert said.code == 1
    assert "no end after 300 decisions" in said.out


def test_each_kind_of_fault_is_told_once(forge, toy):
    toy["play"] = toys.ToyPlay(broken=lambda s: [f"unit 0 in {s.units.place[0]}"] if s.units.place[0] else [])
    said = forge("fuzz", "skirmish", "--games", 20)
    assert said.out.count("wrote") == 1
    assert "1 kind of fault in" in said.out


@pytest.mark.parametrize("line", [["--games", 0], ["--games", -1], ["--minutes", 0], ["--minutes", "nan"]])
def test_no_games_at_all_are_refused(forge, line):
    assert forge("fuzz", "skirmish", *line).code == 2


def test_an_interrupted_hunt_says_how_far_it_came(forge, monkeypatch):
    def interrupted(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("scenario_forge.simulator.fuzz.fuzz", interrupted)
    said = forge("fuzz", "skirmish")
    assert said.code == 130
    assert "0 games" in said.out


def test_time_ends_a_hunt(forge):
    began = time.monotonic()
    said = forge("fuzz", "skirmish", "--minutes", "0.005")
    assert said.code == 0
    assert time.monotonic() - began < 5
