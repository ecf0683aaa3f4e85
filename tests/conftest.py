"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
from collections import defaultdict
from pathlib import Path
from zlib import crc32

import pytest
from clauses import reached
from typeset_once import TypesetOnce

from scenario_forge.game.reading.workspace import Workspace
from tests.share import Share, in_turn
from tests.warm import going_on

# Whoever starts the tests in the background has them ignore interruptions, which some of them send.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config):
    Share.choose(whole=config.option.markexpr != "not long")
    config.pluginmanager.register(reached.plugin(), "reached")
    config.pluginmanager.register(TypesetOnce(config), "typeset_once")
    Workspace.load = going_on(Workspace.load)  # type: ignore[method-assign]


LONG = (
    "tests/browser/",
    "tests/checks/test_root_causes.py",
    "tests/api/errata/test_witness.py",
    "tests/cli/test_outputs.py",
    "tests/content/test_witnesses.py",
    "tests/codes/test_codes.py",
    "tests/planting/",
    "tests/api/drafts/test_browser.py",
    "tests/editor/test_play.py",
    "tests/printing/booklet/test_pages.py",
    "tests/printing/charts/test_aids.py",
    "tests/printing/test_longer_words.py",
    "tests/printing/test_render.py",
    "tests/wargame/test_fitness.py",
    "tests/systems/rats_of_tobruk/test_play.py",
    "tests/systems/knights_of_the_desert/test_play.py",
)
"""Files, or all of a folder, that take longest: they begin, so that none is left over when all others are done."""


def pytest_addoption(parser):
    parser.addoption(
        "--in-turn", action="store_true", help="of tests of a dear folder, try one in so many of each file"
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Leave all but one in so many cases of a sampled test, and tests of a dear folder, to `make long`.

    Which cases those are depends on the test's name, so that it is not the first game of all. Cases that are long anyway
    are not counted. The longest files begin: that order comes after whatever puts tests in random order, and changes none
    within a file.
    """
    _leave(
        items,
        lambda item: item.nodeid.partition("[")[0],
        lambda item: mark.args[0] if (mark := item.get_closest_marker("sampled")) else 1,
    )
    if config.option.in_turn:
        _leave(
            items,
            lambda item: item.nodeid.partition("::")[0],
            lambda item: 1 if item.get_closest_marker("sampled") else in_turn(item.nodeid),
        )
    yield
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


def _leave(items, group, each):
    """Mark as long all but one in so many of a group of tests that are alike."""
    groups = defaultdict(list)
    for item in items:
        if each(item) > 1 and item.get_closest_marker("long") is None:
            groups[group(item)].append(item)
    for name, alike in groups.items():
        one_in = min(len(alike), each(alike[0]))
        for number, item in enumerate(alike, crc32(name.encode())):
            if number % one_in:
                item.add_marker(pytest.mark.long)


# Tests see what the code in memory answers, changed by a test or not, and write nothing into anybody's home.
os.environ["SCENARIO_FORGE_VERDICTS"] = "off"
os.environ["SCENARIO_FORGE_SETTINGS"] = str(Path(__file__).parent / "nobodys-settings")  # there is no such folder

# As `forge` does: what is read stays, and looking at all of it over and over took a fifth of the time.
gc.set_threshold(200_000, 20, 50)

# A check of a game asks for more patterns than `re` keeps; to compile them anew took a tenth of its time.
re._MAXCACHE = 1 << 14


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The current directory, with a copy of a small clean game at content/skirmish."""
    shutil.copytree(Path(__file__).parent / "games" / "skirmish", tmp_path / "content" / "skirmish")
    monkeypatch.chdir(tmp_path)
    return tmp_path
