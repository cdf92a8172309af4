// Package pdn reads and writes the files of draughts, as liberally as people and programs write them.
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

// Portable Draughts Notation, version 3.0. Portuguese and Spanish draughts are the same game under two numbers, with
// squares numbered alike, so that only the tag GameType differs, and Variant where one is written as the other. Chilean
// draughts have a number that no other game has. Everything that PDN has no place for goes where other programs pass
// over it, into tags of our own
//
//	[Options "capture=huff king-capture=flying"]
//	[Position "W:WK1:BK15,K22:H12"]               the start as a text of ours, if FEN leaves something out
//
// and into commands inside of comments, while the moves around them go on by turns:
//
//	{[%huff 23]}        the side on turn has huffed the piece on 23
//	{[%demand 33-28]}   33-28 was played and taken back on demand. The same at the beginning of a game, of a move that was
//	                    made before it: {[%demand]}
var (
	Format  = engine.Format{Name: "pdn", Ext: ".pdn", Write: writePDN, Knows: pdnMark.MatchString, Read: readPDN}
	Spanish = engine.Format{Name: "pdn24", Ext: ".pdn", Write: writeSpanish}
)

// results are what the tag Result says of a game, the first two lines for the international one too.
var results = []string{"1-0", "0-1", "2-0", "0-2", "1/2-1/2", "*"}

// resultOf is what a result says: the larger share wins, however many points there are. Where both have lost, or the
// text is none of draughts, nothing is said.
func resultOf(text string) (said engine.Outcome, ok bool) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, ":", "-"), "½", "1/2")
	if bare := strings.TrimRight(text, "Ff"); strings.Contains(bare, "-") {
		text = bare // without what tells that a game was forfeited
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

// shares reads points that both sides have; two numbers may be a move as well.
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

// pdnText writes a record under the number given, or else the first one of the game.
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
	white := start.Variant.Colour(0)
	w.name("White", r.Names[white])
	w.name("Black", r.Names[1-white])
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

// pdnWidth is the number of characters a line of moves may have.
const pdnWidth = 80

type pdnWriter struct {
	text   strings.Builder
	column int
}

// name writes a tag with a name in it.
func (w *pdnWriter) name(tag, name string) {
	w.tag(tag, cmp.Or(engine.Tidy(name), "?"))
}

func (w *pdnWriter) tag(name, value string) {
	fmt.Fprintf(&w.text, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
}

// result writes the first result that says how a record ends.
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

// gameType writes the number given of a game, or else its first one.
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

// word writes what must not be broken.
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

// notes writes the first notes, if they stand behind so many moves, and leaves the rest.
func (w *pdnWriter) notes(list []engine.Comment, moves int) []engine.Comment {
	for len(list) > 0 && list[0].After <= moves { // each in one piece: no line in it begins as another thing does
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
		white := p.Mover == 0
		switch {
		case m == rules.DemandText:
			w.command(rules.DemandText) // what was taken back came before the start
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

// command writes a command inside of a comment.
func (w *pdnWriter) command(text string) { w.word("{[%" + text + "]}") }

// moveText is a move of the board as PDN has it: the squares where it begins and ends or, if there is another capture
// with the same ones, all squares between. Where the piece goes on in the same direction, that is the square right
// behind what it took.
func moveText(p rules.Position, text engine.Move) string {
	m, _ := p.Find(text)
	v, b := p.Variant, p.Board()
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
		sign = "x" // in letters as well: every reader knows it
	}
	var labels []string
	for _, square := range squares {
		labels = append(labels, v.Label(square))
	}
	return strings.Join(labels, sign)
}

// behindFirst is the square of a line behind the first piece of a set, which must not be the last one.
func behindFirst(line []uint64, pieces uint64) uint64 {
	return line[1+slices.IndexFunc(line, func(square uint64) bool { return pieces&square != 0 })]
}
