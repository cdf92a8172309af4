package backgammon

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
)

var (
	matMark   = regexp.MustCompile(`(?m)^\s*[0-9]+ point match|^\s*Game [0-9]+\s*$`)
	matTag    = regexp.MustCompile(`^;\s*\[([A-Za-z]+) "(.*)"\]$`)
	matLength = regexp.MustCompile(`^ *([0-9]+) point match`)
	matGame   = regexp.MustCompile(`^ *Game [0-9]+`)
	matNames  = regexp.MustCompile(`^ *(.*?) *: *([0-9]+) +(.*?) *: *([0-9]+) *$`)
	matRow    = regexp.MustCompile(`^ *[0-9]+\)(.*)$`)
	matCell   = regexp.MustCompile(`[1-6][1-6]:|Doubles|Takes|Drops|Wins`)
	matCount  = regexp.MustCompile(`[0-9]+`)
)

// matRight is where the right column begins at the earliest.
const matRight = 15

// readMat reads what writeMat writes, and what other programs write of games by standard rules.
func readMat(text string, games []*engine.Game) (engine.Record, error) {
	r := matReader{chosen: engine.Options{"points": "0"}}
	if i := slices.IndexFunc(games, func(g *engine.Game) bool { return g.Name == name }); i >= 0 {
		r.game = games[i]
	}
	number := 0
	for row := range strings.SplitSeq(text, "\n") {
		number++
		if err := r.read(strings.TrimRight(row, " \t\r")); err != nil {
			return engine.Record{}, engine.InLine(number, err)
		}
	}
	if r.record == nil {
		return engine.Record{}, &engine.FileError{Code: engine.NoGame}
	}
	if err := r.record.End(r.result); err != nil {
		return engine.Record{}, engine.InLine(r.resultLine, err)
	}
	return *r.record, nil
}

type matReader struct {
	game   *engine.Game // nil: it is not among those that may be read
	head   engine.Record
	chosen engine.Options
	ours   bool           // the options are ours, and complete
	record *engine.Record // nil before the first game
	fresh  bool           // a game was announced, and nothing thrown yet
	named  bool           // the names of this game were there

	line, resultLine int
	result           engine.Outcome
}

func (r *matReader) read(row string) error {
	r.line++
	switch {
	case row == "":
		return nil
	case strings.HasPrefix(row, ";"):
		if m := matTag.FindStringSubmatch(row); m != nil && r.record == nil {
			return r.tag(m[1], m[2])
		}
		return nil
	}
	if m := matNames.FindStringSubmatch(row); m != nil && r.fresh && !r.named {
		r.record.Names, r.named = [2]string{engine.Tidy(m[1]), engine.Tidy(m[3])}, true
		return nil
	}
	if m := matLength.FindStringSubmatch(row); m != nil && r.record == nil {
		if !r.ours {
			r.chosen["points"] = m[1]
		}
		return nil
	}
	if matGame.MatchString(row) {
		return r.begin()
	}
	if r.record != nil {
		if m := matRow.FindStringSubmatch(row); m != nil {
			return r.cells(m[1])
		}
		if strings.HasPrefix(strings.TrimSpace(row), "Wins") {
			return r.cells(row[min(5, len(row)):])
		}
	}
	return &engine.FileError{Code: engine.NotUnderstood, Text: row}
}

// tag reads what stands in a comment: ours, and that of other programs, of which most do not matter.
func (r *matReader) tag(name, value string) error {
	wrong := &engine.FileError{Code: engine.WrongHeader, Text: name + " " + value}
	switch name {
	case "Options":
		r.ours, r.chosen = true, engine.ParseOptions(value)
	case "Variation":
		if !strings.EqualFold(value, "backgammon") {
			return &engine.FileError{Code: engine.UnknownGame, Text: value}
		}
	case "Jacoby":
		if strings.EqualFold(value, on) {
			r.chosen["jacoby"] = on
		}
	case "Crawford":
		if strings.EqualFold(value, never) {
			r.chosen["crawford"] = never
		}
	case "Event":
		r.head.Event = engine.Tidy(value)
	case "Site":
		r.head.Site = engine.Tidy(value)
	case "EventDate":
		if engine.IsDate(value) {
			r.head.Date = value
		}
	case "Result":
		said, ok := engine.ParseResult(value)
		if !ok {
			return wrong
		}
		r.result, r.resultLine = said, r.line
	}
	return nil
}

// begin begins the next game.
func (r *matReader) begin() error {
	r.fresh, r.named = true, false
	if r.record != nil {
		if r.position().phase != ended {
			return &engine.FileError{Code: engine.GameNotOver}
		}
		return nil
	}
	if r.game == nil {
		return &engine.FileError{Code: engine.UnknownGame, Text: name}
	}
	record, err := r.game.NewRecord(r.chosen, "")
	if err != nil {
		return err
	}
	record.Event, record.Site, record.Date = r.head.Event, r.head.Site, r.head.Date
	r.record = &record
	return nil
}

func (r *matReader) position() position {
	p, _ := r.record.Line.Position().(position)
	return p
}

// cells reads what stands in a row behind its number.
func (r *matReader) cells(row string) error {
	at := matCell.FindAllStringIndex(row, -1)
	if at == nil {
		return &engine.FileError{Code: engine.NotUnderstood, Text: row}
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
			return err
		}
	}
	return nil
}

// cell reads what one side did.
func (r *matReader) cell(side int, text string) error {
	word, rest, _ := strings.Cut(text, " ")
	p := r.position()
	if word != "Wins" && !r.fresh && sideIndex(p) != side {
		return &engine.FileError{Code: engine.WrongTurn, Text: text}
	}
	switch word {
	case "Doubles":
		if n := matCount.FindString(rest); n != "" && n != strconv.Itoa(2*p.Stake()) {
			return &engine.FileError{Code: engine.WrongCube, Text: text, Count: 2 * p.Stake()}
		}
		return r.play(double)
	case "Takes":
		return r.play(take)
	case "Drops":
		return r.play(drop)
	case "Wins":
		return r.wins(side, text)
	}
	return r.throw(side, text)
}

// throw reads dice and what was played with them.
func (r *matReader) throw(side int, text string) error {
	a, b, play := int(text[0]-'0'), int(text[1]-'0'), strings.TrimSpace(text[3:])
	if r.fresh {
		r.fresh = false
		if a == b {
			return &engine.FileError{Code: engine.WrongDice, Text: text}
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
		return &engine.FileError{Code: engine.WrongTurn, Text: text, Err: err}
	}
	if err := r.play(thrown); err != nil {
		return err
	}
	switch {
	case len(r.position().plays()) == 0:
		return r.play(engine.Pass)
	case play == "":
		return nil // the record ends here; what follows will not fit if it does not
	}
	return r.record.Enter(play, engine.Position.Read)
}

// wins reads who won. If the game is not over, the other side gave it up.
func (r *matReader) wins(side int, text string) error {
	wrong := &engine.FileError{Code: engine.WrongResult, Text: text}
	points, err := strconv.Atoi(matCount.FindString(text))
	if err != nil {
		return wrong
	}
	if r.fresh && r.position().phase == ended { // given up before a throw decided who begins: a tie leads there
		if err := r.play(throw(1, 1)); err != nil {
			return err
		}
	}
	p := r.position()
	if p.phase != ended {
		m, err := p.Resign(sideOf(1-side), points/p.Stake())
		if err != nil {
			wrong.Err = err
			return wrong
		}
		if err := r.play(m); err != nil {
			return err
		}
		p = r.position()
	}
	if o := p.gameOutcome(); o.Winner != sideOf(side) || o.Points != points {
		wrong.Err = fmt.Errorf("%v wins %d", o.Winner, o.Points)
		return wrong
	}
	return nil
}

func (r *matReader) play(m engine.Move) error {
	return r.record.Enter(string(m), engine.ReadMove)
}
