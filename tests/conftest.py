"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import signal

from clauses import reached
from hypothesis import settings
from typeset_once import TypesetOnce

# Property tests say what is true, not how fast: benchmarks measure time.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Whoever starts the tests in the background has them ignore interruptions, which some of them send.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config):
    config.pluginmanager.register(reached.plugin(), "reached")
    config.pluginmanager.register(TypesetOnce(config), "typeset_once")


# Tests see what the code in memory answers, changed by a test or not, and write nothing into anybody's home.
os.environ["SCENARIO_FORGE_VERDICTS"] = "off"

# As `forge` does: what is read stays, and looking at all of it over and over took a fifth of the time.
gc.set_threshold(200_000, 20, 50)
