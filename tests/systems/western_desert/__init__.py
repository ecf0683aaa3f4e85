"""*WW2 Western Desert Rules*: its rules in play, with the clauses that they carry out."""
