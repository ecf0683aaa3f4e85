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
from tests.share import Share
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


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items):
    """Leave all but one in so many cases of a sampled test to `make long`; let the longest files begin.

    Which cases those are depends on the test's name, so that it is not the first game of all. The order comes after
    whatever puts tests in random order, and changes none within a file. Cases that are long anyway are not counted.
    """
    cases = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled") is not None and item.get_closest_marker("long") is None:
            cases[item.nodeid.partition("[")[0]].append(item)
    for name, sampled in cases.items():
        each = min(len(sampled), sampled[0].get_closest_marker("sampled").args[0])
        for number, item in enumerate(sampled, crc32(name.encode())):
            if number % each:
                item.add_marker(pytest.mark.long)
    yield
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


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
