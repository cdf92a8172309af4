package bot

import (
	"fmt"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/render"
)

// mostBoards are shown by a moving picture; of more, some are left out.
const mostBoards = 400

// film sends a match as a moving picture.
func (t *talk) film(text string) error {
	m, _, err := t.findBegun(text, "/replay")
	if err != nil {
		return unlessAnswered(err)
	}
	list := stops(m)
	every := (len(list) + mostBoards - 1) / mostBoards
	style := t.style(m, t.seat(m), t.voice)
	style.Size = render.DefaultSize
	var views []engine.View
	for i, n := range list {
		if i%every == 0 || i == len(list)-1 {
			views = append(views, shown(asOf(m, n)))
			style.Titles = append(style.Titles, fmt.Sprintf("%s · %d/%d", style.Title, i, len(list)-1))
		}
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
