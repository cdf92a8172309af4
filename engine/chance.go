package engine

// Roller is a Position of a game with dice. Where its Turn is Chance, the moves are what the dice may show; nobody chooses
// one of them, whoever keeps the game throws and plays what Roll says. A line that is replayed never throws again.
type Roller interface {
	// Roll is the move of Chance for two dice, 1 to 6 each, in the order in which they were thrown.
	Roll(first, second int) (Move, error)
}

// Stakes is a Position of a game that may be given up at a price: resigning is an offer of one, two or three times the
// stake, which the other side may refuse where more could be won.
type Stakes interface {
	// Stake is what the game is played for now, in points.
	Stake() int

	// Resignations are the multiples of the stake that the side may offer, lowest first; the last one cannot be refused.
	Resignations(Side) []int
}
