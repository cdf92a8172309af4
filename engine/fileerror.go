package engine

import (
	"errors"
	"fmt"
)

// FileError says what is wrong with a file, in facts; the sentences live in the message files.
type FileError struct {
	Line   int        // where, counted from 1; 0: it is about the file as a whole
	Column int        // where in the line, in characters, counted from 1; 0: it is about the line as a whole
	Code   Code       // one of those below
	Text   string     // what stands there, on one line and cut if it is long
	Count  int        // the number that the code is about
	Move   *MoveError // why a move is wrong, if there is a reason in the rules
	Err    error      // what else is known, in English, for programmers; may be nil
}

// Mistakes in a file. The comment says what the FileError carries besides the line; without one, nothing.
const (
	FileTooLarge  Code = "file-too-large" // Count: bytes it may have
	NotText       Code = "not-text"
	UnknownFormat Code = "unknown-format"
	NoGame        Code = "no-game"        // there is nothing in it
	UnknownGame   Code = "unknown-game"   // Text: what the file calls it
	WrongHeader   Code = "wrong-header"   // Text: the line, or the tag with its value
	WrongOption   Code = "wrong-option"   // Text: the options
	WrongStart    Code = "wrong-start"    // Text: the position
	NotUnderstood Code = "not-understood" // Text: what is neither a move nor anything else that belongs there
	NotClosed     Code = "not-closed"     // Text: the sign that opens it, like {
	WrongMove     Code = "wrong-move"     // Text: the move; Move: why
	AfterEnd      Code = "after-the-end"  // Text: the move that comes when the game is over
	TooManyMoves  Code = "too-many-moves" // Count: moves it may have
	WrongResult   Code = "wrong-result"   // Text: what the file says, and the moves do not
	WrongTurn     Code = "not-their-turn" // Text: what is in the column of the other side
	WrongDice     Code = "wrong-dice"     // Text: the dice; no game begins with equal ones
	WrongCube     Code = "wrong-cube"     // Text: the double; Count: what the cube would show
	GameNotOver   Code = "game-not-over"  // the next game of a match begins
	OtherDraughts Code = "other-draughts" // Count: the number of a kind of draughts in PDN
	DoubtfulText  Code = "doubtful-text"  // Text: what may be a comment or moves, or of either side
	MatchTooLong  Code = "match-too-long" // Text: points of the match; Count: points it may have
	NoBeavers     Code = "no-beavers"     // Text: what the file says
	NoPlay        Code = "no-play"        // Text: what stands in the place of a play
	TooMuchWork   Code = "too-much-work"  // trying what it may mean takes too long

	// What is odd about a record that is read all the same.
	CutShort     Code = "cut-short"     // Err: the FileError of what cannot be played; Count: moves before it
	DrawPassed   Code = "draw-passed"   // Text: the move made after a draw that nobody claimed
	OddNumbers   Code = "odd-numbers"   // the squares are not counted as the file says
	OddGame      Code = "odd-game"      // Text: the game that the file says and that was not named
	QuietCapture Code = "quiet-capture" // Text: a move written as a capture, which takes nothing
	ManCrowned   Code = "man-crowned"   // Text: the square of a man on its last row, taken for a king
	OddCounters  Code = "odd-counters"  // Text: what stands behind a position and is left out
	OddPoints    Code = "odd-points"    // Text: points that a file says and the moves do not; Count: those
)

func (e *FileError) Error() string {
	text := fmt.Sprintf("line %d, column %d: %s %q (%d)", e.Line, e.Column, e.Code, e.Text, e.Count)
	if err := e.Unwrap(); err != nil {
		text += ": " + err.Error()
	}
	return text
}

// Unwrap is Move or Err, or nil.
func (e *FileError) Unwrap() error {
	if e.Move != nil {
		return e.Move
	}
	return e.Err
}

// FileCode is the code of a *FileError, and "" for every other error.
func FileCode(err error) Code {
	if e, ok := errors.AsType[*FileError](err); ok {
		return e.Code
	}
	return ""
}

// InPlace tells where in a file an error is, unless it knows itself, and makes its text short. Another error
// than a *FileError says that something was not understood.
func InPlace(line, column int, err error) error {
	if err == nil {
		return nil
	}
	var e *FileError
	if !errors.As(err, &e) {
		e = &FileError{Code: NotUnderstood, Err: err}
	}
	if e.Line == 0 {
		e.Line, e.Column = line, column
	}
	e.Text = oneLine(e.Text)
	if e.Move != nil {
		m := *e.Move
		m.Text = e.Text
		e.Move = &m
	}
	return e
}

// InLine is InPlace for an error about a whole line.
func InLine(line int, err error) error { return InPlace(line, 0, err) }
