"""What is made of a component for a game, as text and as PDF."""

import re
from dataclasses import replace
from io import BytesIO

import pikepdf
import pytest

from scenario_forge.printing.brief import Brief, jobs_of
from scenario_forge.printing.profile import Profile, find_profile
from tests.printing.conftest import pages


def squeezed(text):
    """Without blanks and breaking points: where lines break does not matter."""
    return re.sub(r"\s+", "", text.replace("\u200b", "").replace("\ufffe", ""))


@pytest.fixture
def made():
    """``made(game, "charts")``: the documents of a component by their file names."""

    def make(game, component, profile="default", **changes):
        found = Profile() if game is None else find_profile(game, profile)[0]
        brief = Brief(game, replace(found, **changes))
        return {job.file: job.make() for job in jobs_of(component, brief, [])}

    return make


@pytest.fixture
def printed(made):
    """``printed(game, "charts")``: all words of a component, without blanks."""

    def read(game, component, profile="default", **changes):
        documents = made(game, component, profile, **changes).values()
        return squeezed("".join(text for each in documents for text in pages(each.pdf)))

    return read


def page_count(pdf):
    with pikepdf.open(BytesIO(pdf)) as document:
        return len(document.pages)
