"""Games played in the editor: from the texts as they are on the screen, or from a record.

Called by the editor's routes. Whatever may be chosen comes from the rules' own tree of choices; nothing here knows one.
"""
