"""Every page keeps its elements, whatever names a game has, and is made by templates that escape what they show."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from scenario_forge.cli.main import run
from scenario_forge.reports import html
from tests.api.errata.conftest import add_errata

REPORTS = Path(html.__file__).parent
SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
EVIL = "</script></style></title></textarea>\"'><img src=x onerror=alert(1)>{{ 7 * 7 }}&lt;\u202e\u2028--><!--"
HARMLESS = "harmless"
VOID = ("meta", "input", "br", "img")
SHAPES = ("path", "rect", "circle", "polygon", "polyline", "line", "use")
QUICK = ("-s", "siege", "--player", "random")
VERBS = {
    "build": ("build", "skirmish", "--only", "setup-card", "--scenario", "siege", "--no-previews"),
    "letter": ("check", "skirmish", "--format", "html"),
    "errata": ("errata", "page", "skirmish"),
    "diff": ("diff", "skirmish:siege", "skirmish:compass", "--format", "html", "-o", "page.html"),
    "dossier": ("dossier", "skirmish", "--date", "2/41"),
    "collate": ("collate", "desert-rats", "--ground"),
    "replay": ("play", "skirmish", *QUICK, "--html", "page.html"),
    "playtest": (
        "playtest",
        "skirmish",
        *QUICK,
        "-n",
        "2",
        "-j",
        "1",
        "--against",
        "errata=none",
        "--html",
        "page.html",
    ),
    "impact": (
        "errata",
        "impact",
        "skirmish",
        "SK-100",
        *QUICK,
        "-n",
        "1",
        "-j",
        "1",
        "--format",
        "html",
        "-o",
        "i.html",
    ),
}


class Reader(HTMLParser):
    """Elements with the names of their attributes, in order; addresses; the data and the words of a page."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.addresses, self.data, self.words = [], [], [], []
        self._inside = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, *(name for name, _value in attrs)))
        self.addresses += [value for name, value in attrs if name in ("href", "src")]
        self._inside = "data" if ("type", "application/json") in attrs else tag if tag in ("script", "style") else ""

    def handle_endtag(self, tag):
        self.elements.append(f"/{tag}")
        self._inside = ""

    def handle_comment(self, data):
        self.elements.append("comment")

    def handle_data(self, data):
        if self._inside not in ("script", "style"):
            (self.data if self._inside == "data" else self.words).append(data)


class Kept:
    """A template that remembers what it was given."""

    def __init__(self, template, made):
        self.template, self.made = template, made

    def render(self, values):
        self.made.append((self.template, values))
        return self.template.render(values)


@pytest.fixture
def made(tmp_path, monkeypatch):
    """made(kind): the template of a page of the small game, and the values that were laid out."""
    shutil.copytree(SKIRMISH, tmp_path / "skirmish")
    add_errata(tmp_path / "skirmish", ("SK-100", "orders-of-battle/allied.units[4].mar41", "G6", "F6"))
    monkeypatch.chdir(tmp_path)
    found = []
    real = html.environment()

    class Environment:
        def get_template(self, name):
            return Kept(real.get_template(name), found)

    monkeypatch.setattr(html, "environment", Environment)

    def make(kind):
        assert run(list(VERBS[kind])) in (0, 1)
        assert len(found) == 1
        return found[0]

    return make


class With:
    """An object whose texts all end in others."""

    def __init__(self, value, end):
        self._value, self._end = value, end

    def __getattr__(self, name):
        return with_end(getattr(self._value, name), self._end)


def with_end(value, end):
    """The same values, each text in them with another end; what is empty stays so, and so do markup and keys."""
    if value is None or isinstance(value, Markup | bool | int | float | range):
        return value
    if isinstance(value, str):
        return value + end if value else value
    if isinstance(value, Mapping):
        return {key: with_end(each, end) for key, each in value.items()}
    if isinstance(value, list | tuple) or hasattr(value, "mapping"):
        return [with_end(each, end) for each in value]
    if callable(value):
        return lambda *words: with_end(value(*words), end)
    return With(value, end)


def assert_closed(elements):
    """Every element ends in its order; shapes of drawings may, and the void ones do not."""
    opened = []
    for element in elements:
        if isinstance(element, tuple):
            opened += [element[0]] if element[0] not in VOID else []
            continue
        while opened[-1] != element[1:] and opened[-1] in SHAPES:
            opened.pop()
        if opened[-1] == element[1:]:
            opened.pop()
        else:
            assert element[1:] in SHAPES
    assert opened == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", VERBS)
def test_names_of_any_origin_add_no_element_and_no_attribute(made, kind):
    """The elements are the same with harmless names and with evil ones, each is closed, and the bytes do not change."""
    template, values = made(kind)
    page = template.render(values)
    assert page == template.render(values)
    assert page.startswith("<!doctype html>\n<html lang=")
    harmless = Reader(template.render(with_end(values, HARMLESS)))
    evil = Reader(template.render(with_end(values, EVIL)))
    assert evil.elements == harmless.elements
    assert_closed(evil.elements)
    assert len(evil.elements) > 40
    assert any("alert(1)" in word for word in evil.words), "it is shown as text"
    assert not any("\u202e" in word for word in evil.words)
    assert all(address.startswith("#") or ":" not in address for address in evil.addresses)
    assert all("</" not in data for data in evil.data)
    for data, same in zip(evil.data, harmless.data, strict=True):
        ends = [repr(json.loads(each)).count(end) for each, end in ((data, "alert(1)"), (same, HARMLESS))]
        assert ends[0] == ends[1] > 0


def test_a_value_that_is_missing_is_an_error():
    with pytest.raises(UndefinedError):
        html.page("errata", "x", {})


def test_nothing_goes_round_the_escaping():
    """Templates mark nothing as safe; in Python only drawings, scripts, types and JSON are, where they are made."""
    for template in (REPORTS / "templates").iterdir():
        assert not re.search(r"\|\s*safe|autoescape|\bMarkup\b", template.read_text(encoding="utf-8")), template.name
    marking = {path.name for path in REPORTS.glob("*.py") if re.search(r"\bMarkup\(", path.read_text(encoding="utf-8"))}
    assert marking == {
        "collate.py", "diff.py", "dossier.py", "html.py", "playtest_pictures.py", "replay.py",
    }  # fmt: skip


def test_every_value_stands_on_one_line():
    shown = html.environment().from_string("<i title='{{ x }}'>{{ x }}|{{ x|text }}</i>").render({"x": " a\n\tb\x1b<"})
    assert shown == "<i title=' a b\ufffd&lt;'> a b\ufffd&lt;|<bdi>a b\ufffd&lt;</bdi></i>"
