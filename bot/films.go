package bot

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/render"
)

// films shows matches as moving pictures. A long one keeps a core busy: one is drawn at a time, and each person waits for
// one at the most.
type films struct {
	finder
	animate func([]engine.View, render.Style) ([]byte, error)
	turn    chan struct{} // held while one is drawn

	mu    sync.Mutex
	asked map[string]bool // by those whose pace it is
}

func newFilms(find finder) *films {
	return &films{finder: find, animate: render.Animation, turn: make(chan struct{}, 1), asked: map[string]bool{}}
}

// filmPatience is how long somebody, and with this person the room, waits for the turn.
const filmPatience = 10 * time.Second

// film sends a match as a moving picture, as fast as the author says or has chosen: to the author, who can have it shared, or to
// all.
func (f *films) film(t *talk, text string) (reply, error) {
	public, text := t.without("public", text)
	m, speed, err := f.findMoves(t, text, "replay")
	if err != nil {
		return nil, err
	}
	pace, err := t.pace(speed)
	if err != nil {
		return nil, err
	}
	done, ok := f.enter(t.ctx, t.payer())
	if !ok {
		return nil, t.note("replay-busy")
	}
	defer done()
	to := t.to(m)
	if public {
		to = t.public(m)
	}
	film, err := to.Film(m, pace, f.animate)
	film.Private = !public
	if film.Private && !t.event.Private && t.Caps.Privates {
		says := strings.TrimSpace(t.Voice.Typed("replay") + " #" + m.ID + " public " + speed)
		film.Buttons = [][]chat.Button{{{Label: t.Voice.Text("button.share"), Says: says}}}
	}
	return reply{film}, err
}

// enter waits for the turn of somebody, in the order in which people ask. It is false if that does not come in time, or if
// the person waits for another one.
func (f *films) enter(ctx context.Context, person string) (done func(), ok bool) {
	f.mu.Lock()
	twice := f.asked[person]
	f.asked[person] = true
	f.mu.Unlock()
	if twice {
		return nil, false
	}
	forget := func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.asked, person)
	}
	ctx, cancel := context.WithTimeout(ctx, filmPatience)
	defer cancel()
	select {
	case f.turn <- struct{}{}:
		return func() { <-f.turn; forget() }, true
	case <-ctx.Done():
		forget()
		return nil, false
	}
}

// pace is how long a moving picture shows each board: what the author says, else what is chosen.
func (t *talk) pace(said string) (time.Duration, error) {
	c := tell.ChoiceNamed("pace")
	value := tell.Chosen{Value: t.Voice.Preferences.Of(c.Name)}
	if said != "" {
		if v, ok := t.Settings().ValueIn(c, said); ok {
			value.Value = cmp.Or(v.Value, c.Values[0])
		} else {
			value.Value = said
		}
	}
	if pace, ok := tell.Pace(value.Value); ok {
		return pace, nil
	}
	return 0, t.note("no-such-pace", speech.Text("Word", said), speech.Text("Paces", t.Settings().ValueNames(c)), speech.Text("Replay", t.Voice.Typed("replay")))
}
