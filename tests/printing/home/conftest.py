"""Documents of a folder, by what matters here."""

from __future__ import annotations

import pytest

from scenario_forge.printing.build_manifest import DocumentEntry, Variant

A4, A2, A5 = (210, 297), (594, 420), (148, 210)


@pytest.fixture
def entry():
    def make(component, *parts, pages=1, size=A4, print_as="single", **more):
        file = "_".join(["skirmish", component, *parts, "A4"])
        return DocumentEntry(
            file=file,
            component="counters" if component == "calibration" else component,
            title=" ".join([component, *parts]),
            variants=[Variant(paper="A4", profile="default", errata="none")],
            made_on="A4",
            base="",
            reads={},
            files={f"parts/{file}.pdf": f"{component} {pages}"},
            pages=[size] * pages,
            print_as=print_as,
            **more,
        )

    return make


@pytest.fixture
def box(entry):
    """A folder with everything in it."""
    return [
        entry("map", "west", size=A2),
        entry("map", "pages", pages=7, ink=2.5, facts={"tiles": 6, "cuts": 11, "sheets": 2}),
        entry("counters", pages=3, print_as="long", ink=1.0, facts={"counters": 90, "sheets": 1, "cuts": 20}),
        entry("calibration", pages=2, print_as="long"),
        entry("charts", pages=2, ink=0.1),
        entry("player-aid", "axis", pages=2, print_as="long"),
        entry("rules", pages=50, size=A5, ink=2.0),
        entry("rules", "booklet", pages=26, size=(297, 210), print_as="short", ink=2.0),
    ]
