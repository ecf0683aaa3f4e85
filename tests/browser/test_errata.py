"""An erratum found, written, checked and printed without touching a file; and errata mode by keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.as_printed import copy_as_printed

from .conftest import CONTENT, Editor, Server

ALLIED = "orders-of-battle/allied.yaml"


@pytest.fixture(scope="module")
def rats(browser, tmp_path_factory):
    """The editor on *Desert Rats* without the erratum of a unit that starts in the enemy's rear."""
    folder = tmp_path_factory.mktemp("errata") / "rats"
    copy_as_printed("desert-rats", folder)
    errata = folder / "errata/proposed.yaml"
    text = errata.read_text(encoding="utf-8")
    errata.write_text(text[: text.index("  - id: DR-012\n")] + text[text.index("  - id: DR-013\n") :], encoding="utf-8")
    server = Server(folder)
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    try:
        yield Editor.opened(context, server.address, folder)
    finally:
        context.close()
        server.stop()


def errors(rats: Editor):
    return rats.page.locator(".filter.error")


def test_an_erratum_is_found_written_checked_and_printed(rats) -> None:
    page = rats.page
    expect(errors(rats)).to_have_text("1 error")
    page.click("#errata-printed")
    rats.said("The game as printed, without errata")
    expect(errors(rats)).to_have_text(re.compile("[4-9][0-9] errors"))
    page.click("#errata-errata")
    expect(errors(rats)).to_have_text("1 error")

    page.locator(".finding.error .correct").click()
    form = page.locator(".erratum-form")
    expect(form).to_contain_text("Allied order of battle, unit 4, column Dec 40")
    form.get_by_role("button", name="SS32").click()
    page.fill("#erratum-why", "A letter is dropped: S32 is behind the Axis front, SS32 is Alexandria.")
    page.fill("#erratum-source", "Ours, from rule 8.")
    page.click("#erratum-done")
    rats.can_undo("Correct Allied order of battle, unit 4, column Dec 40: S32 to SS32 (DR-071)")
    expect(errors(rats)).to_have_text("0 errors")
    rats.press("Control+z")
    rats.said(re.compile("^Undone: Correct Allied"))
    rats.press("Control+y")
    rats.said(re.compile("^Redone: Correct Allied"))
    expect(page.locator(".spoken h2")).to_have_text(ALLIED)

    page.click("#tab-rules")
    page.click("#rules-errata")
    page.fill("#find-erratum", "DR-071")
    page.click(".erratum .name")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".trial")).to_contain_text("OOB033 Allied 4 starts in S32")
    expect(page.locator(".trial")).to_contain_text("Beda Fomm")

    page.click("#tab-preview")
    expect(page.locator("#preview-what option[value=errata-list]")).to_be_attached()
    page.select_option("#preview-what", "errata-list")
    expect(page.locator(".preview-view img")).to_have_attribute("alt", re.compile("^Errata, page 1"))

    before = (CONTENT / "desert-rats" / ALLIED).read_text(encoding="utf-8")
    assert rats.saved(ALLIED) == before
    assert "id: DR-071" in (rats.folder / "errata/proposed.yaml").read_text(encoding="utf-8")


def test_errata_mode_keeps_the_text_and_asks_for_the_erratum_by_keys(rats) -> None:
    page = rats.page
    page.locator("#errata-errata").focus()
    rats.press("ArrowRight")
    rats.said("Errata mode: what you change becomes an erratum")
    page.locator("#tab-text").click()
    page.locator(f'[data-doc="{ALLIED}"]').focus()
    rats.press("Enter")
    expect(page.locator(".cm-content")).to_contain_text("BRITISH ORDER")
    rats.type_over("Q16", "X")
    expect(page.locator("dialog h2")).to_have_text("Change DR-011a")
    expect(page.locator("#erratum-value")).to_have_value("QQ16")
    rats.press("Escape")
    page.locator("#errata-correcting").focus()
    rats.press("ArrowLeft")
    rats.said("The game with its errata")
    assert rats.saved(ALLIED) == (CONTENT / "desert-rats" / ALLIED).read_text(encoding="utf-8")
