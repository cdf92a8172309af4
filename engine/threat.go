package engine

// Passer is a Position that can be looked at as if the side on turn had not to move: to see what the other one
// threatens.
type Passer interface {
	// Passed is the same board with the other side on turn. It is no position of the game, only one to be looked at.
	Passed() Position
}

// Shooter is a Position of a game with dice in which single pieces can be hit.
type Shooter interface {
	// Shots are the throws of 36 with which the side that throws next, or has thrown, can hit something.
	Shots() Shots
}

// Shots are throws of 36 that hit something.
type Shots struct {
	All     int   // those that hit anything
	Outside int   // those that hit something outside the home of the side that throws, where it loses most of its way
	Blots   []int // what these hit, by the numbers on the board, in order
}
