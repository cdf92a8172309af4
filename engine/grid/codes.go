package grid

import "tabuleiro/engine"

// Reasons against a move that games share. The comment says what the MoveError carries besides.
const (
	NoSuchSquare engine.Code = "no-such-square"       // At: what was typed
	EmptySquare  engine.Code = "empty-square"         // At: where there is no piece to move
	SameSquare   engine.Code = "same-square"          // At: where the step begins and ends
	Occupied     engine.Code = "square-occupied"      // At: the square; Choices: how to capture what stands there
	TooFar       engine.Code = "too-far"              // At: the square
	OwnInTheWay  engine.Code = "own-piece-in-the-way" // At: the piece
	NothingTaken engine.Code = "nothing-to-capture"   // At: the square on the way to which nothing is captured
	MustCapture  engine.Code = "capture-compulsory"   // Choices: the captures
	MoveOver     engine.Code = "move-is-over"         // At: where it ends, and the text goes on; Choices: the move
	GameOver     engine.Code = "game-over"
)

// Codes are all that games share, and those of the end that they have in common.
var Codes = []engine.Code{
	NoSuchSquare, EmptySquare, SameSquare, Occupied, TooFar, OwnInTheWay, NothingTaken, MustCapture, MoveOver, GameOver,
	engine.NotCanonical, engine.NoPieces,
}

// Reason is a rule that may stand in the way of a move, and the square that it is about.
type Reason[S any] struct {
	broken bool
	rule   engine.Code
	at     S
}

// NewReason returns the reason that a rule is broken, if it is.
func NewReason[S any](broken bool, rule engine.Code, at S) Reason[S] {
	return Reason[S]{broken, rule, at}
}

// FirstReason returns the error of the first rule that is broken, nil if none is; name names squares.
func FirstReason[S any](name func(S) string, list ...Reason[S]) *engine.MoveError {
	for _, r := range list {
		if r.broken {
			return engine.NewIllegal(r.rule, name(r.at))
		}
	}
	return nil
}
