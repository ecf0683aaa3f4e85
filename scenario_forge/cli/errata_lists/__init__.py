"""The verbs of `forge errata` that read and write lists of errata: `import`, `list` and `printings`.

Called by `cli.errata`. They call `api.errata_import`.
"""
