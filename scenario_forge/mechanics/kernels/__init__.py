"""The hot mechanics as loops over arrays that numba compiles; same answers as the plain functions.

`loops` holds them: plain Python over flat arrays, without an import, which also runs uncompiled. `build` compiles and
keeps them; `calls` gives them the signatures of the plain functions. Called through `engine` only. Nothing
here imports numba or numpy before it is asked for.
"""
