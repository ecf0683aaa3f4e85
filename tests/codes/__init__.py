"""One bad and one good text per code, as changes of the small clean game in tests/games/skirmish.

A file of this folder is named after its code and holds one case or a list of cases:

    bad:                        # must give the code, once, exactly at «…»
      - file: orders-of-battle/axis.yaml
        find: "mar41: C3"       # occurs exactly once in the file
        put: "mar41: «ZZ9»"
    good:                       # must give nothing at all
      - {file: orders-of-battle/axis.yaml, find: "mar41: C3", put: "mar41: C4"}
    errata: none                # the default
    message: ZZ9                # optional: a part of the message
    also: [OOB031]              # optional: codes that the bad text gives besides

Instead of `find` and `put` an edit may give the whole `text` of a file that need not exist.
"""
