package engine

// Passer is a Position that can be looked at as if the side on turn had not to move: to see what the other one
// threatens.
type Passer interface {
	// Passed is the same board with the other side on turn. It is no position of the game, only one to be looked at.
	Passed() Position
}

// Shooter is a Position of a game with dice in which single pieces can be hit.
type Shooter interface {
	// Shots is how many of the 36 throws have a play with which the side that throws next, or has thrown, hits
	// something.
	Shots() int
}
