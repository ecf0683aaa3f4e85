"""What rule modules stand on: what a module may have, the board, phases and deeds, words, a computer player."""
