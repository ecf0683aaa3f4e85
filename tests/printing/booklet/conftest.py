"""Booklets, made once, and what stands where on their pages."""

from __future__ import annotations

import re
from functools import cache

import pypdfium2
import pytest

from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.booklet.booklet import INNER, OUTER, jobs
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.profile import POINT, find_profile

HEAD = FOOT = 12.5
"""Millimetres of a page in which the running head and the foot stand."""


def flat(text):
    """What two texts must agree in: letters and figures, without blanks, breaks and kinds of dashes."""
    return re.sub(r"[\s\u200b\u00ad\ufffe\x02'’–-]", "", text)


class Booklet:
    """The pages of a plain booklet as read back from its PDF."""

    def __init__(self, game, profile="default", paper=None):
        found, _findings = find_profile(game, profile)
        self.game = game
        self.brief = Brief(game, found.on(paper) if paper else found)
        self.jobs = list(jobs(self.brief, []))
        self.made = [job.make() for job in self.jobs]
        self.pdf = pypdfium2.PdfDocument(self.made[0].pdf)
        self._bodies = {}
        self.outline = [
            (entry.level, re.sub(r"\s+", " ", entry.get_title()), entry.get_dest().get_index() + 1)
            for entry in self.pdf.get_toc()
        ]

    def column(self, page, left, right):
        """The text of a page (from 1) between two distances from its left edge in millimetres, but head and foot."""
        this = self.pdf[page - 1]
        high = this.get_height()
        return this.get_textpage().get_text_bounded(left / POINT, FOOT / POINT, right / POINT, high - HEAD / POINT)

    def body(self, page):
        """The text between the margins."""
        wide = self.pdf[page - 1].get_width() * POINT
        left, right = (INNER, OUTER) if page % 2 else (OUTER, INNER)
        if page not in self._bodies:
            self._bodies[page] = self.column(page, left - 1.2, wide - right + 1.2)
        return self._bodies[page]

    def margin(self, page):
        """The text in the outer margin."""
        wide = self.pdf[page - 1].get_width() * POINT
        return self.column(page, wide - OUTER + 1.2, wide) if page % 2 else self.column(page, 0, OUTER - 1.2)

    def flow(self):
        """All pages' bodies as one flat text, and the page on which each letter stands."""
        text, at = "", []
        for page in range(1, len(self.pdf) + 1):
            part = flat(self.body(page))
            text += part
            at += [page] * len(part)
        return text, at

    def page_of(self, title, level=0):
        """The page to which the bookmark with this title leads."""
        return next(page for depth, name, page in self.outline if depth == level and name == title)


def boxes(page):
    """Left, lower, right and upper edge of the lines of a page's text, in points."""
    words = page.get_textpage()
    return [words.get_rect(n) for n in range(words.count_rects())]


def clauses(game):
    """Every clause that is printed, in order: no ornament that is not here, no remark that errata made idle."""
    applied = {patch.erratum.id for patch in game.patches if patch.target and not patch.problem}
    return [
        clause
        for book, _where in game.documents("rulebook", RulebookDocument)
        for clause in book.clauses
        if clause.reason != "ornament" and not (clause.settled and applied.issuperset(clause.settled))
    ]


@cache
def booklet(folder, errata="none", profile="default", paper=None):
    return Booklet(load_game(folder, errata), profile, paper)


@pytest.fixture
def printed():
    return booklet
