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
	for _, game := range pdnGames(scanPDN(text)) {
		tags := game.tags()
		white, black := engine.Tidy(tags["White"].text), engine.Tidy(tags["Black"].text)
		f.Entries = append(f.Entries, engine.Entry{
			Names: [2]string{white, black}, Event: engine.Tidy(tags["Event"].text), Date: tags["Date"].text,
			Read: func() (engine.Record, error) { return game.read(games, named, budget) },
		})
	}
	if f.Entries == nil {
		return f, &engine.FileError{Code: engine.NoGame}
	}
	return f, nil
}

// pdnGame holds the tokens of one game.
type pdnGame []pdnToken

// pdnGames splits a file into games. A game ends with a result, where the tags of the next one begin, or before a tag
// that it already has; words after a result without tags or moves are a remark about the end.
func pdnGames(tokens []pdnToken) []pdnGame {
	var games []pdnGame
	var over, talk, moves bool
	begin := 0
	seen := make(map[string]bool)
	end := func(at int) {
		game := pdnGame(tokens[begin:at:at])
		if slices.ContainsFunc(game, func(t pdnToken) bool { return t.kind != pdnResult }) {
			games = append(games, game)
		}
		begin, moves = at, false
		clear(seen)
	}
	for i, t := range tokens {
		talk = over && (talk || t.isTalk())
		if talk && t.kind != pdnTag && !(t.kind == pdnMove && t.numbered) {
			begin = i + 1
			continue
		}
		if t.kind == pdnTag {
			if moves || seen[t.name] {
				end(i)
			}
			seen[t.name] = true
		}
		over, talk = t.kind == pdnResult, false
		moves = moves || t.kind != pdnTag && t.kind != pdnOdd
		if over {
			end(i + 1)
		}
	}
	end(len(tokens))
	return games
}

// isTalk reports whether a token is prose.
func (t pdnToken) isTalk() bool {
	return (t.kind == pdnOdd || t.kind == pdnStop) && t.wrong.Code == engine.NotUnderstood
}

// tags returns the tags of a game.
func (game pdnGame) tags() pdnTags {
	tags := make(pdnTags)
	for _, t := range game {
		if t.kind == pdnTag {
			tags[t.name] = t
		}
	}
	return tags
}

// read replays the moves of a game in every reading and returns the only one that is playable to the end; if none is
// but the game is known, it returns the first as far as it goes. A game that does not fit named is read as the one of
// its tags, if it fits that.
func (game pdnGame) read(games []*engine.Game, named *engine.Game, budget *engine.Budget) (engine.Record, error) {
	tags := game.tags()
	usual, others, err := tags.readings(games, named)
	if err != nil {
		return engine.Record{}, err
	}
	var best attempt
	for n, group := range [][]reading{usual, others} {
		var whole []engine.Record
		whole, best, err = game.tryAll(group, n == 0, best, tags, budget)
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
	if r, better := game.unnamed(games, named, best, budget); better {
		return r, nil
	}
	return game.cutShort(best, len(usual) == 1)
}

// cutShort returns a record up to the last playable move, if its game is known.
func (game pdnGame) cutShort(a attempt, known bool) (engine.Record, error) {
	if !known || a.made == 0 {
		return engine.Record{}, a.err
	}
	a.cut.Remark(&engine.FileError{Code: engine.CutShort, Count: a.made, Err: a.err})
	a.cut.End(game.outcome(game.tags()))
	return a.cut, nil
}

// unnamed reads a game as its tag says, and reports whether that works better than as the named game.
func (game pdnGame) unnamed(games []*engine.Game, named *engine.Game, best attempt,
	budget *engine.Budget) (engine.Record, bool) {
	if named == nil || game.tags()["GameType"].text == "" {
		return engine.Record{}, false
	}
	r, err := game.read(games, nil, budget)
	return r, err == nil && r.Game != named && (best.made == 0 || r.Odd == nil)
}

// tryAll replays the moves of a game in some readings. It returns the records playable to the end, those without
// moves only if bare, and the attempt that goes furthest of the others.
func (game pdnGame) tryAll(group []reading, bare bool, best attempt, tags pdnTags, budget *engine.Budget) (
	whole []engine.Record, furthest attempt, err error) {
	for _, r := range group {
		a := game.try(r, tags, budget)
		if engine.FileCode(a.err) == engine.TooMuchWork {
			return nil, best, a.err
		}
		if bare || a.made > 0 {
			whole = append(whole, a.whole...)
		}
		if a.err != nil && (best.err == nil || a.made > best.made) {
			best = a
		}
	}
	return whole, best, nil
}

// isLate reports whether an error is about the priority of captures, in which case the numbering of the squares is
// right.
func isLate(err error) bool {
	var wrong *engine.MoveError
	return errors.As(err, &wrong) && strings.HasPrefix(string(wrong.Rule), "capture-")
}

// outcome returns the end of the game by its tag, or else by its text.
func (game pdnGame) outcome(tags pdnTags) engine.Outcome {
	said, _ := resultOf(tags["Result"].text)
	for _, t := range game {
		if t.kind == pdnResult && said == (engine.Outcome{}) {
			said, _ = resultOf(t.text)
		}
	}
	return said
}

// attempt is the result of a reading: the records playable to the end or, if there are none, how far it goes and why
// not further.
type attempt struct {
	whole []engine.Record
	cut   engine.Record // up to where the remaining interpretations agree
	made  int           // number of playable moves
	err   error
}

// mostWays limits the interpretations followed in parallel when captures are ambiguous.
const mostWays = 64

// try replays the moves of a game in one reading, following every interpretation of ambiguous captures.
func (game pdnGame) try(r reading, tags pdnTags, budget *engine.Budget) attempt {
	start, err := tags.record(r)
	if err != nil {
		return attempt{err: err}
	}
	said, ways := game.outcome(tags), []engine.Record{start}
	for _, t := range game {
		var next []engine.Record
		switch t.kind {
		case pdnMove, pdnCommand:
			if next, err = r.enterAll(ways, t, budget); engine.FileCode(err) == engine.TooMuchWork {
				return attempt{err: err}
			}
		case pdnOdd:
			for _, way := range ways {
				way.Remark(t.wrong)
				next = append(next, way)
			}
		case pdnStop:
			err = t.wrong
		default:
			continue
		}
		if next == nil {
			made, cut := ways[0].Line.Len(), common(ways)
			return attempt{cut: cut, made: made, err: engine.InPlace(int(t.line), int(t.column), r.renumber(err))}
		}
		ways = next
	}
	for i, way := range ways {
		if way.Line.Len() == 0 && len(way.Odd) > 0 && way.Odd[0].Code == engine.NotUnderstood {
			return attempt{err: way.Odd[0]} // words, and no moves
		}
		ways[i].End(said)
	}
	return attempt{whole: ways, made: ways[0].Line.Len()}
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

// common returns the first of several records, up to where they all agree.
func common(ways []engine.Record) engine.Record {
	r := ways[0]
	r.Line = r.Line.Back(r.Line.Len() - (&engine.ReadingsError{Readings: ways}).Differ())
	return r
}

// record returns the record started by the tags in a reading.
func (tags pdnTags) record(r reading) (engine.Record, error) {
	options, fen := tags["Options"], tags["FEN"]
	record, err := r.game.NewRecord(engine.ParseOptions(options.text), "")
	if err != nil {
		return record, engine.InPlace(int(options.line), int(options.column), err)
	}
	if t := tags["GameType"]; r.odd != "" {
		record.Remark(&engine.FileError{Line: int(t.line), Column: int(t.column), Code: r.odd, Text: "GameType " + t.text})
	}
	start, _ := record.Line.Position().(rules.Position)
	if ours, ok := tags["Position"]; ok {
		fen, r.from = ours, start.Variant.Typed()
	}
	if fen.text != "" {
		if err := r.begin(&record, start.Variant, fen.text); err != nil {
			return record, engine.InPlace(int(fen.line), int(fen.column), err)
		}
	}
	for _, odd := range record.Odd {
		_ = engine.InPlace(int(fen.line), int(fen.column), odd)
	}
	record.Names = [2]string{engine.Tidy(tags["White"].text), engine.Tidy(tags["Black"].text)}
	if r.game.Colours[0] == "black" {
		record.Names[0], record.Names[1] = record.Names[1], record.Names[0]
	}
	record.Event, record.Site, record.Round = engine.Tidy(tags["Event"].text), engine.Tidy(tags["Site"].text),
		engine.Tidy(tags["Round"].text)
	if date := strings.ReplaceAll(tags["Date"].text, "-", "."); engine.IsDate(date) {
		record.Date = date
	}
	return record, nil
}

// begin sets a record to a position. Text that other programs append to it is ignored, and men on their last row
// become kings.
func (r reading) begin(record *engine.Record, v *rules.Variant, fen string) error {
	p, crowned, err := v.ParseFile(fen, r.from)
	if fields := strings.SplitN(fen, ":", 4); err != nil && len(fields) == 4 {
		if q, men, wrong := v.ParseFile(strings.Join(fields[:3], ":"), r.from); wrong == nil {
			record.Remark(&engine.FileError{Code: engine.OddCounters, Text: fields[3]})
			p, crowned, err = q, men, nil
		}
	}
	if err != nil {
		return &engine.FileError{Code: engine.WrongStart, Text: fen, Err: err}
	}
	if crowned != nil {
		record.Remark(&engine.FileError{Code: engine.ManCrowned, Text: strings.Join(crowned, ",")})
	}
	record.Line = record.Game.NewLine(p)
	return nil
}

// enter plays a move or a command; it returns several records if the text is ambiguous.
func (r reading) enter(record engine.Record, t pdnToken) ([]engine.Record, error) {
	if t.kind == pdnCommand {
		err := enterCommand(&record, t.text)
		if err != nil {
			return nil, err
		}
		return []engine.Record{record}, nil
	}
	p, ok := record.Line.Unclaimed().Position().(rules.Position)
	if !ok {
		return nil, &engine.FileError{Code: engine.WrongMove, Text: t.text}
	}
	moves, err := p.ReadWhole(t.text, r.from)
	if err != nil && strings.ContainsAny(t.text, "x:") {
		if quiet, wrong := p.ReadWhole(strings.NewReplacer("x", "-", ":", "-").Replace(t.text), r.from); wrong == nil {
			moves, err = quiet, nil
			record.Remark(&engine.FileError{Line: int(t.line), Column: int(t.column), Code: engine.QuietCapture, Text: t.text})
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
			_ = engine.InPlace(int(t.line), int(t.column), odd)
		}
		if err == nil {
			records = append(records, next)
		}
	}
	return records, err
}

// renumber converts the squares of an error to the numbering of the file.
func (r reading) renumber(err error) error {
	var wrong *engine.FileError
	v := rules.VariantOf(r.game)
	if !errors.As(err, &wrong) || wrong.Move == nil || r.from == v.Typed() {
		return err
	}
	at, move := *wrong, *wrong.Move
	if n, no := strconv.Atoi(move.At); no == nil {
		move.At = strconv.Itoa(v.Renumber(r.from, n))
	}
	move.Choices = nil
	at.Move = &move
	return &at
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
