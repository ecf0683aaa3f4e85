"""The build report: works from a disk, runs nothing, hides nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from scenario_forge.api import build_game, check
from scenario_forge.checks.glyphs import PRT001
from scenario_forge.diagnostics import Span
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.build_manifest import DocumentEntry, Order, Variant
from scenario_forge.printing.profile import PRT008
from scenario_forge.reports.build import BuildContent, build_report

SKIRMISH = Path(__file__).parent.parent / "games" / "skirmish"
EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)> \u202etfel &amp;"
ALLOWED = {
    "html", "head", "meta", "title", "style", "body", "a", "header", "h1", "p", "ul", "li", "b", "nav", "main", "section",
    "h2", "h3", "h4", "details", "summary", "span", "article", "div", "img", "code", "table", "thead", "tbody", "tr", "th",
    "td", "bdi", "br",
}  # fmt: skip


class Page(HTMLParser):
    """Tags with their attributes; fails on one that is not closed in order."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.open, self.texts, self.skip = [], [], [], False
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    def all(self, tag, attribute):
        return [attrs[attribute] for name, attrs in self.tags if name == tag and attribute in attrs]


def entry(name, title="x", **more):
    return DocumentEntry(
        file=name,
        component=more.pop("component", "map"),
        title=title,
        variants=[Variant(paper="A4", profile="default", errata="none")],
        made_on="A4",
        base="",
        reads={},
        files={f"{name}.pdf": "0" * 64},
        pages=[(210, 297)],
        print_as="single",
        **more,
    )


@pytest.fixture
def game():
    return load_game(SKIRMISH, "all")


def test_what_authors_write_is_inert(game):
    evil = load_game(
        SKIRMISH, "all", {"game.yaml": (SKIRMISH / "game.yaml").read_text().replace("Skirmish on the Coast", EVIL)}
    )
    span = Span(EVIL, 1, 1, 1, 2, EVIL)
    finding = PRT001.at(span, letters=EVIL, them="it").also(span, EVIL).note(EVIL).suggest(EVIL).under(EVIL)
    documents = [entry(EVIL, EVIL, component=EVIL, facts={EVIL: EVIL}, previews={f"png/small/{EVIL}.png": "x"})]
    text = build_report(
        BuildContent(evil, documents, [finding], [finding], [EVIL], [EVIL], [EVIL], [EVIL], True, {EVIL: EVIL})
    )
    page = Page(text)
    assert {tag for tag, _attrs in page.tags} <= ALLOWED
    assert not [name for _tag, attrs in page.tags for name in attrs if name.startswith("on")]
    assert "\u202e" not in text
    assert "alert(1)" in "".join(page.texts), "it is shown as text"
    assert all(re.match(r"[\w./#%-]+$", address) for address in page.all("a", "href"))


def test_nothing_is_fetched_and_nothing_runs(game):
    text = build_report(BuildContent(game, [entry("a", previews={"png/small/a_p1.png": "x"})]))
    page = Page(text)
    policy = page.all("meta", "content")
    assert any("default-src 'none'" in each and "script-src" not in each for each in policy)
    assert not re.search(r"https?:|//|@import|url\(", text.replace("<!doctype", ""))
    assert page.all("img", "loading") == ["lazy"]
    assert all(page.all("img", "alt"))
    assert page.all("html", "lang") == ["en"]


def test_each_link_leads_somewhere(game, tmp_path):
    found = check(game)
    printed = build_game(game, tmp_path, Order(only=("setup-card",), scenario="siege"), found)
    page = Page(printed.report.read_text(encoding="utf-8"))
    anchors = {attrs["id"] for _tag, attrs in page.tags if "id" in attrs}
    links = [*page.all("a", "href"), *page.all("img", "src")]
    assert len([each for each in links if each.endswith(".png")]) >= 6
    for each in links:
        assert each[1:] in anchors if each.startswith("#") else (tmp_path / unquote(each)).is_file(), each


def test_findings_come_with_the_page_of_their_code(game):
    warning = PRT001.at(Span("map.yaml", 3, 1, 3, 2), letters="`Ω`", them="it")
    severe = PRT008.at(Span("profiles/x.yaml", 1, 1, 1, 2), key="hex", value="0 mm", why="it is too small")
    text = build_report(BuildContent(game, [], [warning], [severe]))
    assert text.count('id="code-PRT001"') == text.count('id="code-PRT008"') == 1
    assert PRT008.page.why[:40] in text
    assert "map.yaml:3:1" in text
    assert "No findings, in the game" in build_report(BuildContent(game, []))


def test_what_rests_on_what_is_counted_and_said_where(game):
    page = Page(build_report(BuildContent(game, [])))
    labels = page.all("div", "aria-label")
    assert len(labels) >= 8
    counts = game.read["map.yaml"].bases.count()
    said = ", ".join(
        f"{counts[basis]} {basis}" for basis in ("printed", "derived", "fitted", "proposed") if counts[basis]
    )
    assert said in labels


def test_errata_and_what_became_of_them_are_told(game):
    text = build_report(BuildContent(game, []))
    assert game.patches
    for patch in game.patches:
        assert patch.erratum.id in text
    assert "None. The errata set is" in build_report(BuildContent(load_game(SKIRMISH, "none"), []))


def test_hashes_of_every_document_and_source_are_there(game):
    text = build_report(BuildContent(game, [entry("a")], versions={"typst": "9.9"}))
    assert "0" * 64 in text
    assert "9.9" in text
    for file in game.read.values():
        assert file.source.digest in text


def test_the_same_values_give_the_same_bytes(game):
    built = BuildContent(game, [entry("a"), entry("b")])
    assert build_report(built) == build_report(built)
    assert "flawed" not in re.sub(r"<style>.*?</style>", "", build_report(built), flags=re.DOTALL)


def test_it_is_written_again_only_when_it_would_say_something_else(tmp_path):
    def build(**more):
        game = load_game(SKIRMISH, "all", **more)
        order = Order(only=("setup-card",), scenario="siege", previews=False)
        return build_game(game, tmp_path, order, check(game)).report

    report = build()
    first = report.read_text(encoding="utf-8")
    assert "<bdi>Printed</bdi>: " in first
    build()
    assert report.read_text(encoding="utf-8") == first
    report.write_text("spoilt")
    build()
    assert "<h1>" in report.read_text(encoding="utf-8")
