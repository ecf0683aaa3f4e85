"""The server of `forge edit GAME`: one session a game, its texts, findings and drawings, over HTTP on this machine.

Called by `cli/edit.py`. Imports neither a system nor the command line; starlette and uvicorn, of the extra `edit`, are
imported only by what answers requests.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.editor import server as server
    from scenario_forge.editor import session as session

__getattr__ = attributes(__name__)
