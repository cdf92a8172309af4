package engine

// NullMover is a Position that can be looked at as if the side on turn had not to move: to see what the other one
// threatens.
type NullMover interface {
	// NullMove is the same board with the other side on turn. It is no position of the game, only one to be looked at.
	NullMove() Position
}
