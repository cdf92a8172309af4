package puzzle

import (
	"embed"
	"regexp"
	"strings"

	"tabuleiro/engine"
)

// Step is a step of a lesson: a position with one task, in a game with default options.
type Step struct {
	Name     string // of the sentence with the task: a game, or a name for several, and a word, such as "chilean-fly"
	Position string // as text
	right    *regexp.Regexp
	wrong    []reason // the first that matches applies
}

// reason names the sentence that explains why some moves are wrong.
type reason struct {
	name  string
	moves *regexp.Regexp
}

//go:embed lessons
var lessons embed.FS

// Lesson returns the steps of the lesson of a game, from its file, which has a step per line and writes a space
// within a move as "_". The columns, separated by tabs:
//
//	name      of the sentence; without the game if it belongs to this lesson alone
//	position  as text
//	right     an expression for the right moves
//	wrong     reason=expression for wrong moves, several separated by spaces; a last reason without expression
//	          is for all others
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

// anchored compiles an expression for whole moves. It panics on an invalid one, which is a fault of the embedded
// files.
func anchored(moves string) *regexp.Regexp { return regexp.MustCompile("^(?:" + moves + ")$") }

// Line returns the position of a step as a line. It panics if that is not valid in the game.
func (s Step) Line(g *engine.Game) engine.Line {
	line, err := Puzzle{Position: s.Position}.Line(g)
	if err != nil {
		panic(err)
	}
	return line
}

// Try reports whether a legal move fulfils the task, and if not returns the name of the reason.
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

// Solution returns the first legal move that fulfils the task, of which every step has one.
func (s Step) Solution(p engine.Position) engine.Move {
	for m := range p.Moves() {
		if right, _ := s.Try(m); right {
			return m
		}
	}
	panic("no move is right in the step " + s.Name)
}
