"""The rules booklet: chapters, rulings, figures, errata and index as pages of half the paper, and imposed to be folded.

Called by the list of components; imports no other component but the faces of counters and the ground of the map.
"""
