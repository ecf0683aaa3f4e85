"""A run gives the same however many work at it, whatever dies, and wherever it was interrupted."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from scenario_forge.playtest.result import GAMES, RUN, OtherRunError, RunLock, Store, line_of
from scenario_forge.playtest.run import Run, Sample, stop_when_decided
from scenario_forge.playtest.statistics import Band, BandTest
from scenario_forge.simulator.runner import BatchResult, Job, WorkerDiedError, WorkQueue
from scenario_forge.source.files import Busy
from tests.playtest.conftest import made_up

SAMPLES = [Sample(0, "", "", ("a", "b")), Sample(1, "", "", ("b", "a"))]
SETTING = {"seed": 5, "settings": [{"content": "c0", "players": {"red": "a"}}]}


class Faked:
    """Workers whose games are made up. ``deadly`` games kill whoever plays them; several batches are under way."""

    def __init__(self, workers=1, deadly=(), fatal=()):
        self.workers, self.deadly, self.fatal, self.played = workers, set(deadly), set(fatal), []

    def done(self, batch):
        games = [job.number for job in batch.jobs]
        if any(number in self.fatal for number in games):
            raise WorkerDiedError
        if any(number in self.deadly for number in games):
            self.deadly -= set(games)
            raise WorkerDiedError
        self.played += [(job.setting.number, job.number) for job in batch.jobs]
        results = [made_up(n, ((-1) ** n * (n + 1),), sample.number, seed=seed) for sample, n, seed in batch.jobs]
        return BatchResult(tuple((line_of(result), "") for result in results), 0.2 * len(games))

    def run(self, play, batches):
        under_way = []
        while True:
            with suppress(StopIteration):
                while len(under_way) < self.workers:
                    under_way.append(next(batches))
            if not under_way:
                return
            batch = under_way.pop()  # the last first: in no order
            yield batch, self.done(batch)

    def play_alone(self, play, batch):
        return self.done(batch)


def played(folder=None, games=12, pool=None, **values):
    folder and folder.mkdir(exist_ok=True)
    store = Store(folder, SETTING) if folder else None
    run = Run(SAMPLES, games, 5, pool or Faked(), store, **values)
    return run, run.play()


def test_every_game_of_every_setting_is_played_with_its_seed():
    _, found = played()
    assert [[(game.number, game.seed) for game in games] for games in found] == [[(n, 5 + n) for n in range(12)]] * 2


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_workers_make_no_difference_to_a_byte(tmp_path, workers):
    _, one = played(tmp_path / "one")
    _, many = played(tmp_path / "many", pool=Faked(workers))
    assert many == one
    assert (tmp_path / "many" / GAMES).read_bytes() == (tmp_path / "one" / GAMES).read_bytes()
    assert (tmp_path / "many" / RUN).read_bytes() == (tmp_path / "one" / RUN).read_bytes()


def test_what_a_dead_worker_had_in_hand_is_played_again():
    _, expected = played()
    run, found = played(pool=Faked(3, deadly={4}))
    assert found == expected
    assert run.deaths == 1


def test_a_game_that_kills_its_worker_every_time_is_counted_as_such():
    run, found = played(pool=Faked(3, fatal={4}))
    assert [game.ended for game in found[0]] == ["over"] * 4 + ["died"] + ["over"] * 7
    assert run.deaths >= 2


def test_an_interrupted_run_goes_on_where_it_was(tmp_path):
    _, whole = played(tmp_path / "whole")
    pool = Faked(2)

    def interrupt(done, _total):
        if done >= 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played(tmp_path / "parts", pool=pool, seen=interrupt)
    before = set(pool.played)
    again = Faked(2)
    _, found = played(tmp_path / "parts", pool=again)
    assert found == whole
    assert not before & set(again.played)
    assert (tmp_path / "parts" / GAMES).read_bytes() == (tmp_path / "whole" / GAMES).read_bytes()


def test_a_line_that_was_cut_off_is_played_again(tmp_path):
    _, whole = played(tmp_path / "run")
    file = tmp_path / "run" / GAMES
    text = file.read_bytes()
    file.write_bytes(text[:-50])
    pool = Faked()
    _, found = played(tmp_path / "run", pool=pool)
    assert found == whole
    assert pool.played == [(1, 11)]
    assert file.read_bytes() == text


def test_a_game_that_was_edited_is_played_again(tmp_path):
    _, whole = played(tmp_path / "run")
    file = tmp_path / "run" / GAMES
    file.write_text(file.read_text().replace('"margin":3', '"margin":30', 1))
    store = Store(tmp_path / "run", SETTING)
    assert store.lost == 1
    assert played(tmp_path / "run")[1] == whole


def test_more_games_are_added_to_those_there_are(tmp_path):
    played(tmp_path / "run", games=5)
    pool = Faked()
    _, found = played(tmp_path / "run", games=8, pool=pool)
    assert pool.played == [(sample, game) for sample in (0, 1) for game in (5, 6, 7)]
    assert [len(games) for games in found] == [8, 8]


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"seed": 6}, "seed"),
        ({"settings": [{"content": "c1", "players": {"red": "a"}}]}, "content"),
        ({"settings": []}, "settings"),
    ],
)
def test_a_folder_of_another_setting_is_refused_and_left_alone(tmp_path, changed, what):
    played(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(OtherRunError, match=what):
        Store(tmp_path, SETTING | changed)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_folder_with_games_of_nobody_knows_what_is_refused(tmp_path):
    (tmp_path / GAMES).write_text("x\n")
    with pytest.raises(OtherRunError):
        Store(tmp_path, SETTING)
    (tmp_path / RUN).write_text("{")
    with pytest.raises(OtherRunError, match="cannot be read"):
        Store(tmp_path, SETTING)


def test_two_runs_in_one_folder_are_refused(tmp_path):
    with RunLock(tmp_path), pytest.raises(Busy, match="another playtest is at work"), RunLock(tmp_path):
        pass
    with RunLock(tmp_path):  # and afterwards it is free
        pass


# -- stopping when it is known -----------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_a_run_stops_at_the_same_game_however_many_work_at_it(tmp_path, workers):
    """Red wins every other game: a share of a half is above a band that ends at 0.2."""

    def stop():
        band = Band(0.05, 0.2, indifference=0.05)
        return stop_when_decided(BandTest(band), lambda game: float(game.winner == 0))

    def one(folder, pool):
        folder.mkdir()
        store = Store(folder, SETTING)
        return Run(SAMPLES[:1], 500, 5, pool, store, stop=stop()).play()[0]

    alone = one(tmp_path / "alone", Faked())
    many = one(tmp_path / "many", Faked(workers))
    assert 4 < len(alone) < 60
    assert many == alone
    assert (tmp_path / "many" / GAMES).read_bytes() == (tmp_path / "alone" / GAMES).read_bytes()


# -- dealing -----------------------------------------------------------------------------------------


def jobs(count):
    return [Job(SAMPLES[0], n, n) for n in range(count)]


def test_batches_are_worth_sending_once_it_is_known_how_long_games_take():
    deal = WorkQueue(jobs(100), 2)
    first = deal.batch()
    assert len(first.jobs) == 1
    deal.take_back(first, BatchResult(("played",), 0.1))
    assert len(deal.batch().jobs) * 0.1 >= 0.5


def test_batches_are_smaller_where_few_games_are_left():
    deal = WorkQueue(jobs(6), 2)
    deal.take_back(deal.batch(), BatchResult(("played",), 0.001))
    assert len(deal.batch().jobs) == 3


def test_the_setting_of_a_run_is_readable(tmp_path):
    played(tmp_path)
    assert json.loads((tmp_path / RUN).read_text())["settings"][0]["players"] == {"red": "a"}


MEMORY = """
import sys
from scenario_forge.api.trials import playtest as trials
from scenario_forge.api.play import prepare
from scenario_forge.playtest.run import play_line
from scenario_forge.simulator.runner import Job

prepared = prepare(trials.load_game(sys.argv[1], "none"), "compass")
sample = trials.sample_of(prepared, ("random", "random"), [], None)
for number in range(300):
    play_line(Job(sample, number, number + 1))
    if number in (99, 199, 299):
        with open("/proc/self/status") as status:
            print(next(int(line.split()[1]) for line in status if line.startswith("VmRSS")))
"""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says how much memory a process has")
def test_the_memory_of_a_worker_does_not_grow_with_its_games():
    """What is kept of a game grows with the map and the army, not with the number of games."""
    game = Path(__file__).parents[1] / "games/skirmish"
    said = subprocess.run([sys.executable, "-c", MEMORY, str(game)], capture_output=True, text=True, check=True).stdout
    first, _second, third = map(int, said.split())
    assert third < 1.05 * first
