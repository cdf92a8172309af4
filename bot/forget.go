package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// forgetter forgets people who want that.
type forgetter struct {
	decider
	registry *registry
	blocks   *blocks
	people   *people
	drafts   *drafts
	shelf    *shelf
	order    *order
	daily    *daily
	lots     lots
	served   bool // the store is a server's, whose files are not ours, and is long in clearing them

	wiping  chan struct{} // the store may hold traces of what was deleted
	erasing sync.Mutex    // held while the mark of that changes
	traces  int           // how often something was deleted that may leave them
}

func newForgetter(d decider, r *registry, b *blocks, p *people, kept *drafts, lent *shelf, o *order, y *daily, l lots, served bool) *forgetter {
	return &forgetter{decider: d, registry: r, blocks: b, people: p, drafts: kept, shelf: lent, order: o, daily: y, lots: l, served: served, wiping: make(chan struct{}, 1)}
}

// forgetting is a note of somebody who is to be forgotten. It is the first thing stored and the last but one thing deleted,
// so that a restart goes on from it.
type forgetting struct {
	Who   match.Player `json:"who"`
	At    string       `json:"at,omitempty"`    // the service of the handle; "": that of the id
	Rooms []string     `json:"rooms,omitempty"` // where nobody else was
}

// Keys of the notes, and of a mark that stands while the store may still hold traces of what was deleted.
const (
	notes   = "forgetting/"
	erasing = "erasing"
)

// forget explains what it is to be forgotten, or does it: "/forget", "/forget yes". A button tells whose it is, since others
// may see it.
func (f *forgetter) forget(t *talk, text string) (reply, error) {
	word, whose, _ := strings.Cut(text, " ")
	switch {
	case t.Languages.Book.Means("no", text):
		return nil, t.note("forget-not")
	case text != "" && (!t.Languages.Book.Means("yes", word) || whose != "" && !strings.Contains(whose, ":")):
		return nil, t.extra(text, t.Voice.Typed("forget"))
	case !t.Languages.Book.Means("yes", word):
		says := t.Voice.Typed("forget") + " " + t.Voice.Typed("yes")
		explained := t.Voice.Say("forget-explain", t.unlessButton("Command", says))
		t.question = &question{Text: chat.Plain(explained), Yes: says + " " + t.me.ID}
		return reply{{
			Text:    explained,
			Buttons: [][]chat.Button{{{Label: t.Voice.Text("button.forget"), Says: t.question.Yes}}},
			Private: true,
			Told:    true,
		}}, nil
	case whose != "" && whose != t.me.ID:
		return nil, t.note("forget-other", t.typed("Forget", "forget"))
	}
	noted, err := f.note(t)
	if err == nil {
		err = f.forgetPerson(t.ctx, noted, t.Guide)
	}
	if err != nil {
		return nil, fmt.Errorf("forget somebody: %w", err)
	}
	t.settled() // so that what was said does not stand with what is still to be dealt with
	f.order.services.forget(t.ctx, t.event.Room)
	if f.served {
		f.wipe()
	} else if err := f.erase(t.ctx); err != nil {
		f.wipe()
		return nil, fmt.Errorf("forget somebody: %w", err)
	}
	return reply{t.privately("forget-done")}, nil
}

// noteKey is where the note of somebody stands.
func noteKey(id string) string { return notes + markOf(notes, id) }

// note stores that the author is to be forgotten.
func (f *forgetter) note(t *talk) (forgetting, error) {
	noted := forgetting{Who: t.me, At: t.event.Room.Service()}
	if t.event.Private {
		noted.Rooms = []string{string(t.event.Room)}
	}
	heads, err := f.archive.Find(t.ctx, storage.Query{Player: t.me.ID})
	if err != nil {
		return noted, err
	}
	for _, h := range heads {
		for _, p := range h.Places {
			if p.For == t.me.ID && !slices.Contains(noted.Rooms, p.Room) {
				noted.Rooms = append(noted.Rooms, p.Room)
			}
		}
	}
	text, err := json.Marshal(noted)
	if err != nil {
		return noted, err
	}
	return noted, f.archive.Put(t.ctx, noteKey(t.me.ID), string(text))
}

// finish goes on with what was begun before a restart. The guide puts into words what has to be.
func (f *forgetter) finish(ctx context.Context, words guide.Guide) error {
	keys, err := f.archive.Keys(ctx, notes)
	if err != nil {
		return err
	}
	for _, key := range keys {
		text, err := f.archive.Get(ctx, key)
		if err != nil {
			return err
		}
		var noted forgetting
		if err := json.Unmarshal([]byte(text), &noted); err != nil {
			return fmt.Errorf("the note %s: %w", key, err)
		}
		if err := f.forgetPerson(ctx, noted, words); err != nil {
			return err
		}
	}
	left, err := f.archive.Get(ctx, erasing)
	if err == nil && left != "" {
		f.wipe()
	}
	return err
}

// forgetPerson ends the matches of somebody by ordinary events, puts somebody without a name in the person's place in all of
// them, deletes all else that is of the person, and then the note. It may be done again at any point.
func (f *forgetter) forgetPerson(ctx context.Context, noted forgetting, words guide.Guide) error {
	t := &talk{ctx: ctx, me: noted.Who, Guide: words}
	defer f.order.startLeaving(noted.Who.ID)()
	noted.At = cmp.Or(noted.At, service(noted.Who.ID))
	heads, err := f.matchesOf(ctx, noted, true)
	if err != nil {
		return err
	}
	for _, h := range heads {
		if err := f.leave(t, h.ID); err != nil {
			return fmt.Errorf("leave match %s: %w", h.ID, err)
		}
	}
	if heads, err = f.matchesOf(ctx, noted, false); err != nil {
		return err
	}
	for _, h := range heads {
		if err := f.rename(ctx, h.ID, noted); err != nil {
			return fmt.Errorf("rename in match %s: %w", h.ID, err)
		}
	}
	keys := []string{string(archive.OfPerson(noted.Who.ID)), archive.AwayKey + noted.Who.ID}
	for _, room := range noted.Rooms {
		keys = append(keys, string(archive.OfRoom(chat.Room(room))))
	}
	for _, key := range keys {
		if err := f.archive.Put(ctx, key, ""); err != nil {
			return err
		}
	}
	if err := f.blocks.forget(ctx, noted.Who, noted.At); err != nil {
		return err
	}
	if err := f.daily.forget(ctx, noted.Who.ID); err != nil {
		return err
	}
	if f.ledger.people != nil {
		if err := f.ledger.people.SetRatings(ctx, noted.Who.ID, nil); err != nil {
			return err
		}
	}
	if err := f.separate(ctx, noted.Who.ID); err != nil {
		return err
	}
	if err := f.forgetQuestions(ctx, noted.Who.ID); err != nil {
		return err
	}
	f.people.forget(noted.Who.ID)
	f.drafts.forget(noted.Who.ID)
	f.shelf.clear()
	f.archive.Drop(noted.Who)
	f.speaker.Forget(append(slices.Clone(noted.Rooms), noted.Who.ID)) // which may be the number of a private room, too
	if err := f.markErasing(ctx); err != nil {
		return err
	}
	return f.archive.Put(ctx, noteKey(noted.Who.ID), "")
}

// separate makes the accounts of somebody accounts of nobody known.
func (f *forgetter) separate(ctx context.Context, id string) error {
	p, err := f.registry.person(ctx, id)
	if err != nil {
		return err
	}
	for _, account := range accounts(p) {
		if err := f.archive.Put(ctx, linkings+account, ""); err != nil {
			return err
		}
	}
	if p.ID != id || len(p.Identities) == 0 {
		return nil
	}
	return f.registry.has(ctx, id)
}

func (f *forgetter) markErasing(ctx context.Context) error {
	f.erasing.Lock()
	defer f.erasing.Unlock()
	f.traces++
	return f.archive.Put(ctx, erasing, "yes")
}

// wipe asks for the store to be cleared of what was deleted.
func (f *forgetter) wipe() {
	select {
	case f.wiping <- struct{}{}:
	default:
	}
}

// betweenWipes is the time between two times that the store is cleared: that takes long in a large one.
const betweenWipes = 10 * time.Minute

// keepWiping clears the store of what was deleted whenever that is asked for, until the context ends. A request that
// comes too late is met after the next start.
func (f *forgetter) keepWiping(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.wiping:
		}
		if err := f.erase(ctx); err != nil {
			f.archive.Log.Warn("the store is not cleared of what was deleted", "error", err)
		}
		timer := time.NewTimer(betweenWipes)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
	}
}

// erase clears the store of what was deleted. The mark stays if more was deleted meanwhile.
func (f *forgetter) erase(ctx context.Context) error {
	before := f.tracesLeft()
	if err := f.archive.Erase(ctx); err != nil {
		return err
	}
	f.erasing.Lock()
	defer f.erasing.Unlock()
	if f.traces != before {
		return nil
	}
	return f.archive.Put(context.WithoutCancel(ctx), erasing, "")
}

func (f *forgetter) tracesLeft() int {
	f.erasing.Lock()
	defer f.erasing.Unlock()
	return f.traces
}

// matchesOf are the heads of all matches of somebody, also of those where only the handle is known.
func (f *forgetter) matchesOf(ctx context.Context, noted forgetting, live bool) ([]storage.Head, error) {
	heads, err := f.archive.Find(ctx, storage.Query{Player: noted.Who.ID, Live: live})
	if err != nil || noted.Who.Handle == "" {
		return heads, err
	}
	more, err := f.archive.Find(ctx, storage.Query{Player: archive.AtHandle(noted.Who), Live: live})
	others := func(h storage.Head) bool { return archive.BegunAt(h) != noted.At } // whose handle that is there is not known
	return append(heads, slices.DeleteFunc(more, others)...), err
}

// leave ends a match for a player, as far as one player can.
func (f *forgetter) leave(t *talk, id string) error {
	for {
		err := f.act(t, id, func(m *match.Match) (match.Event, error) {
			e, ok := parting(m, t.me)
			if !ok {
				return e, errNothing
			}
			return e, nil
		})
		if errors.Is(err, errNothing) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// parting is the next thing that a player does to leave a match; false if there is nothing more. Games that follow one
// another without end are left by giving up the one under way and proposing to stop.
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
	e := match.Event{Kind: match.Resigned}
	if list := m.Resignations(m.Side(p.ID)); len(list) > 0 {
		e.Times = list[len(list)-1]
	}
	return e, true
}

// underWay tells whether in the latest game of a match somebody has moved.
func underWay(m *match.Match) bool {
	n := m.Line.Len()
	for n > 0 && m.Line.At(n-1).Turn() == engine.Chance {
		n--
	}
	return n > 0 && !engine.StandingOf(m.Line.At(n)).Ended.Decided()
}

// rename puts somebody without a name in a person's place in a match.
func (f *forgetter) rename(ctx context.Context, id string, noted forgetting) error {
	defer f.archive.Matches.Enter(id)()
	code, err := f.lots.id(10)
	if err != nil {
		return err
	}
	to := match.Player{ID: gonePrefix + code, Name: goneName}
	for {
		head, err := f.archive.Head(ctx, id)
		if err != nil {
			return err
		}
		events, err := f.archive.Events(ctx, id)
		if err != nil {
			return err
		}
		renamed := match.Renamed(events, noted.Who, to)
		head.Players, head.Places = slices.Clone(head.Players), slices.Clone(head.Places)
		for i, p := range head.Players {
			if p == noted.Who.ID || p == archive.AtHandle(noted.Who) && renamed[0].Setup.Opponent == to {
				head.Players[i] = to.ID
			}
		}
		if head.Winner == noted.Who.ID {
			head.Winner = to.ID
		}
		head.Places = slices.DeleteFunc(head.Places, func(p storage.Place) bool {
			return p.For == noted.Who.ID || slices.Contains(noted.Rooms, p.Room)
		})
		if !slices.Contains(head.Players, to.ID) {
			return nil
		}
		if err = f.archive.Rewrite(ctx, head, renamed); archive.IsConflict(err) {
			continue // another process was faster
		}
		return err
	}
}
