package mat

import (
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
	matCell   = regexp.MustCompile(`[1-6][1-6]:|\b(?:Doubles|Redoubles|Beavers?|Raccoons?|Takes|Drops|Resign(?:s|ed)?|Wins|Los(?:es|ses?))\b`)
	matCount  = regexp.MustCompile(`[0-9]+`)
	matNoPlay = regexp.MustCompile(`(?i)^(?:cannot move|no move|(?:0/0 *)+)$`)
)

// Columns of cells behind the number of their row: the left one begins at once, the right one far away. A cell that
// begins between may be of either.
const (
	matNumber = 5 // characters of a number, which is left out before who wins
	matLeft   = 3
	matRight  = 15
)

// readMat reads what writeMat writes, and what other programs write of games by standard rules. A match that begins
// when the one before is over, or is of another length, is another game of the file.
func readMat(text string, games []*engine.Game) (engine.File, error) {
	var f engine.File
	r := newMatReader(games)
	end := func() {
		if r.record == nil && r.err == nil {
			r.err = r.above
		}
		if r.record == nil && r.err == nil {
			return
		}
		entry := engine.Entry{Err: r.err}
		if entry.Err == nil {
			entry.Record, entry.Err = r.finished()
		}
		if len(f.Entries) == engine.MaxFileGames {
			f.More++
			return
		}
		f.Entries = append(f.Entries, entry)
	}
	number := 0
	for row := range strings.SplitSeq(text, "\n") {
		number++
		row = strings.TrimRight(strings.ReplaceAll(row, "\t", " "), " \r")
		if r.followed(row) {
			end()
			r = newMatReader(games)
		}
		if r.err == nil {
			r.err = engine.InPlace(number, r.column, r.read(row, number))
		}
	}
	end()
	if f.Entries == nil {
		return f, &engine.FileError{Code: engine.NoGame}
	}
	return f, nil
}

type matReader struct {
	games  []*engine.Game
	game   *engine.Game // nil: it is not among those that may be read
	head   engine.Record
	chosen engine.Options
	ours   bool           // the options are ours, and complete
	length string         // of the match, as it is written
	record *engine.Record // nil before the first game
	fresh  bool           // a game was announced, and nothing thrown yet
	named  bool           // the names of this game were there

	line, column int // of what is read
	resultLine   int
	result       engine.Outcome
	above        error                // the first row before the match that is none of it
	unknown      error                // a play that the file does not tell
	winner       func(side int) error // enters who won, where only the score of the next game tells it
	err          error
}

func newMatReader(games []*engine.Game) *matReader {
	r := &matReader{chosen: engine.Options{"points": "0"}}
	r.games = games
	r.choose(rules.Name)
	return r
}

// choose makes the game that of a name, nil if it is not among those that may be read.
func (r *matReader) choose(name string) {
	r.game = nil
	if i := slices.IndexFunc(r.games, func(g *engine.Game) bool { return strings.EqualFold(g.Name, name) }); i >= 0 {
		r.game = r.games[i]
	}
}

// followed tells whether a row begins another match. A header may be there for each game of one.
func (r *matReader) followed(row string) bool {
	m := matLength.FindStringSubmatch(row)
	if m == nil || r.record == nil && r.err == nil {
		return false
	}
	return r.err != nil || m[1] != r.length || r.record.Line.Turn() == engine.Nobody
}

// finished is the record when all rows are read.
func (r *matReader) finished() (engine.Record, error) {
	if r.winner != nil {
		return *r.record, r.winner(unsure)
	}
	return *r.record, engine.InLine(r.resultLine, r.record.End(r.result))
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
		side = 0
	default:
		side = 1
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
	if number := matRow.FindString(row); number != "" && r.record != nil {
		return r.cells(row, len(number))
	}
	if strings.HasPrefix(strings.TrimSpace(row), "Wins") && r.record != nil {
		return r.cells(row, min(matNumber, len(row)-len(strings.TrimLeft(row, " "))))
	}
	wrong := &engine.FileError{Code: engine.NotUnderstood, Text: row}
	if r.record == nil && r.length == "" { // what somebody has written above a match
		if r.above == nil {
			r.above = engine.InPlace(line, 0, wrong)
		}
		return nil
	}
	return wrong
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
	if !r.ours {
		r.chosen["points"] = length
	}
	return nil
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
		if strings.EqualFold(value, rules.On) && !r.ours {
			r.chosen["jacoby"] = rules.On
		}
	case "Crawford":
		if strings.EqualFold(value, rules.Never) && !r.ours {
			r.chosen["crawford"] = rules.Never
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
		if r.position().Phase != rules.Ended && r.winner == nil {
			return &engine.FileError{Code: engine.GameNotOver}
		}
		return nil
	}
	return r.open()
}

// open begins the record.
func (r *matReader) open() error {
	if r.game == nil {
		return &engine.FileError{Code: engine.UnknownGame, Text: rules.Name}
	}
	r.usual()
	start, err := r.start()
	if err != nil {
		return err
	}
	record, err := r.game.NewRecord(r.chosen, start)
	if err != nil {
		return err
	}
	record.Event, record.Site, record.Date = r.head.Event, r.head.Site, r.head.Date
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
	o, err := g.Complete(chosen)
	if err != nil {
		return p, err
	}
	start, err := g.New(o)
	if err != nil {
		return p, err
	}
	return start.(rules.Position), nil
}

// start is the text of the position in which the match begins. A match to one point is no single game: neither the cube
// nor gammons count in it.
func (r *matReader) start() (string, error) {
	if r.length != "1" {
		return "", nil
	}
	o, err := r.game.Complete(r.chosen)
	if err != nil {
		return "", &engine.FileError{Code: engine.WrongOption, Text: r.chosen.String(), Err: err}
	}
	start, err := r.game.New(o)
	if err != nil {
		return "", err
	}
	p, _ := start.(rules.Position)
	p.Length = 1
	return p.String(), nil
}

func (r *matReader) position() rules.Position {
	p, _ := r.record.Line.Position().(rules.Position)
	return p
}
