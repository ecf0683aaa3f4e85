"""The same games on a real scheduler with two workers: one is killed, the run is interrupted, the cluster is gone."""

from __future__ import annotations

import os
import signal
import socket
import warnings
from contextlib import contextmanager

import pytest

from scenario_forge.playtest.report import json_of
from scenario_forge.playtest.result import GAMES
from scenario_forge.simulator import runner
from scenario_forge.simulator.runner import Cluster, NoClusterError
from tests.playtest.conftest import IDLE, RANDOM

pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")


@contextmanager
def local(workers):
    """A scheduler and its workers, each a process of its own."""
    from distributed import LocalCluster  # noqa: PLC0415 - heavy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None)
        try:
            yield made
        finally:
            made.close()


@pytest.fixture(scope="module")
def cluster():
    with local(2) as made:
        yield made


def test_an_interrupted_run_goes_on_where_it_stopped(tried, tmp_path, cluster):
    known = {"players": IDLE, "games": 12}
    began = []

    def interrupt(done, _total):
        if done >= 4:
            raise KeyboardInterrupt

    folder = tmp_path / "cluster"
    with pytest.raises(KeyboardInterrupt):
        tried(cluster=cluster.scheduler_address, output=folder, seen=interrupt, **known)
    kept = (folder / GAMES).read_text("utf-8").splitlines()
    assert 4 <= len(kept) < 12
    found = tried(
        cluster=cluster.scheduler_address, output=folder, seen=lambda done, _total: began.append(done), **known
    )
    assert min(began) > len(kept)
    alone = tried(output=tmp_path / "alone", **known)
    assert json_of(found.report) == json_of(alone.report)
    assert (folder / GAMES).read_bytes() == (tmp_path / "alone" / GAMES).read_bytes()


def test_a_worker_is_killed_in_mid_run_and_nothing_is_lost(tried, tmp_path, cluster):
    known = {"players": RANDOM, "games": 16}
    killed = []

    def kill(done, _total):
        if done >= 4 and not killed:
            killed.append(cluster.workers[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    found = tried(cluster=cluster.scheduler_address, output=tmp_path / "cluster", seen=kill, **known)
    alone = tried(output=tmp_path / "alone", **known)
    assert killed
    assert found.failed == 0
    assert json_of(found.report) == json_of(alone.report)
    assert (tmp_path / "cluster" / GAMES).read_bytes() == (tmp_path / "alone" / GAMES).read_bytes()


@pytest.mark.long
@pytest.mark.parametrize("gone", ["workers", "scheduler"])
def test_a_cluster_that_goes_away_ends_the_run_and_keeps_its_games(tried, tmp_path, monkeypatch, gone):
    monkeypatch.setattr(runner, "LOOK", 0.2)
    monkeypatch.setattr(runner, "WORKERLESS", 0.5)
    folder = tmp_path / "run"
    with local(1) as made:

        def leave(done, _total):
            if done == 3:
                made.scale(0) if gone == "workers" else made.close()

        said = "has no workers any more" if gone == "workers" else "is gone|does not answer any more"
        with pytest.raises(NoClusterError, match=said):
            tried(cluster=made.scheduler_address, output=folder, seen=leave, players=RANDOM, games=60)
    kept = len((folder / GAMES).read_text("utf-8").splitlines())
    assert 3 <= kept < 60


def test_a_scheduler_without_workers_says_how_to_start_one(monkeypatch):
    monkeypatch.setattr(runner, "CONNECT", 1)
    with local(0) as made, pytest.raises(NoClusterError, match=f"no workers; `dask worker {made.scheduler_address}`"):
        Cluster(made.scheduler_address)


def test_a_cluster_without_the_package_is_refused(cluster, monkeypatch):
    """A worker without it would die of each game that it is sent."""
    monkeypatch.setattr(runner, "OWN", "scenario_forge_of_nobody")
    with pytest.raises(NoClusterError, match=r"the scheduler at .* cannot import scenario_forge_of_nobody"):
        Cluster(cluster.scheduler_address)


def test_where_nobody_answers_it_is_said(monkeypatch):
    monkeypatch.setattr(runner, "CONNECT", 0.5)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
    with pytest.raises(NoClusterError, match="no scheduler answers"):
        Cluster(f"tcp://127.0.0.1:{port}")


def test_what_listens_but_is_no_scheduler_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(runner, "CONNECT", 0.5)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(NoClusterError, match="does not answer as a scheduler does"):
            Cluster(f"tcp://127.0.0.1:{other.getsockname()[1]}")


def test_an_address_that_is_none(monkeypatch):
    monkeypatch.setattr(runner, "CONNECT", 0.5)
    with pytest.raises(NoClusterError):
        Cluster("nonsense://x")


def test_without_dask_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(NoClusterError, match="pip install distributed"):
        Cluster("tcp://127.0.0.1:1")
