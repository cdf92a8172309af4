package engine

// DicePosition is a Position of a game with dice. Where its Turn is Chance the moves are the possible rolls, and the
// program, not a player, rolls and plays what Roll returns; replaying a line never rolls again.
type DicePosition interface {
	// Roll returns the move of Chance for two dice, 1 to 6 each, in the order of the roll.
	Roll(first, second int) (Move, error)

	// Throws returns how many rolls to prepare before the start; no game or match needs more.
	Throws() int

	// Throw returns the state of the dice.
	Throw() Throw

	// Forced returns the only sensible move of the side on turn, which need not be asked then; false if there is a
	// decision.
	Forced() (Move, bool)

	// MayDouble reports whether a side may double on its next turn in the current game, as far as is known.
	MayDouble(Side) bool

	// Shots returns the rolls, of 36, with which the side that rolls next, or has rolled, can hit.
	Shots() Shots

	// Preview returns the view after the beginning of a move, or all of it, with nothing following; moved is false if
	// that changes nothing. Its error is that of Read.
	Preview(text string) (v View, moved bool, err error)
}

// Throw is the state of the dice in a position.
type Throw struct {
	By      Side   // who rolls; Nobody before the first roll that counts, and after the game
	Dice    [2]int // the larger first; 0: not rolled. A tied opening roll stays
	Each    bool   // in the next roll each side rolls one die
	Self    bool   // sides roll when they say so, and are asked even if there is nothing else to decide
	Doubled int    // stake that By has offered and the other side takes or declines; 0: no offer
}

// Shots counts the rolls of 36 that hit something.
type Shots struct {
	All     int   // rolls that hit anything
	Outside int   // rolls that hit outside the home board of the side that rolls, where a checker loses most of its way
	Blots   []int // points of the blots that Outside counts, by number on the board, in order
}

// StakeGame is a Position of one or several games in a row for a stake. A side may resign such a game by offering
// one, two or three times the stake, which the other side may refuse where more could be won.
type StakeGame interface {
	// Stake returns the current stake of the game, in points.
	Stake() int

	// Resignations returns the multiples of the stake that a side may offer, lowest first; the last cannot be refused.
	Resignations(Side) []int

	// Resign returns the move by which a side loses the game for a multiple of the stake, one of its Resignations, once
	// the other side has agreed or cannot refuse. Moves does not list it, and it needs no turn.
	Resign(s Side, multiple int) (Move, error)

	// Standing returns the score and the state of the games.
	Standing() Standing
}

// Standing is the score of a StakeGame and the state of its current game.
type Standing struct {
	Score    [2]int  // points of First and Second in finished games
	Length   int     // points needed to win; 0: not a match to points
	Endless  bool    // games follow one another until the players agree to stop
	Crawford bool    // the current game is the one without doubling
	Ended    Outcome // result of the current game, even if another follows; zero while it goes on
}

// StandingOf returns the standing of a position; zero if the game is no StakeGame.
func StandingOf(p Position) Standing {
	if c, ok := p.(StakeGame); ok {
		return c.Standing()
	}
	return Standing{}
}

// Lead returns who leads and by how many points; Nobody and 0 if nobody does.
func (s Standing) Lead() (Side, int) {
	switch lead := s.Score[0] - s.Score[1]; {
	case lead > 0:
		return First, lead
	case lead < 0:
		return Second, -lead
	}
	return Nobody, 0
}

// Exporter is a Position with texts for other programs. Whole games are for Game.Formats.
type Exporter interface {
	// Exports returns the position in the formats of other programs.
	Exports() []Export
}

// Export is a position in a format of another program.
type Export struct {
	Format string // name of the format, the same in all languages
	Text   string
}
