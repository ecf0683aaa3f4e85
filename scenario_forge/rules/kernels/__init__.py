"""The hot mechanics once more, as loops over arrays that numba compiles; same answers as the plain ones.

`walks`, `floods` and `sights` hold the loops: plain Python over flat arrays, without an import, which also run
uncompiled. `build` compiles and keeps them; `calls` gives them the signatures of the plain functions. Called through
`rules.mechanics` only. Nothing here imports numba or numpy before it is asked for.
"""
