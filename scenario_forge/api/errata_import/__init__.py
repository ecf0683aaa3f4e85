"""Errata from somebody's list: read, held against the game's documents, compared and drafted; and written as a text.

Called by `forge errata import` and `forge errata list`, and by the editor. It writes no files.
"""

from scenario_forge.api.errata_import.importing import Imported as Imported
from scenario_forge.api.errata_import.importing import import_lists as import_lists
from scenario_forge.api.errata_import.reading import UnreadableList as UnreadableList
from scenario_forge.game.errata.text import text_list as text_list
