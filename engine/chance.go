package engine

// Roller is a Position of a game with dice. Where its Turn is Chance, the moves are what the dice may show; nobody chooses
// one of them, whoever keeps the game throws and plays what Roll says. A line that is replayed never throws again.
type Roller interface {
	// Roll is the move of Chance for two dice, 1 to 6 each, in the order in which they were thrown.
	Roll(first, second int) (Move, error)

	// Throws is how many throws are to be prepared before the start; no contest needs as many.
	Throws() int
}

// Forcer is a Position that can tell when the side on turn has nothing worth deciding.
type Forcer interface {
	// Forced is the move that can be made for the side on turn; false if it has to be asked.
	Forced() (Move, bool)
}

// Previewer is a Position whose moves are long enough to be looked at half-typed.
type Previewer interface {
	// Preview is what there is to see when the beginning of a move has been made. An error is that of Read.
	Preview(text string) (Points, error)
}

// Stakes is a Position of a game that may be given up at a price: resigning is an offer of one, two or three times the
// stake, which the other side may refuse where more could be won.
type Stakes interface {
	// Stake is what the game is played for now, in points.
	Stake() int

	// Resignations are the multiples of the stake that the side may offer, lowest first; the last one cannot be refused.
	Resignations(Side) []int

	// Resign is the move by which the side gives the game up for a multiple of the stake, one of its Resignations, when the
	// other side has agreed or cannot refuse. Moves does not list it, and nobody is on turn for it.
	Resign(s Side, multiple int) (Move, error)
}

// Endless is a Position of games that may follow one another until the players agree to stop.
type Endless interface {
	// Standing is how it stands between them: who leads by how many points, Nobody by 0. It is false where it ends by itself.
	Standing() (leader Side, lead int, endless bool)
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
