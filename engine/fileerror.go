package engine

import (
	"errors"
	"fmt"
)

// FileError says what is wrong with a file, as data; the sentences are in the message files.
type FileError struct {
	Line   int        // counted from 1; 0: the file as a whole
	Column int        // in characters, counted from 1; 0: the line as a whole
	Code   Code       // one of those below
	Text   string     // the text in question, on one line and shortened
	Count  int        // the number that the code concerns
	Move   *MoveError // why a move is illegal, if a rule is the reason
	Err    error      // further details in English, for programmers; may be nil
}

// Mistakes in a file. Each comment says which fields the FileError has besides the position; none without a comment.
const (
	FileTooLarge  Code = "file-too-large" // Count: bytes it may have
	NotText       Code = "not-text"
	UnknownFormat Code = "unknown-format"
	NoGame        Code = "no-game"        // the file contains no game
	UnknownGame   Code = "unknown-game"   // Text: the name in the file
	WrongHeader   Code = "wrong-header"   // Text: the line, or the tag with its value
	WrongOption   Code = "wrong-option"   // Text: the options
	WrongStart    Code = "wrong-start"    // Text: the position
	NotUnderstood Code = "not-understood" // Text: what is neither a move nor anything else allowed there
	NotClosed     Code = "not-closed"     // Text: the opening sign, such as {
	WrongMove     Code = "wrong-move"     // Text: the move; Move: the reason
	AfterEnd      Code = "after-the-end"  // Text: the move made after the end of the game
	TooManyMoves  Code = "too-many-moves" // Count: moves it may have
	WrongResult   Code = "wrong-result"   // Text: the result in the file, which contradicts the moves
	WrongTurn     Code = "not-their-turn" // Text: what stands in the column of the other side
	WrongDice     Code = "wrong-dice"     // Text: the dice; a game cannot begin with equal ones
	WrongCube     Code = "wrong-cube"     // Text: the double; Count: the value of the cube after it
	GameNotOver   Code = "game-not-over"  // the next game of a match begins too early
	OtherDraughts Code = "other-draughts" // Count: the number of a kind of draughts in PDN
	DoubtfulText  Code = "doubtful-text"  // Text: what may be a comment or moves, or of either side
	MatchTooLong  Code = "match-too-long" // Text: points of the match; Count: points it may have
	NoBeavers     Code = "no-beavers"     // Text: the beaver in the file
	NoPlay        Code = "no-play"        // Text: what stands in place of a play
	TooMuchWork   Code = "too-much-work"  // trying all interpretations takes too long

	// Oddities of a record that is read nevertheless.
	CutShort     Code = "cut-short"     // Err: the FileError of what cannot be played; Count: moves before it
	DrawPassed   Code = "draw-passed"   // Text: the move made after an unclaimed draw
	OddNumbers   Code = "odd-numbers"   // the squares are not numbered as the file says
	OddGame      Code = "odd-game"      // Text: the game that the file names, other than the one requested
	QuietCapture Code = "quiet-capture" // Text: a move written as a capture that captures nothing
	ManCrowned   Code = "man-crowned"   // Text: the square of a man on its last row, read as a king
	OddCounters  Code = "odd-counters"  // Text: what follows a position and is ignored
	OddPoints    Code = "odd-points"    // Text: points in the file that contradict the moves; Count: those of the moves
)

func (e *FileError) Error() string {
	text := fmt.Sprintf("line %d, column %d: %s %q (%d)", e.Line, e.Column, e.Code, e.Text, e.Count)
	if err := e.Unwrap(); err != nil {
		text += ": " + err.Error()
	}
	return text
}

// Unwrap returns Move or Err, or nil.
func (e *FileError) Unwrap() error {
	if e.Move != nil {
		return e.Move
	}
	return e.Err
}

// FileCode returns the code of a *FileError, "" for any other error.
func FileCode(err error) Code {
	if e, ok := errors.AsType[*FileError](err); ok {
		return e.Code
	}
	return ""
}

// InPlace adds a position to an error about a file unless it has one, and shortens its text. Any error other than a
// *FileError becomes NotUnderstood.
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
