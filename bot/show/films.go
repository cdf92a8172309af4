package show

import (
	"cmp"
	"context"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
)

// filmPatience is how long somebody, and with this person the room, waits for the turn.
const filmPatience = 10 * time.Second

// Film sends a match as a moving picture, as fast as the author says: to the author, who can have it shared, or to all.
// A long one keeps a core busy: one is drawn at a time.
func (v *Viewer) Film(req *request.Request, text string) (*request.Result, error) {
	public, text := req.RemoveWord("public", text)
	m, speed, err := v.Find.FindWorth(req, text, "replay", find.HasMoves)
	if err != nil {
		return nil, err
	}
	pace, err := pace(req, speed)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(req.Ctx, filmPatience)
	defer cancel()
	select {
	case v.Drawing <- struct{}{}:
		defer func() { <-v.Drawing }()
	case <-ctx.Done():
		return nil, req.Refuse("replay-busy")
	}
	to := req.Audience(m)
	if public {
		to = req.ForRoom(m)
	}
	film, err := to.Film(m, pace, v.Animate)
	film.Private = !public
	if film.Private && !req.Event.Private && req.Guide.Caps.Privates {
		says := strings.TrimSpace(req.Guide.Voice.Typed("replay") + " #" + m.ID + " public " + speed)
		film.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("button.share"), Says: says}}}
	}
	return request.Say(film), err
}

// pace is how long a moving picture shows each board: what the author says, else the usual time.
func pace(req *request.Request, said string) (pace time.Duration, err error) {
	if chosen, ok := req.Guide.Settings().ValueIn(view.Replay, said); ok {
		said = chosen.Value
	}
	pace, ok := view.Pace(cmp.Or(said, view.Replay.Values[0]))
	if !ok {
		err = req.Refuse("no-such-pace", speech.Text("Word", said),
			speech.Text("Paces", req.Guide.Voice.Or(req.Guide.Settings().TypedValues(view.Replay, ""), len(view.Replay.Values))),
			speech.Text("Replay", req.Guide.Voice.Typed("replay")))
	}
	return pace, err
}
