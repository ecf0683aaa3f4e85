"""Whatever is not asked by the editor's own page is refused, and nothing but the game's documents is reached."""

from __future__ import annotations

import pytest
from starlette.websockets import WebSocketDisconnect

from scenario_forge.editor.server.guard import MOST_AT_ONCE, MOST_BYTES, MOST_SAID, Guard

from .conftest import OURS, PORT

PAINT = {"epoch": 0, "intent": "map.paint", "args": {"cells": [["A1", "sea"]]}}


@pytest.mark.parametrize(
    "host",
    ["evil.test", f"evil.test:{PORT}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1.evil.test:{PORT}", f"127.0.0.1:{PORT}@evil.test", ""],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/", "/api/game", "/assets/app.js"])
def test_another_name_for_this_machine_is_not_answered(client, host, path) -> None:
    assert client.get(path, headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", [f"localhost:{PORT}", f"127.0.0.1:{PORT}", f"[::1]:{PORT}", f"LocalHost:{PORT}"])
def test_this_machine_is_answered(client, host) -> None:
    assert client.get("/api/game", headers={"Host": host}).status_code == 401


def test_nothing_is_told_to_whoever_has_not_entered(client) -> None:
    for path in ("/api/game", "/api/map", "/api/text?doc=map.yaml", "/api/findings", "/api/events", "/api/recovery"):
        answer = client.get(path)
        assert answer.status_code == 401
        assert "Small" not in answer.text
    assert client.post("/api/do", json=PAINT, headers=OURS).status_code == 401


def test_a_wrong_token_gives_no_cookie(client) -> None:
    answer = client.post("/api/enter", json={"token": "guessed"}, headers=OURS)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(client) -> None:
    cookie = client.post("/api/enter", json={"token": "the-token"}, headers=OURS).headers["set-cookie"]
    assert "the-token" not in cookie
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert "domain" not in cookie.lower()


def test_the_cookie_alone_opens_nothing_nor_does_the_token(client, page) -> None:
    """A browser sends a cookie to every server on the same address, whatever its port, and so to somebody else's."""
    token = client.headers.pop("X-Forge-Token")
    for path in (
        "/api/game",
        "/api/text?doc=map.yaml",
        "/api/counters.svg",
        "/api/recovery",
        "/api/game?token=guessed",
    ):
        answer = client.get(path)
        assert answer.status_code == 401, path
        assert "Small" not in answer.text
    assert client.post("/api/do", json=PAINT, headers=OURS).status_code == 401
    assert client.post("/api/do", json=PAINT, headers=OURS | {"X-Forge-Token": "guessed"}).status_code == 401
    assert closed(client, **ORIGIN) == CLOSED
    with client.websocket_connect(f"{WS}/lsp?token={token}", headers=ORIGIN):
        pass
    assert client.get("/api/text", params={"doc": "map.yaml", "token": token}).status_code == 200
    client.cookies.clear()
    assert client.get("/api/game", headers={"X-Forge-Token": token}).status_code == 401
    assert client.get("/api/game", params={"token": token}).status_code == 401


@pytest.mark.parametrize("query", ["doc=K%C3%B6ln.yaml", "doc=%ff", "doc=%ff&", "token=the-token&doc=K%C3%B6ln.yaml"])
def test_a_query_in_any_letters_reaches_its_route(client, page, query) -> None:
    assert client.get(f"/api/text?{query}").status_code == 404


def test_each_port_has_a_cookie_of_its_own() -> None:
    cookies = [Guard(None, port, "the-token").enters("the-token").partition("=")[0] for port in (PORT, PORT + 1)]
    assert str(PORT) in cookies[0] != cookies[1]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "none"}, 403),
        ({"Origin": "http://evil.test"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": f"https://127.0.0.1:{PORT}"}, 403),
        ({"X-Forge": ""}, 403),
        ({"X-Forge": "other"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content-Type": "multipart/form-data; boundary=x"}, 415),
        ({"Content-Type": "application/json-patch"}, 415),
        ({"Content-Type": "application/json; charset=utf-8"}, 200),
    ],
)
def test_a_change_comes_from_our_own_page_as_json(page, session, headers, status) -> None:
    assert page.post("/api/do", PAINT, **headers).status_code == status
    assert (session.epoch > 0) == (status == 200)


def test_without_the_headers_of_a_browser_the_own_header_still_counts(page) -> None:
    assert page.client.post("/api/undo", json={"epoch": 0}, headers={"X-Forge": "edit"}).status_code == 422
    assert page.client.post("/api/undo", json={"epoch": 0}).status_code == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_and_preflights_find_nothing(page, method) -> None:
    answer = page.client.request(method, "/api/do", headers=OURS | {"Content-Type": "application/json"})
    assert answer.status_code == 405
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_a_page_elsewhere_cannot_read_or_frame(page) -> None:
    assert page.get("/api/game", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    for path in ("/", "/api/game", "/assets/nothing.js"):
        headers = page.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy.partition("style-src")[0]
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


ESCAPES = [
    "../small/map.yaml",
    "..%2fsmall%2fmap.yaml",
    "%2e%2e/secret.yaml",
    "../secret.yaml",
    "./map.yaml",
    "a/../map.yaml",
    "/etc/passwd",
    "C:\\secret.yaml",
    "..\\secret.yaml",
    "map.yaml\0.txt",
    "map.yaml/",
    "MAP.YAML ",
    "link.yaml",
    "folder/secret.yaml",
    "secret.yaml",
    ".hidden.yaml",
    "",
]


@pytest.fixture
def secret(folder):
    """A file beside the game, and links to it and its folder within the game; made before the session opens."""
    (folder.parent / "out").mkdir()
    found = folder.parent / "out" / "secret.yaml"
    found.write_text("secret: yes\n")
    (folder / "link.yaml").symlink_to(found)
    (folder / "folder").symlink_to(found.parent)
    (folder / ".hidden.yaml").write_text("secret: yes\n")
    return found


@pytest.mark.parametrize("name", ESCAPES)
def test_only_known_documents_are_read_and_changed(secret, page, name) -> None:
    answer = page.get("/api/text", params={"doc": name})
    assert answer.status_code == 404
    assert "secret: yes" not in answer.text
    assert page.type(name, 0, 0, "x").status_code == 404
    assert page.post("/api/save", {"docs": [name]}).status_code == 404
    assert secret.read_text() == "secret: yes\n"


@pytest.mark.parametrize("name", ["..%2fapp.py", "%2e%2e%2fapp.py", "%2e%2e", "app.py", "%00", "..%5capp.py", "a/b.js"])
def test_only_built_files_are_served(page, name) -> None:
    answer = page.get(f"/assets/{name}")
    assert answer.status_code == 404
    assert "Starlette" not in answer.text


def test_a_document_that_becomes_a_link_is_not_written_through(secret, page, folder) -> None:
    page.type("map.yaml", 0, 0, "# ours\n")
    (folder / "map.yaml").unlink()
    (folder / "map.yaml").symlink_to(secret)
    told = page.post("/api/save", {})
    assert told.status_code == 409
    assert "secret: yes" not in told.text
    assert page.post("/api/save", {"choose": {"map.yaml": "mine"}}).status_code == 507
    assert secret.read_text() == "secret: yes\n"


def test_scripts_in_names_are_text(page) -> None:
    name = '<img src=x onerror="alert(1)">'
    assert page.do("map.place", hex="A1", name=name).status_code == 200
    shown = page.get("/api/show", params={"word": "A1"}).json()["html"]
    assert "&lt;img" in shown
    assert "<img" not in shown
    assert "<img" not in page.get("/api/map/ground").text
    lost = page.get("/api/show", params={"word": "<script>alert(1)</script>"})
    assert lost.status_code == 404
    assert lost.headers["content-type"] == "application/json"


def test_a_large_paste_is_refused(page, session) -> None:
    assert page.type("map.yaml", 0, 0, "x" * MOST_BYTES).status_code == 413
    assert page.type("map.yaml", 0, 0, "x" * (9 * 2**20)).status_code == 422
    assert session.epoch == 0
    assert page.type("map.yaml", 0, 0, "# small\n").status_code == 200


def test_a_large_body_of_unknown_length_is_cut_off(page, session) -> None:
    def pieces():
        for _ in range(22):
            yield b"x" * 2**20

    headers = OURS | {"Content-Type": "application/json"}
    assert page.client.post("/api/do", content=pieces(), headers=headers).status_code == 413
    headers["Content-Length"] = "-1"
    assert page.client.post("/api/do", content=b"{}", headers=headers).status_code == 413
    assert session.epoch == 0


def test_too_many_requests_wait_outside(page) -> None:
    guard: Guard = page.client.app
    guard._at_work = MOST_AT_ONCE
    assert page.get("/api/game").status_code == 503
    guard._at_work = 0
    assert page.get("/api/game").status_code == 200


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{", b'{"epoch": "0", "intent": "map.paint"}', b'{"epoch": 0}', b'{"epoch": 0, "intent": "x", "more": 1}',
     b'{"epoch": 0, "intent": "\\ud800"}', b"[" * 100_000],
)  # fmt: skip
def test_what_is_no_change_is_refused(page, body) -> None:
    answer = page.client.post("/api/do", content=body, headers=OURS | {"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["message"]


WS = f"ws://127.0.0.1:{PORT}"
ORIGIN = {"Origin": f"http://127.0.0.1:{PORT}"}
CLOSED = 1008


def closed(client, path="/lsp", **headers: str) -> int:
    """The code with which a WebSocket is refused."""
    with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect(WS + path, headers=headers):
        pass
    return refused.value.code


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Origin": f"https://127.0.0.1:{PORT}"},
        {"Origin": f"http://127.0.0.1:{PORT + 1}"},
        {},
        ORIGIN | {"Sec-Fetch-Site": "cross-site"},
        ORIGIN | {"Sec-Fetch-Site": "same-site"},
        ORIGIN | {"Host": "evil.test"},
        ORIGIN | {"Host": f"evil.test:{PORT}"},
    ],
)
def test_another_page_does_not_reach_the_language_server(page, headers) -> None:
    assert closed(page.client, **headers) == CLOSED


def test_the_language_server_wants_the_cookie_and_is_the_only_websocket(client, page) -> None:
    client.cookies.clear()
    assert closed(client, **ORIGIN) == CLOSED
    client.cookies.set(page.client.app._cookie, "guessed")
    assert closed(client, **ORIGIN) == CLOSED
    client.cookies.clear()
    assert page.post("/api/enter", {"token": "the-token"}).status_code == 200
    for path in ("/api/events", "/", "/lsp/more"):
        assert closed(client, path, **ORIGIN) == CLOSED
    page.client.app._at_work = MOST_AT_ONCE
    assert closed(client, **ORIGIN) == CLOSED
    page.client.app._at_work = 0
    with client.websocket_connect(f"{WS}/lsp", headers=ORIGIN):
        pass


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ('{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"x": "%s"}}' % ("x" * MOST_SAID), 1009),
        ("{", 1007),
        ("[" * 20_000, 1007),
        ("[]", 1007),
        ('{"id": 1}', 1007),
        ('{"jsonrpc": "2.0", "method": "exit"}', 1007),
        (b"{}", 1007),
    ],
)
def test_what_is_no_message_ends_the_connection(page, said, code) -> None:
    with page.client.websocket_connect(f"{WS}/lsp", headers=ORIGIN) as socket:
        (socket.send_bytes if isinstance(said, bytes) else socket.send_text)(said)
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_text()
    assert ended.value.code == code
    assert page.get("/api/game").status_code == 200
