"""The box: a tuck box for the booklet and the folded sheets, on two pages, with art made of the map.

Called for the component `box`. Must never know a game by name.
"""
