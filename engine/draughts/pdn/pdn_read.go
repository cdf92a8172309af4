package pdn

import (
	"regexp"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/grid"
)

// pdnMark is how PDN files begin, behind comments: with a tag or a first move.
var pdnMark = regexp.MustCompile(`^(?:\s|[%;].*\n|\{[^}]*\})*(?:\[\s*[A-Z][A-Za-z0-9_]*\s*"|1\s?[.)])`)

// readPDN reads the games of a file, as liberally as people and programs write PDN.
func readPDN(text string, games []*engine.Game) (engine.File, error) {
	var f engine.File
	for _, game := range pdnGames(scanPDN(text)) {
		if len(f.Entries) == engine.MaxFileGames {
			f.More++
			continue
		}
		record, err := game.read(games)
		if err != nil {
			record = engine.Record{}
		}
		f.Entries = append(f.Entries, engine.Entry{Record: record, Err: err})
	}
	if f.Entries == nil {
		return f, &engine.FileError{Code: engine.NoGame}
	}
	return f, nil
}

// pdnGame is the tokens of one game.
type pdnGame []pdnToken

// pdnGames takes a file apart into games. A game ends with a result, or where the tags of the next one begin. After a
// result comes a game if there are tags or moves; other words there are a remark about the end.
func pdnGames(tokens []pdnToken) []pdnGame {
	var games []pdnGame
	var game pdnGame
	over, talk, moves := false, false, false
	end := func() {
		if len(game) > 1 || len(game) == 1 && game[0].kind != pdnResult {
			games = append(games, game)
		}
		game, moves = nil, false
	}
	for _, t := range tokens {
		if over {
			talk = talk || t.kind == pdnWrong && engine.FileCode(t.err) == engine.NotUnderstood
			if talk && t.kind != pdnTag && !(t.kind == pdnMove && t.numbered) {
				continue
			}
		}
		if t.kind == pdnTag && moves {
			end()
		}
		over, talk = t.kind == pdnResult, false
		moves = moves || t.kind != pdnTag
		game = append(game, t)
		if over {
			end()
		}
	}
	end()
	return games
}

// read plays the moves of a game.
func (game pdnGame) read(games []*engine.Game) (engine.Record, error) {
	tags := make(pdnTags)
	for _, t := range game {
		if _, twice := tags[t.name]; t.kind == pdnTag && !twice {
			tags[t.name] = t
		}
		if t.kind == pdnWrong && engine.FileCode(t.err) == engine.WrongHeader {
			return engine.Record{}, t.err
		}
	}
	record, from, err := tags.record(games)
	if err != nil {
		return engine.Record{}, err
	}
	said := tags["Result"]
	for _, t := range game {
		switch t.kind {
		case pdnMove:
			err = enterPDN(&record, t.text, from)
		case pdnCommand:
			err = enterCommand(&record, t.text)
		case pdnResult:
			if pdnResultOf(said.text) == (engine.Outcome{}) {
				said = t
			}
		case pdnWrong:
			err = t.err
		}
		if err != nil {
			return engine.Record{}, engine.InPlace(t.line, t.column, err)
		}
	}
	return record, engine.InPlace(said.line, said.column, record.End(pdnResultOf(said.text)))
}

// pdnResultOf is what a result says. Others than those of draughts say nothing.
func pdnResultOf(text string) engine.Outcome {
	for _, r := range pdnResults {
		if r.text == pdnResultText(text) {
			return r.said
		}
	}
	return engine.Outcome{}
}

// record is the record that the tags begin, and the corner where its squares begin.
func (tags pdnTags) record(games []*engine.Game) (engine.Record, rules.Corner, error) {
	game, from, err := tags.game(games)
	if err != nil {
		return engine.Record{}, 0, err
	}
	options, fen := tags["Options"], tags["FEN"]
	record, err := game.NewRecord(engine.ParseOptions(options.text), "")
	if err != nil {
		return record, 0, engine.InPlace(options.line, options.column, err)
	}
	if fields := strings.SplitN(fen.text, ":", 4); len(fields) == 4 {
		fen.text = strings.Join(fields[:3], ":") // what follows is no standard, or ours and in the tag Position
	}
	if p, ok := record.Line.Position().(rules.Position); ok {
		fen.text = ourFEN(p.Variant, from, fen.text)
	}
	if ours, ok := tags["Position"]; ok {
		fen = ours
	}
	if record, err = game.NewRecord(record.Options, fen.text); err != nil {
		return record, 0, engine.InPlace(fen.line, fen.column, err)
	}
	record.Names = [2]string{engine.Tidy(tags["White"].text), engine.Tidy(tags["Black"].text)}
	if game.Colours[0] == "black" {
		record.Names[0], record.Names[1] = record.Names[1], record.Names[0]
	}
	record.Event, record.Site, record.Round = engine.Tidy(tags["Event"].text), engine.Tidy(tags["Site"].text),
		engine.Tidy(tags["Round"].text)
	if date := tags["Date"].text; engine.IsDate(date) {
		record.Date = date
	}
	return record, from, nil
}

// isMove tells whether a word has the form of a move, with two squares at least.
func isMove(word string) bool {
	typed, ok := grid.Split(word)
	return ok && len(typed.Squares) > 1
}

// enterPDN plays a move of the board, whose squares are counted from a corner.
func enterPDN(record *engine.Record, text string, from rules.Corner) error {
	return record.Enter(text, func(p engine.Position, text string) (engine.Move, error) {
		if p, ok := p.(rules.Position); ok {
			return p.ReadWhole(ourMove(p.Variant, from, text))
		}
		return p.Read(text)
	})
}

// enterCommand plays what stands in a command, with our numbers.
func enterCommand(record *engine.Record, text string) error {
	word, rest, _ := strings.Cut(text, " ")
	if word == rules.HuffText {
		return record.Enter(text, engine.ReadMove)
	}
	if rest != "" {
		if !isMove(rest) {
			return &engine.FileError{Code: engine.NotUnderstood, Text: rest}
		}
		if err := record.Enter(rest, func(p engine.Position, text string) (engine.Move,
			error) {
			return p.Read(text)
		}); err != nil {
			return err
		}
	}
	return record.Enter(word, engine.ReadMove)
}
