"""A real browser for tests: Chromium without a window, driven over a pipe; no library is needed for it."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def found():
    """The browser's path; None where there is none. `FORGE_CHROMIUM` names another."""
    return os.environ.get("FORGE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """One page. ``errors`` are what went wrong in it, ``requests`` what it asked for."""

    def __init__(self, wide=1440, high=900, dark=False):
        self.folder = tempfile.mkdtemp()
        to_read, self._to = os.pipe()
        self._from, to_write = os.pipe()
        self._buffer, self._number = b"", 0
        self.errors, self.requests = [], []
        command = [found(), "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--hide-scrollbars",
                   "--no-first-run", f"--user-data-dir={self.folder}", f"--window-size={wide},{high}",
                   "--disable-dev-shm-usage", "about:blank"]  # fmt: skip

        def ends():
            # Chromium reads commands from 3 and writes answers to 4; first out of the way of both
            high_read, high_write = os.dup2(to_read, 90), os.dup2(to_write, 91)
            os.dup2(high_read, 3)
            os.dup2(high_write, 4)

        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen(command, preexec_fn=ends, close_fds=False, **quiet)  # noqa: PLW1509 - no threads
        os.close(to_read)
        os.close(to_write)
        self._session = None
        target = next(t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self._session = self.ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")
        self.size(wide, high, dark=dark)

    def size(self, wide, high, *, dark=False, scale=1):
        """A window of that size; ``scale`` 2 is a zoom of 200 %."""
        metrics = {"width": wide // scale, "height": high // scale, "deviceScaleFactor": scale, "mobile": False}
        self.ask("Emulation.setDeviceMetricsOverride", **metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])

    def ask(self, method, **params):
        """A command of the DevTools protocol; its result."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            said = self._next()
            if said.get("id") == self._number:
                assert "error" not in said, said
                return said["result"]
            self._note(said)

    def _next(self, seconds=60):
        end = time.monotonic() + seconds
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._from], [], [], max(0, end - time.monotonic()))
            assert ready, "the browser says nothing"
            read = os.read(self._from, 1 << 20)
            assert read, "the browser is gone"
            self._buffer += read
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def _note(self, said):
        method, params = said.get("method"), said.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.errors.append(params["exceptionDetails"].get("exception", {}).get("description", str(params)))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"][:200])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def open(self, path, anchor=""):
        """Load a file and wait until it is there."""
        self.loaded = False
        self.ask("Page.navigate", url=f"file://{path}{anchor}")
        while not self.loaded:
            self._note(self._next())

    def js(self, expression):
        """The value of an expression; a promise is waited for."""
        said = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in said, said["exceptionDetails"]
        return said["result"].get("value")

    def comes(self, expression, seconds=20):
        """Whether an expression becomes true in time."""
        look = f"(look = () => ({expression}) || Date.now() > end ? done({expression}) : setTimeout(look, 20))()"
        return self.js(f"new Promise((done) => {{ let look; const end = Date.now() + {seconds * 1000}; {look}; }})")

    def key(self, key, code=None, modifiers=0):
        """Press a key."""
        text = {"text": key} if len(key) == 1 else {}
        values = {"key": key, "code": code or key, "modifiers": modifiers}
        self.ask("Input.dispatchKeyEvent", type="keyDown", **values, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **values)

    def picture(self, file, whole=False):
        """A screenshot."""
        data = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        Path(file).write_bytes(base64.b64decode(data))

    def close(self):
        """Shut it."""
        with contextlib.suppress(AssertionError, OSError):
            self._session = None
            self.ask("Browser.close")
        self._process.wait(20)
        os.close(self._to)
        os.close(self._from)
        shutil.rmtree(self.folder, ignore_errors=True)
