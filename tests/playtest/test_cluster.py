"""The same games on a real scheduler with two workers, one of which is killed in mid-run."""

from __future__ import annotations

import os
import signal
import socket
import warnings

import pytest

from scenario_forge.playtest.report import json_of
from scenario_forge.playtest.result import GAMES
from scenario_forge.simulator.runner import Cluster, NoClusterError
from tests.playtest.conftest import RANDOM

pytest.importorskip("distributed")


@pytest.fixture
def cluster():
    """A scheduler and two workers, each a process of its own."""
    from distributed import LocalCluster  # noqa: PLC0415 - heavy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
        yield made
        made.close()


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_a_worker_is_killed_in_mid_run_and_nothing_is_lost(tried, tmp_path, cluster):
    known = {"players": RANDOM, "games": 24}
    killed = []

    def kill(done, _total):
        if done >= 6 and not killed:
            killed.append(cluster.workers[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    found = tried(cluster=cluster.scheduler_address, output=tmp_path / "cluster", seen=kill, **known)
    alone = tried(output=tmp_path / "alone", **known)
    assert killed
    assert found.failed == 0
    assert json_of(found.report) == json_of(alone.report)
    assert (tmp_path / "cluster" / GAMES).read_bytes() == (tmp_path / "alone" / GAMES).read_bytes()


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_where_nobody_answers_it_is_said(monkeypatch):
    monkeypatch.setattr("scenario_forge.simulator.runner.CONNECT", 0.5)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
    with pytest.raises(NoClusterError, match="no scheduler answers"):
        Cluster(f"tcp://127.0.0.1:{port}")


@pytest.mark.filterwarnings("default")
def test_an_address_that_is_none(monkeypatch):
    monkeypatch.setattr("scenario_forge.simulator.runner.CONNECT", 0.5)
    with pytest.raises(NoClusterError):
        Cluster("nonsense://x")


def test_without_dask_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(NoClusterError, match="pip install distributed"):
        Cluster("tcp://127.0.0.1:1")
