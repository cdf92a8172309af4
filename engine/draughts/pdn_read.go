package draughts

import (
	"regexp"
	"slices"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// pdnMark is how PDN files begin, behind comments: with a tag or a first move.
var pdnMark = regexp.MustCompile(`^(?:\s|[%;].*\n|\{[^}]*\})*(?:\[\s*[A-Z][A-Za-z0-9_]*\s*"|1\s?\.)`)

// readPDN reads the first game of a file, as liberally as people and programs write PDN.
func readPDN(text string, games []*engine.Game) (engine.Record, error) {
	tokens, err := scanPDN(text)
	if err != nil {
		return engine.Record{}, err
	}
	tokens, more := firstGame(tokens)
	if tokens == nil {
		return engine.Record{}, &engine.FileError{Code: engine.NoGame}
	}
	tags := make(pdnTags)
	for _, t := range tokens {
		if _, twice := tags[t.name]; t.kind == pdnTag && !twice {
			tags[t.name] = t
		}
	}
	record, err := tags.record(games)
	if err != nil {
		return engine.Record{}, err
	}
	said := tags["Result"]
	for _, t := range tokens {
		switch t.kind {
		case pdnMove:
			err = enterPDN(&record, t.text)
		case pdnCommand:
			err = enterCommand(&record, t.text)
		case pdnResult:
			if pdnResultOf(said.text) == (engine.Outcome{}) {
				said = t
			}
		}
		if err != nil {
			return engine.Record{}, engine.InLine(t.line, err)
		}
	}
	if err := record.End(pdnResultOf(said.text)); err != nil {
		return engine.Record{}, engine.InLine(said.line, err)
	}
	record.More = more
	return record, nil
}

// firstGame is the part of a file up to the end of its first game, and how many games follow. A game ends with a result, or
// where the tags of the next one begin.
func firstGame(tokens []pdnToken) (first []pdnToken, more int) {
	begin, moves := 0, false
	end := func(n int) {
		switch game := tokens[begin:n]; {
		case len(game) == 0 || len(game) == 1 && game[0].kind == pdnResult: // a result and another sign that it is over
		case first == nil:
			first = game
		default:
			more++
		}
		begin, moves = n, false
	}
	for n, t := range tokens {
		switch {
		case t.kind == pdnResult:
			end(n + 1)
		case t.kind == pdnTag && moves:
			end(n)
		case t.kind != pdnTag:
			moves = true
		}
	}
	end(len(tokens))
	return first, more
}

// pdnResultOf is what a result says. Others than those of draughts say nothing.
func pdnResultOf(text string) engine.Outcome {
	for _, r := range pdnResults {
		if r.text == text {
			return r.said
		}
	}
	return engine.Outcome{}
}

// pdnTags are the tags of a game by their names.
type pdnTags map[string]pdnToken

// record is the record that the tags begin.
func (tags pdnTags) record(games []*engine.Game) (engine.Record, error) {
	game, err := tags.game(games)
	if err != nil {
		return engine.Record{}, err
	}
	fen := tags["FEN"]
	if fields := strings.SplitN(fen.text, ":", 4); len(fields) == 4 {
		fen.text = strings.Join(fields[:3], ":") // what follows is no standard, or ours and in the tag Position
	}
	if ours, ok := tags["Position"]; ok {
		fen = ours
	}
	options := tags["Options"]
	record, err := game.NewRecord(engine.ParseOptions(options.text), fen.text)
	if err != nil {
		lines := map[engine.Code]int{engine.WrongOption: options.line, engine.WrongStart: fen.line}
		return record, engine.InLine(lines[engine.FileCode(err)], err)
	}
	record.Names = [2]string{engine.Tidy(tags["White"].text), engine.Tidy(tags["Black"].text)}
	record.Event, record.Site = engine.Tidy(tags["Event"].text), engine.Tidy(tags["Site"].text)
	if date := tags["Date"].text; engine.IsDate(date) {
		record.Date = date
	}
	return record, nil
}

// game finds the game that the tags are about. Without GameType it is Portuguese draughts, or Chilean draughts if the tag
// Variant or a square of the start says so.
func (tags pdnTags) game(games []*engine.Game) (*engine.Game, error) {
	t, typed := tags["GameType"]
	number, details, detailed := strings.Cut(strings.ReplaceAll(t.text, " ", ""), ",")
	if !typed {
		number = gameTypes[0].number
		if tags.chilean() {
			number = chileanType
		}
	}
	for _, kind := range gameTypes {
		if kind.number != number {
			continue
		}
		if detailed && !sameSquares(details, kind.details) {
			return nil, engine.InLine(t.line, &engine.FileError{Code: engine.WrongHeader, Text: "GameType " + t.text})
		}
		for _, g := range games {
			if g.Name == kind.game {
				return g, nil
			}
		}
	}
	return nil, engine.InLine(t.line, &engine.FileError{Code: engine.UnknownGame, Text: "GameType " + number})
}

// chilean tells whether the tags are about Chilean draughts.
func (tags pdnTags) chilean() bool {
	if strings.Contains(strings.ToLower(tags["Variant"].text), "chilen") {
		return true
	}
	notNumber := func(r rune) bool { return r < '0' || r > '9' }
	return slices.ContainsFunc(strings.FieldsFunc(tags["FEN"].text, notNumber), func(n string) bool { return len(n) == 2 && n > "32" })
}

// sameSquares tells whether what GameType says of the board and its numbers, as far as it does, is how we have it. Squares
// may have letters instead, and on which squares one plays has been written in two ways.
func sameSquares(details, ours string) bool {
	theirs, want := strings.Split(details, ","), strings.Split(ours, ",")
	for i, field := range theirs[:min(len(theirs), 4)] {
		if field != want[i] && i > 0 && !strings.HasPrefix(field, "A") && !strings.HasPrefix(field, "S") {
			return false
		}
	}
	return true
}

// enterPDN plays a move of the board.
func enterPDN(record *engine.Record, text string) error {
	if _, ok := grid.Split(text); !ok {
		return &engine.FileError{Code: engine.NotUnderstood, Text: text}
	}
	return record.Enter(text, func(p engine.Position, text string) (engine.Move, error) {
		if p, ok := p.(position); ok {
			return p.readPDN(text)
		}
		return p.Read(text)
	})
}

// enterCommand plays what stands in a command.
func enterCommand(record *engine.Record, text string) error {
	word, rest, _ := strings.Cut(text, " ")
	if word == huffText {
		return record.Enter(text, engine.ReadMove)
	}
	if rest != "" {
		if err := enterPDN(record, rest); err != nil {
			return err
		}
	}
	return record.Enter(word, engine.ReadMove)
}

// readPDN finds the move that is meant. Two squares are always the ends of a move, never the beginning of a longer one.
func (p position) readPDN(text string) (engine.Move, error) {
	if typed, ok := grid.Split(text); ok && len(typed.Squares) == 2 && !typed.Open() && !typed.Mixed {
		squares, missing := p.variant.locate(typed)
		r := p.reader()
		r.typed, r.squares = typed, squares
		if missing == nil && r.crowned() {
			if m, ok := r.match(); ok {
				return m, nil
			}
			if len(r.whole) == 1 {
				return r.whole[0], nil
			}
		}
	}
	return p.Read(text)
}
