"""Whatever comments stand in a file, and wherever: the commands that edit it keep each to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.documents.rulebook import Setting
from scenario_forge.drafts.handicaps import with_changes
from scenario_forge.source.comments import comments
from scenario_forge.source.compose import compose
from scenario_forge.source.fmt import format_text
from scenario_forge.source.read import Source

SKIRMISH = Path(__file__).parent.parent / "games" / "skirmish"
FILES = ("scenarios/siege.yaml", "orders-of-battle/allied.yaml", "time-track.yaml", "victory.yaml", "errata/maker.yaml")
TEXTS = {name: (SKIRMISH / name).read_text(encoding="utf-8") for name in FILES}

said = st.one_of(
    st.sampled_from(
        ["", " ", "#", "## x", ": y", "- z", "'", '"', "\t", " {a: 1}", " ignore-me", " Tobrūk — 1941", "%", "&x"]
    ),
    st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cn")), max_size=12),
)
placed = st.lists(st.tuples(st.integers(0, 400), st.integers(0, 8), st.booleans(), said), min_size=1, max_size=6)


def commented(text: str, notes: list[tuple[int, int, bool, str]]) -> str:
    """The text with comments in lines of their own or behind one; those that would say something are left out."""
    wanted = repr(compose(text, "f.yaml")[0].data)
    for line, indent, alone, words in notes:
        lines = text.splitlines(keepends=True)
        at = line % len(lines)
        if alone:
            lines.insert(at, " " * indent + f"#{words}\n")
        else:
            lines[at] = lines[at].rstrip("\n") + f"  #{words}\n"
        new = "".join(lines)
        root, problems = compose(new, "f.yaml")
        if root is not None and not problems and repr(root.data) == wanted:
            text = new
    return text


def found(text: str) -> list[str]:
    root, _problems = compose(text, "f.yaml")
    return [comment.text.rstrip() for comment in comments(text, root)]


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=25, deadline=None)
@given(notes=placed)
def test_layout_keeps_them_in_their_order(name, notes):
    text = commented(TEXTS[name], notes)
    tidy = format_text(text, name)
    assert found(tidy) == found(text)
    assert repr(compose(tidy, name)[0].data) == repr(compose(text, name)[0].data)


@settings(max_examples=40, deadline=None)
@given(notes=placed)
def test_changes_written_into_a_scenario_keep_every_line(notes):
    text = commented(TEXTS["scenarios/siege.yaml"], notes)
    source = Source.read("scenarios/siege.yaml", text.encode())
    new = with_changes(source, [Setting(at="victory.objectives[aug41_axis_akra].points", value=7)], ["as played"])
    lines = iter(new.splitlines())
    assert all(line in lines for line in text.splitlines()), "every line stands there still, in its order"
    assert [each for each in found(new) if each != "# as played"] == found(text)
