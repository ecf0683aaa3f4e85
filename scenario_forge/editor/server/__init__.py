"""The HTTP server of the editor: its start, what requests must pass, the routes, the stream of events, the WebSocket.

Called by `cli/edit.py`. Must hold nothing of what a change writes or a panel shows: the areas bring their own routes.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.editor.server import app as app
    from scenario_forge.editor.server import changing as changing
    from scenario_forge.editor.server import entrance as entrance
    from scenario_forge.editor.server import questions as questions
    from scenario_forge.editor.server import serve as serve

__getattr__ = attributes(__name__)
