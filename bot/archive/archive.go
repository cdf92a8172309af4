// Package archive is the store as the bot uses it: matches replayed and kept at hand, what people have chosen, and the
// locks that keep one thing after another.
package archive

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Archive reads and writes a store. Its methods may be called from many goroutines.
type Archive struct {
	storage.Store
	Games   []*engine.Game // what can be played, the usual one first
	Log     *slog.Logger
	Matches Locks[string] // by id; held while a match is decided or its head is changed, never while anything is said
	Away    Locks[string] // by person; held while it changes when the person is away

	owners Locks[Owner] // held while a choice changes
	cache  *cache.LRU[string, entry]
}

// entry is a match as last seen, with its last events.
type entry struct {
	match *match.Match
	last  []match.Event
}

// cached bounds the number of the matches at hand, latest the number of events of each.
const (
	cached = 300
	latest = 32
)

// New makes an archive of a store.
func New(store storage.Store, games []*engine.Game, log *slog.Logger) *Archive {
	return &Archive{Store: store, Games: games, Log: log, cache: cache.New[string, entry](cached, cache.Askable)}
}

// Warn logs what has failed, as chat.Warn does.
func (a *Archive) Warn(err error, failed string, about ...any) {
	chat.Warn(a.Log, err, failed, about...)
}

// Append implements storage.Store; see kept for lost answers.
func (a *Archive) Append(ctx context.Context, head storage.Head, events ...match.Event) error {
	return a.kept(ctx, head, events, a.Store.Append(ctx, head, events...))
}

// Finish implements storage.People; see kept for lost answers.
func (a *Archive) Finish(ctx context.Context, head storage.Head, ratings []storage.Rating, events ...match.Event) error {
	return a.kept(ctx, head, events, a.Store.Finish(ctx, head, ratings, events...))
}

// Rewrite implements storage.Store. The match as it was is not kept at hand.
func (a *Archive) Rewrite(ctx context.Context, head storage.Head, events []match.Event) error {
	defer a.cache.Remove(head.ID)
	return a.Store.Rewrite(ctx, head, events)
}

// kept returns the error of an append, nil if the events were stored all the same. The store is asked what it holds
// where its answer was lost.
func (a *Archive) kept(ctx context.Context, head storage.Head, events []match.Event, err error) error {
	if err == nil || len(events) == 0 || IsConflict(err) || errors.Is(err, storage.ErrFull) ||
		errors.Is(err, storage.ErrLost) || errors.Is(err, storage.ErrClosed) {
		return err
	}
	held, heldErr := a.Store.Events(ctx, head.ID)
	if heldErr != nil || len(held) < head.N {
		return err
	}
	want, wantErr := json.Marshal(events)
	have, haveErr := json.Marshal(held[head.N-len(events) : head.N])
	if wantErr != nil || haveErr != nil || !bytes.Equal(want, have) {
		return err
	}
	a.Log.Warn("the store's answer was lost, but the write is there", "match", head.ID, "error", err)
	return nil
}

// Game finds a game by its stable name; nil if there is none.
func (a *Archive) Game(name string) *engine.Game {
	for _, g := range a.Games {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// Load reads a match. One that this process has stored is not replayed again.
func (a *Archive) Load(ctx context.Context, id string) (*match.Match, storage.Head, error) {
	head, err := a.Head(ctx, id)
	if err != nil {
		return nil, head, err
	}
	m, err := a.Replay(ctx, head)
	return m, head, err
}

// Replay reads the match of a head.
func (a *Archive) Replay(ctx context.Context, head storage.Head) (*match.Match, error) {
	if e, ok := a.cache.Get(head.ID); ok && e.match.N == head.N && slices.Equal(playersOf(e.match), head.Players) {
		return e.match, nil
	}
	events, err := a.Events(ctx, head.ID)
	if err != nil {
		return nil, err
	}
	m, err := match.Replay(head.ID, a.Game, events)
	if err != nil {
		return nil, err
	}
	a.Keep(m, events)
	return m, nil
}

// Search finds matches, and reads them as ReplayAll does.
func (a *Archive) Search(ctx context.Context, q storage.Query) ([]*match.Match, error) {
	heads, err := a.Find(ctx, q)
	if err != nil {
		return nil, err
	}
	return a.ReplayAll(ctx, heads), nil
}

// ReplayAll reads the matches of some heads. Those that cannot be read are logged and left out.
func (a *Archive) ReplayAll(ctx context.Context, heads []storage.Head) []*match.Match {
	found := make([]*match.Match, 0, len(heads))
	for _, h := range heads {
		m, err := a.Replay(ctx, h)
		if err != nil {
			a.Log.Error("match cannot be read", "match", h.ID, "error", err)
			continue
		}
		found = append(found, m)
	}
	return found
}

// Keep caches a match, with the events since it was cached last, or all of them.
func (a *Archive) Keep(m *match.Match, events []match.Event) {
	if e, ok := a.cache.Get(m.ID); ok && e.match.N+len(events) == m.N {
		events = slices.Concat(e.last, events)
	}
	a.cache.Put(m.ID, entry{m, slices.Clone(events[max(0, len(events)-latest):])})
}

// Last returns the last n events of a match.
func (a *Archive) Last(ctx context.Context, m *match.Match, n int) ([]match.Event, error) {
	if e, ok := a.cache.Get(m.ID); ok && e.match.N == m.N && len(e.last) >= n {
		return e.last[len(e.last)-n:], nil
	}
	events, err := a.Events(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	end := min(m.N, len(events))
	return events[max(0, end-n):end], nil
}

// NoteDelivered records that the first n events of a match were announced in a place, in the message ref. A place that
// has become the parent of a thread since, or is none any more, counts as another place.
func (a *Archive) NoteDelivered(ctx context.Context, id, room string, parent bool, n int, ref chat.Ref) error {
	return a.changePlaces(ctx, id, func(p *storage.Place) bool {
		if p.Room == room && p.ThreadParent == parent {
			p.Delivered, p.Ref = max(p.Delivered, n), string(ref)
		}
		return true
	})
}

// Moved gives the matches of a room to its new address, and its preferences unless that has some. The parent of a
// thread at the new address is replaced.
func (a *Archive) Moved(ctx context.Context, from, to chat.Room) error {
	heads, err := a.Find(ctx, storage.Query{Room: string(from)})
	if err != nil {
		return err
	}
	for _, h := range heads {
		err := a.changePlaces(ctx, h.ID, func(p *storage.Place) bool {
			if p.Room == string(from) {
				p.Room = string(to)
			}
			return true
		})
		if err != nil {
			return fmt.Errorf("match %s: %w", h.ID, err)
		}
	}
	set, chosen, err := ofRooms.Get(ctx, a, string(from))
	if err != nil || !chosen {
		return err
	}
	if _, own, err := ofRooms.Get(ctx, a, string(to)); err != nil || own {
		return err
	}
	return ofRooms.Put(ctx, a, string(to), set)
}

// Leave removes the places of a match for which left is true.
func (a *Archive) Leave(ctx context.Context, id string, left func(storage.Place) bool) error {
	return a.changePlaces(ctx, id, func(p *storage.Place) bool { return !left(*p) })
}

// changePlaces changes each place of a match, and removes those for which change is false.
func (a *Archive) changePlaces(ctx context.Context, id string, change func(*storage.Place) (stays bool)) error {
	defer a.Matches.Enter(id)()
	for {
		head, err := a.Head(ctx, id)
		if err != nil {
			return err
		}
		var places []storage.Place
		for _, p := range head.Places {
			if change(&p) {
				places = append(places, p)
			}
		}
		if slices.Equal(places, head.Places) {
			return nil
		}
		head.Places = onceEach(places)
		if err = a.Append(ctx, head); !IsConflict(err) {
			return err
		}
	}
}

// onceEach leaves out places that are quiet where another one in the same room is not.
func onceEach(places []storage.Place) []storage.Place {
	return slices.DeleteFunc(places, func(p storage.Place) bool {
		return p.ThreadParent && slices.ContainsFunc(places, func(q storage.Place) bool {
			return q.Room == p.Room && !q.ThreadParent
		})
	})
}

// The choices of people and rooms.
var (
	ofPeople = kv.New[view.Preferences](kv.Schema{Name: "settings/person/", Owner: kv.Person,
		Bound: "a note a person, a value a choice"})
	ofRooms = kv.New[view.Preferences](kv.Schema{Name: "settings/room/", Owner: kv.Room,
		Bound: "a note a room, a value a choice"})
)

// Owner is a person or a group that has preferences.
type Owner struct {
	notes kv.Collection[view.Preferences]
	id    string
}

// OfPerson returns the owner of a person's preferences.
func OfPerson(id string) Owner { return Owner{ofPeople, id} }

// OfRoom returns the owner of a group's preferences.
func OfRoom(room chat.Room) Owner { return Owner{ofRooms, string(room)} }

// OwnerAt returns the owner of the preferences that count in a room: the only person there or, with "", the group.
func OwnerAt(room chat.Room, only string) Owner {
	if only != "" {
		return OfPerson(only)
	}
	return OfRoom(room)
}

// ForgetChoices deletes all preferences of an owner.
func (a *Archive) ForgetChoices(ctx context.Context, o Owner) error {
	return o.notes.Delete(ctx, a, o.id)
}

// nests has which room another one is nested under: both are rooms of one service. A note without a room was once
// written for every server, and is read by nobody.
var nests = kv.New(kv.Schema{Name: "around/", Owner: kv.Room, Bound: "a note a thread or channel"},
	func(room string, around kv.Text) error {
		if room == "" || strings.HasPrefix(string(around), chat.Room(room).Service()+":") {
			return nil
		}
		return fmt.Errorf("the room %q cannot be around %q", around, room)
	})

// NestUnder records that a room is nested under another one, whose preferences count where the room has none.
func (a *Archive) NestUnder(ctx context.Context, room, around chat.Room) error {
	if around == "" || around == room || a.parentRoom(ctx, room) == around {
		return nil
	}
	return nests.Put(ctx, a, string(room), kv.Text(around))
}

// parentRoom returns the room that another one is part of or nested under, "" if there is none.
func (a *Archive) parentRoom(ctx context.Context, room chat.Room) chat.Room {
	if around := room.Parent(); around != "" {
		return around
	}
	around, _, err := nests.Get(ctx, a, string(room))
	a.Warn(err, "the enclosing room cannot be looked up", "room", room)
	return chat.Room(around)
}

// deepest is the number of rooms that may be around one another: a topic or thread, its channel, the server.
const deepest = 3

// Preferences returns the preferences that count for an owner: its own and, for a part of a room, those of the rooms
// around it. A failure is logged, and counts as none.
func (a *Archive) Preferences(ctx context.Context, o Owner) view.Preferences {
	owners := []Owner{o}
	if o.notes == ofRooms {
		for around := a.parentRoom(ctx, chat.Room(o.id)); around != "" && len(owners) < deepest; around = a.parentRoom(ctx, around) {
			owners = append(owners, OfRoom(around))
		}
	}
	p := view.Preferences{}
	for _, o := range slices.Backward(owners) {
		own, err := a.own(ctx, o)
		a.Warn(err, "settings cannot be read", "of", o.id)
		maps.Copy(p, own)
	}
	return p
}

// own returns an owner's own preferences.
func (a *Archive) own(ctx context.Context, o Owner) (view.Preferences, error) {
	p, _, err := o.notes.Get(ctx, a, o.id)
	if p == nil {
		p = view.Preferences{}
	}
	if is := p["profile"]; is.Value == "near" { // of older versions: seen by those who play together
		is.Value = "private"
		p["profile"] = is
	}
	return p, err
}

// Choose sets one preference of an owner; an empty value deletes it.
func (a *Archive) Choose(ctx context.Context, o Owner, name string, value view.Chosen) error {
	defer a.owners.Enter(o)()
	p, err := a.own(ctx, o)
	if err != nil {
		return err
	}
	p[name] = value
	if value.Value == "" {
		delete(p, name)
	}
	if len(p) == 0 {
		return o.notes.Delete(ctx, a, o.id)
	}
	return o.notes.Put(ctx, a, o.id, p)
}

// absences has when people are away.
var absences = kv.New[match.Absences](kv.Schema{Name: "away/", Owner: kv.Person,
	Bound: "absences that are over for long go"})

// Absences returns when somebody was and is away, as far as it still counts.
func (a *Archive) Absences(ctx context.Context, person string) (match.Absences, error) {
	list, _, err := absences.Get(ctx, a, person)
	return list, err
}

// SetAbsences stores when somebody is away.
func (a *Archive) SetAbsences(ctx context.Context, person string, list match.Absences) error {
	if len(list) == 0 {
		return absences.Delete(ctx, a, person)
	}
	return absences.Put(ctx, a, person, list)
}

// mostSorted is the number of matches that are sorted by how long they have waited; of more the newest are.
const mostSorted = 100

// Longest returns the first of the wanted matches that a query finds, the one waiting longest for a move first, and
// counts them all. A call, an offer or more time is no move.
func (a *Archive) Longest(ctx context.Context, q storage.Query, want func(storage.Head) bool,
	most int) (some []*match.Match, n int, err error) {
	heads, err := a.Find(ctx, q)
	if err != nil {
		return nil, 0, err
	}
	heads = slices.DeleteFunc(heads, func(h storage.Head) bool { return !want(h) })
	some = a.ReplayAll(ctx, heads[:min(len(heads), mostSorted)])
	slices.SortStableFunc(some, func(a, b *match.Match) int { return a.Turned.Compare(b.Turned) })
	return some[:min(len(some), most)], len(heads), nil
}

// Shelf is how long a game that was read from a file is kept after somebody has looked at it. Its head has the end of
// that as its deadline.
const Shelf = 30 * 24 * time.Hour

// Touch extends how long a game read from a file is kept, as somebody looks at it. It writes once a day at most, and
// nothing for other matches; m may be nil.
func (a *Archive) Touch(ctx context.Context, m *match.Match, now time.Time) {
	if m == nil || m.Reader.ID == "" {
		return
	}
	defer a.Matches.Enter(m.ID)()
	head, err := a.Head(ctx, m.ID)
	if err == nil && head.Deadline.Before(now.Add(Shelf-24*time.Hour)) {
		head.Deadline = now.Add(Shelf)
		err = a.Append(ctx, head)
	}
	a.Warn(err, "a look at a game cannot be noted", "match", m.ID)
}

// Discard deletes a game read from a file, and the notes about it, unless somebody has looked at it lately.
func (a *Archive) Discard(ctx context.Context, id string, now time.Time) (gone bool, err error) {
	defer a.Matches.Enter(id)()
	head, err := a.Head(ctx, id)
	if err != nil || head.Deadline.After(now) {
		return false, err
	}
	if err := kv.Forget(ctx, a, kv.Match, id); err != nil {
		return false, err
	}
	if err := a.Delete(ctx, head.ID, head.N); err != nil {
		return false, err
	}
	a.cache.Remove(head.ID)
	return true, nil
}
