"""*Rats of Tobruk*: its rules in play, with the clauses that they carry out."""
