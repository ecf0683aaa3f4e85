"""Errata mode: which errata the page's game has, changes of printed values written as errata, and their list.

Called by the session and the server. Must never write a file, nor change a printed value.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.editor.errata import panel as panel

__getattr__ = attributes(__name__)
