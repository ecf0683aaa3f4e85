"""The text of a list of errata reads back as the same errata, whatever their values are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from markupsafe import escape
from pydantic import ValidationError

from scenario_forge.api.errata_import.reading import read_list
from scenario_forge.documents.errata import Erratum
from scenario_forge.game.errata.text import entries_in, is_text_list, text_of

SIGNS = st.characters(exclude_categories=["Cs"])
TEXTS = st.text(SIGNS, min_size=1, max_size=40)
SCALARS = st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(SIGNS, max_size=30)
VALUES = st.recursive(SCALARS, lambda below: st.lists(below, max_size=3) | st.dictionaries(TEXTS, below, max_size=3))
IDS = st.lists(st.sampled_from(["first", "second", "third-printing"]), unique=True)


@st.composite
def errata(draw):
    fields = {
        "id": f"DR-{draw(st.integers(0, 999)):03}{draw(st.sampled_from(['', 'a', 'z']))}",
        "at": draw(TEXTS),
        "printed": draw(VALUES),
        "corrected": draw(VALUES),
        "moves": draw(st.just("wording") | st.lists(TEXTS, max_size=3)),
        "switch": draw(st.lists(st.builds(dict, at=TEXTS, value=VALUES), max_size=2)),
        "witness": draw(st.none() | st.sampled_from(["w-dr-024", "w-zones"])),
        "why": draw(TEXTS),
        "source": draw(TEXTS),
        "by": draw(st.sampled_from(["publisher", "designer", "editor", "us"])),
        "status": draw(st.sampled_from(["official", "editorial", "proposed", "rejected", "withdrawn"])),
        "date": draw(st.sampled_from(["", "2026-11-22"]) | TEXTS),
        "since": draw(st.none() | st.sampled_from(["1", "1.2"])),
        "revised": draw(st.lists(st.builds(dict, version=st.just("1.1"), what=TEXTS), max_size=2)),
        "applies_to": draw(IDS),
        "incorporated_in": draw(IDS),
    }
    try:
        return Erratum.model_validate(fields)
    except ValidationError:  # a text that is blank
        return Erratum.model_validate(
            fields
            | dict.fromkeys(("at", "why", "source"), "x")
            | {"revised": [], "date": "", "moves": [], "switch": []}
        )


def again(entries):
    return [Erratum.model_validate(entry) for entry in entries]


@given(st.lists(errata(), max_size=4), TEXTS)
def test_the_text_reads_back(listed, place):
    text = text_of("Desert Rats", [(each, place) for each in listed])
    assert is_text_list(text)
    assert again(entries_in(text)) == listed


@given(st.lists(errata(), max_size=3))
def test_the_page_reads_back(listed):
    text = text_of("Desert Rats", [(each, "Rule 3.2") for each in listed])
    page = f'<!doctype html><html><body><pre id="errata-list" hidden>{escape(text)}</pre></body></html>'
    read = read_list("page.html", page.encode())
    assert read.form == "page"
    assert again(read.entries) == listed
