"""The system `wargame`: what a rule module may have, the board that all share, and what joins those of a game."""
