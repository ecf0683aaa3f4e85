"""Records: the same bytes, the same game again, or the place where it comes out otherwise."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.simulator.drive import Match, copy_to_last_action, drive, must_hold
from scenario_forge.simulator.players import make_player
from scenario_forge.simulator.record import BadRecordError, Setting, read_record, text_of
from scenario_forge.simulator.replay import replay
from scenario_forge.simulator.step import Keyed

from . import toys

SETTING = Setting(
    versions={"scenario-forge": "1"}, system="toy", game="toy", scenario="road", content="0f", sides=("red", "blue")
)
SHAPES = {
    "move": toys.ToyPlay(),
    "cup": toys.ToyPlay(toys.CUP, toys.cup),
    "losses": toys.ToyPlay(toys.LOSSES, toys.field),
}


def played(play, seed=1, names=("random", "random"), watch=None):
    """A game and its record."""
    match = Match(play, Keyed(seed), watch)
    players = [make_player(name, play, side, seed) for side, name in enumerate(names)]
    ending = drive(match, players)
    return match, match.record(SETTING, seed, dict(zip(SETTING.sides, names, strict=True)), ending)


def fired():
    """A game with at least one throw of the die, and its record's text."""
    for seed in range(100):
        _, record = played(SHAPES["move"], seed)
        if any(entry.by == "chance" for entry in record.actions):
            return record
    raise AssertionError("nobody fired in a hundred games")


def codes(record, play=SHAPES["move"], **more):
    return [finding.code.id for finding in replay(record, play, **more).findings]


def with_action(record, number, **values):
    actions = list(record.actions)
    actions[number] = actions[number].model_copy(update=values)
    return record.model_copy(update={"actions": tuple(actions)})


def index_of(record, by, step=None):
    return next(n for n, entry in enumerate(record.actions) if entry.by == by and step in (None, entry.step))


# -- what is right -------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_a_record_replays_to_the_same_state(shape, seed):
    match, record = played(SHAPES[shape], seed)
    again, warnings = read_record(text_of(record).encode())
    assert (again, warnings) == (record, [])
    replayed = replay(again, SHAPES[shape])
    assert replayed.findings == []
    assert replayed.match.playout.state == match.playout.state
    assert replayed.done == len(record.actions)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_same_game_gives_the_same_bytes(shape):
    one, other = (text_of(played(SHAPES[shape], 5)[1]) for _ in range(2))
    assert one == other
    assert one.isascii()


def test_every_action_stands_on_a_line_of_its_own():
    record = fired()
    lines = text_of(record).splitlines()
    assert sum(line.startswith(('["red"', '["blue"', '["chance"')) for line in lines) == len(record.actions)


@given(seed=st.integers(0, 200), data=st.data())
@settings(max_examples=25, deadline=None)
def test_a_replay_may_stop_after_any_action(seed, data):
    _, record = played(SHAPES["cup"], seed)
    to = data.draw(st.integers(0, len(record.actions)))
    replayed = replay(record, SHAPES["cup"], to=to)
    assert replayed.findings == []
    assert replayed.done == to


def test_a_game_that_was_stopped_replays_too():
    play = SHAPES["move"]
    match = Match(play, Keyed(3))
    players = [make_player("random", play, side, 3) for side in (0, 1)]
    ending = drive(match, players, seen=lambda match: len(match.playout.log) < 3)
    assert ending.ended == "stopped"
    assert codes(match.record(SETTING, 3, {}, ending)) == []


@given(seed=st.integers(0, 100), cut=st.integers(0, 12))
@settings(max_examples=40, deadline=None)
def test_what_was_interrupted_is_kept_up_to_its_last_whole_action(seed, cut):
    match = Match(SHAPES["cup"], Keyed(seed))
    players = [make_player("random", match.play, side, seed) for side in (0, 1)]
    drive(match, players, seen=lambda match: len(match.playout.log) < cut)
    match.playout.state.units.spent[0] = 99  # what an interruption in mid-event might leave
    kept = copy_to_last_action(match)
    assert kept.playout.log == match.playout.log
    assert kept.playout.state.units.spent[0] != 99


# -- what is not a record ------------------------------------------------------------------------

TEXT = text_of(fired())


@pytest.mark.parametrize("part", [0, 1, 40, len(TEXT) // 3, len(TEXT) // 2, len(TEXT) - 3])
def test_rec001_a_record_that_was_cut_off_is_told_where(part):
    with pytest.raises(BadRecordError, match="cut off here") as error:
        read_record(TEXT[:part].encode())
    assert error.value.finding.code.id == "REC001"
    assert error.value.finding.span.line == max(1, len(TEXT[:part].splitlines()) if part else 1)


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe",
        b"[]",
        b"7",
        b"{}",
        b'{"record": 1}',
        b'{"record": "1"}',
        b"[" * 100_000,
        b"{'a': 1}",
        b'{"a": 1' + b"0" * 5000 + b"}",
    ],
)
def test_rec001_what_is_no_record_is_refused(data):
    with pytest.raises(BadRecordError) as error:
        read_record(data)
    assert error.value.finding.code.id == "REC001"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seed", "7"),
        ("seed", None),
        ("dice", "loaded"),
        ("actions", {}),
        ("actions", [["red", "move", "end", ""]]),
        ("actions", [["red", "move", [1.5], ""]]),
        ("actions", [["red", "move", [True], ""]]),
        ("actions", [["red", "move", ["end"]]]),
        ("players", []),
        ("end", {"ended": "won"}),
        ("setting", {}),
        ("more", 1),
    ],
)
def test_rec001_a_record_with_a_wrong_part_names_it(key, value):
    data = {**json.loads(TEXT), key: value}
    with pytest.raises(BadRecordError, match=key) as error:
        read_record(json.dumps(data).encode())
    assert error.value.finding.code.id == "REC001"


def test_rec002_a_later_format_is_told():
    with pytest.raises(BadRecordError, match="format 2") as error:
        read_record(TEXT.replace('"record":1', '"record":2').encode())
    assert error.value.finding.code.id == "REC002"


def test_rec003_an_edited_record_is_told_and_another_layout_is_no_edit():
    _, warnings = read_record(TEXT.replace('"random"', '"idle"', 1).encode())
    assert [warning.code.id for warning in warnings] == ["REC003"]
    assert read_record(json.dumps(json.loads(TEXT), indent=4).encode())[1] == []


@pytest.mark.parametrize(
    "path", ["dice", "players", "seal", "setting.options", "setting.errata", "setting.corrections", "end.message"]
)
def test_a_key_that_was_taken_out_of_a_record_is_named(path):
    """Each has a default, with which the record would be sealed as before."""
    record = {**json.loads(TEXT), "players": {}}
    whole = text_of(read_record(json.dumps(record).encode())[0])
    assert read_record(whole.encode())[1] == []
    data = json.loads(whole)
    *above, key = path.split(".")
    within = data[above[0]] if above else data
    del within[key]
    _, (warning,) = read_record(json.dumps(data).encode())
    assert warning.code.id == "REC003"
    assert warning.notes == (f"`{path}` was taken out",)


# -- what comes out otherwise --------------------------------------------------------------------


def test_rec006_an_action_that_is_not_allowed_names_clause_and_place():
    record = fired()
    number = index_of(record, "red")
    wrong = with_action(record, number, action=(0, 7))
    text = text_of(wrong)
    (finding,) = replay(wrong, SHAPES["move"], text=text).findings
    assert (finding.code.id, finding.rule) == ("REC006", "1.1")
    assert "7 is not adjacent" in finding.message
    assert "stage 2" in finding.notes[0]
    assert text.splitlines()[finding.span.line - 1].startswith('["red","move",[0,7]')


def test_rec007_an_outcome_that_is_none_is_told():
    record = fired()
    wrong = with_action(record, index_of(record, "chance"), action=(7,))
    (finding,) = replay(wrong, SHAPES["move"]).findings
    assert finding.code.id == "REC007"
    assert "7 is none of 1, 2, 3, 4, 5, 6" in finding.message


def test_rec008_a_wrong_seed_shows_at_the_first_die_that_differs():
    record = fired()
    number = index_of(record, "chance")
    other = next(s for s in range(1000) if codes(record.model_copy(update={"seed": s})))
    (finding,) = replay(record.model_copy(update={"seed": other}), SHAPES["move"]).findings
    assert finding.code.id == "REC008"
    assert f"action {number + 1}, fire: the seed {other}" in finding.message


def test_dice_of_a_person_need_not_be_those_of_the_seed():
    record = fired()
    assert codes(record.model_copy(update={"seed": record.seed + 1, "dice": "typed"})) == []


def test_rec008_an_edited_die_is_told_although_it_might_have_been():
    record = fired()
    number = index_of(record, "chance")
    (was,) = record.actions[number].action
    assert codes(with_action(record, number, action=(was % 6 + 1,))) == ["REC008"]


def test_rec009_an_edited_action_that_is_allowed_shows_at_once():
    record = next(r for r in (played(SHAPES["move"], seed)[1] for seed in range(50)) if len(r.actions[0].action) > 2)
    shorter = with_action(record, 0, action=record.actions[0].action[:-1])
    (finding,) = replay(shorter, SHAPES["move"]).findings
    assert finding.code.id == "REC009"
    assert "at action 1:" in finding.message


def test_rec009_another_decider_is_told():
    record = fired()
    (finding,) = replay(with_action(record, 0, by="blue"), SHAPES["move"]).findings
    assert finding.code.id == "REC009"
    assert "red to decide in move" in finding.message


def test_rec009_rules_that_have_changed_show_with_their_clause():
    """Fire that now also costs the firer: the first throw comes out otherwise, and the clause is named."""
    record = fired()

    class Dear(toys.Fire):
        def apply(self, state, frame, action):
            made = super().apply(state, frame, action)
            dearer = state.units.change(frame.data["unit"], "spent", state.units.spent[frame.data["unit"]] + 1)
            events = tuple(e._replace(changes=(*e.changes, dearer)) for e in made.events)
            return made._replace(events=events)

    changed = toys.SequenceOfPlay({"move": toys.Move(), "fire": Dear()}, toys.Frame("move"), toys.reaction)
    (finding,) = replay(record, toys.ToyPlay(changed)).findings
    assert (finding.code.id, finding.rule) == ("REC009", "2.1")
    assert f"at action {index_of(record, 'chance') + 1}:" in finding.message


def test_rec009_actions_after_the_end_are_told():
    record = fired()
    longer = record.model_copy(update={"actions": (*record.actions, record.actions[-1])})
    assert codes(longer) == ["REC009"]


@pytest.mark.parametrize("changed", [{"state": "00"}, {"score": (1, 2, 3)}])
def test_rec009_another_last_state_or_score_is_told(changed):
    record = fired()
    assert codes(record.model_copy(update={"end": record.end.model_copy(update=changed)})) == ["REC009"]


@pytest.mark.parametrize("shape", ["move", "cup"])
@given(seed=st.integers(0, 50), data=st.data())
@settings(max_examples=25, deadline=None)
def test_rec010_missing_actions_at_the_end_are_told(shape, seed, data):
    _, record = played(SHAPES[shape], seed)
    kept = data.draw(st.integers(0, len(record.actions) - 1))
    short = record.model_copy(update={"actions": record.actions[:kept]})
    (finding,) = replay(short, SHAPES[shape]).findings
    assert finding.code.id == "REC010"
    assert f"after action {kept}" in finding.message


@given(seed=st.integers(0, 50), data=st.data())
@settings(max_examples=60, deadline=None)
def test_no_single_edit_of_an_action_goes_unseen(seed, data):
    _, record = played(SHAPES["move"], seed)
    number = data.draw(st.integers(0, len(record.actions) - 1))
    was = record.actions[number].action
    token = st.one_of(st.integers(-2, 12), st.sampled_from(["end", "hold", "fire"]))
    action = data.draw(st.lists(token, max_size=4).map(tuple).filter(lambda made: made != was))
    (finding,) = replay(with_action(record, number, action=action), SHAPES["move"]).findings
    assert f"action {number + 1}" in finding.message


# -- games in which the rules failed -------------------------------------------------------------


def test_a_fault_is_shown_again_and_told_when_it_is_mended():
    bad = toys.ToyPlay(broken=lambda state: ["unit 0 is in the ditch"] if state.units.place[0] == 3 else [])
    for seed in range(100):
        _, record = played(bad, seed, watch=must_hold(bad))
        if record.end.ended == "fault":
            break
    assert record.end.message == "broken after `enters`: unit 0 is in the ditch"
    assert record.end.state == ""
    again = replay(read_record(text_of(record).encode())[0], bad)
    assert (again.findings, again.fault) == ([], record.end.message)
    mended = replay(record, toys.ToyPlay())
    assert (mended.findings, mended.fault) == ([], "")


@pytest.mark.parametrize("where", ["apply", "decider", "chance"])
def test_a_crash_of_the_rules_is_recorded_with_the_action_that_led_to_it(where):
    class Failing(toys.Fire):
        pass

    def fail(*_args):
        raise ZeroDivisionError("odds of nothing")

    setattr(Failing, where, fail)
    play = toys.ToyPlay(
        toys.SequenceOfPlay({"move": toys.Move(), "fire": Failing()}, toys.Frame("move"), toys.reaction)
    )
    record = next(r for r in (played(play, seed)[1] for seed in range(100)) if r.end.ended == "fault")
    assert record.end.message == "ZeroDivisionError: odds of nothing"
    assert record.actions
    again = replay(record, play)
    assert (again.findings, again.fault) == ([], record.end.message)
