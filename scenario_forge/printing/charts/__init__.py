"""Charts, player aids, orders of battle and forms: what players read and fill in at the table.

`tables.py` and `victory.py` make plain data of charts, track, sections and victory rows; `charts.py` and `forms.py`
make documents of it, which templates lay out. Must never know a game by name.
"""
