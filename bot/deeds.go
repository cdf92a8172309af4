package bot

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// act brings an event about a match to pass: make builds it from the match as it is, the match decides, the store keeps
// it, and then it is announced. If make has answered the author itself it returns errAnswered.
func (t *talk) act(id string, make func(*match.Match) (match.Event, error)) error {
	defer t.enter(id)()
	for {
		m, head, err := t.load(t.ctx, id)
		if err != nil {
			return err
		}
		e, err := make(m)
		if errors.Is(err, errAnswered) {
			return nil
		}
		if err != nil {
			return err
		}
		e.At, e.By, e.Cause = t.Now(), t.me.ID, t.event.ID
		next, err := m.Apply(e, t.game)
		var refusal *match.Refusal
		if errors.As(err, &refusal) {
			t.refuse(m, refusal.Code)
			return nil
		}
		if err != nil {
			return err
		}
		head = headOf(next, head.Places, e)
		err = t.Store.Append(t.ctx, head, e)
		if conflict(err) {
			continue // another process was faster: decide again
		}
		if err != nil {
			return err
		}
		t.remember(next)
		t.announce(t.ctx, next, head, []match.Event{e}, t.event)
		return nil
	}
}

// headOf is the head of a match that was announced in places, after e.
func headOf(m *match.Match, places []storage.Place, e match.Event) storage.Head {
	h := storage.Head{ID: m.ID, N: m.N, Status: m.Status, Game: m.Game.Name, Began: m.Began, Latest: m.Latest, Places: slices.Clone(places)}
	if e.Room != "" && !at(h, chat.Room(e.Room)) {
		place := storage.Place{Room: e.Room}
		if e.Alone {
			place.For = e.By
		}
		h.Places = append(h.Places, place)
	}
	for _, p := range []match.Player{m.Challenger, m.Opponent} {
		switch {
		case p.ID != "":
			h.Players = append(h.Players, p.ID)
		case p.Handle != "":
			h.Players = append(h.Players, "@"+strings.ToLower(p.Handle))
		}
	}
	return h
}

func (t *talk) refuse(m *match.Match, code engine.Code) {
	t.note("refusal."+string(code),
		speech.Person("Turn", user(m.Player(m.Turn()))),
		speech.Person("Challenger", user(m.Challenger)),
		speech.Person("Opponent", user(m.Opponent)),
		speech.Text("ID", m.ID))
}

func user(p match.Player) chat.User {
	return cleanUser(chat.User{ID: p.ID, Handle: p.Handle, Name: p.Name})
}

func player(u chat.User) match.Player {
	u = cleanUser(u)
	return match.Player{ID: u.ID, Handle: u.Handle, Name: u.Name}
}

// challenge begins a match: the words of the text are a game, a person after @ and options k=v, in any order.
func (t *talk) challenge(text string) error {
	t.meet(append(t.event.Mentions, t.event.Answered)...)
	setup, ok := t.proposal(text)
	if !ok {
		return nil
	}
	if err := t.keepLanguage(); err != nil {
		return err
	}
	e := match.Event{Kind: match.Challenged, At: t.Now(), By: t.me.ID, Cause: t.event.ID, Room: string(t.event.Room), Alone: t.event.Private, Setup: &setup, Who: &t.me}
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
		head := headOf(m, nil, e)
		leave := t.enter(id)
		err = t.Store.Append(t.ctx, head, e)
		if err == nil {
			t.remember(m)
			t.announce(t.ctx, m, head, []match.Event{e}, t.event)
		}
		leave()
		if !conflict(err) || length == 8 {
			return err
		}
	}
}

// proposal reads what a challenge asks for; false if the author was told what is wrong with it.
func (t *talk) proposal(text string) (match.Setup, bool) {
	var game *engine.Game
	opponent, options := t.event.Answered, engine.Options{}
	for _, word := range strings.Fields(text) {
		handle, isHandle := strings.CutPrefix(word, "@")
		key, value, isOption := strings.Cut(strings.ToLower(word), "=")
		switch g := t.gameCalled(word); {
		case isHandle && handle != "":
			opponent = t.known(handle)
		case isOption:
			options[key] = value
		case g != nil:
			game = g
		default:
			t.note("play-what", speech.Text("Word", word), speech.Text("Games", t.gameNames()), speech.Text("Play", "/"+t.voice.Words("play")[0]))
			return match.Setup{}, false
		}
	}
	if game == nil && len(t.Games) > 1 {
		t.askGame("/play ", after(opponent, options))
		return match.Setup{}, false
	}
	if game == nil {
		game = t.Games[0]
	}
	full, err := game.Complete(options)
	if err != nil {
		t.note("play-option", speech.Text("Game", t.voice.Text("game."+game.Name)), speech.Text("Options", optionList(game)))
		return match.Setup{}, false
	}
	if len(full) == 0 {
		full = nil
	}
	return match.Setup{Game: game.Name, Version: game.Version, Options: full, Opponent: player(opponent)}, true
}

// after is what a challenge said besides the game, to be said again.
func after(opponent chat.User, options engine.Options) string {
	text := ""
	for _, k := range slices.Sorted(maps.Keys(options)) {
		text += " " + k + "=" + options[k]
	}
	switch {
	case opponent.ID != "":
		text += " @" + opponent.ID
	case opponent.Handle != "":
		text += " @" + opponent.Handle
	}
	return text
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
		names = append(names, slices.Concat(g.Aliases, []string{g.Name})[0]+" ("+t.voice.Text("game."+g.Name)+")")
	}
	return strings.Join(names, ", ")
}

func optionList(g *engine.Game) string {
	var list []string
	for _, o := range g.Options {
		list = append(list, o.Name+"="+strings.Join(o.Values, "|"))
	}
	return strings.Join(list, ", ")
}

// keepLanguage gives a room that has not chosen a language that of its first challenger.
func (t *talk) keepLanguage() error {
	chosen, err := t.Store.Get(t.ctx, languageKey(t.event.Room))
	if err != nil || chosen != "" || t.event.Locale == "" {
		return err
	}
	return t.Store.Put(t.ctx, languageKey(t.event.Room), t.voice.Language)
}

// respond answers a challenge or an offer, whichever of the kinds fits the match.
func (t *talk) respond(command, text string, kinds ...match.Kind) error {
	m, _, err := t.find(text, "/"+command, kinds...)
	if err != nil {
		return unlessAnswered(err)
	}
	return t.act(m.ID, func(m *match.Match) (match.Event, error) {
		e := match.Event{Kind: kinds[len(kinds)-1], Who: &t.me}
		if m.Status == match.Open || m.Status == match.Void {
			e.Kind = kinds[0]
		}
		if e.Kind == match.Declined && m.Challenger.ID == t.me.ID {
			e.Kind = match.Withdrawn
		}
		switch e.Kind {
		case match.Accepted:
			e.Room, e.Alone = string(t.event.Room), t.event.Private
			lot := make([]byte, 1)
			if _, err := io.ReadFull(t.Random, lot); err != nil {
				return e, fmt.Errorf("draw the sides: %w", err)
			}
			e.First = m.Challenger.ID
			if lot[0]&1 == 1 {
				e.First = t.me.ID
			}
		case match.Agreed, match.Refused:
			e.Offer, e.Who = m.Pending.Offer, nil
		}
		return e, nil
	})
}

// propose offers a draw or asks to take back; if the other has proposed the same it agrees.
func (t *talk) propose(command, text string, offer match.Offer) error {
	m, _, err := t.find(text, "/"+command, match.Offered, match.Agreed)
	if err != nil {
		return unlessAnswered(err)
	}
	return t.act(m.ID, func(m *match.Match) (match.Event, error) {
		e := match.Event{Kind: match.Offered, Offer: offer}
		if m.Pending.Offer == offer && m.Pending.By == m.Side(t.me.ID).Other() {
			e.Kind = match.Agreed
		}
		return e, nil
	})
}

func (t *talk) resign(text string) error {
	m, _, err := t.find(text, "/resign", match.Resigned)
	if err != nil {
		return unlessAnswered(err)
	}
	return t.act(m.ID, func(*match.Match) (match.Event, error) { return match.Event{Kind: match.Resigned}, nil })
}

func unlessAnswered(err error) error {
	if errors.Is(err, errAnswered) {
		return nil
	}
	return err
}
