"""Every rule is in the booklet under its chapter, with its corrections marked; contents and index lead to it."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise

import numpy as np
import pytest

from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.tables import tables
from scenario_forge.printing.booklet.booklet import INNER, OUTER, about_edition, jobs, title_page
from scenario_forge.printing.booklet.chapters import Bars, join_letters
from scenario_forge.printing.brief import Brief, errata_words
from scenario_forge.printing.profile import POINT, Profile
from tests.printing.booklet.conftest import Booklet, boxes, clauses, flat
from tests.printing.conftest import GAMES, SKIRMISH

DESERT_RATS = next(folder for folder in GAMES if folder.name == "desert-rats")
EVERY = [(folder, errata) for folder in GAMES for errata in ("none", "all")]
IDS = [f"{folder.name}-{errata}" for folder, errata in EVERY]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("folder", "errata"), EVERY, ids=IDS)
def test_every_clause_stands_once_under_its_chapter(folder, errata, printed):
    book = printed(folder, errata)
    text, at = book.flow()
    chapter_of, current = {}, ""
    for level, title, page in book.outline:
        current = title if level == 0 else current
        if level == 1:
            chapter_of[title] = (current, page)
    names = {rule.number: f"{rule.number} {rule.title}" for rule in rules(book.game)}
    assert len(clauses(book.game)) >= 10
    for clause in clauses(book.game):
        passage = flat(f"{clause.title}. {clause.text}".replace("?.", "?"))
        assert text.count(passage) == 1, f"{clause.id} stands {text.count(passage)} times"
        chapter, page = chapter_of[f"{clause.id} {clause.title}"]
        assert chapter == names[clause.rule]
        assert at[text.index(passage)] == page


def rules(game):
    return [rule for book, _where in game.documents("rulebook", RulebookDocument) for rule in book.rules]


def test_rulings_gaps_and_what_is_lost_are_told(printed):
    book = printed(DESERT_RATS, "none")
    text, _at = book.flow()
    told = [
        part
        for clause in clauses(book.game)
        for part in (
            clause.gap,
            clause.lost,
            *(part for r in clause.rulings for part in (r.question, r.reading, r.why)),
        )
        if part
    ]
    assert len(told) > 200
    missing = [part for part in told if flat(part) not in text]
    assert missing == []


def test_chapters_are_in_the_order_of_the_printed_rules(printed):
    book = printed(DESERT_RATS, "all")
    begun = [(title, page) for level, title, page in book.outline if level == 0]
    names = [f"{rule.number} {rule.title}" for rule in rules(book.game)]
    assert [title for title, _page in begun if title in names] == names
    assert [page for _title, page in begun] == sorted(page for _title, page in begun)


# -- errata ---------------------------------------------------------------------------------------


def bars_seen(book):
    """Pages with a bar beside the text, with the number of bars: dark runs of 2 mm and more."""
    found = {}
    for number in range(len(book.pdf)):
        grey = book.pdf[number].render(scale=3, grayscale=True).to_numpy().squeeze()
        dot = POINT / 3
        right_hand = number % 2 == 0
        edge = grey.shape[1] * dot - OUTER + 1.7 if right_hand else OUTER - 1.7
        strip = grey[int(14 / dot) : -int(13 / dot), round((edge - 0.25) / dot) : round((edge + 0.25) / dot)]
        dark = "".join("x" if line.min() < 90 else " " for line in strip)
        runs = [run for run in dark.split() if len(run) * dot >= 2]
        if runs:
            found[number + 1] = len(runs)
    return found


def test_without_errata_there_is_no_bar_and_no_list(printed):
    book = printed(DESERT_RATS, "none")
    assert bars_seen(book) == {}
    assert "Errata applied" not in [title for _level, title, _page in book.outline]
    assert "No errata are applied" in re.sub(r"\s+", " ", book.body(2))


def test_a_game_of_ones_own_speaks_of_no_other_printing_and_of_no_errata_where_it_has_none():
    brief = Brief(load_game(next(folder for folder in GAMES if folder.name == "massawa"), "all"))
    about = about_edition(brief, Bars(brief.game), proposed=True, rulings=True, lost=False)
    told = " ".join([*about["said"], *about["signs"], title_page(brief)["credits_title"]])
    assert "printed" not in told
    assert "no errata of this game" in told
    assert errata_words(brief.game, brief.words) == "none"


def test_each_erratum_of_the_rulebook_has_its_bar_and_stands_in_the_list(printed):
    book = printed(DESERT_RATS, "all")
    bars, seen = Bars(book.game), bars_seen(book)
    listed = flat("".join(book.body(page) for page in range(book.page_of("Errata applied"), len(book.pdf) + 1)))
    page_of = {title: page for level, title, page in book.outline if level == 1}
    touched = [patch for patch in bars.applied if patch.target[0] == "rulebook.yaml"]
    assert len(touched) > 60
    for patch in bars.applied:
        assert flat(f"{patch.erratum.id}") in listed
    told = clauses(book.game)
    every = [clause for each, _where in book.game.documents("rulebook", RulebookDocument) for clause in each.clauses]
    for clause_at, clause in enumerate(every):
        if clause not in told:
            continue
        here = [p.erratum.id for p in touched if p.target[1][:2] == ("clauses", clause_at)]
        if here:
            page = page_of[f"{clause.id} {clause.title}"]
            assert page in seen
            assert flat(", ".join(join_letters(here))) in flat(book.margin(page))


def test_the_list_says_what_was_printed_and_what_it_is_now(printed):
    """A quantity of a clause is not listed beside the text of the clause, which says it."""
    book = printed(DESERT_RATS, "all")
    listed = flat("".join(book.body(page) for page in range(book.page_of("Errata applied"), len(book.pdf) + 1)))
    applied = Bars(book.game).applied
    texts = {(patch.erratum.id[:6], patch.target[1][:2]) for patch in applied if patch.target[1][2:] == ("text",)}
    for patch in applied:
        if "states" in patch.target[1] and (patch.erratum.id[:6], patch.target[1][:2]) in texts:
            continue
        for value in (patch.erratum.printed, patch.erratum.corrected, patch.erratum.why):
            if isinstance(value, str) and value:
                assert flat(value).replace("_", "") in listed, f"{patch.erratum.id}: {value}"


def test_one_correction_in_several_places_is_one_entry(printed):
    """KD-121 gives Campaign '41 its year in the clause, in the list of scenarios and in the scenario."""
    book = printed(next(folder for folder in GAMES if folder.name == "knights-of-the-desert"), "all")
    page = book.page_of("Errata applied")
    listed = flat("".join(book.body(number) for number in range(page, page + 2)))
    assert flat("KD-121a, KD-121b, KD-121d") in listed
    assert flat("KD-121c, KD-121e Scenarios, row Campaign ’41, column Dates; Scenario Campaign ’41") in listed
    assert listed.count(flat("corrected 3/1941 to 12/1941")) == 1


def test_ids_in_a_row_are_drawn_together():
    assert list(join_letters(["DR-024f", "DR-024d", "DR-024e", "DR-031", "DR-024a"])) == ["DR-024a, d–f", "DR-031"]


# -- contents and index ---------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_contents_name_the_pages_where_chapters_begin(folder, printed):
    book = printed(folder, "all")
    lines = re.sub(r"[\s.]+", " ", book.body(3))
    begun = [(title, page) for level, title, page in book.outline if level == 0][2:]
    assert len(begun) >= 10
    for title, page in begun:
        assert re.search(rf"{re.escape(re.sub(r'[ .]+', ' ', title.replace(chr(39), '’')))} {page}( |$)", lines), title


def test_the_index_names_the_page_that_explains_a_term_first(printed):
    book = printed(DESERT_RATS, "none")
    text = re.sub(r"\s+", " ", "".join(book.body(page) for page in range(book.page_of("Index"), len(book.pdf) + 1)))
    page_of = {title.split(" ")[0]: page for level, title, page in book.outline if level == 1}
    terms = [term for each, _where in book.game.documents("rulebook", RulebookDocument) for term in each.terms]
    assert len(terms) > 40
    for term in terms:
        assert f"{term.term} {page_of[term.clause]}" in text


def test_running_heads_name_the_chapter_of_the_page(printed):
    book = printed(DESERT_RATS, "none")
    begun = [(title, page) for level, title, page in book.outline if level == 0]
    for (title, page), (_next, until) in pairwise(begun):
        for number in range(max(page, 2), until):
            this = book.pdf[number - 1]
            head = this.get_textpage().get_text_bounded(0, this.get_height() - 12 / POINT, this.get_width(), 1e4)
            assert flat(title) in flat(head)


def test_running_heads_are_whole_below_the_line(printed):
    """Letters such as g, p and y are not cut: there is ink in the lowest fifth of their boxes."""
    book = printed(DESERT_RATS, "none")
    page = book.pdf[book.page_of("8 Supply")]  # the page behind the one on which it begins
    words = page.get_textpage()
    scale, high = 10, page.get_height()
    pixels = page.render(scale=scale, grayscale=True).to_numpy().squeeze()
    hanging = 0
    for index in range(words.count_chars()):
        left, low, right, top = words.get_charbox(index)
        if low > high - 12 / POINT and words.get_text_range(index, 1) in "gpy":
            foot = pixels[int((high - low - (top - low) / 5) * scale) : int((high - low) * scale) + 1]
            assert foot[:, int(left * scale) : int(right * scale) + 1].min() < 160
            hanging += 1
    assert hanging


@pytest.mark.sampled(3)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_charts_stand_on_the_last_pages_of_the_folded_booklet(folder, printed):
    book = printed(folder, "all")
    charts = [table for table in tables(book.game).charts.values() if not table.chart.copy_of]
    assert len(charts) >= 2
    assert len(book.pdf) % 4 == 0, "no blank leaf stands behind them"
    bodies = [flat(book.body(page)) for page in range(1, len(book.pdf) + 1)]
    titles = [flat(table.chart.title) for table in charts]
    first = min(max(page for page, body in enumerate(bodies) if title in body) for title in titles)
    assert all(any(title in body for title in titles) for body in bodies[first:])
    last = "".join(bodies[first:])
    for table in charts:
        assert flat(table.chart.title) in last
        assert all(flat(cell.text) in last for row in table.cells for cell in row)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "folder", [each for each in GAMES if each.parent.name == "content"], ids=lambda folder: folder.name
)
def test_examples_are_told_in_sentences(folder, printed):
    """No names of keys, no yes and no behind them, no address of a value."""
    text = " ".join(printed(folder, "all").body(page) for page in range(1, len(printed(folder, "all").pdf) + 1))
    text = re.sub(r"\s+", " ", text)
    for word in ("Given:", "Asked:", "Answer:", "rules.yaml", "rules.repair", "dec42", "{given", "{answer"):
        assert word not in text


def test_what_errata_make_idle_is_printed_without_them_only(printed):
    """A ruling on headings that are corrected, a remark on an identity that is whole (OB.5)."""
    idle = ("What do the headings -4,3 and -2,1 mean?", "Unit 50 is called 2/ NZ")
    without, laid = (flat(printed(DESERT_RATS, errata).flow()[0]) for errata in ("none", "all"))
    for part in idle:
        assert flat(part) in without
        assert flat(part) not in laid


def test_no_drawing_that_is_not_here_is_told_of_or_credited(printed):
    text = printed(DESERT_RATS, "all").flow()[0]
    assert "Cartoon" not in text
    assert flat("David Green") not in text
    assert flat("Jim Hind") in text


def test_the_rights_stand_on_the_title_page_and_with_the_sources(printed):
    book = printed(DESERT_RATS, "all")
    rights = flat(book.game.about.imprint)
    assert "©" in rights
    assert rights in flat(book.body(1))
    for line in book.game.about.rights_lines:
        assert flat(line) in flat(book.body(2))
    assert flat("Open Font License") in flat(book.body(2))


# -- other games, other texts ---------------------------------------------------------------------


def test_a_game_without_rules_has_no_booklet(tmp_path):
    folder = tmp_path / "skirmish"
    shutil.copytree(SKIRMISH, folder)
    for name in ("rulebook", "options", "examples", "aids"):
        (folder / f"{name}.yaml").unlink()
    assert list(jobs(Brief(load_game(folder, "none")), [])) == []


def test_a_game_with_rules_alone_prints(tmp_path):
    folder = tmp_path / "skirmish"
    shutil.copytree(SKIRMISH, folder)
    for name in ("options", "examples", "chronology", "victory", "aids"):
        (folder / f"{name}.yaml").unlink()
    shutil.rmtree(folder / "scenarios")
    book = Booklet(load_game(folder, "none"))
    titles = [title for level, title, _page in book.outline if level == 0]
    assert "3 Movement" in titles
    assert not {"Victory points", "Chronology", "The scenarios at a glance"} & set(titles)


MARKUP = "#strong[x] $y$ *z* _w_ `v` <label> @ref \\\\ // no comment"


@pytest.mark.parametrize(
    "text",
    [MARKUP, "W" * 300, "a b " * 900, "{page} of {pages}", "\u202etfel", "Ελλάς Київ", "مرسى مطروح"],
    ids=["markup", "one word", "endless", "gaps", "turned", "Greek", "Arabic"],
)
def test_any_text_is_set_as_text(text, skirmish):
    old = "A game turn is a month, first the Allied player's, then the Axis player's."
    book = Booklet(skirmish(("rulebook.yaml", old, '"' + text + '"')))
    begun, _at = book.flow()
    if text == MARKUP:
        assert flat(MARKUP.replace("\\\\", "\\")) in begun
    for page in book.pdf:
        for left, low, right, high in boxes(page):
            assert 5 < left <= right < page.get_width() - 5
            assert 5 < low <= high < page.get_height() - 5


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("profile", "paper"), [("large-print", "A4"), ("default", "Letter")])
def test_nothing_leaves_the_column(profile, paper, printed):
    """Larger type takes more pages and stays between the margins."""
    book = printed(DESERT_RATS, "all", profile, paper)
    for number, page in enumerate(book.pdf, 1):
        seen = page.render(scale=2, grayscale=True).to_numpy().squeeze() < 250
        down, across = (list(np.flatnonzero(seen.any(axis=axis)) / 2 * POINT) for axis in (1, 0))
        # a hyphen may hang a little over the edge of the column
        inner, outer = INNER - 1, 4.5
        left, right = (inner, outer) if number % 2 else (outer, inner)
        assert left < across[0] < across[-1] < page.get_width() * POINT - right, f"page {number}"
        assert 5 < down[0] < down[-1] < page.get_height() * POINT - 5


def test_large_print_is_larger(printed):
    usual, large = printed(DESERT_RATS, "all"), printed(DESERT_RATS, "all", "large-print", "A4")
    assert len(large.pdf) > 1.4 * len(usual.pdf)


@pytest.mark.usefixtures("typeset_anew")
def test_the_same_game_gives_the_same_bytes(skirmish):
    one, other = (
        [job.make().pdf for job in jobs(Brief(skirmish(), Profile()), [])] for _again in range(2)
    )  # fmt: skip
    assert one == other
    assert len(one) == 2


def test_ids_that_stand_twice_or_name_no_rule_do_no_harm(skirmish):
    game = skirmish(
        ("rulebook.yaml", '  - id: "3.2"\n    rule: "3"', '  - id: "3.1"\n    rule: "3 <b> #x"'),
        ("rulebook.yaml", "title: The Game}", f"title: {'Long ' * 300}}}"),
    )
    book = Booklet(game)
    text, _at = book.flow()
    assert text.count(flat("To leave an enemy zone of control costs 3 movement points more.")) == 1
    assert flat("3 <b> #x") in text
