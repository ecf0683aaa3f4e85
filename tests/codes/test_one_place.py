"""A code, its page and the check that yields it are in one place: `places.py` and, beside it, `places.md`."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import scenario_forge
from scenario_forge.diagnostics.catalogue import FAMILIES, MODULES, codes_of
from scenario_forge.diagnostics.report import name_in_words

if TYPE_CHECKING:
    from scenario_forge.diagnostics import Codes

PACKAGE = Path(scenario_forge.__file__).parent
OF_SYSTEMS = {"campaign.parameters.codes", "wargame.forces.checks"}
"""Codes that a rule system gives, so that only its games have them."""
HOMES = sorted({*MODULES, *OF_SYSTEMS})


def file_of(module: str) -> Path:
    return PACKAGE / f"{module.replace('.', '/')}.py"


def codes_in(module: str) -> Codes:
    return import_module(f"scenario_forge.{module}").CODES


def uses(code: str, path: Path) -> bool:
    """Whether a module names a code elsewhere than where it defines and imports it."""
    defined = re.compile(rf"^from [^\n(]*(\([^)]*\))?|^{code} = ", re.MULTILINE)
    text = defined.sub("", path.read_text(encoding="utf-8"))
    return re.search(rf"(?<![\"\w]){code}\b", text) is not None


def test_every_module_with_codes_is_in_the_list():
    found = {
        path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
        for path in PACKAGE.rglob("*.py")
        if re.search(r"^CODES = Codes\(__file__\)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert found == set(HOMES)
    assert len(MODULES) == len(set(MODULES))


@pytest.mark.parametrize("module", HOMES)
def test_the_pages_beside_a_module_are_those_of_its_codes(module):
    codes = codes_in(module)
    assert [(code.id, name_in_words(code.name)) for code in codes] == [
        (name, page.title) for name, page in codes.pages.items()
    ]
    assert [code.id for code in codes] == sorted(code.id for code in codes)


def test_no_pages_lie_beside_no_module():
    pages = {path for path in PACKAGE.rglob("*.md") if path.name != "README.md"}
    assert pages == {file_of(module).with_suffix(".md") for module in HOMES}


@pytest.mark.parametrize("module", [module for module in HOMES if module.startswith("checks.")])
def test_a_check_yields_its_codes_itself(module):
    assert [code.id for code in codes_in(module) if not uses(code.id, file_of(module))] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("module", [module for module in HOMES if not module.startswith("checks.")])
def test_other_codes_are_yielded_on_their_floor_or_above(module):
    unused = [code.id for code in codes_in(module) if not any(uses(code.id, path) for path in PACKAGE.rglob("*.py"))]
    assert unused == [name for name in unused if name in YIELDED_BY_TESTS]


YIELDED_BY_TESTS = {"PRT007"}
"""Found by a look at the printed sheet as a picture, which only tests take."""


def test_every_family_of_codes_says_what_it_is_about():
    assert {code.id.rstrip("0123456789") for module in MODULES for code in codes_of(module)} == set(FAMILIES)


def test_every_sentence_is_said_by_a_module_that_uses_its_code():
    texts = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    for code in (code for module in HOMES for code in codes_in(module) if code.sentences):
        said = "".join(text for path, text in texts.items() if code.id in text and uses(code.id, path))
        assert [name for name in code.sentences if f'"{name}"' not in said] == [], code
