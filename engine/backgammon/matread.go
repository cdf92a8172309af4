package backgammon

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tabuleiro/engine"
)

// Record is what a .mat file holds.
type Record struct {
	Names   [2]string      // of Black and Red
	Options engine.Options // complete
	Line    engine.Line
}

var (
	matTag    = regexp.MustCompile(`^; \[Options "(.*)"\]$`)
	matLength = regexp.MustCompile(`^ *([0-9]+) point match`)
	matGame   = regexp.MustCompile(`^ *Game [0-9]+`)
	matNames  = regexp.MustCompile(`^ *(.*?) *: *([0-9]+) +(.*?) *: *([0-9]+) *$`)
	matRow    = regexp.MustCompile(`^ *[0-9]+\)(.*)$`)
	matCell   = regexp.MustCompile(`[1-6][1-6]:|Doubles|Takes|Drops|Wins`)
	matCount  = regexp.MustCompile(`[0-9]+`)
)

// matRight is where the right column begins at the earliest.
const matRight = 15

// ReadMat reads a .mat file: what Mat writes, and what other programs write of games by standard rules. Its errors say in
// which line something is wrong.
func ReadMat(text string) (Record, error) {
	r := matReader{chosen: engine.Options{"points": "0"}}
	for n, row := range strings.Split(text, "\n") {
		if err := r.read(strings.TrimRight(row, " \r")); err != nil {
			return Record{}, fmt.Errorf("read .mat: line %d: %w", n+1, err)
		}
	}
	if !r.begun {
		return Record{}, fmt.Errorf("read .mat: there is no game in it")
	}
	return r.Record, nil
}

type matReader struct {
	Record
	chosen engine.Options
	tagged bool
	begun  bool
	fresh  bool // a game was announced, and nothing thrown yet
}

func (r *matReader) read(row string) error {
	switch m := matTag.FindStringSubmatch(row); {
	case m != nil && !r.begun:
		r.tagged = true
		for _, option := range strings.Fields(m[1]) {
			name, value, _ := strings.Cut(option, "=")
			r.chosen[name] = value
		}
		return nil
	case row == "" || strings.HasPrefix(row, ";"):
		return nil
	}
	if m := matLength.FindStringSubmatch(row); m != nil && !r.begun {
		if !r.tagged {
			r.chosen["points"] = m[1]
		}
		return nil
	}
	if matGame.MatchString(row) {
		return r.game()
	}
	if !r.begun {
		return fmt.Errorf("%q is not the head of a match", row)
	}
	if m := matRow.FindStringSubmatch(row); m != nil {
		return r.cells(m[1])
	}
	if strings.HasPrefix(strings.TrimSpace(row), "Wins") {
		return r.cells(row[min(5, len(row)):])
	}
	if m := matNames.FindStringSubmatch(row); m != nil && r.fresh {
		r.Names = [2]string{m[1], m[3]}
		return nil
	}
	return fmt.Errorf("%q is no row of a game", row)
}

// game begins the next game.
func (r *matReader) game() error {
	if r.begun {
		if p := r.position(); p.phase != ended {
			return fmt.Errorf("a game begins before the one before is over")
		}
		r.fresh = true
		return nil
	}
	options, err := Backgammon.Complete(r.chosen)
	if err != nil {
		return err
	}
	start, err := Backgammon.New(options)
	if err != nil {
		return err
	}
	r.Options, r.Line = options, Backgammon.NewLine(start)
	r.begun, r.fresh = true, true
	return nil
}

func (r *matReader) position() position {
	p, _ := r.Line.Position().(position)
	return p
}

// cells reads what stands in a row behind its number.
func (r *matReader) cells(row string) error {
	at := matCell.FindAllStringIndex(row, -1)
	if at == nil {
		return fmt.Errorf("nothing is done in %q", row)
	}
	for i, place := range at {
		end := len(row)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		side := 0
		if i > 0 || place[0] >= matRight {
			side = 1
		}
		if err := r.cell(side, strings.TrimSpace(row[place[0]:end])); err != nil {
			return fmt.Errorf("%q: %w", strings.TrimSpace(row[place[0]:end]), err)
		}
	}
	return nil
}

// cell reads what one side did.
func (r *matReader) cell(side int, text string) error {
	word, rest, _ := strings.Cut(text, " ")
	p := r.position()
	if word != "Wins" && !r.fresh && sideIndex(p) != side {
		return fmt.Errorf("it is in the column of the wrong side")
	}
	switch word {
	case "Doubles":
		if n := matCount.FindString(rest); n != "" && n != strconv.Itoa(2*p.Stake()) {
			return fmt.Errorf("the cube goes from %d to %d", p.Stake(), 2*p.Stake())
		}
		return r.play(double)
	case "Takes":
		return r.play(take)
	case "Drops":
		return r.play(drop)
	case "Wins":
		return r.wins(side, rest)
	}
	return r.throw(side, text[:2], strings.TrimSpace(text[3:]))
}

// throw reads dice and what was played with them.
func (r *matReader) throw(side int, dice, play string) error {
	a, b := int(dice[0]-'0'), int(dice[1]-'0')
	if r.fresh {
		r.fresh = false
		if a == b {
			return fmt.Errorf("nobody begins with equal dice")
		}
		if (a < b) != (side == 1) {
			a, b = b, a
		}
	} else if r.position().phase == deciding {
		if err := r.play(roll); err != nil {
			return err
		}
	}
	p := r.position()
	thrown, err := p.Roll(a, b)
	if err != nil {
		return err
	}
	if err := r.play(thrown); err != nil {
		return err
	}
	p = r.position()
	move, stuck := engine.Pass, len(p.plays()) == 0
	switch {
	case stuck:
	case play == "":
		return nil // the record ends here; what follows will not fit if it does not
	default:
		if move, err = p.Read(play); err != nil {
			return err
		}
	}
	return r.play(move)
}

// wins reads who won. If the game is not over, the other side gave it up.
func (r *matReader) wins(side int, rest string) error {
	points, err := strconv.Atoi(matCount.FindString(rest))
	if err != nil {
		return fmt.Errorf("it does not say how many points")
	}
	p := r.position()
	if p.phase != ended {
		m, err := p.Resign(sideOf(1-side), points/p.Stake())
		if err != nil {
			return err
		}
		if err := r.play(m); err != nil {
			return err
		}
		p = r.position()
	}
	if o := p.gameOutcome(); o.Winner != sideOf(side) || o.Points != points {
		return fmt.Errorf("%v wins %d", o.Winner, o.Points)
	}
	return nil
}

func (r *matReader) play(m engine.Move) error {
	next, err := r.Line.Play(m)
	if err == nil {
		r.Line = next
	}
	return err
}
