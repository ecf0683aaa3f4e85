"""Recorded sessions of the editor are answered as they were, and leave the files that they left."""

from __future__ import annotations

import json

import pytest

from .recorded import SESSIONS, kept, lines, names


def is_short(name):
    """Whether a session is replayed in every run of the tests: those of the smallest game."""
    return name.startswith("massawa")


@pytest.fixture(scope="module")
def answers():
    return kept()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if is_short(name) else [pytest.mark.long]) for name in names()]
)
def test_a_session_is_answered_as_it_was(name, answers, tmp_path) -> None:
    assert lines(name, tmp_path) == answers[name]


def test_the_sessions_are_of_all_games_and_every_kind_of_change(answers) -> None:
    recorded = {name: (SESSIONS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines() for name in names()}
    assert list(answers) == list(recorded)
    assert len(recorded) >= 20
    assert len({json.loads(first)["game"] for first, *_requests in recorded.values()}) == 4
    requests = [json.loads(line) for _first, *requests in recorded.values() for line in requests]
    intents = {request["body"]["intent"] for request in requests if request.get("post") == "/api/do"}
    assert len(intents) >= 30
    for name, kept_lines in answers.items():
        told = [line.split()[1] for line in kept_lines if line.split()[1].isdecimal()]
        assert len(told) == len(recorded[name]) - 1, "an answer to each request"
        assert kept_lines[-1].split()[1].endswith(".yaml"), "the session was saved"
