package bot

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// challenge begins a match: the words of the text are a game, a person after @ and options k=v, in any order.
func (t *talk) challenge(text string) error {
	t.meet(append(t.event.Mentions, t.event.Answered)...)
	word, text, ok := t.ownWord(text)
	if !ok {
		return nil
	}
	setup, apart, ok := t.proposal(text, word)
	if !ok {
		return nil
	}
	start, err := t.game(setup.Game).New(setup.Options)
	if err != nil {
		return err
	}
	chain, err := t.chain(start)
	if err != nil {
		return err
	}
	if err := t.keepLanguage(); err != nil {
		return err
	}
	room := t.event.Room
	if apart {
		if room, ok = t.thread(setup); !ok {
			return nil
		}
	}
	e := match.Event{Kind: match.Challenged, At: t.Now(), By: t.me.ID, Cause: t.event.ID, Room: string(room), Alone: t.event.Private, Setup: &setup, Who: &t.me, Chain: chain}
	if chain != nil {
		e.Word = t.wordOr(word)
	}
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
	room, err := th.Thread(t.ctx, t.event.Room, title)
	if err != nil {
		t.Log.Warn("open a thread", "room", t.event.Room, "error", err)
		t.note("no-threads")
		return "", false
	}
	return room, true
}

// proposal reads what a challenge asks for, and whether in a thread of its own; ok is false if the author was told what is
// wrong with it. Its word for the dice is only said again.
func (t *talk) proposal(text, word string) (setup match.Setup, apart, ok bool) {
	var game *engine.Game
	colour := ""
	opponent, options := t.event.Answered, engine.Options{}
	for _, u := range t.event.Mentions { // a person without a handle is named by the service alone
		if u.Handle == "" && u.ID != "" {
			opponent = u
			break
		}
	}
	for _, word := range strings.Fields(text) {
		handle, isHandle := strings.CutPrefix(word, "@")
		key, value, isOption := strings.Cut(strings.ToLower(word), "=")
		switch g := t.gameCalled(word); {
		case t.book.Means("thread", word):
			apart = true
		case isHandle && handle != "":
			opponent = t.known(handle)
		case isOption && t.book.Means("colour", key):
			if _, ok = t.side(value, nil); !ok {
				t.note("play-colour")
				return setup, false, false
			}
			colour = value
		case isOption:
			options[key] = value
		case g != nil:
			game = g
		default:
			t.note("play-what", speech.Text("Word", word), speech.Text("Games", t.gameNames()), speech.Text("Play", "/"+t.voice.Words("play")[0]))
			return setup, false, false
		}
	}
	if game == nil && len(t.Games) > 1 {
		t.askGame("/play ", after(opponent, options, apart, colour, word))
		return setup, false, false
	}
	if game == nil {
		game = t.Games[0]
	}
	full, err := game.Complete(options)
	if err != nil {
		t.note("play-option", speech.Text("Game", t.voice.Text("game."+game.Name)), speech.Text("Options", optionList(game)))
		return setup, false, false
	}
	start, err := game.New(full)
	if err != nil {
		t.note("play-option", speech.Text("Game", t.voice.Text("game."+game.Name)), speech.Text("Options", optionList(game)))
		return setup, false, false
	}
	setup.Side, _ = t.side(colour, start)
	if len(full) == 0 {
		full = nil
	}
	setup.Game, setup.Version, setup.Options, setup.Opponent = game.Name, game.Version, full, player(opponent)
	return setup, apart, true
}

// side is the side that a word for a colour stands for in a game, nil if it is not known yet; Nobody for a lot.
func (t *talk) side(word string, start engine.Position) (engine.Side, bool) {
	if start != nil && start.View().Points != nil { // there Black begins, against Red
		switch {
		case t.book.Means("black", word):
			return engine.First, true
		case t.book.Means("red", word):
			return engine.Second, true
		}
	}
	for side, what := range []string{"lot", "first", "second"} {
		if t.book.Means(what, word) {
			return engine.Side(side), true
		}
	}
	return engine.Nobody, false
}

// after is what a challenge said besides the game, to be said again.
func after(opponent chat.User, options engine.Options, apart bool, colour, word string) string {
	text := ""
	if colour != "" {
		text = " colour=" + colour
	}
	if word != "" {
		text += " word=" + word
	}
	if apart {
		text += " thread"
	}
	for _, k := range slices.Sorted(maps.Keys(options)) {
		text += " " + k + "=" + options[k]
	}
	switch {
	case opponent.Handle != "":
		text += " @" + opponent.Handle
	case opponent.ID != "":
		text += " @" + opponent.ID
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
		names = append(names, short(g)+" ("+t.voice.Text("game."+g.Name)+")")
	}
	return strings.Join(names, ", ")
}

// short is the name of a game that is best to type.
func short(g *engine.Game) string {
	return append(slices.Clone(g.Aliases), g.Name)[0]
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
