package bot

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// rules says the rules of the game named, or of the one that is played here.
func (t *talk) rules(text string) error {
	game := t.gameCalled(strings.TrimSpace(text))
	if game == nil && text != "" {
		t.note("no-such-game", speech.Text("Word", text), speech.Text("Games", t.gameNames()))
		return nil
	}
	if game == nil {
		found, err := t.live()
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(found, func(m *match.Match) bool { return plays(m, t.me) }); i >= 0 {
			game = found[i].Game
		}
	}
	if game == nil && len(t.Games) > 1 {
		t.askGame("/rules ", "")
		return nil
	}
	if game == nil {
		game = t.Games[0]
	}
	page, err := fs.ReadFile(game.Help, t.voice.Language+".md")
	if err != nil {
		return fmt.Errorf("rules of %s: %w", game.Name, err)
	}
	for _, part := range parts(string(page)) {
		m := chat.Message{Text: paragraphs(part.words), Private: true}
		if part.position != "" {
			if m.Board, err = t.diagram(game, part.position, part.move); err != nil {
				return fmt.Errorf("rules of %s: diagram of %s: %w", game.Name, part.position, err)
			}
			m.Text = append(m.Text, chat.Span{Text: "\n"}, mono(part.move))
		}
		t.send(m)
	}
	return nil
}

// part is a stretch of rules that ends with a diagram, or with the rules.
type part struct{ words, position, move string }

// diagramForm is a line that stands for a diagram, as Markdown writes a picture: a move, and the position before it.
var diagramForm = regexp.MustCompile(`(?m)^!\[(.*)\]\((.*)\)\n?`)

func parts(page string) []part {
	var list []part
	for {
		at := diagramForm.FindStringSubmatchIndex(page)
		if at == nil {
			break
		}
		list = append(list, part{page[:at[0]], page[at[4]:at[5]], page[at[2]:at[3]]})
		page = page[at[1]:]
	}
	if strings.TrimSpace(page) != "" {
		list = append(list, part{words: page})
	}
	return list
}

// diagramSize is the width of a diagram, in pixels.
const diagramSize = 400

// diagram shows a position of a game after a move.
func (t *talk) diagram(game *engine.Game, position, move string) (*chat.Board, error) {
	options, err := game.Complete(nil)
	if err != nil {
		return nil, err
	}
	start, err := game.Parse(position, options)
	if err != nil {
		return nil, err
	}
	line := game.NewLine(start)
	read, err := start.Read(move)
	if err == nil {
		line, err = line.Play(read)
	}
	if err != nil {
		return nil, err
	}
	view := line.View()
	board := &chat.Board{Text: render.Text(view, render.Style{}), Alt: describe(view, t.voice)}
	if !t.caps().Pictures {
		return board, nil
	}
	board.PNG, err = render.Picture(view, render.Style{Size: diagramSize, Theme: t.look(t.ctx, t.event.Room, engine.First).theme})
	return board, err
}

// paragraphs turns the little of Markdown that rules use into spans: headings in bold, `moves` in a fixed width, and lines
// joined to paragraphs and items of lists, since chats break them anew.
func paragraphs(page string) []chat.Span {
	var spans []chat.Span
	open := false // a paragraph that goes on
	for l := range strings.Lines(strings.TrimSpace(page)) {
		text := strings.TrimSpace(l)
		heading, isHeading := strings.CutPrefix(strings.TrimLeft(text, "#"), " ")
		isHeading = isHeading && strings.HasPrefix(text, "#")
		switch {
		case text == "" || isHeading || strings.HasPrefix(text, "- "):
			if len(spans) > 0 {
				spans = append(spans, chat.Span{Text: "\n"})
			}
		case open:
			spans = append(spans, chat.Span{Text: " "})
		case len(spans) > 0:
			spans = append(spans, chat.Span{Text: "\n"})
		}
		open = text != "" && !isHeading
		if isHeading {
			spans = append(spans, chat.Span{Text: heading, Bold: true})
			continue
		}
		for n, part := range strings.Split(text, "`") {
			if part != "" {
				spans = append(spans, chat.Span{Text: part, Mono: n%2 == 1})
			}
		}
	}
	return spans
}
