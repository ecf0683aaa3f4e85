"""``forge new scenario --from before`` and ``--from playouts``: what is said, refused and left alone."""

from __future__ import annotations

import pytest

from scenario_forge.api.drafts import playouts

LINE = ("new", "scenario", "skirmish", "--start", "2/41", "--stop", "8/41", "--name", "spring")
PLAYED = (*LINE, "--from", "playouts:2", "--player", "random", "--jobs", "1")


@pytest.mark.parametrize("origin", ["roles", "before", "start"])
def test_a_method_writes_a_file_that_checks(forge, origin):
    said = forge(*LINE, "--from", origin)
    assert (said.code, said.err) == (0, "")
    assert "left to decide" in said.out
    assert forge("check", "skirmish").code == 0


def test_playouts_write_a_file_and_the_record_of_the_game_taken(forge, game):
    said = forge(*PLAYED, "--seed", "3", "--record", "taken.json")
    assert said.code == 0, said.err
    assert "wrote taken.json: the game taken, seed " in said.out
    assert forge("check", "skirmish").code == 0
    replayed = forge("replay", "taken.json", "--game", game)
    assert "as recorded" in replayed.out + replayed.err


def test_a_record_that_is_there_stays_and_nothing_is_played(forge, here, monkeypatch):
    (here / "taken.json").write_text("mine", "utf-8")
    monkeypatch.setattr(playouts, "play_all", lambda *_: pytest.fail("it was played"))
    said = forge(*PLAYED, "--record", "taken.json")
    assert said.code == 2
    assert "taken.json exists already" in said.err
    assert (here / "taken.json").read_text("utf-8") == "mine"


def test_an_interrupted_run_writes_nothing(forge, game, here, monkeypatch):
    def interrupted(_order, _seeds, _jobs, seen):
        seen(1, 20)
        raise KeyboardInterrupt

    monkeypatch.setattr(playouts, "play_all", interrupted)
    said = forge(*PLAYED, "--record", "taken.json")
    assert said.code not in (0, 1)
    assert "interrupted, 1 game played; nothing is written" in said.err
    assert not (game / "scenarios/spring.yaml").exists()
    assert not (here / "taken.json").exists()


def test_what_the_words_mean_stands_in_the_help(forge):
    help_ = " ".join(forge("new", "scenario", "--help").out.split())
    for words in (
        "roles, each unit in its role",
        "before, the last printed start before the date",
        "playouts, the most typical",
    ):
        assert words in help_


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--from", "playouts:0"), "takes 1 to 10000 games, not `0`"),
        (("--from", "playouts:-3"), "takes 1 to 10000 games"),
        (("--from", "playouts:many"), "takes 1 to 10000 games"),
        (("--from", "playout"), "did you mean playouts?"),
        (("--from", "playouts", "--player", "nobody"), "no player `nobody`"),
        (("--from", "playouts", "--player", "nowhere=idle"), "SIDE in --player"),
        (("--from", "playouts", "--jobs", "0"), "--jobs is 1 or more"),
        (("--from", "before", "--seed", "3"), "--seed goes with --from playouts"),
        (("--player", "idle"), "--player goes with --from playouts"),
        (("--record", "r.json"), "--record goes with --from playouts"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_written(forge, here, game, more, why):
    before = sorted(here.rglob("*"))
    said = forge(*LINE, *more)
    assert said.code == 2
    assert why in said.err
    assert sorted(here.rglob("*")) == before
