"""Where units are in recorded games when the date begins are candidates, each with how many games say so."""

from __future__ import annotations

import pytest

from scenario_forge.api import load_game
from scenario_forge.api.drafts.dossier import place_of
from scenario_forge.api.drafts.from_play import drafts_of_record
from scenario_forge.simulator.record import read_record

from .test_page import data_of


@pytest.fixture
def played(table):
    """Records of two games with other dice."""
    files = [table.folder.parent / f"{seed}.json" for seed in (3, 4)]
    for seed, file in zip((3, 4), files, strict=True):
        made = table.forge("play", table.folder, "--scenario", "compass", "--seed", seed, "--record", file)
        assert made[0] == 0
    return files


def test_candidates_are_where_units_are_in_the_games(table, played):
    code, _, problem = table.dossier("--record", played[0], "--record", played[1])
    assert code == 0, problem
    rows = {row["id"]: row for row in data_of(table.page.read_text())["rows"]}
    game = load_game(table.folder)
    dates = place_of(game, "2/41").dates
    games = [drafts_of_record(game, dates, read_record(file.read_bytes())[0]) for file in played]
    seen = 0
    for draft in (draft for drafted in games for draft in drafted):
        for row in draft.rows:
            shown = rows[f"{draft.force.side}-{row.unit.no}"]
            if shown["status"] == "fixed" or row.hex is None:
                continue
            seen += 1
            assert any(row.hex in hexes and "recorded games" in why
                       for (_cell, hexes), why in zip(shown["candidates"], shown["why"], strict=True))  # fmt: skip
    assert seen > 4


@pytest.mark.parametrize(
    "wrong",
    [lambda text: text.replace('"skirmish"', '"desert-rats"'), lambda text: text[: len(text) // 2], lambda _text: ""],
)
def test_a_record_that_is_none_or_of_another_game_is_refused_and_nothing_is_written(table, played, wrong):
    played[0].write_text(wrong(played[0].read_text()))
    code, said, problem = table.dossier("--record", played[0])
    assert code in (1, 2)
    assert said + problem
    assert not table.page.exists()
    assert not table.file.exists()


def test_a_game_that_never_came_to_the_date_is_refused(table, played):
    code, _, problem = table.dossier("--record", played[0], date="6/41")
    assert code == 2
    assert "the record has no" in problem
