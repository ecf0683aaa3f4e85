"""PLY: what `forge check --play` shows: rules that fail in play, and set-ups that cannot be meant so."""

from scenario_forge.diagnostics.model import Code, Severity

_REPLAY = "Every finding names seed and players, so that `forge fuzz` or `forge play` shows the same game again."

PLY001 = Code(
    "PLY001",
    "play-breaks-what-must-hold",
    Severity.ERROR,
    "`{scenario}`: {problem}",
    what="After an action that the rules allow, the game is in a state that may never be, such as too many in a hex.",
    why="Something is wrong in the rules as they are carried out, or in a number of the content they rest on. "
    + _REPLAY,
    bad="seed 7, after `enters`: more than may stack stand in hex `C0401`",
    good="the same seed played to its end",
    mend="Look at the game with `forge fuzz GAME --scenario SCENARIO --seed N`; mend the number, or report the rules.",
)
PLY002 = Code(
    "PLY002",
    "rules-fail-in-play",
    Severity.ERROR,
    "`{scenario}`: the rules fail: {problem}",
    what="The program that carries out the rules breaks down in the midst of a game.",
    why="A set-up must be playable to its end whatever the players do. " + _REPLAY,
    bad="seed 7: KeyError: 'cost.terrain'",
    good="the same seed played to its end",
    mend="If it began with a change of the content, that is where to look; otherwise report it with the seed.",
)
PLY003 = Code(
    "PLY003",
    "play-offers-no-choice",
    Severity.ERROR,
    "`{scenario}`: {problem}",
    what="A side must decide, and there is nothing that it may do, or an action that is begun cannot be completed.",
    why="At the table the players would have to make up a rule there. " + _REPLAY,
    bad="seed 7, dead end: nothing can be chosen after [12]",
    good="the same seed played to its end",
    mend="Look at the last actions with `forge fuzz GAME --scenario SCENARIO --seed N` and `forge replay`.",
)
PLY004 = Code(
    "PLY004",
    "play-never-ends",
    Severity.ERROR,
    "`{scenario}`: {problem}",
    what="The game goes on beyond its stop date, or the players decide and decide and no turn ends.",
    why="A scenario has a last turn; a game that does not come there goes round in circles. " + _REPLAY,
    bad="seed 7: no end after 50,000 decisions",
    good="over after 639 decisions, in its last turn",
    mend="Look which step comes again and again: `forge play GAME --scenario SCENARIO --seed N --log`.",
)
PLY005 = Code(
    "PLY005",
    "cannot-be-played",
    Severity.ERROR,
    "`{scenario}` cannot be played: {problem}",
    what="The set-up does not give a first state: something that play needs is missing or not possible.",
    why="What cannot begin cannot be proved by playing.",
    bad="play cannot begin: the set-up places more supply markers than the counter mix has",
    good="a first state that every player can act in",
    mend="Mend what the message names; the other findings may say more.",
)
PLY006 = Code(
    "PLY006",
    "set-up-breaks-a-rule",
    Severity.ERROR,
    "`{scenario}` begins against the rules: {problem}",
    what="Before anybody has moved, something is where or as the rules do not allow it to be.",
    why="The checks of the texts look at cells; this looks at the very state that play begins with.",
    bad="both sides stand in hex `C0401`",
    good="each hex holds units of one side",
    mend="Move the unit, or change the number that does not let it stand there.",
)
PLY007 = Code(
    "PLY007",
    "player-fails-in-proof",
    Severity.ERROR,
    "`{scenario}`: {problem}",
    what="One of the players who try out the scenario raised an error, took too long or answered illegally.",
    why="The game ended there, so nothing is proved beyond it. " + _REPLAY,
    bad="seed 7: the player Competent failed: IndexError",
    good="both players answer every question of the rules",
    mend="It is a fault of the player, not of the scenario; report it with the seed.",
)
PLY008 = Code(
    "PLY008",
    "side-without-units",
    Severity.WARNING,
    "`{scenario}`: {side} never has a unit in play",
    what="In none of the games played did any unit of the side stand on the map or in an off-map box.",
    why="Nobody can play a side that has nothing; most often a column of its order of battle was left empty.",
    bad="units: [{no: 1, name: 1 Coast, dec40: N}]   # and the same for all others",
    good="units: [{no: 1, name: 1 Coast, dec40: F9}]",
    mend="Fill in the column of the scenario's start date, or give the side reinforcements.",
)
PLY010 = Code(
    "PLY010",
    "unit-never-can-move",
    Severity.WARNING,
    "{unit} can never move in {scenarios}",
    what="In none of its player turns, in none of the games played, could the unit enter any hex.",
    why="Units are there to be moved. One that never can is walled in, or has been set up in a wrong hex.",
    bad="cells: {dec40: C0401}   # impassable hexsides all around",
    good="cells: {dec40: C0402}",
    mend="Look at its hex on the map: hexsides, terrain, its movement allowance, enemies around it.",
)
PLY011 = Code(
    "PLY011",
    "unit-never-in-supply",
    Severity.WARNING,
    "{unit} is never in supply in {scenarios}",
    what="At the start of each of its player turns, in all games played, the unit was out of supply.",
    why="It cannot fight, wastes away, and was hardly meant so.",
    bad="cells: {dec40: C0101}   # no supply unit ever comes so far",
    good="cells: {dec40: C0104}",
    mend="Place it nearer to supply, or give its side supply there.",
)
PLY012 = Code(
    "PLY012",
    "reinforcement-never-enters",
    Severity.WARNING,
    "{unit} never enters play in {scenarios}",
    what="The unit is due before the scenario ends, and in no game played could it be brought on.",
    why="A reinforcement without a place to come on is a counter that is never played.",
    bad="cells: {dec40: Mar 41}   # its supply centres are the enemy's throughout",
    good="cells: {dec40: Mar 41}   # a centre of its side has room",
    mend="Look at who controls the places where it may arrive, and how many may come on there in a turn.",
)
PLY013 = Code(
    "PLY013",
    "objective-never-contested",
    Severity.INFO,
    "no game contests `{objective}` of {side}, scored at `{stop}`: it is always worth {points}",
    what="Throughout all games played, in every scenario that scores it, the row brought the same points.",
    why="Points that nobody can gain or lose decide nothing; the place may be out of reach, or no place at all.",
    bad="hold: B4404   # in the sea",
    good="hold: C0402   # a town that both sides can reach",
    mend="Look whether its place can be reached in time. With more games (`--games`) it may yet be contested.",
)
PLY014 = Code(
    "PLY014",
    "option-without-effect",
    Severity.INFO,
    "the option `{option}` has no effect on play",
    what="No number that play uses is another with the option, and no rule ever asked whether it is in play.",
    why="A player who chooses it would expect a difference.",
    bad="- {id: night-marches, title: Night marches, …}   # no rule knows it",
    good="- {id: white-knees, …}   # asked when reinforcements arrive",
    mend="An option for the players' own agreement needs nothing; one of the rules must be known to the rule system.",
)
PLY015 = Code(
    "PLY015",
    "decided-from-the-start",
    Severity.WARNING,
    "`{scenario}` is decided on its first turn: {how}",
    what="In all games played it ended in its first game turn, or no point was ever won or lost after it began.",
    why="There is nothing to play for.",
    bad="decisive: [{id: alexandria, when: {hold: alexandria}}]   # held by that side when play begins",
    good="decisive: [{id: alexandria, when: {hold: alexandria}}]   # of the side that must come there first",
    mend="Look at control, garrisons and victory rows at the start date.",
)
PLY016 = Code(
    "PLY016",
    "one-side-always-wins",
    Severity.INFO,
    "`{scenario}`: {side} wins all {games} games of `{player}` against itself",
    what="Of all games played by equal players one side won every one. The interval is Wilson's, 95 %.",
    why="It may be what happened in history; a scenario for two players should leave both a chance.",
    bad="axis wins 200 of 200 (98.1 % to 100 %)",
    good="axis wins 113 of 200 (49.6 % to 63.2 %)",
    mend="Shift victory points or replacements; `forge playtest` shows by how much.",
)
