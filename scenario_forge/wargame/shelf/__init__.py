"""The system `wargame`: the list of all rule modules, and what joins those that a game chooses."""
