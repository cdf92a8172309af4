package puzzle

import (
	"embed"
	"fmt"
	"regexp"
	"strings"

	"tabuleiro/engine"
)

// Step is a step of a lesson: a position in which one thing is to be done, in a game with its usual options.
type Step struct {
	Name     string // of the sentence that tells what: of a game, or of several, and a word, such as "chilean-fly"
	Position string // as text
	right    *regexp.Regexp
	wrong    []reason // the first that fits counts
}

// reason names the sentence that tells why moves are not what is asked for.
type reason struct {
	name  string
	moves *regexp.Regexp
}

//go:embed lessons
var lessons embed.FS

// Lesson lists the steps of the lesson of a game.
//
// They stand in a file of the game, a step a line, in columns: its name, without the game where the sentence is neither
// another lesson's nor that of several; the position; an expression for the moves that are right; and expressions for
// moves that are wrong, each behind the name of a reason. The last reason may stand alone: it is that of all others. A
// space within a move is written "_".
func Lesson(g *engine.Game) []Step {
	file, err := lessons.ReadFile("lessons/" + g.Name + ".lesson")
	if err != nil {
		return nil
	}
	var steps []Step
	for line := range strings.Lines(string(file)) {
		fields := append(strings.Split(strings.TrimSpace(line), "\t"), "", "", "")
		if !strings.Contains(fields[0], "-") {
			fields[0] = g.Name + "-" + fields[0]
		}
		s := Step{Name: fields[0], Position: fields[1], right: anchored(fields[2])}
		for text := range strings.FieldsSeq(fields[3]) {
			name, moves, some := strings.Cut(text, "=")
			if !some {
				moves = ".*"
			}
			s.wrong = append(s.wrong, reason{name, anchored(moves)})
		}
		steps = append(steps, s)
	}
	return steps
}

// anchored is an expression for whole moves. They are part of the program, so one that cannot be read is a mistake in it.
func anchored(moves string) *regexp.Regexp { return regexp.MustCompile("^(?:" + moves + ")$") }

// Line is the position of a step as a line.
func (s Step) Line(g *engine.Game) (engine.Line, error) { return Puzzle{Position: s.Position}.Line(g) }

// Try reports whether a legal move does what is asked for, and if it does not, the name of the reason.
func (s Step) Try(m engine.Move) (right bool, reason string) {
	text := strings.ReplaceAll(string(m), " ", "_")
	if s.right.MatchString(text) {
		return true, ""
	}
	for _, r := range s.wrong {
		if r.moves.MatchString(text) {
			return false, r.name
		}
	}
	return false, ""
}

// Solution is the first of the legal moves that do what is asked for.
func (s Step) Solution(p engine.Position) (engine.Move, error) {
	for m := range p.Moves() {
		if right, _ := s.Try(m); right {
			return m, nil
		}
	}
	return "", fmt.Errorf("no move is right in the step %s", s.Name)
}
