package engine

// DicePosition is a Position of a game with dice. Where its Turn is Chance, the moves are what the dice may show; the players
// choose none of them: the keeper of the game throws and plays what Roll says. A line that is replayed never throws
// again.
type DicePosition interface {
	// Roll is the move of Chance for two dice, 1 to 6 each, in the order in which they were thrown.
	Roll(first, second int) (Move, error)

	// Throws counts the throws that are to be prepared before the start; no contest needs as many.
	Throws() int

	// Throw is how it stands with the dice.
	Throw() Throw

	// Forced is the move that can be made for the side on turn, as it has nothing worth deciding; false if it has to be
	// asked.
	Forced() (Move, bool)

	// MayDouble reports whether a side may double at its next turn in the game on the board, as far as that is known now.
	MayDouble(Side) bool

	// Shots are the throws of 36 with which the side that throws next, or has thrown, can hit something.
	Shots() Shots

	// Preview is what there is to see when the beginning of a move, or all of it, has been made and nothing has
	// followed; false if that is nothing new. An error is that of Read.
	Preview(text string) (v View, moved bool, err error)
}

// Throw is how it stands with the dice in a position.
type Throw struct {
	By      Side   // whose throw it is; Nobody before the first throw of a game that counts, and after its end
	Dice    [2]int // the larger first; 0: not thrown. A tie of the opening throw is still there
	Each    bool   // of the next throw one die is each side's
	Self    bool   // sides throw when they say so, and are asked even where there is nothing else to decide
	Doubled int    // the stake that By has offered, and that the other side takes or declines; 0: nothing is offered
}

// Shots are throws of 36 that hit something.
type Shots struct {
	All     int   // those that hit anything
	Outside int   // those that hit something outside the home of the side that throws, where it loses most of its way
	Blots   []int // what these hit, by the numbers on the board, in order
}

// StakeGame is a Position of games for a stake, one or several in a row. Such a game may be given up at a price:
// resigning is an offer of one, two or three times the stake, which the other side may refuse where more could be won.
type StakeGame interface {
	// Stake is what the game is played for now, in points.
	Stake() int

	// Resignations are the multiples of the stake that the side may offer, lowest first; the last one cannot be
	// refused.
	Resignations(Side) []int

	// Resign is the move by which the side gives the game up for a multiple of the stake, one of its Resignations, when
	// the other side has agreed or cannot refuse. Moves does not list it, and no side is on turn for it.
	Resign(s Side, multiple int) (Move, error)

	// Standing is how it stands between the sides.
	Standing() Standing
}

// Standing is how it stands in a Contest.
type Standing struct {
	Score    [2]int  // points of First and Second in the games that have ended
	Length   int     // points to be reached; 0: it is not a match to points
	Endless  bool    // games follow one another until the players agree to stop
	Crawford bool    // the game on the board is the one without doubling
	Ended    Outcome // how the game on the board ended, also if another one follows; zero while it goes on
}

// StandingOf is how it stands in a position; zero in a game that is no Contest.
func StandingOf(p Position) Standing {
	if c, ok := p.(StakeGame); ok {
		return c.Standing()
	}
	return Standing{}
}

// Lead is who leads, and by how many points; Nobody by 0.
func (s Standing) Lead() (Side, int) {
	switch lead := s.Score[0] - s.Score[1]; {
	case lead > 0:
		return First, lead
	case lead < 0:
		return Second, -lead
	}
	return Nobody, 0
}

// Exporter is a Position that other programs have texts of their own for. Whole games are for the Formats of the Game.
type Exporter interface {
	// Exports are the position in the formats of those programs.
	Exports() []Export
}

// Export is a position in a format of other programs.
type Export struct {
	Format string // the name of the format, the same in all languages
	Text   string
}
