// Package pdn reads and writes PDN files of draughts, tolerating the variations of people and programs.
package pdn

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
)

// The formats follow Portable Draughts Notation, version 3.0; Portuguese and Spanish draughts are the same game under
// two numbers, so only the tag GameType differs, and Variant if one is written as the other. What PDN cannot express
// goes where other programs ignore it:
//
//	[Options "capture=huff king-capture=flying"]  a tag of ours
//	[Position "W:WK1:BK15,K22:H12"]               a tag of ours: the start in our notation, if FEN loses something
//	{[%huff 23]}                                  a command inside a comment, which is no turn: the side on turn has
//	                                              huffed the piece on 23
//	{[%demand 33-28]}                             the same: 33-28 was played and taken back on demand
//	{[%demand]}                                   at the beginning of a game: the same for a move made before it
var (
	Format  = engine.Format{Name: "pdn", Ext: ".pdn", Write: writePDN, Knows: pdnMark.MatchString, Read: readPDN}
	Spanish = engine.Format{Name: "pdn24", Ext: ".pdn", Write: writeSpanish}
)

// results lists the values of the tag Result; those of the first line are not used for international draughts.
var results = []string{"1-0", "0-1", "2-0", "0-2", "1/2-1/2", "*"}

// resultOf parses a result: the larger share wins, whatever the number of points. A loss of both sides is no result;
// ok is false if the text is not a result of draughts.
func resultOf(text string) (said engine.Outcome, ok bool) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, ":", "-"), "½", "1/2")
	if bare := strings.TrimRight(text, "Ff"); strings.Contains(bare, "-") {
		text = bare // without the mark of a forfeited game
	}
	switch text {
	case "*", "0-0":
		return engine.Outcome{}, true
	case "1/2-1/2", "1/2", "=":
		text = "1-1"
	case "+-":
		text = "1-0"
	case "-+":
		text = "0-1"
	}
	first, second, ok := shares(text)
	switch {
	case !ok:
		return engine.Outcome{}, false
	case first > second:
		return engine.Outcome{Winner: engine.First, Reason: engine.Recorded, Points: 1}, true
	case first < second:
		return engine.Outcome{Winner: engine.Second, Reason: engine.Recorded, Points: 1}, true
	}
	return engine.Outcome{Reason: engine.Recorded}, true
}

// shares parses the points of both sides; the text may also be a move.
func shares(text string) (first, second int, ok bool) {
	m := pdnShares.FindStringSubmatch(text)
	if m == nil {
		return first, second, false
	}
	first, _ = strconv.Atoi(m[1])
	second, _ = strconv.Atoi(m[2])
	return first, second, true
}

var pdnShares = regexp.MustCompile(`^([0-9]{1,2})-([0-9]{1,2})$`)

func writePDN(r engine.Record) (string, error)     { return pdnText(r, "") }
func writeSpanish(r engine.Record) (string, error) { return pdnText(r, "24") }

// pdnText writes a record under a game number, "" for the first one of the game.
func pdnText(r engine.Record, number string) (string, error) {
	start, ok := r.Line.At(0).(rules.Position)
	if !ok {
		return "", fmt.Errorf("write PDN: %w", engine.ErrCannotHold)
	}
	w := pdnWriter{}
	w.name("Event", r.Event)
	w.name("Site", r.Site)
	date := "????.??.??"
	if engine.IsDate(r.Date) {
		date = r.Date
	}
	w.tag("Date", date)
	w.name("Round", r.Round)
	names := r.Names
	if start.Variant.Black {
		slices.Reverse(names[:])
	}
	w.name("White", names[0])
	w.name("Black", names[1])
	w.result(r)
	w.gameType(r.Game.Name, number)
	if text := r.Options.String(); text != "" {
		w.tag("Options", text)
	}
	if text := r.Start(); text != "" {
		fen := strings.Join(strings.Split(text, ":")[:3], ":")
		w.tag("SetUp", "1")
		w.tag("FEN", fen)
		if fen != text {
			w.tag("Position", text)
		}
	}
	if o := r.Outcome(); o.Decided() && o.Reason != engine.Recorded {
		w.tag("Termination", string(o.Reason))
	}
	w.text.WriteByte('\n')
	w.moves(r.Line, r.Notes)
	w.word("*")
	w.text.WriteByte('\n')
	return w.text.String(), nil
}

// pdnWidth is the maximum length of a line of moves.
const pdnWidth = 80

type pdnWriter struct {
	text   strings.Builder
	column int
}

// name writes a tag whose value is a name.
func (w *pdnWriter) name(tag, name string) {
	w.tag(tag, cmp.Or(engine.Tidy(name), "?"))
}

func (w *pdnWriter) tag(name, value string) {
	fmt.Fprintf(&w.text, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
}

// result writes the first of results that fits the end of a record.
func (w *pdnWriter) result(r engine.Record) {
	o, known := r.Outcome(), results
	if r.Game.Name == rules.International.Name && o.Decided() {
		known = known[2:]
	}
	for _, text := range known {
		if said, _ := resultOf(text); said.Decided() == o.Decided() && said.Winner == o.Winner {
			w.tag("Result", text)
			return
		}
	}
}

// gameType writes a game type with the number, "" for the first one of the game.
func (w *pdnWriter) gameType(game, number string) {
	for _, t := range gameTypes {
		if t.game == game && (number == "" || t.number == number) {
			w.tag("GameType", t.number+","+t.details)
			if t.variant != "" {
				w.tag("Variant", t.variant)
			}
			return
		}
	}
}

// word writes a word that must not be broken across lines.
func (w *pdnWriter) word(word string) {
	switch {
	case w.column == 0:
	case w.column+1+len(word) > pdnWidth:
		w.text.WriteByte('\n')
		w.column = 0
	default:
		w.text.WriteByte(' ')
		w.column++
	}
	w.text.WriteString(word)
	w.column += len(word)
}

// notes writes the notes that belong after at most moves moves, and returns the rest.
func (w *pdnWriter) notes(list []engine.Comment, moves int) []engine.Comment {
	for len(list) > 0 && list[0].After <= moves { // on one line, so that no line of a note is parsed as something else
		w.word("{" + strings.NewReplacer("{", "(", "}", ")", "[", "(", "]", ")").Replace(engine.Tidy(list[0].Text)) + "}")
		list = list[1:]
	}
	return list
}

func (w *pdnWriter) moves(line engine.Line, notes []engine.Comment) {
	number, begun := 1, false
	for n := 0; n < line.Len(); n++ {
		notes = w.notes(notes, n)
		m := line.Move(n)
		p, _ := line.At(n).(rules.Position)
		white := p.Mover() == engine.First
		switch {
		case m == rules.DemandText:
			w.command(rules.DemandText) // the move taken back came before the start
		case strings.HasPrefix(string(m), rules.HuffText):
			w.command(string(m))
		case n+1 < line.Len() && line.Move(n+1) == rules.DemandText:
			w.command(rules.DemandText + " " + string(m))
			n++
		default:
			word := moveText(p, m)
			switch {
			case white:
				word = fmt.Sprintf("%d. %s", number, word)
			case !begun:
				word = fmt.Sprintf("%d... %s", number, word)
			}
			w.word(word)
			begun = true
			if !white {
				number++
			}
		}
	}
	w.notes(notes, line.Len())
}

// command writes a command inside a comment.
func (w *pdnWriter) command(text string) { w.word("{[%" + text + "]}") }

// moveText returns a move in PDN: its first and last square or, if another capture has the same ones, all squares.
// Where the piece continues in the same direction, a landing square in between is the one directly behind the
// captured piece.
func moveText(p rules.Position, text engine.Move) string {
	m, _ := p.Find(text)
	v, b := p.Variant, p.Board
	squares := []uint64{m.From, m.To}
	for _, other := range p.Legal() {
		if other.From == m.From && other.To == m.To && other.Taken != m.Taken {
			squares = v.Route(b, m)
			break
		}
	}
	for i := 1; i < len(squares)-1; i++ {
		in, by := v.Line(squares[i-1], squares[i])
		if _, on := v.Line(squares[i], squares[i+1]); on == by {
			squares[i] = behindFirst(in, b.Opp)
		}
	}
	sign := "-"
	if m.Taken != 0 {
		sign = "x" // in letters too: every reader accepts it
	}
	var labels []string
	for _, square := range squares {
		labels = append(labels, v.Label(square))
	}
	return strings.Join(labels, sign)
}

// behindFirst returns the square of a line behind the first piece of a set, which must not be on the last square.
func behindFirst(line []uint64, pieces uint64) uint64 {
	return line[1+slices.IndexFunc(line, func(square uint64) bool { return pieces&square != 0 })]
}
