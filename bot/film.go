package bot

import (
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/render"
)

// Bounds of a moving picture, so that it stays far below a megabyte: with more boards than the first they are drawn
// smaller, with more than the second some are left out.
const (
	manyBoards   = 150
	mostBoards   = 400
	smallerBoard = 360 // pixels
)

// film sends a match as a moving picture.
func (t *talk) film(text string) error {
	m, _, err := t.findBegun(text, "/replay")
	if err != nil {
		return unlessAnswered(err)
	}
	list := stops(m)
	every := (len(list) + mostBoards - 1) / mostBoards
	var views []engine.View
	for i, n := range list {
		if i%every == 0 || i == len(list)-1 {
			views = append(views, t.voice.view(shown(asOf(m, n))))
		}
	}
	l := t.seat(m)
	style := t.style(m, l, t.voice)
	if style.Size = render.DefaultSize; len(views) > manyBoards {
		style.Size = smallerBoard
	}
	film, err := render.Animation(views, style)
	if err != nil {
		return err
	}
	message := chat.Message{
		Text:    t.title(m, t.voice, t.caps()),
		File:    &chat.File{Name: m.ID + ".gif", Data: film, Size: len(film)},
		Private: true,
	}
	if every > 1 {
		message.Text = append(message.Text, line(t.voice.Say("replay-some", speech.Count(every)))...)
	}
	t.send(message)
	return nil
}
