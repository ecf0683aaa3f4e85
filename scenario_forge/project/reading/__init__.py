"""From a folder of files to validated documents: found, read, patched by errata and variants, given shape."""
