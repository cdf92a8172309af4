package bot

import (
	"fmt"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// rules shows the rules of the game named, or of the one that is played here, a section at a time: "/rules damas",
// "/rules damas 3", "/rules damas captures", "/rules captures", "/rules damas all".
func (t *talk) rules(text string) error {
	game, rest := t.gameBefore(text)
	named := game != nil
	if !named {
		var err error
		if game, err = t.gameHere(); err != nil {
			return err
		}
	}
	if game == nil && text == "" {
		t.askGame(func(g *engine.Game) string { return t.voice.Typed("rules") + " " + short(g) })
		return nil
	}
	if game != nil {
		r, err := t.rulesOf(game)
		if err != nil {
			return fmt.Errorf("rules of %s: %w", game.Name, err)
		}
		if _, ok := r.find(rest); ok || named || t.book.Means("all", rest) {
			return r.read(rest)
		}
	}
	t.note("no-such-game", speech.Text("Word", text), speech.Text("Games", t.gameNames()))
	return nil
}

// rulesOf is the reader of the rules of a game.
func (t *talk) rulesOf(game *engine.Game) (reader, error) {
	pages, err := readPages(game.Help)
	return reader{
		talk:     t,
		command:  t.voice.Typed("rules") + " " + short(game),
		contents: menuButton,
		pages:    pages,
		index:    true,
		draw:     func(d diagram) (*chat.Board, error) { return t.drawDiagram(game, d) },
	}, err
}

// gameBefore finds the game whose name a text begins with, and returns what follows the name. Where a name has a hyphen
// people also type a space.
func (t *talk) gameBefore(text string) (*engine.Game, string) {
	words := strings.Fields(text)
	for n := min(len(words), 3); n > 0; n-- {
		if g := t.gameCalled(strings.Join(words[:n], "-")); g != nil {
			return g, strings.Join(words[n:], " ")
		}
	}
	return nil, strings.Join(words, " ")
}

// gameHere is the game that the author plays here, or the only one there is; nil if neither.
func (t *talk) gameHere() (*engine.Game, error) {
	found, err := t.live()
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(found, func(m *match.Match) bool { return plays(m, t.me) }); i >= 0 {
		return found[i].Game, nil
	}
	if len(t.Games) == 1 {
		return t.Games[0], nil
	}
	return nil, nil
}

// diagramSize is the width of a diagram, in pixels.
const diagramSize = 400

// drawDiagram shows a diagram of a game.
func (t *talk) drawDiagram(game *engine.Game, d diagram) (*chat.Board, error) {
	line, err := d.line(game)
	if err != nil {
		return nil, err
	}
	view := line.View()
	board := &chat.Board{Text: render.Text(view, render.Style{}), Alt: describe(view, game.Colours, t.voice)}
	if t.caps().Pictures && t.taste.of("show") != "text" {
		board.PNG, err = render.Picture(view, render.Style{Size: diagramSize, Theme: t.taste.of("theme")})
	}
	return board, err
}

// line is the start of a diagram with its moves played.
func (d diagram) line(game *engine.Game) (engine.Line, error) {
	position, chosen := strings.Fields(d.start), engine.Options{}
	for last := len(position) - 1; last > 0; last-- { // options follow the position
		name, value, ok := strings.Cut(position[last], "=")
		if !ok {
			break
		}
		chosen[name], position = value, position[:last]
	}
	options, err := game.Complete(chosen)
	if err != nil {
		return engine.Line{}, err
	}
	var start engine.Position
	if text := strings.Join(position, " "); text == "start" {
		start, err = game.New(options)
	} else {
		start, err = game.Parse(text, options)
	}
	if err != nil {
		return engine.Line{}, err
	}
	line := game.NewLine(start)
	for _, text := range d.moves {
		move := engine.Move(text)
		if line.Turn() != engine.Chance { // dice are not read, they fall
			if move, err = line.Position().Read(text); err != nil {
				return line, err
			}
		}
		if line, err = line.Play(move); err != nil {
			return line, err
		}
	}
	return line, nil
}
