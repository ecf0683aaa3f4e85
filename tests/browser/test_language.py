"""The language server in the text pane: a name is completed, explained, followed, listed and renamed."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import TOKEN
from .test_access import violations

ITALY = "orders-of-battle/italy.yaml"
# a different window writes a line into the document
FROM_ELSEWHERE = """async () => {
  const token = TOKEN;
  const {epoch} = await (await fetch("/api/game", {headers: token})).json();
  const edits = [{from: 0, to: 0, insert: "# from elsewhere\\n"}];
  await fetch("/api/text", {
    method: "POST", headers: {"Content-Type": "application/json", "X-Forge": "edit", ...token},
    body: JSON.stringify({doc: "orders-of-battle/italy.yaml", epoch, edits})});
}""".replace("TOKEN", TOKEN)


def test_a_name_is_completed_and_explained(editor) -> None:
    page = editor.page
    with page.expect_websocket(lambda socket: "/lsp?" in socket.url) as joined:
        page.click(f'[data-doc="{ITALY}"]')
        editor.type_over("F13", "F1")
    offered = page.locator(".cm-tooltip-autocomplete")
    expect(offered).to_contain_text("F10")
    expect(offered).to_contain_text("hex")
    editor.press("Escape", "Control+z")
    editor.said(re.compile("^Undone"))
    editor.find("F13")
    cursor = page.locator(".cm-cursor-primary")
    cursor.scroll_into_view_if_needed()  # it is there, and no longer moves
    at = cursor.bounding_box()
    page.mouse.move(at["x"] - 4, at["y"] + 6)
    page.mouse.move(at["x"] - 5, at["y"] + 7)
    card = page.locator(".cm-lsp-hover-tooltip")
    expect(card.locator("strong").first).to_contain_text("F13")
    expect(card.locator("li").first).to_be_visible()
    page.mouse.move(5, 5)
    expect(card).to_have_count(0)
    editor.press("Control+i")  # the same by key, to be read and left by keys
    expect(page.get_by_role("dialog", name="What is known of it")).to_contain_text("F13")
    expect(card.locator("[tabindex]")).to_be_focused()
    assert violations(page) == []
    editor.press("Escape")
    expect(card).to_have_count(0)
    expect(page.locator(".cm-content")).to_be_focused()
    editor.press("Control+i")
    expect(card.locator("[tabindex]")).to_be_focused()
    page.evaluate(FROM_ELSEWHERE)  # takes the card away, but not the place of the author
    expect(card).to_have_count(0)
    expect(page.locator(".cm-content")).to_be_focused()
    assert violations(page) == []
    assert joined.value.url.startswith("ws://127.0.0.1:")


def test_a_name_is_followed_listed_and_renamed(editor, before) -> None:
    page = editor.page
    page.click(f'[data-doc="{ITALY}"]')
    editor.find("F13")
    editor.press("Shift+F12")
    places = page.get_by_role("dialog", name=re.compile("Named in"))
    expect(places.locator("button", has_text=ITALY).first).to_be_visible()
    assert violations(page) == []
    editor.press("Escape")
    expect(page.locator(".cm-content")).to_be_focused()
    editor.press("F12")
    expect(page.locator(".spoken h2")).to_have_text("map.yaml")
    expect(page.locator(".cm-activeLine")).to_contain_text("row: F")
    editor.find("name: Keren")
    editor.press("ArrowRight", "Shift+F12")
    places.locator("button", has_text="victory.yaml").first.click()
    expect(page.locator(".spoken h2")).to_have_text("victory.yaml")
    expect(page.locator(".cm-activeLine")).to_contain_text("Keren")
    expect(page.locator(".cm-content")).to_be_focused()
    editor.press("F2")
    expect(page.locator("#new-name")).to_have_value("Keren")
    page.fill("#new-name", "Massawa")
    editor.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="already")).to_be_visible()
    page.fill("#new-name", "Cheren")
    editor.press("Enter")
    editor.can_undo("Rename Keren to Cheren")
    expect(page.locator(".cm-activeLine")).to_contain_text("Cheren")
    expect(page.locator("[data-doc='map.yaml'] .dot")).to_be_visible()
    expect(page.locator(".cm-content")).to_be_focused()
    editor.press("Control+z")
    editor.said("Undone: Rename Keren to Cheren")
    expect(page.locator("#undo")).to_have_text("Undo")
    assert editor.saved() == before
    editor.find("Keren")
    editor.press("Control+e")
    expect(page.locator(".erratum-form")).to_be_visible()
    assert violations(page) == []
    editor.press("Escape")


def test_a_connection_that_was_lost_is_made_again(editor) -> None:
    page, joined = editor.page, []

    def join(socket) -> None:
        joined.append(socket)
        socket.connect_to_server()

    page.route_web_socket(re.compile(r"/lsp\?"), join)
    for times in (1, 2):
        page.click(f'[data-doc="{ITALY}"]')
        editor.find("F13")
        editor.press("F12")
        expect(page.locator(".spoken h2")).to_have_text("map.yaml")
        assert len(joined) == times
        joined[-1].close()
