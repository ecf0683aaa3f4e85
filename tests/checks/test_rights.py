"""GAM001: whose a game is, and who owns the title of one that was published before."""

from __future__ import annotations

import pytest

from scenario_forge.checks.game_file import rights
from scenario_forge.documents.game import GameDocument
from scenario_forge.game.reading.workspace import load_game
from tests.printing.conftest import GAMES, SKIRMISH

TEXT = (SKIRMISH / "game.yaml").read_text("utf-8")
GIVEN = TEXT[TEXT.index("rights: |") :]
OWN = ("title: Skirmish on the Coast", "title: Skirmish on the Coast\nown: true")


def found(text):
    return [(each.span.line, each.message) for each in rights(load_game(SKIRMISH, "none", {"game.yaml": text}))]


def line_of(text, key):
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(key))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_each_game_says_whose_it_is(path):
    assert not [*rights(load_game(path, "none"))]


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize(("written", "key"), [("", "title"), ('rights: "  "\n', "rights")])
def test_rights_that_are_missing_or_empty_are_reported_in_every_game(written, key, own):
    text = TEXT.replace(GIVEN, written)
    text = text.replace(*OWN) if own else text
    ((line, message),) = found(text)
    assert (line, "`rights` is missing" in message) == (line_of(text, key), True)


@pytest.mark.parametrize("named", ["skirmish ON the Coast", "Skirmish on\n  the Coast"])
def test_a_title_counts_as_named_however_it_is_written(named):
    assert not found(TEXT.replace(GIVEN, f"rights: |\n  © A. Copier\n  {named} is its publisher's.\n"))


def test_a_published_title_has_to_be_named_and_one_of_our_own_has_not():
    text = TEXT.replace(GIVEN, "rights: © A. Copier\n")
    ((line, message),) = found(text)
    assert (line, "Skirmish on the Coast" in message) == (line_of(text, "rights"), True)
    assert not found(text.replace(*OWN))


def test_the_first_line_is_the_imprint_and_empty_lines_are_none():
    (document, _where), *_ = load_game(
        SKIRMISH, "none", {"game.yaml": TEXT.replace(GIVEN, "rights: |\n\n  © A. Copier \n\n  The title.\n")}
    ).documents("game", GameDocument)
    assert document.imprint == "© A. Copier"
    assert document.rights_lines == ["© A. Copier", "The title."]
