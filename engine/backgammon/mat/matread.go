package mat

import (
	"cmp"
	"errors"
	"maps"
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

// Columns of cells behind the number of their row: the left one begins at once, the right one far away. A cell that
// begins between may be of either.
const (
	matNumber = 5 // characters of a number, which is left out before who wins
	matLeft   = 3
	matRight  = 15
)

// readMat reads what writeMat writes, and what other programs write of games by standard rules. A header begins another
// match, unless it stands before a later game of the same one.
func readMat(text string, games []*engine.Game, named *engine.Game) (engine.File, error) {
	var f engine.File
	budget := engine.NewBudget(len(text))
	rows := strings.Split(text, "\n")
	for i, row := range rows {
		rows[i] = strings.TrimRight(strings.ReplaceAll(row, "\t", " "), " \r")
	}
	begin, length, opened := 0, "", false // of the match, and whether a game of it was there
	end := func(at int) {
		r := newMatReader(games, named, budget)
		if head := r.head(rows[begin:at]); head != nil {
			list, first := rows[begin:at], begin
			head.Read = func() (engine.Record, error) { return newMatReader(games, named, budget).all(list, first) }
			f.Entries = append(f.Entries, *head)
		}
		begin, opened = at, false
	}
	for i, row := range rows {
		if m := matLength.FindStringSubmatch(row); m != nil {
			if opened && (m[1] != length || !later(rows[i+1:])) {
				end(i)
			}
			length = m[1]
		}
		opened = opened || matGame.MatchString(row)
	}
	end(len(rows))
	if f.Entries == nil {
		return f, &engine.FileError{Code: engine.NoGame}
	}
	return f, nil
}

// later reports whether the next game of some rows is not the first of a match.
func later(rows []string) bool {
	for _, row := range rows {
		if matLength.MatchString(row) {
			return false
		}
		if matGame.MatchString(row) {
			return matCount.FindString(row) != "1"
		}
	}
	return false
}

// head is what stands around a match, nil if there is nothing in its rows.
func (r *matReader) head(rows []string) *engine.Entry {
	var head *engine.Entry
	for _, row := range rows {
		if row != "" && head == nil {
			head = &engine.Entry{}
		}
		if m := matTag.FindStringSubmatch(strings.TrimSpace(row)); m != nil {
			switch m[1] {
			case "Event":
				head.Event = engine.Tidy(m[2])
			case "EventDate":
				head.Date = m[2]
			}
		} else if m := matNames.FindStringSubmatch(row); m != nil && !strings.HasPrefix(row, ";") {
			head.Names = [2]string{engine.Tidy(m[1]), engine.Tidy(m[3])}
			return head
		}
	}
	return head
}

// all reads the rows of a match, of which the first has a number, counted from 0.
func (r *matReader) all(rows []string, number int) (engine.Record, error) {
	return r.kept(func() error {
		for i, row := range rows {
			if err := r.read(row, number+i+1); err != nil {
				return err
			}
		}
		return nil
	})
}

// kept is what is read, up to where it can be played.
func (r *matReader) kept(read func() error) (engine.Record, error) {
	err := read()
	switch {
	case err == nil && r.record == nil:
		return engine.Record{}, cmp.Or(r.above, error(&engine.FileError{Code: engine.NoGame}))
	case err == nil:
		return r.finished()
	}
	err = engine.InPlace(r.line, r.column, err)
	if r.record == nil || r.record.Line.Len() == 0 || engine.FileCode(err) == engine.TooMuchWork {
		return engine.Record{}, err
	}
	r.record.Remark(&engine.FileError{Code: engine.CutShort, Count: r.record.Line.Len(), Err: err})
	return *r.record, nil
}

type matReader struct {
	games  []*engine.Game
	game   *engine.Game  // nil: it is not among those that may be read
	tags   engine.Record // what comments say
	chosen engine.Options
	ours   bool           // the options are ours, and complete
	length string         // of the match, as it is written
	record *engine.Record // nil before the first game
	fresh  bool           // a game was announced, and nothing thrown yet
	named  bool           // the names of this game were there

	line, column int  // of what is read
	rolled       bool // the play that is unknown is one that was not made yet
	gained       int  // points that the next game shows of the one before
	result       engine.Outcome
	above        error                // the first row before the match that is none of it
	unknown      error                // a play that the file does not tell
	winner       func(side int) error // enters who won, where only the score of the next game tells it
	budget       *engine.Budget
}

func newMatReader(games []*engine.Game, named *engine.Game, budget *engine.Budget) *matReader {
	r := &matReader{chosen: engine.Options{"points": "0"}, budget: budget}
	r.games = games
	r.choose(rules.Name)
	if named != nil && named.Kin == rules.Name {
		r.choose(named.Name)
	}
	return r
}

// choose makes the game that of a name, nil if it is not among those that may be read.
func (r *matReader) choose(name string) {
	r.game = nil
	if i := slices.IndexFunc(r.games, func(g *engine.Game) bool { return strings.EqualFold(g.Name, name) }); i >= 0 {
		r.game = r.games[i]
	}
}

// finished is the record when all rows are read.
func (r *matReader) finished() (engine.Record, error) {
	switch {
	case r.winner != nil:
		r.odd(r.winner(unsure))
	case r.unknown != nil && !r.result.Decided() && !r.rolled:
		r.odd(r.unknown)
	}
	r.record.End(r.result)
	return *r.record, nil
}

// scored settles who won the game before, if that was in doubt, by the score of this one.
func (r *matReader) scored(first, second string) error {
	if r.winner == nil {
		return nil
	}
	p, side := r.position(), unsure
	a, wrong := strconv.Atoi(first)
	b, err := strconv.Atoi(second)
	switch left, right := a > p.Score[0], b > p.Score[1]; {
	case wrong != nil || err != nil || left == right:
	case left:
		side, r.gained = 0, a-p.Score[0]
	default:
		side, r.gained = 1, b-p.Score[1]
	}
	winner := r.winner
	r.winner, r.fresh = nil, false
	if err := winner(side); err != nil {
		return err
	}
	r.fresh = true
	return nil
}

func (r *matReader) read(row string, line int) error {
	r.line, r.column = line, 0
	if m := matTag.FindStringSubmatch(strings.TrimSpace(row)); m != nil {
		return r.tag(m[1], m[2])
	}
	if row == "" || strings.HasPrefix(row, ";") {
		return nil
	}
	if m := matNames.FindStringSubmatch(row); m != nil && r.fresh && !r.named {
		r.record.Names, r.named = [2]string{engine.Tidy(m[1]), engine.Tidy(m[3])}, true
		return r.scored(m[2], m[4])
	}
	if m := matLength.FindStringSubmatch(row); m != nil {
		return r.match(m[1])
	}
	if matGame.MatchString(row) {
		return r.begin()
	}
	if from, ok := cellsBegin(row); ok && r.record != nil {
		return r.cells(row, from)
	}
	wrong := &engine.FileError{Code: engine.NotUnderstood, Text: row}
	if r.record != nil || r.length != "" {
		return wrong
	}
	r.above = cmp.Or(r.above, engine.InPlace(line, 0, wrong)) // what somebody has written above a match
	return nil
}

// cellsBegin is where the cells of a row begin: behind its number, which is left out before who wins. It reports whether
// there may be any.
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

// match reads how long the match is.
func (r *matReader) match(length string) error {
	if r.record != nil {
		return nil
	}
	r.length = length
	if n, err := strconv.Atoi(length); err != nil || n > rules.Longest {
		return &engine.FileError{Code: engine.MatchTooLong, Text: length, Count: rules.Longest}
	}
	r.option("points", length)
	return nil
}

// option chooses what other programs say, unless options of ours are there.
func (r *matReader) option(name, value string) {
	if !r.ours {
		r.chosen[name] = value
	}
}

func (r *matReader) date(date string) {
	if engine.IsDate(date) {
		r.tags.Date = date
	}
}

// tag reads what stands in a comment: ours, and that of other programs, of which most do not matter.
func (r *matReader) tag(name, value string) error {
	wrong := &engine.FileError{Code: engine.WrongHeader, Text: name + " " + value}
	if name == matGiven {
		return r.given(value, wrong)
	}
	if r.record != nil {
		return nil
	}
	switch name {
	case "Options":
		r.ours, r.chosen = true, engine.ParseOptions(value)
	case matVariation:
		if r.choose(value); r.game == nil {
			return &engine.FileError{Code: engine.UnknownGame, Text: value}
		}
	case "Jacoby":
		if strings.EqualFold(value, rules.On) {
			r.option("jacoby", rules.On)
		}
	case "Crawford":
		if strings.EqualFold(value, rules.Never) {
			r.option("crawford", rules.Never)
		}
	case "Event":
		r.tags.Event = engine.Tidy(value)
	case "Site":
		r.tags.Site = engine.Tidy(value)
	case "EventDate":
		r.date(value)
	case "Result":
		said, ok := engine.ParseResult(value)
		if !ok {
			return wrong
		}
		r.result = said
	}
	return nil
}

// begin begins the next game.
func (r *matReader) begin() error {
	r.fresh, r.named = true, false
	if r.record == nil {
		return r.open()
	}
	if r.position().Phase != rules.Ended && r.winner == nil { // the score of this game tells who won, and how much
		r.odd(&engine.FileError{Code: engine.GameNotOver})
		r.winner = func(side int) error {
			if side == unsure || r.gained < 1 {
				return &engine.FileError{Code: engine.GameNotOver}
			}
			return r.wins(side, "Wins "+strconv.Itoa(r.gained)+" points")
		}
	}
	return nil
}

// open begins the record.
func (r *matReader) open() error {
	if r.game == nil {
		return &engine.FileError{Code: engine.UnknownGame, Text: rules.Name}
	}
	start, err := r.start()
	if err != nil {
		return err
	}
	r.usual()
	record, err := r.game.NewRecord(r.chosen, start)
	if err != nil {
		return err
	}
	record.Event, record.Site, record.Date = r.tags.Event, r.tags.Site, r.tags.Date
	r.record = &record
	return nil
}

// usual leaves out what is chosen as it is anyway.
func (r *matReader) usual() {
	all, err := begun(r.game, r.chosen)
	for _, name := range slices.Sorted(maps.Keys(r.chosen)) {
		without := maps.Clone(r.chosen)
		delete(without, name)
		if less, wrong := begun(r.game, without); err == nil && wrong == nil && *less.Rules == *all.Rules {
			r.chosen = without
		}
	}
}

// begun is where a game begins with some options chosen.
func begun(g *engine.Game, chosen engine.Options) (p rules.Position, err error) {
	record, err := g.NewRecord(chosen, "")
	if err == nil {
		p, _ = record.Line.Position().(rules.Position)
	}
	return p, err
}

// start is the text of the position in which the match begins. A match to one point is a single game in which neither
// the cube nor gammons count; where no option says that, it is a position of its own.
func (r *matReader) start() (string, error) {
	if r.length != "1" {
		return "", nil
	}
	if slices.ContainsFunc(r.game.Options, func(o engine.Option) bool { return o.Name == "gammons" }) {
		r.chosen["points"], r.chosen["double"], r.chosen["gammons"] = "1", rules.Never, rules.Never
		return "", nil
	}
	p, err := begun(r.game, r.chosen)
	if err != nil {
		return "", err
	}
	p.Length = 1
	return p.String(), nil
}

// odd remarks what does not hinder reading on, at the place of what is read.
func (r *matReader) odd(err error) {
	var wrong *engine.FileError
	if errors.As(engine.InPlace(r.line, r.column, err), &wrong) {
		r.record.Remark(wrong)
	}
}

func (r *matReader) position() rules.Position {
	p, _ := r.record.Line.Position().(rules.Position)
	return p
}
