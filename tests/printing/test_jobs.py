"""What the press relies on: a file's name says all that its document was asked for."""

from __future__ import annotations

import pytest

from scenario_forge.printing.brief import COMPONENTS, Brief
from scenario_forge.printing.profile import Profile
from scenario_forge.printing.render import component_jobs
from scenario_forge.printing.typeset import identity


def listed(component, brief, scenarios):
    return {job.file: job for job in component_jobs(component, brief, scenarios)}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("component", COMPONENTS)
def test_a_document_of_the_same_name_is_the_same_whatever_else_was_asked_for(skirmish, component):
    game = skirmish()
    whole = listed(component, Brief(game), ["compass", "siege"])
    asked = {
        "one scenario": listed(component, Brief(skirmish()), ["siege"]),
        "another paper": listed(component, Brief(skirmish(), Profile().on("Letter")), ["compass", "siege"]),
    }
    for what, jobs in asked.items():
        for file in whole.keys() & jobs.keys():
            assert jobs[file].title == whole[file].title, (what, file)
            assert jobs[file].make().pdf == whole[file].make().pdf, (what, file)


@pytest.mark.parametrize("component", COMPONENTS)
def test_names_are_unique_and_each_document_is_made_by_itself(skirmish, component):
    jobs = list(component_jobs(component, Brief(skirmish()), ["compass", "siege"]))
    assert len({job.file for job in jobs}) == len(jobs)
    assert {job.component for job in jobs} <= {component}
    if jobs:
        alone = listed(component, Brief(skirmish()), ["compass", "siege"])
        last = jobs[-1]
        assert alone[last.file].make().pdf == last.make().pdf, "the order of making does not matter"


@pytest.mark.parametrize(
    ("component", "word", "document"),
    [("rules", 'fold_note: "fold {sheet}"', "booklet"), ("map", 'tile_label: "tile {id}"', "pages")],
)
def test_another_word_on_the_marks_of_a_composed_document_is_another_document(skirmish, component, word, document):
    """What stands on fold marks and around tiles is set apart from the pages that it is laid on."""
    line = "scale_turn: One game turn is {scale}"
    games = [skirmish(), skirmish(("words/en.yaml", line, f"{line}\n  {word}"))]
    was, now = ({job.file: identity(job.make) for job in component_jobs(component, Brief(g), [])} for g in games)
    assert all(was.values())
    assert {name for name in was if was[name] != now[name]} == {name for name in was if f"_{document}_" in name}
