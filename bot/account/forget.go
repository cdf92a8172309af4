package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Forget explains the deletion of the author's data, or does it: "/forget", "/forget yes". Its button contains the
// author's id, as others may see it.
func (r *Records) Forget(req *request.Request, text string) (*request.Result, error) {
	text, err := req.TakeAsked("forget", text)
	switch {
	case err != nil:
		return nil, err
	case req.Guide.Languages.Book.Means("no", text):
		return nil, req.Refuse("forget-not")
	case text == "":
		v := req.Guide.Voice
		yours, err := r.summary(req)
		if err != nil {
			return nil, err
		}
		return req.Asks("forget", chat.Message{
			Text: append(yours, v.Say("forget-explain")...),
			Buttons: [][]chat.Button{{
				{Label: v.Text("button.forget"), Says: v.Typed("forget") + " " + v.Typed("yes"), Tone: chat.Grave},
				{Label: v.Text("button.forget-no"), Says: v.Typed("forget") + " " + v.Typed("no")}}},
			Private: true,
			Told:    true,
		}), nil
	case !req.Guide.Languages.Book.Means("yes", text):
		return nil, req.Extra(text, req.Guide.Voice.Typed("forget"))
	}
	if err := r.forget(req); err != nil {
		return nil, fmt.Errorf("forget somebody: %w", err)
	}
	change.Settled(req) // so that the text is not stored among pending events
	if p := req.Event.Progress; p != nil {
		p.Forget()
	}
	if !r.Served {
		if err := r.wipe(req.Ctx); err != nil {
			return nil, fmt.Errorf("forget somebody: %w", err)
		}
	}
	return request.Say(req.Privately("forget-done")), nil
}

// summary says how much data of the author there is, and how to keep a copy; nothing if there is none.
func (r *Records) summary(req *request.Request) ([]chat.Span, error) {
	heads, err := r.Archive.Find(req.Ctx, storage.Query{Player: req.Author.ID})
	if err != nil || len(heads) == 0 {
		return nil, err
	}
	live := 0
	var dear []string // matches in which more than one stake may be lost
	for _, h := range heads {
		if h.Status.Ended() {
			continue
		}
		live++
		m, _, err := r.Archive.Load(req.Ctx, h.ID)
		if err != nil {
			return nil, err
		}
		if e, ends := parting(m, req.Author); ends && e.Kind == match.Resigned && e.Times > 1 {
			dear = append(dear, "#"+m.ID)
		}
	}
	text := append(req.Guide.Voice.Say("forget-yours", speech.Text("Live", strconv.Itoa(live)),
		speech.Text("Ended", strconv.Itoa(len(heads)-live)),
		req.Typed("MyData", "mydata")), chat.Span{Text: "\n"})
	if len(dear) > 0 {
		text = append(append(text, req.Guide.Voice.Say("forget-stakes", speech.Text("IDs", strings.Join(dear, ", ")),
			req.Typed("Resign", "resign"))...),
			chat.Span{Text: "\n"})
	}
	return text, nil
}

// forget replaces the author everywhere by a player without a name.
func (r *Records) forget(req *request.Request) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	is := Rewriting{Who: req.Author, At: req.Event.Room.Service()}
	if req.Event.Private {
		is.Rooms = []string{string(req.Event.Room)}
	}
	p, err := r.Registry.Person(req.Ctx, req.Author.ID)
	if err != nil {
		return err
	}
	is.Accounts = people.Accounts(p)
	heads, err := r.Archive.Find(req.Ctx, storage.Query{Player: req.Author.ID})
	if err != nil {
		return err
	}
	for _, h := range heads {
		for _, p := range h.Places {
			if p.For == req.Author.ID && !slices.Contains(is.Rooms, p.Room) {
				is.Rooms = append(is.Rooms, p.Room)
			}
		}
	}
	return r.begin(req.Ctx, is, req.Guide)
}

// leaveAll ends the author's matches by ordinary events, as far as one player can.
func (r *Records) leaveAll(req *request.Request, is Rewriting) error {
	heads, err := r.headsOf(req.Ctx, is, true)
	for i := 0; i < len(heads) && err == nil; i++ {
		for err == nil {
			err = r.Change.Act(req, heads[i].ID, func(m *match.Match) (match.Event, error) {
				e, ok := parting(m, req.Author)
				if !ok {
					return e, request.ErrNothing
				}
				return e, nil
			})
		}
		if errors.Is(err, request.ErrNothing) {
			err = nil
		}
	}
	return err
}

// parting returns the next event by which a player leaves a match, and false if there is none. A player leaves an
// endless series by resigning the current game and proposing to stop.
func parting(m *match.Match, p match.Player) (match.Event, bool) {
	may := m.May(p)
	switch {
	case slices.Contains(may, match.Withdrawn):
		return match.Event{Kind: match.Withdrawn}, true
	case slices.Contains(may, match.Declined):
		return match.Event{Kind: match.Declined, Who: &p}, true
	case slices.Contains(may, match.Agreed) && m.Pending.Offer == match.Stop:
		return match.Event{Kind: match.Agreed, Offer: match.Stop}, true
	case !slices.Contains(may, match.Resigned):
		return match.Event{}, false
	}
	if engine.StandingOf(m.Line.Position()).Endless && !underWay(m) {
		switch {
		case m.Pending.Offer == match.Stop:
			return match.Event{}, false
		case m.Pending == (match.Pending{}):
			return match.Event{Kind: match.Offered, Offer: match.Stop}, true
		}
	}
	return match.Event{Kind: match.Resigned, Times: m.SureResignation(m.Side(p.ID))}, true
}

// underWay reports whether somebody has moved in the latest game of a match.
func underWay(m *match.Match) bool {
	n := m.LastMove()
	return n > 0 && !engine.StandingOf(m.Line.At(n)).Ended.Decided()
}

// erasing lists the times of deletions of which the store may still hold traces.
var erasing = kv.New[kv.Mark](kv.Schema{Name: "erasing", Owner: kv.Bot, Bound: "until the store is cleared"})

// wipe clears the store of deleted data, if it may hold traces of any.
func (r *Records) wipe(ctx context.Context) error {
	traces, err := erasing.Names(ctx, r.Archive, "")
	if err != nil || len(traces) == 0 {
		return err
	}
	err = r.Archive.Erase(ctx)
	for i := 0; i < len(traces) && err == nil; i++ {
		err = erasing.Delete(context.WithoutCancel(ctx), r.Archive, traces[i])
	}
	return err
}

// wipeInterval is the time between two attempts to clear the store, which takes long for a large one.
const wipeInterval = 10 * time.Minute

// Run clears the store of deleted data at intervals until the context ends. The first time it finishes what a restart
// interrupted.
func (r *Records) Run(ctx context.Context) {
	for {
		if err := r.wipe(ctx); err != nil && ctx.Err() == nil {
			r.Archive.Log.Warn("deleted data cannot be erased from disk yet", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wipeInterval):
		}
	}
}
