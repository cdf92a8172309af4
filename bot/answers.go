package bot

import (
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/render"
)

// board shows a match: the author's own, or, for who only looks on, one that is played here.
func (t *talk) board(text string) error {
	flip, text := t.without("flip", text)
	m, _, err := t.find(text, "/board")
	if err != nil {
		return unlessAnswered(err)
	}
	t.send(t.presentAs(m, t.caps(), t.seat(m).turned(flip)))
	return nil
}

// without takes a word out of a text that stands for something in any language, and tells whether it was there.
func (t *talk) without(what, text string) (bool, string) {
	words := strings.Fields(text)
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return t.book.Means(what, w) })
	return len(rest) < len(words), strings.Join(rest, " ")
}

// text shows the board as text, for those to whom a picture says nothing.
func (t *talk) text(text string) error {
	flip, text := t.without("flip", text)
	symbols, text := t.without("symbols", text)
	m, _, err := t.find(text, "/text")
	if err != nil {
		return unlessAnswered(err)
	}
	look := t.seat(m).turned(flip)
	look.symbols = symbols
	answer := t.presentAs(m, chat.Caps{}, look)
	answer.Buttons, answer.Private = nil, true
	if view := shown(m); view.Points != nil && answer.Board != nil { // some would rather read a list
		answer.Board.Text += "\n\n" + render.Text(view, render.Style{List: true})
	}
	t.send(answer)
	return nil
}
