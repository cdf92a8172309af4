package grid

import "tabuleiro/engine"

// Reasons against a move that several games share. Each comment says which fields the MoveError has besides.
const (
	NoSuchSquare engine.Code = "no-such-square"       // At: the text typed
	EmptySquare  engine.Code = "empty-square"         // At: the square without a piece to move
	SameSquare   engine.Code = "same-square"          // At: the square where the step begins and ends
	Occupied     engine.Code = "square-occupied"      // At: the square; Choices: how to capture the piece there
	TooFar       engine.Code = "too-far"              // At: the square
	OwnInTheWay  engine.Code = "own-piece-in-the-way" // At: the piece
	NothingTaken engine.Code = "nothing-to-capture"   // At: the target of a step that captures nothing
	MustCapture  engine.Code = "capture-compulsory"   // Choices: the captures
	MoveOver     engine.Code = "move-is-over"         // At: where the move ends and the text goes on; Choices: the move
	GameOver     engine.Code = "game-over"
)

// Reason is a rule that may forbid a move, and the square that it concerns.
type Reason[S any] struct {
	broken bool
	rule   engine.Code
	at     S
}

// NewReason returns a rule with whether it is broken, and where.
func NewReason[S any](broken bool, rule engine.Code, at S) Reason[S] {
	return Reason[S]{broken, rule, at}
}

// FirstReason returns the error of the first broken rule, nil if none is broken; name returns the name of a square.
func FirstReason[S any](name func(S) string, list ...Reason[S]) *engine.MoveError {
	for _, r := range list {
		if r.broken {
			return engine.NewIllegal(r.rule, name(r.at))
		}
	}
	return nil
}
