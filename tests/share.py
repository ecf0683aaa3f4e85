"""How much the tests try of what is alike: a share each time, all of it by `make long`."""

from __future__ import annotations

from hypothesis import settings

SHARE = 3
"""One in so many."""

IN_TURN = {
    "tests/api/": 2,
    "tests/browser/": 2,
    "tests/checks/": 3,
    "tests/cli/": 2,
    "tests/drafts/": 3,
    "tests/editor/": 2,
    "tests/fuzz/": 2,
    "tests/language/": 2,
    "tests/playtest/": 2,
    "tests/printing/": 2,
}
"""Folders of dear tests that are alike, each with how many of a file's tests one is tried of in a usual run."""

settings.register_profile("whole", deadline=None)  # property tests say what is true, not how fast
settings.register_profile("sampled", deadline=None, max_examples=30)


class Share:
    """Whether this run tries all; set when pytest has read its options."""

    whole = True

    @classmethod
    def choose(cls, whole):
        """Try all of everything, or a share of it."""
        cls.whole = whole
        settings.load_profile("whole" if whole else "sampled")


def in_turn(nodeid):
    """Of how many tests of its file this one stands for; 1 where each is tried."""
    return next((each for folder, each in IN_TURN.items() if nodeid.startswith(folder)), 1)


def a_few(items, most=6):
    """Some of many, from the first to the last: each costs a check of a game. A third of so many in a usual run."""
    listed = list(items)
    most = most if Share.whole else max(2, most // SHARE)
    return listed[:: max(1, -(-len(listed) // most))]
