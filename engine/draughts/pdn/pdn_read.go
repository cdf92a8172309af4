package pdn

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
)

// pdnMark matches the beginning of a PDN file: a tag or a first move, after comments.
var pdnMark = regexp.MustCompile(`^(?:\s|[%;].*\n|\{[^}]*\})*(?:\[\s*[A-Z][A-Za-z0-9_]*\s*"|1\s?[.)])`)

// readPDN reads the games of a file, tolerating the variations of people and programs.
func readPDN(text string, games []*engine.Game, named *engine.Game) (engine.File, error) {
	var f engine.File
	budget := engine.NewBudget(len(text))
	for _, game := range scanPDN(text) {
		f.Entries = append(f.Entries, engine.Entry{
			Names: game.names(), Event: game.name("Event"), Date: game.tags["Date"].text,
			Read: func() (engine.Record, error) { return game.read(games, named, budget) },
		})
	}
	if f.Entries == nil {
		return f, &engine.FileError{Code: engine.NoGame}
	}
	return f, nil
}

// name returns the value of a tag, tidied.
func (g *pdnGame) name(tag string) string { return engine.Tidy(g.tags[tag].text) }

// names returns the names of White and Black.
func (g *pdnGame) names() [2]string { return [2]string{g.name("White"), g.name("Black")} }

// read replays the moves of a game in every reading and returns the only one that is playable to the end; if none is
// but the game is known, it returns the first as far as it goes. A game that does not fit named is read as the one of
// its tags, if it fits that.
func (g *pdnGame) read(games []*engine.Game, named *engine.Game, budget *engine.Budget) (engine.Record, error) {
	usual, others, err := g.readings(games, named)
	if err != nil {
		return engine.Record{}, err
	}
	var best attempt // the one that goes furthest of those that fail
	for n, group := range [][]reading{usual, others} {
		whole, err := g.tryAll(group, n == 0, &best, budget)
		switch {
		case err != nil:
			return engine.Record{}, err
		case len(whole) == 1:
			return whole[0], nil
		case len(whole) > 1 && (n == 0 || whole[0].Game != whole[1].Game): // else the numbering of its squares is unclear
			return engine.Record{}, &engine.ReadingsError{Readings: whole}
		}
		if isLate(best.err) {
			break
		}
	}
	if named != nil && g.tags["GameType"].text != "" {
		r, err := g.read(games, nil, budget)
		if err == nil && r.Game != named && (best.made() == 0 || r.Odd == nil) {
			return r, nil
		}
	}
	return g.cutShort(best, len(usual) == 1)
}

// tryAll replays the moves of a game in some readings. It returns the records playable to the end, those without moves
// only if bare, and keeps the attempt that goes furthest of the others.
func (g *pdnGame) tryAll(group []reading, bare bool, best *attempt, budget *engine.Budget) (whole []engine.Record,
	err error) {
	for _, r := range group {
		switch a := g.try(r, budget); {
		case engine.FileCode(a.err) == engine.TooMuchWork:
			return nil, a.err
		case a.err == nil && (bare || a.made() > 0):
			whole = append(whole, a.ways...)
		case a.err != nil && (best.err == nil || a.made() > best.made()):
			*best = a
		}
	}
	return whole, nil
}

// cutShort returns a record up to the last playable move, if its game is known.
func (g *pdnGame) cutShort(a attempt, known bool) (engine.Record, error) {
	if !known || a.made() == 0 {
		return engine.Record{}, a.err
	}
	r := a.ways[0]
	r.Line = r.Line.Back(a.made() - (&engine.ReadingsError{Readings: a.ways}).Differ()) // where all still agree
	r.Remark(&engine.FileError{Code: engine.CutShort, Count: a.made(), Err: a.err})
	r.End(g.said)
	return r, nil
}

// isLate reports whether an error is about the priority of captures, in which case the numbering of the squares is
// right.
func isLate(err error) bool {
	wrong, ok := errors.AsType[*engine.MoveError](err)
	return ok && strings.HasPrefix(string(wrong.Rule), "capture-")
}

// attempt is the result of a reading: the interpretations playable to the end or, if there are none, those that remain
// before what cannot be played, and why it cannot.
type attempt struct {
	ways []engine.Record
	err  error
}

// made returns the number of playable moves.
func (a attempt) made() int {
	if a.ways == nil {
		return 0
	}
	return a.ways[0].Line.Len()
}

// mostWays limits the interpretations followed in parallel when captures are ambiguous.
const mostWays = 64

// try replays the moves of a game in one reading, following every interpretation of ambiguous captures.
func (g *pdnGame) try(r reading, budget *engine.Budget) attempt {
	start, err := g.record(r)
	if err != nil {
		return attempt{err: err}
	}
	ways := []engine.Record{start}
	for _, t := range g.tokens {
		var next []engine.Record
		switch t.kind {
		case pdnOdd:
			for i := range ways {
				ways[i].Remark(t.fault(t.code, t.text))
			}
			continue
		case pdnStop:
			err = t.fault(t.code, t.text)
		default:
			next, err = r.enterAll(ways, t, budget)
		}
		if next == nil {
			return attempt{ways, engine.InPlace(t.line, t.column, r.renumber(err))}
		}
		ways = next
	}
	for i, way := range ways {
		if way.Line.Len() == 0 && len(way.Odd) > 0 && way.Odd[0].Code == engine.NotUnderstood {
			return attempt{err: way.Odd[0]} // words, and no moves
		}
		ways[i].End(g.said)
	}
	return attempt{ways: ways}
}

// enterAll plays a move or command in every interpretation in which it is possible; err is the first error of the
// others.
func (r reading) enterAll(ways []engine.Record, t pdnToken, budget *engine.Budget) (next []engine.Record, err error) {
	for _, way := range ways {
		if !budget.Spend() || len(next) > mostWays {
			return nil, &engine.FileError{Code: engine.TooMuchWork}
		}
		more, wrong := r.enter(way, t)
		next, err = append(next, more...), cmp.Or(err, wrong)
	}
	return next, err
}

// record returns the record started by the tags in a reading.
func (g *pdnGame) record(r reading) (engine.Record, error) {
	options, fen := g.tags["Options"], g.tags["FEN"]
	record, err := r.game.NewRecord(engine.ParseOptions(options.text), "")
	if err != nil {
		return record, engine.InPlace(options.line, options.column, err)
	}
	if t := g.tags["GameType"]; r.odd != "" {
		record.Remark(t.fault(r.odd, "GameType "+t.text))
	}
	start, _ := record.Line.Position().(rules.Position)
	if ours, ok := g.tags["Position"]; ok {
		fen, r.from = ours, start.Variant.Typed()
	}
	if fen.text != "" {
		if err := r.begin(&record, start.Variant, fen); err != nil {
			return record, engine.InPlace(fen.line, fen.column, err)
		}
	}
	record.Names, record.Event, record.Site, record.Round = g.names(), g.name("Event"), g.name("Site"), g.name("Round")
	if start.Variant.Black {
		slices.Reverse(record.Names[:])
	}
	if date := strings.ReplaceAll(g.tags["Date"].text, "-", "."); engine.IsDate(date) {
		record.Date = date
	}
	return record, nil
}

// begin sets a record to a position. Text that other programs append to it is ignored, and men on their last row
// become kings.
func (r reading) begin(record *engine.Record, v *rules.Variant, fen pdnToken) error {
	p, crowned, err := v.ParseFile(fen.text, r.from)
	if fields := strings.SplitN(fen.text, ":", 4); err != nil && len(fields) == 4 {
		if q, men, wrong := v.ParseFile(strings.Join(fields[:3], ":"), r.from); wrong == nil {
			record.Remark(fen.fault(engine.OddCounters, fields[3]))
			p, crowned, err = q, men, nil
		}
	}
	if err != nil {
		return &engine.FileError{Code: engine.WrongStart, Text: fen.text, Err: err}
	}
	if crowned != nil {
		record.Remark(fen.fault(engine.ManCrowned, strings.Join(crowned, ",")))
	}
	record.Line = record.Game.NewLine(p)
	return nil
}

// enter plays a move or a command; it returns several records if the text is ambiguous.
func (r reading) enter(record engine.Record, t pdnToken) ([]engine.Record, error) {
	if t.kind == pdnCommand {
		if err := enterCommand(&record, t.text); err != nil {
			return nil, err
		}
		return []engine.Record{record}, nil
	}
	p, _ := record.Line.Unclaimed().Position().(rules.Position)
	moves, err := p.ReadWhole(t.text, r.from)
	if err != nil && strings.ContainsAny(t.text, "x:") {
		if quiet, wrong := p.ReadWhole(strings.NewReplacer("x", "-", ":", "-").Replace(t.text), r.from); wrong == nil {
			moves, err = quiet, nil
			record.Remark(t.fault(engine.QuietCapture, t.text))
		}
	}
	var records []engine.Record
	for _, move := range moves {
		next := record
		if len(moves) > 1 {
			next.Line = record.Line.Back(0)
		}
		err = next.Enter(t.text, func(engine.Position, string) (engine.Move, error) { return move, err })
		for _, odd := range next.Odd {
			_ = engine.InPlace(t.line, t.column, odd)
		}
		if err == nil {
			records = append(records, next)
		}
	}
	return records, err
}

// renumber converts the squares of an error to the numbering of the file.
func (r reading) renumber(err error) error {
	v := rules.VariantOf(r.game)
	if wrong, ok := errors.AsType[*engine.FileError](err); ok && wrong.Move != nil && r.from != v.Typed() {
		if n, no := strconv.Atoi(wrong.Move.At); no == nil {
			wrong.Move.At = strconv.Itoa(v.Renumber(r.from, n))
		}
		wrong.Move.Choices = nil
	}
	return err
}

// enterCommand plays a command, which uses our numbering.
func enterCommand(record *engine.Record, text string) error {
	word, rest, _ := strings.Cut(text, " ")
	if word == rules.HuffText {
		return record.Enter(text, engine.ReadMove)
	}
	if rest != "" {
		if !isMove(rest) {
			return &engine.FileError{Code: engine.NotUnderstood, Text: rest}
		}
		if err := record.Enter(rest, engine.Position.Read); err != nil {
			return err
		}
	}
	return record.Enter(word, engine.ReadMove)
}
