"""``forge edit``, the editor in a browser, and ``forge lsp``, the language server for your own editor."""

from __future__ import annotations

import webbrowser
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import __version__, editor, language, source
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import ErrataSet, GameName, open_game
from scenario_forge.game.reading import formats, locate

if TYPE_CHECKING:
    from pathlib import Path

_NEEDED = ("starlette", "uvicorn", "websockets", "watchfiles", "pygls")


def edit(
    game: GameName,
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port to use; 0 chooses a free one.")
    ] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address to open.")] = False,
) -> None:
    """Open the editor of a game in the browser, and serve it on this machine until it is interrupted."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        what = "which is" if len(missing) == 1 else "which are"
        words.give_up(f"the editor needs {' and '.join(missing)}, {what} not installed", _with_extra())
    folder = _folder_of(game)
    outputs.must_be_yours(folder)
    if not (editor.server.entrance.STATIC / "app.js").is_file():
        words.give_up(
            "the page of the editor was not built when Scenario Forge was installed",
            "install the wheel of a release, which has it; in a clone install Node.js, then Scenario Forge again",
        )

    def started(address: str) -> None:
        words.say(f"The editor is at {address}\nStop it with Ctrl+C.\n")
        if not no_browser:
            webbrowser.open(address)

    try:
        unsaved = editor.server.serve.serve(folder, port, started)
    except OSError as error:
        words.give_up(f"port {port} cannot be used: {error.strerror or error}", "leave --port out to take a free one")
    for name in unsaved:
        words.say(f"{name} has changes that were not saved; they are kept, and offered when you edit the game again\n")


def lsp(errata: ErrataSet = None) -> None:
    """Answer an editor over standard input and output; editors start this command themselves."""
    if find_spec("pygls") is None:
        words.give_up("the language server needs pygls, which is not installed", _with_extra())
    if code := language.files.serve(errata):
        raise typer.Exit(code)


def _with_extra() -> str:
    """Return the commands that install what the extra `edit` adds; the program is on no index of packages."""
    # pipx forgets the extra of a file that is named without its folder
    wheel = f'pipx install --force "./scenario_forge-{__version__}-py3-none-any.whl[edit]"'
    return f'where the wheel of the release is: {wheel}\n  in a clone: pipx install --force ".[edit]"'


def _folder_of(game: str) -> Path:
    """The folder of a game. Its game.yaml alone is read: all else is read while the browser loads the page."""
    try:
        folder = locate.find_game(game)
        with (folder / "game.yaml").open("rb") as stream:
            about = source.read.Source.read("game.yaml", stream.read(source.read.MAX_BYTES))
        if about.root is not None and formats.format_problem(about) is None:
            return folder
    except (locate.NoSuchGame, OSError):
        pass
    return open_game(game, "none").folder  # says what is wrong with it
