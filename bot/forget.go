package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// forgetting is a note of somebody who is to be forgotten. It is the first thing stored and the last but one thing deleted,
// so that a restart goes on from it.
type forgetting struct {
	Who   match.Player `json:"who"`
	Rooms []string     `json:"rooms,omitempty"` // where nobody else was
}

// Keys of the notes, and of a mark that stands while the store may still hold traces of what was deleted.
const (
	notes   = "forgetting/"
	erasing = "erasing"
)

// Who is forgotten is somebody new and without a name in every match, so that nothing tells which matches were of one person.
const (
	gonePrefix = "gone:"
	goneName   = "—"
)

// gone tells whether a player was forgotten.
func gone(p match.Player) bool { return strings.HasPrefix(p.ID, gonePrefix) }

// forgetMe explains what it is to be forgotten, or does it: "/forget", "/forget yes". A button tells whose it is, since others
// may see it.
func (t *talk) forgetMe(text string) error {
	word, whose, _ := strings.Cut(text, " ")
	switch {
	case !t.book.Means("yes", word):
		says := t.voice.Typed("forget") + " " + t.voice.Typed("yes")
		t.send(chat.Message{
			Text:    t.voice.Say("forget-explain", speech.Text("Command", says)),
			Buttons: [][]chat.Button{{{Label: t.voice.Text("button.forget"), Says: says + " " + t.me.ID}}},
			Private: true,
			Told:    true,
		})
		return nil
	case whose != "" && whose != t.me.ID:
		t.note("forget-other", speech.Text("Forget", t.voice.Typed("forget")))
		return nil
	}
	f, err := t.noteForgetting()
	if err == nil {
		err = t.forgetPerson(t.ctx, f)
	}
	if err != nil {
		return fmt.Errorf("forget somebody: %w", err)
	}
	t.note("forget-done")
	return nil
}

// noteKey is where the note of somebody stands.
func noteKey(id string) string { return notes + markOf(notes, id) }

// noteForgetting stores that the author is to be forgotten.
func (t *talk) noteForgetting() (forgetting, error) {
	f := forgetting{Who: t.me}
	if t.event.Private {
		f.Rooms = []string{string(t.event.Room)}
	}
	heads, err := t.Store.Find(t.ctx, storage.Query{Player: t.me.ID})
	if err != nil {
		return f, err
	}
	for _, h := range heads {
		for _, p := range h.Places {
			if p.For == t.me.ID && !slices.Contains(f.Rooms, p.Room) {
				f.Rooms = append(f.Rooms, p.Room)
			}
		}
	}
	text, err := json.Marshal(f)
	if err != nil {
		return f, err
	}
	return f, t.Store.Put(t.ctx, noteKey(t.me.ID), string(text))
}

// forgetRest goes on with what was begun before a restart.
func (b *Bot) forgetRest(ctx context.Context) error {
	keys, err := b.Store.Keys(ctx, notes)
	if err != nil {
		return err
	}
	for _, key := range keys {
		text, err := b.Store.Get(ctx, key)
		if err != nil {
			return err
		}
		var f forgetting
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			return fmt.Errorf("the note %s: %w", key, err)
		}
		if err := b.forgetPerson(ctx, f); err != nil {
			return err
		}
	}
	left, err := b.Store.Get(ctx, erasing)
	if err == nil && left != "" {
		b.wipe()
	}
	return err
}

// forgetPerson ends the matches of somebody by ordinary events, puts somebody without a name in the person's place in all of
// them, deletes all else that is of the person, and then the note. It may be done again at any point.
func (b *Bot) forgetPerson(ctx context.Context, f forgetting) error {
	t := &talk{Bot: b, ctx: ctx, me: f.Who, voice: b.voice(nil, "")}
	defer b.startLeaving(f.Who.ID)()
	heads, err := b.matchesOf(ctx, f.Who, true)
	if err != nil {
		return err
	}
	for _, h := range heads {
		if err := t.leave(h.ID); err != nil {
			return fmt.Errorf("leave match %s: %w", h.ID, err)
		}
	}
	if heads, err = b.matchesOf(ctx, f.Who, false); err != nil {
		return err
	}
	for _, h := range heads {
		if err := b.rename(ctx, h.ID, f); err != nil {
			return fmt.Errorf("rename in match %s: %w", h.ID, err)
		}
	}
	keys := []string{string(personal(f.Who.ID))}
	for _, room := range f.Rooms {
		keys = append(keys, string(common(chat.Room(room))))
	}
	for _, key := range keys {
		if err := b.Store.Put(ctx, key, ""); err != nil {
			return err
		}
	}
	if err := b.forgetBlocks(ctx, f.Who); err != nil {
		return err
	}
	b.forgetCached(f)
	if err := b.markErasing(ctx); err != nil {
		return err
	}
	if err := b.Store.Put(ctx, noteKey(f.Who.ID), ""); err != nil {
		return err
	}
	b.wipe()
	return nil
}

// startLeaving keeps a person from beginning any match until the function returned is called.
func (b *Bot) startLeaving(id string) (end func()) {
	b.mu.Lock()
	b.leaving[id]++
	b.mu.Unlock()
	b.enter(beginnings(id))() // what was allowed before is stored now
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.leaving[id]--; b.leaving[id] == 0 {
			delete(b.leaving, id)
		}
	}
}

func (b *Bot) isLeaving(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.leaving[id] > 0
}

func (b *Bot) markErasing(ctx context.Context) error {
	defer b.enter(erasing)()
	b.traces++
	return b.Store.Put(ctx, erasing, "yes")
}

// wipe asks for the store to be cleared of what was deleted.
func (b *Bot) wipe() {
	select {
	case b.wiping <- struct{}{}:
	default:
	}
}

// betweenWipes is the time between two times that the store is cleared: that takes long in a large one.
const betweenWipes = 10 * time.Minute

// keepWiping clears the store of what was deleted whenever that is asked for, until the context ends. What is asked for too
// late is done after the next start.
func (b *Bot) keepWiping(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.wiping:
		}
		if err := b.erase(ctx); err != nil {
			b.Log.Warn("the store is not cleared of what was deleted", "error", err)
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
func (b *Bot) erase(ctx context.Context) error {
	before := b.tracesLeft()
	if err := b.Store.Erase(ctx); err != nil {
		return err
	}
	defer b.enter(erasing)()
	if b.traces != before {
		return nil
	}
	return b.Store.Put(context.WithoutCancel(ctx), erasing, "")
}

func (b *Bot) tracesLeft() int {
	defer b.enter(erasing)()
	return b.traces
}

// matchesOf are the heads of all matches of somebody, also of those where only the handle is known.
func (b *Bot) matchesOf(ctx context.Context, p match.Player, live bool) ([]storage.Head, error) {
	heads, err := b.Store.Find(ctx, storage.Query{Player: p.ID, Live: live})
	if err != nil || p.Handle == "" {
		return heads, err
	}
	more, err := b.Store.Find(ctx, storage.Query{Player: atHandle(p), Live: live})
	return append(heads, more...), err
}

// leave ends a match for a player, as far as one player can.
func (t *talk) leave(id string) error {
	for left := false; !left; {
		err := t.act(id, func(m *match.Match) (match.Event, error) {
			e, ok := parting(m, t.me)
			if left = !ok; left {
				return e, errAnswered
			}
			return e, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// parting is the next thing that a player does to leave a match; false if there is nothing more. Games that follow one
// another without end are left by giving up the one under way and proposing to stop.
func parting(m *match.Match, p match.Player) (match.Event, bool) {
	may := m.May(p)
	switch {
	case service(m.Challenger.ID) != service(p.ID): // the handle is somebody else's, on another service
		return match.Event{}, false
	case slices.Contains(may, match.Withdrawn):
		return match.Event{Kind: match.Withdrawn}, true
	case slices.Contains(may, match.Declined):
		return match.Event{Kind: match.Declined, Who: &p}, true
	case slices.Contains(may, match.Agreed) && m.Pending.Offer == match.Stop:
		return match.Event{Kind: match.Agreed, Offer: match.Stop}, true
	case !slices.Contains(may, match.Resigned):
		return match.Event{}, false
	}
	if standing(m.Line.Position()).Endless && !underWay(m) {
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
	return n > 0 && !standing(m.Line.At(n)).Ended.Decided()
}

// rename puts somebody without a name in a person's place in a match.
func (b *Bot) rename(ctx context.Context, id string, f forgetting) error {
	defer b.enter(id)()
	code, err := b.newID(10)
	if err != nil {
		return err
	}
	to := match.Player{ID: gonePrefix + code, Name: goneName}
	for {
		head, err := b.Store.Head(ctx, id)
		if err != nil {
			return err
		}
		events, err := b.Store.Events(ctx, id)
		if err != nil {
			return err
		}
		if !slices.Contains(head.Players, f.Who.ID) && service(events[0].By) != service(f.Who.ID) {
			return nil // the handle is somebody else's, on another service
		}
		renamed := match.Renamed(events, f.Who, to)
		head.Players, head.Places = slices.Clone(head.Players), slices.Clone(head.Places)
		for i, p := range head.Players {
			if p == f.Who.ID || p == atHandle(f.Who) && renamed[0].Setup.Opponent == to {
				head.Players[i] = to.ID
			}
		}
		head.Places = slices.DeleteFunc(head.Places, func(p storage.Place) bool {
			return p.For == f.Who.ID || slices.Contains(f.Rooms, p.Room)
		})
		if !slices.Contains(head.Players, to.ID) {
			return nil
		}
		if err = b.Store.Rewrite(ctx, head, renamed); conflict(err) {
			continue // another process was faster
		}
		return err
	}
}

// forgetBlocks deletes the blocklist of somebody, and the name of the person in those of others.
func (b *Bot) forgetBlocks(ctx context.Context, p match.Player) error {
	keys, err := b.Store.Keys(ctx, blocklists)
	if err != nil {
		return err
	}
	for _, key := range keys {
		owner := strings.TrimPrefix(key, blocklists)
		if strings.HasPrefix(owner, "@") {
			if owner, err = b.Store.Get(ctx, key); err == nil && owner == p.ID {
				err = b.Store.Put(ctx, key, "")
			}
		} else if owner == p.ID {
			err = b.Store.Put(ctx, key, "")
		} else if service(owner) == service(p.ID) {
			err = b.forgetBlocked(ctx, owner, p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// forgetBlocked leaves only a mark of somebody in a blocklist.
func (b *Bot) forgetBlocked(ctx context.Context, owner string, p match.Player) error {
	l, err := b.blocklist(ctx, owner)
	if err != nil || l.find(owner, p) < 0 {
		return err
	}
	return b.changeBlocklist(ctx, owner, l.Handle, func(l *blocklist) {
		if i := l.find(owner, p); i >= 0 {
			l.People[i] = blocked{Mark: markOf(owner, p.ID)}
		}
	})
}

// forgetCached takes somebody out of what is only kept in memory.
func (b *Bot) forgetCached(f forgetting) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.people, f.Who.ID)
	for id, m := range b.cache {
		if plays(m, f.Who) || m.Reader.Is(f.Who) {
			delete(b.cache, id)
		}
	}
	for key := range b.drafts {
		if key.user == f.Who.ID {
			delete(b.drafts, key)
		}
	}
	for key := range b.tries {
		if room, _, _ := strings.Cut(key, " "); slices.Contains(f.Rooms, room) {
			delete(b.tries, key)
		}
	}
}

// leaves is what a player who was forgotten answers: to whoever proposes to stop there is nobody who would go on.
func leaves(m *match.Match) *match.Event {
	other := m.Player(m.Pending.By.Other())
	if m.Pending.Offer != match.Stop || !gone(other) {
		return nil
	}
	return &match.Event{Kind: match.Agreed, By: other.ID, Offer: match.Stop}
}
