package bot

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// challenge begins a match: the words of the text are a game, a person after @ and options k=v, in any order.
func (t *talk) challenge(text string) error {
	t.meet(append(t.event.Mentions, t.event.Answered)...)
	word, text, ok := t.ownWord(text)
	if !ok {
		return nil
	}
	if !t.mayBegin() {
		return nil
	}
	w, ok := t.wish(text, word)
	if !ok {
		return nil
	}
	if w.asks != "" || w.game == nil {
		t.askFor(w)
		return nil
	}
	setup, ok := t.setup(w)
	if !ok {
		return nil
	}
	room := t.event.Room
	if w.apart {
		if ok, err := t.mayChallenge(setup.Opponent); !ok { // before a thread is there for nothing
			return err
		}
		if room, ok = t.thread(setup); !ok {
			return nil
		}
	}
	return t.open(setup, room, nil, word)
}

// open challenges somebody in a room, and says so in the other places as well. The word is for the dice, "" for none.
func (t *talk) open(setup match.Setup, room chat.Room, places []storage.Place, word string) error {
	if ok, err := t.mayChallenge(setup.Opponent); !ok {
		return err
	}
	if err := t.keepLanguage(); err != nil {
		return err
	}
	e := match.Event{Kind: match.Challenged, Room: string(room), Setup: &setup}
	start, err := t.game(setup.Game).New(setup.Options)
	if err != nil {
		return err
	}
	if e.Chain, err = t.chain(start); err != nil {
		return err
	}
	if e.Chain != nil {
		e.Word = t.wordOr(word)
	}
	return t.enroll(e, places)
}

// enroll stores the first event of a match, by the author, and says it.
func (t *talk) enroll(e match.Event, places []storage.Place) error {
	e.At, e.By, e.Who, e.Cause, e.Alone = t.Now(), t.me.ID, &t.me, t.event.ID, t.event.Private
	for length := 4; ; length++ { // an id that is taken is a conflict; longer ones are rarer
		id, err := t.newID(length)
		if err != nil {
			return err
		}
		m, err := (&match.Match{ID: id}).Apply(e, t.game)
		var refusal *match.Refusal
		if errors.As(err, &refusal) {
			t.note("refusal." + string(refusal.Code))
			return nil
		}
		if err != nil {
			return err
		}
		head := headOf(m, places, e)
		leave := t.enter(id)
		t.alone()
		ok, err := t.mayBe(e.Kind)
		if ok {
			err = t.Store.Append(t.ctx, head, e)
		}
		t.decide()
		if ok && err == nil {
			t.remember(m)
			t.announce(t.ctx, m, head, []match.Event{e}, t.event)
		}
		leave()
		if !conflict(err) || length == 8 {
			return err
		}
	}
}

// mayBegin tells whether the author may begin matches here; if not, the author was told.
func (t *talk) mayBegin() bool {
	if t.event.Private || t.taste.of("start") == "everybody" {
		return true
	}
	admin, err := t.administers()
	if err != nil {
		t.Log.Warn("who looks after a room is not known", "room", t.event.Room, "error", err)
	}
	if !admin {
		t.note("admins-begin")
	}
	return admin
}

// thread opens a thread for a match; false if the author was told that it cannot be.
func (t *talk) thread(setup match.Setup) (chat.Room, bool) {
	th, ok := t.adapters[t.event.Room.Service()].(chat.Threader)
	if !ok {
		t.note("no-threads")
		return "", false
	}
	title := t.voice.Text("game."+setup.Game) + ": " + t.me.Name
	if !setup.Opponent.Anyone() {
		title += " – " + cmp.Or(setup.Opponent.Name, setup.Opponent.Handle)
	}
	room, err := th.Thread(t.ctx, t.event.Room, title, t.event.From, user(setup.Opponent))
	if err != nil {
		t.Log.Warn("open a thread", "room", t.event.Room, "error", err)
		t.note("no-threads")
		return "", false
	}
	return room, true
}

// known is the person with a handle or an id: with everything the service said of the person now or lately, or with that
// alone.
func (t *talk) known(handle string) chat.User {
	for _, u := range append([]chat.User{t.event.From}, t.event.Mentions...) {
		if strings.EqualFold(u.Handle, handle) || u.ID == handle {
			return u
		}
	}
	if !strings.HasPrefix(handle, t.event.Room.Service()+":") {
		return chat.User{Handle: handle}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if u, ok := t.people[handle]; ok {
		return u
	}
	return chat.User{ID: handle}
}

// meet remembers for a while who is meant by an id.
func (t *talk) meet(people ...chat.User) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, u := range people {
		if u.ID == "" {
			continue
		}
		for id := range t.people {
			if len(t.people) < cached {
				break
			}
			delete(t.people, id)
		}
		t.people[u.ID] = cleanUser(u)
	}
}

// gameNames lists what can be played, with a word to type for each.
func (t *talk) gameNames() string {
	var names []string
	for _, g := range t.Games {
		names = append(names, short(g)+" ("+t.voice.Text("game."+g.Name)+")")
	}
	return strings.Join(names, ", ")
}

// short is the name of a game that is best to type.
func short(g *engine.Game) string {
	return append(slices.Clone(g.Aliases), g.Name)[0]
}
