package mat

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/rules"
)

var (
	matMark   = regexp.MustCompile(`(?m)^\s*[0-9]+ point match|^\s*Game [0-9]+\s*$`)
	matTag    = regexp.MustCompile(`^;?\s*\[([A-Za-z0-9 ]+) "(.*)"\]$`)
	matLength = regexp.MustCompile(`^ *([0-9]+) point match`)
	matGame   = regexp.MustCompile(`^ *Game [0-9]+`)
	matNames  = regexp.MustCompile(`^ *(.*?) *: *([0-9]+) +(.*?) *: *([0-9]+) *$`)
	matRow    = regexp.MustCompile(`^ *[0-9]+\)`)
	matCell   = regexp.MustCompile(`[0-6][0-6]:|\b(?:Doubles|Redoubles|Beavers?|Raccoons?|Takes|Drops|Resign(?:s|ed)?|Wins|Los(?:es|ses?))\b`)
	matCount  = regexp.MustCompile(`[0-9]+`)
	matOdd    = regexp.MustCompile(`(?i)^illegal play *\((.*)\)$`)
	matNoPlay = regexp.MustCompile(`(?i)^(?:cannot move|no move|(?:0/0 *)+)$`)
)

// Columns of cells after the number of their row: the left cell begins at once, the right one far away. One that
// begins in between may be either.
const (
	matNumber = 5 // characters of a row number, which the row with the winner lacks
	matLeft   = 3
	matRight  = 15
)

// row is a row of a .mat file with its line number.
type row struct {
	text string
	line int
}

// rowsOf returns the rows of a .mat file.
func rowsOf(text string) (rows []row) {
	for i, line := range strings.Split(text, "\n") {
		rows = append(rows, row{strings.TrimRight(strings.ReplaceAll(line, "\t", " "), " \r"), i + 1})
	}
	return rows
}

// readMat reads the text of writeMat, and what other programs write of games by standard rules. A header begins
// another match, unless it precedes a later game of the same match.
func readMat(text string, games []*engine.Game, named *engine.Game) (engine.File, error) {
	var f engine.File
	rows, tree := rowsOf(text), sgfMark.MatchString(text)
	if tree {
		rows = sgfRows(text)
	}
	begin, length, opened := 0, "", false // of the match, and whether it has a game
	end := func(at int) {
		list := rows[begin:at]
		if head := headOf(list); head != nil {
			head.Read = func() (engine.Record, error) { return newMatReader(games, named, tree).readAll(list) }
			f.Entries = append(f.Entries, *head)
		}
		begin, opened = at, false
	}
	for i, row := range rows {
		if m := matLength.FindStringSubmatch(row.text); m != nil {
			if opened && (m[1] != length || !later(rows[i+1:])) {
				end(i)
			}
			length = m[1]
		}
		opened = opened || matGame.MatchString(row.text)
	}
	end(len(rows))
	if f.Entries == nil {
		return f, &engine.FileError{Code: engine.NoGame}
	}
	return f, nil
}

// later reports whether the next game of some rows is not the first of a match.
func later(rows []row) bool {
	for _, row := range rows {
		if matLength.MatchString(row.text) {
			return false
		}
		if matGame.MatchString(row.text) {
			return matCount.FindString(row.text) != "1"
		}
	}
	return false
}

// headOf returns the headers of a match, nil if its rows are empty.
func headOf(rows []row) *engine.Entry {
	var head *engine.Entry
	r := matReader{chosen: engine.Options{}}
	for _, row := range rows {
		if row.text != "" && head == nil {
			head = &engine.Entry{}
		}
		if m := matTag.FindStringSubmatch(strings.TrimSpace(row.text)); m != nil {
			_ = r.tag(m[1], m[2])
			head.Event, head.Date = r.tags.Event, r.tags.Date
		} else if m := matNames.FindStringSubmatch(row.text); m != nil && !strings.HasPrefix(row.text, ";") {
			head.Names = [2]string{engine.Tidy(m[1]), engine.Tidy(m[3])}
			return head
		}
	}
	return head
}

// readAll reads the rows of a match, up to the first that cannot be played.
func (r *matReader) readAll(rows []row) (engine.Record, error) {
	for _, row := range rows {
		err := r.read(row)
		switch {
		case err == nil:
			continue
		case r.record == nil || r.record.Line.Len() == 0:
			return engine.Record{}, engine.InPlace(r.line, r.column, err)
		}
		err = engine.InPlace(r.line, r.column, err)
		r.record.Remark(&engine.FileError{Code: engine.CutShort, Count: r.record.Line.Len(), Err: err})
		return *r.record, nil
	}
	switch {
	case r.record == nil:
		return engine.Record{}, cmp.Or(r.above, error(&engine.FileError{Code: engine.NoGame}))
	case r.doubt != nil:
		r.odd(r.doubt)
	case r.unknown != nil && !r.result.Decided() && r.unknown.Text != "": // the play of a last roll may be missing
		r.odd(r.unknown)
	}
	r.record.End(r.result)
	return *r.record, nil
}

type matReader struct {
	games  []*engine.Game
	game   *engine.Game   // nil: not among the readable games
	tags   engine.Record  // from comments
	chosen engine.Options // options by the tags of other programs
	ours   engine.Options // our options, complete; nil: none
	length string         // of the match, as written
	record *engine.Record // nil before the first game
	fresh  bool           // a game was announced, but nothing rolled yet
	named  bool           // the names of this game were read
	tree   bool           // the rows come from an SGF tree, and have no columns

	line, column int // position of the current cell
	result       engine.Outcome
	above        error             // error of the first row before the match that is not part of it
	unknown      *engine.FileError // a play missing in the file
	doubt        *engine.FileError // only the score of the next game shows who won
}

func newMatReader(games []*engine.Game, named *engine.Game, tree bool) *matReader {
	r := &matReader{games: games, chosen: engine.Options{"points": "0"}, tree: tree}
	r.choose(rules.Name)
	if named != nil && named.Kin == rules.Name {
		r.choose(named.Name)
	}
	return r
}

// choose sets the game by name, nil if it is not among the readable games.
func (r *matReader) choose(name string) {
	r.game = nil
	if i := slices.IndexFunc(r.games, func(g *engine.Game) bool { return strings.EqualFold(g.Name, name) }); i >= 0 {
		r.game = r.games[i]
	}
}

// scored determines who won the previous game, if in doubt, from the score of this one.
func (r *matReader) scored(first, second int) error {
	if r.doubt == nil {
		return nil
	}
	doubt, before := r.doubt, r.position().Score
	gained := [2]int{first - before[0], second - before[1]}
	r.doubt = nil
	for side, points := range gained {
		if points > 0 && gained[1-side] <= 0 {
			return r.wins(side, "Wins "+strconv.Itoa(points)+" points")
		}
	}
	return doubt
}

func (r *matReader) read(from row) error {
	row := from.text
	r.line, r.column = from.line, 0
	if m := matTag.FindStringSubmatch(strings.TrimSpace(row)); m != nil {
		return r.tag(m[1], m[2])
	}
	if row == "" || strings.HasPrefix(row, ";") {
		return nil
	}
	if m := matNames.FindStringSubmatch(row); m != nil && r.fresh && !r.named {
		r.record.Names, r.named = [2]string{engine.Tidy(m[1]), engine.Tidy(m[3])}, true
		first, _ := strconv.Atoi(m[2])
		second, _ := strconv.Atoi(m[4])
		return r.scored(first, second)
	}
	if m := matLength.FindStringSubmatch(row); m != nil {
		return r.match(m[1])
	}
	if matGame.MatchString(row) {
		return r.begin()
	}
	if begin, ok := cellsBegin(row); ok && r.record != nil {
		return r.cells(row, begin)
	}
	wrong := &engine.FileError{Code: engine.NotUnderstood, Text: row}
	if r.record != nil || r.length != "" {
		return wrong
	}
	r.above = cmp.Or(r.above, engine.InPlace(r.line, 0, wrong)) // other text above a match
	return nil
}

// cellsBegin returns where the cells of a row begin: after its number, which the row with the winner lacks. It
// reports whether the row may have cells.
func cellsBegin(row string) (int, bool) {
	if number := matRow.FindString(row); number != "" {
		return len(number), true
	}
	at := matCell.FindStringIndex(row)
	if at == nil || strings.TrimSpace(row[:at[0]]) != "" {
		return 0, false
	}
	return min(matNumber, len(row)-len(strings.TrimLeft(row, " "))), true
}

// match reads the length of the match.
func (r *matReader) match(length string) error {
	if r.record != nil {
		return nil
	}
	r.length = length
	if n, err := strconv.Atoi(length); err != nil || n > rules.Longest {
		return &engine.FileError{Code: engine.MatchTooLong, Text: length, Count: rules.Longest}
	}
	r.chosen["points"] = length
	return nil
}

// tag reads the tag of a comment, ours or that of another program; most of the latter are ignored.
func (r *matReader) tag(name, value string) error {
	if r.record != nil {
		return nil
	}
	switch name {
	case "Options":
		r.ours = engine.ParseOptions(value)
	case matVariation:
		if r.choose(value); r.game == nil {
			return &engine.FileError{Code: engine.UnknownGame, Text: value}
		}
	case "Jacoby":
		if strings.EqualFold(value, rules.On) {
			r.chosen["jacoby"] = rules.On
		}
	case "Crawford":
		if strings.EqualFold(value, rules.Never) {
			r.chosen["crawford"] = rules.Never
		}
	case "Event":
		r.tags.Event = engine.Tidy(value)
	case "Site":
		r.tags.Site = engine.Tidy(value)
	case "EventDate":
		if engine.IsDate(value) {
			r.tags.Date = value
		}
	case "Result":
		var ok bool
		if r.result, ok = engine.ParseResult(value); !ok {
			return &engine.FileError{Code: engine.WrongHeader, Text: name + " " + value}
		}
	}
	return nil
}

// begin begins the next game.
func (r *matReader) begin() error {
	r.fresh, r.named = true, false
	if r.record == nil {
		return r.beginRecord()
	}
	if r.position().Phase != rules.Ended && r.doubt == nil { // the score of this game shows who won, and how much
		r.doubt = &engine.FileError{Code: engine.GameNotOver}
		r.odd(r.doubt)
	}
	return nil
}

// beginRecord begins the record.
func (r *matReader) beginRecord() error {
	if r.game == nil {
		return &engine.FileError{Code: engine.UnknownGame, Text: rules.Name}
	}
	if r.ours != nil {
		r.chosen = r.ours
	} else if r.length == "1" {
		r.single()
	}
	record, err := r.game.NewRecord(r.chosen, "")
	if p, _ := record.Line.Position().(rules.Position); err == nil && r.length == "1" && p.Rules.Gammons {
		p.Length = 1
		record, err = r.game.NewRecord(r.chosen, p.String())
	}
	if err != nil {
		return err
	}
	record.Event, record.Site, record.Date = r.tags.Event, r.tags.Site, r.tags.Date
	r.record = &record
	return nil
}

// single sets the options of a match to one point: a single game without cube and gammons. If the game lacks such
// options, the caller sets up a position instead.
func (r *matReader) single() {
	if slices.ContainsFunc(r.game.Options, func(o engine.Option) bool { return o.Name == "gammons" }) {
		r.chosen["points"], r.chosen["double"], r.chosen["gammons"] = "1", rules.Never, rules.Never
	}
}

// odd records an oddity at the current position.
func (r *matReader) odd(e *engine.FileError) {
	_ = engine.InPlace(r.line, r.column, e)
	r.record.Remark(e)
}

func (r *matReader) position() rules.Position {
	p, _ := r.record.Line.Position().(rules.Position)
	return p
}
