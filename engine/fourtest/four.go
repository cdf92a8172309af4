// Package fourtest is Connect Four, as an example of all that a new game needs in engine, for tests that add one.
// Players align four discs on a board of seven columns and six rows; a disc falls to the lowest empty square of its
// column.
package fourtest

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// Four is the game. It has no lesson, no illustrated rules and no computer player.
var Four = &engine.Game{
	Name:    "four",
	Aliases: []string{"connect-four"},
	Version: 1,
	Draws:   true,
	Colours: [2]string{"red", "blue"},
	New:     func(engine.Options) (engine.Position, error) { return position{}, nil },
	Parse:   func(text string, _ engine.Options) (engine.Position, error) { return parse(text) },
}

// Reasons against a move, and reasons of the end.
const (
	noSuchSquare engine.Code = "no-such-square"  // At: the text typed
	occupied     engine.Code = "square-occupied" // At: the square; Choices: where the disc would fall
	floats       engine.Code = "disc-floats"     // At: the square; Choices: where the disc would fall
	gameOver     engine.Code = "game-over"

	lined engine.Code = "four-in-line"
	full  engine.Code = "board-full"
)

const (
	files   = 7
	ranks   = 6
	letters = "rb"
)

// position holds the owner of the disc on each square, a1 first. The side on turn follows from the number of discs.
type position [files * ranks]engine.Side

// mover returns the index of the side that moves next, ignoring the end of the game.
func (p position) mover() int {
	empty := 0
	for _, side := range p {
		if side == engine.Nobody {
			empty++
		}
	}
	return empty % 2
}

// Turn implements engine.Position.
func (p position) Turn() engine.Side {
	if p.Outcome().Decided() {
		return engine.Nobody
	}
	return engine.First + engine.Side(p.mover())
}

// fall returns the square to which a disc falls in a column; false if the column is full.
func (p position) fall(file int) (int, bool) {
	for at := file; at < len(p); at += files {
		if p[at] == engine.Nobody {
			return at, true
		}
	}
	return 0, false
}

func name(at int) string { return grid.Name(at%files, at/files) }

// Moves implements engine.Position. The moves are the squares to which discs fall, column by column.
func (p position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		for file := range files {
			if at, ok := p.fall(file); ok && p.Turn() != engine.Nobody && !yield(engine.Move(name(at))) {
				return
			}
		}
	}
}

// Starts implements engine.Position.
func (p position) Starts() (list []string) {
	for m := range p.Moves() {
		list = append(list, string(m))
	}
	return list
}

// Read implements engine.Position.
func (p position) Read(text string) (engine.Move, error) {
	typed, ok := grid.Split(text)
	if !ok || len(typed.Squares) != 1 || typed.Squares[0].Number >= 0 {
		return "", &engine.MoveError{Kind: engine.NotMove, Text: text}
	}
	s := typed.Squares[0]
	e := &engine.MoveError{Kind: engine.Illegal, Text: text, At: s.Text}
	if s.File >= files || s.Rank < 0 || s.Rank >= ranks {
		e.Rule = noSuchSquare
		return "", e
	}
	at, room := p.fall(s.File)
	if room {
		e.Choices = []string{name(at)}
	}
	switch typed := s.Rank*files + s.File; {
	case p.Turn() == engine.Nobody:
		e.Rule, e.At, e.Choices = gameOver, "", nil
	case p[typed] != engine.Nobody:
		e.Rule = occupied
	case typed != at:
		e.Rule = floats
	default:
		return engine.Move(name(at)), nil
	}
	return "", e
}

// Play implements engine.Position.
func (p position) Play(m engine.Move) (engine.Position, error) {
	canonical, err := p.Read(string(m))
	if err != nil || canonical != m {
		return nil, engine.Uncanonical(p, m)
	}
	p[square(m)] = p.Turn()
	return p, nil
}

// square returns the square of a canonical move.
func square(m engine.Move) int { return int(m[1]-'1')*files + int(m[0]-'a') }

// Trace implements engine.Position.
func (p position) Trace(m engine.Move) engine.Trace {
	if _, err := p.Play(m); err != nil {
		return engine.Trace{}
	}
	return engine.Trace{Drops: []int{square(m)}}
}

// Outcome implements engine.Position.
func (p position) Outcome() engine.Outcome {
	for at, side := range p {
		for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			if side != engine.Nobody && p.row(at, d) == 4 {
				return engine.Outcome{Winner: side, Reason: lined, Points: 1}
			}
		}
	}
	if slices.Contains(p[:], engine.Nobody) {
		return engine.Outcome{}
	}
	return engine.Outcome{Reason: full}
}

// row counts discs of one side from a square in a direction, up to four.
func (p position) row(at int, d [2]int) (n int) {
	for file, rank := at%files, at/files; n < 4 && file >= 0 && file < files && rank < ranks; n++ {
		if p[rank*files+file] != p[at] {
			break
		}
		file, rank = file+d[0], rank+d[1]
	}
	return n
}

// Key implements engine.Position.
func (p position) Key() string { return p.String() }

// View implements engine.Position.
func (p position) View() engine.View {
	v := grid.View(p[:], files, p.Turn())
	v.Red = true
	return v
}

// String implements engine.Position.
func (p position) String() string { return grid.Text(p[:], files, letters, p.mover()) }

// parse parses the text of a position.
func parse(text string) (engine.Position, error) {
	rows, mover, _ := strings.Cut(text, " ")
	cells, err := grid.ParseRows(rows, files, ranks, letters)
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	p := position(cells)
	count := [3]int{}
	for at, side := range p {
		if count[side]++; side != engine.Nobody && at >= files && p[at-files] == engine.Nobody {
			return nil, fmt.Errorf("position %q: %w", text, engine.InvalidPosition("a disc floats"))
		}
	}
	if lead := count[engine.First] - count[engine.Second]; lead < 0 || lead > 1 || mover != letters[lead:lead+1] {
		return nil, fmt.Errorf("position %q: %w", text, errors.New("the sides move by turns"))
	}
	return p, nil
}
