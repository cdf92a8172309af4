package bot

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Hear deals with one event. It finishes what it began even if the context ends meanwhile. While the store of several processes
// is away the event waits for it, and where the room is lost by that, for its next owner.
func (b *Bot) Hear(ctx context.Context, e chat.Event) {
	defer b.Meter.Heard(e.Room.Service())()
	lost := ctx.Done()
	ctx = context.WithoutCancel(ctx)
	trouble := func() {
		voice := b.languages.Voice(nil, e.Locale)
		b.send(ctx, e, chat.Message{Text: voice.Say("trouble")})
	}
	defer func() {
		if p := recover(); p != nil {
			b.Meter.Panicked()
			b.Log.Error("panic while answering", "event", e.ID, "room", e.Room, "panic", p, "stack", string(debug.Stack()))
			trouble()
		}
	}()
	t := b.newTalk(ctx, e)
	trouble = func() { b.send(ctx, e, chat.Message{Text: t.Voice.Say("trouble")}) }
	if e.Private {
		b.reached(ctx, e.Room)
	}
	if !e.Tap {
		b.moves.drafts.hear(t.me.ID)
	}
	answer, err := b.answer(t)
	for _, leased := storage.Fence(ctx); leased && errors.Is(err, storage.ErrAway); answer, err = b.answer(t) {
		b.Log.Warn("an event waits for the store", "event", e.ID, "room", e.Room, "error", err)
		select {
		case <-lost:
			return
		case <-time.After(awaits):
		}
		paid := t.paid
		t = b.newTalk(ctx, e)
		t.paid = paid
	}
	var no refused
	switch {
	case errors.As(err, &no):
		answer = reply{no.message}
	case errors.Is(err, storage.ErrFenced):
		b.Log.Info("another process deals with an event", "event", e.ID, "room", e.Room, "error", err)
		return
	case err != nil && !errors.Is(err, errNothing):
		b.Log.Error("answer", "event", e.ID, "room", e.Room, "error", err)
		trouble()
	}
	t.settled()
	b.addWays(t, answer)
	var said []chat.Ref
	for _, m := range answer {
		said = append(said, b.send(ctx, e, m))
	}
	if err := b.moves.keepQuestion(t, said); err != nil {
		b.Log.Warn("the answer to a question can only be pressed", "event", e.ID, "room", e.Room, "error", err)
	}
	b.putInOrder(t)
	b.retirePast(t)
	if m := t.board; m != nil && len(said) == 1 && said[0] != "" && !answer[0].Private && !t.event.Hidden {
		b.speaker.ShownAgain(m, t.event.Room, said[0])
	}
}

// addWays tells with a challenge that waits and is shown again how it can be accepted from elsewhere, as when it was made.
func (b *Bot) addWays(t *talk, answer reply) {
	m, a := t.board, b.services.adapter(t.event.Room.Service())
	if m == nil || m.Status != match.Open || a == nil || len(answer) != 1 {
		return
	}
	head, err := b.archive.Head(t.ctx, m.ID)
	if err != nil {
		b.Log.Warn("how a challenge can be accepted is not told", "match", m.ID, "error", err)
		return
	}
	for _, p := range head.Places {
		if p.Room == string(t.event.Room) {
			b.speaker.AddWays(&answer[0], a, t.room, m, p)
		}
	}
}

// retirePast takes the buttons off an earlier board when one was pressed: none of them counts any more.
func (b *Bot) retirePast(t *talk) {
	r, ok := b.services.adapter(t.event.Room.Service()).(chat.Retirer)
	if !ok || t.past == nil || t.event.Pressed == "" {
		return
	}
	head, err := b.archive.Head(t.ctx, t.past.ID)
	present := func(p storage.Place) bool { return chat.Ref(p.Ref) == t.event.Pressed } // it has become the present board
	if err == nil && !slices.ContainsFunc(head.Places, present) {
		err = r.Retire(t.ctx, t.event.Room, t.event.Pressed)
	}
	if err != nil {
		b.Log.Info("old buttons stay", "match", t.past.ID, "room", t.event.Room, "error", err)
	}
}

// awaits is how long an event waits for a store that is away before it is asked again.
const awaits = time.Second

// newTalk cleans the texts of an event, and finds out what counts where its author is.
func (b *Bot) newTalk(ctx context.Context, e chat.Event) *talk {
	t := &talk{ctx: ctx, event: e, account: e.From.ID, device: e.Locale}
	t.unknown = b.registry.hear(ctx, &t.event)
	t.event.From = tell.Clean(t.event.From)
	t.event.Text = speech.Clean(e.Text, longestText)
	t.me = match.Player{ID: t.event.From.ID, Handle: t.event.From.Handle, Name: t.event.From.Name}
	nested := slices.DeleteFunc([]chat.Room{e.Room, e.Around, e.Server}, func(r chat.Room) bool { return r == "" })
	for i := 1; i < len(nested); i++ {
		if err := b.archive.Hang(ctx, nested[i-1], nested[i]); err != nil {
			b.Log.Warn("a room does not have the settings of the one around it", "room", nested[i-1], "error", err)
		}
	}
	if _, ok := b.languages.Book.In(e.Spoken); ok && e.Spoken != "" {
		t.event.Locale = e.Spoken
	}
	t.shown = b.justShown(e.Room)
	t.preferences = b.archive.Preferences(ctx, t.owner())
	t.Guide = b.guideFor(t.preferences, t.event)
	t.Reader = t.me
	t.room = t.Voice
	t.inOwn(b.archive)
	return t
}

// inOwn has answers for the author's eyes only be in the author's language.
func (t *talk) inOwn(a *archive.Archive) {
	if t.event.Private || t.me.ID == "" || !t.Caps.Privates && !t.event.Tap {
		return
	}
	own := a.Preferences(t.ctx, archive.OfPerson(t.me.ID))["language"].Value
	for _, lang := range []string{own, t.device} {
		if v, ok := t.Languages.Book.In(lang); ok && lang != "" {
			t.Voice.Voice = v
			return
		}
	}
}

// answer finds out what is wanted and does it.
func (b *Bot) answer(t *talk) (reply, error) {
	if t.unknown != nil {
		return nil, t.unknown
	}
	if file := t.event.File; file != nil && file.Lost != nil {
		return nil, t.lost(file)
	}
	if t.event.Text == "" && t.event.File != nil && t.direct() && t.me.ID != "" {
		return b.commands["import"](t, "")
	}
	if t.event.Text == "" {
		return nil, nil
	}
	repeated, err := b.repeated(t)
	if repeated || err != nil {
		return nil, err
	}
	if err := b.moves.answersQuestion(t); err != nil {
		return nil, err
	}
	name, rest, ok := t.command()
	if ok && !strings.HasPrefix(t.event.Text, "/") && b.moves.expects(t) {
		ok = false
	}
	if ok || t.event.Addressed {
		if err := b.paces.pay(t, b.Now()); err != nil {
			return nil, err
		}
	}
	switch {
	case !ok && t.me.ID == "" && t.direct():
		return nil, t.note(t.perService("nameless"))
	case !ok && t.me.ID == "":
		return nil, nil
	case !ok && t.event.Tap:
		return nil, t.note("old-board") // buttons say commands
	case !ok:
		if answer, ok, err := b.players.bare(t); ok || err != nil {
			return answer, err
		}
		if answer, ok := t.talksOn(); ok {
			return answer, nil
		}
		if answer, taken, err := b.puzzles.hears(t, t.event.Text, false); taken || err != nil {
			return answer, err
		}
		return b.moves.move(t, t.event.Text, false)
	case name == "" && (t.event.Addressed || t.Caps.Talk) && b.moves.played(t, t.event.Text[1:]):
		return b.moves.move(t, t.event.Text[1:], false) // with a slash, as commands have it
	case name == "" && t.event.Addressed && !t.event.Shared:
		return reply{{Text: t.room.Say("unknown-command", speech.Text("Command", rest))}}, nil
	case name == "":
		return nil, nil
	case t.me.ID == "" && !nameless[name]:
		return nil, t.note(t.perService("nameless"))
	case t.foreign(name, rest):
		return nil, t.note("not-your-menu", speech.Text("Command", t.Voice.Typed(name)))
	}
	if err := b.players.order.blocks.keepHandle(t); err != nil {
		return nil, err
	}
	if t.event.Private && t.me.ID != "" { // from now on the person may be challenged, and Discord tells no language with what is typed
		if err := b.players.keepLanguage(t); err != nil {
			return nil, err
		}
	}
	others := t.event.Tap && !t.opened() && slices.Contains(menus, name) // a board, or what greets everybody
	t.stays = others
	answer, err := b.commands[name](t, rest)
	for i := range answer {
		answer[i].Instead = answer[i].Instead && !others
	}
	return answer, err
}

// menus are the commands whose buttons are for the one alone who has asked for them.
var menus = []string{"play", "help", "manual", "rules", "settings", "language", "theme", "games", "history", "block", "unblock", "start"}

// opened tells whether the author has pressed a button of a menu of the author's own. Of one that answers nobody, or of which that
// is not known any more, it is not: whoever presses there gets another one.
func (t *talk) opened() bool {
	return t.event.Tap && t.quoted() == "" && (t.event.Private || t.event.Hidden || t.event.Opener.ID == t.me.ID)
}

// foreign tells whether the author has pressed a button of what somebody else has opened. The buttons of a match
// are for all.
func (t *talk) foreign(name, rest string) bool {
	if !t.event.Tap || t.event.Opener.ID == "" || t.event.Opener.ID == t.me.ID {
		return false
	}
	_, what := named(rest)
	switch name {
	case "step":
		return what != ""
	case "board":
		return what == "back" && t.questioned()
	}
	return t.quoted() == "" && slices.Contains(menus, name)
}

// repeated tells whether an event was dealt with before. If what came of it has not been said here yet, the present state
// is the answer; otherwise the author has it already, and hearing it twice would only confuse.
func (b *Bot) repeated(t *talk) (bool, error) {
	if t.event.ID == "" {
		return false, nil
	}
	heads, err := b.archive.Find(t.ctx, storage.Query{Cause: t.event.ID})
	if err != nil {
		return false, err
	}
	for _, h := range heads {
		events, err := b.archive.Events(t.ctx, h.ID)
		if err != nil {
			return false, err
		}
		lately := func(e match.Event) bool { return e.Cause == t.event.ID && b.Now().Sub(e.At) < memorable }
		if !slices.ContainsFunc(events, lately) {
			continue
		}
		b.Log.Info("heard again", "event", t.event.ID, "match", h.ID)
		b.speaker.Say(t.ctx, h.ID, t.cause())
		return true, nil
	}
	return false, nil
}

// memorable is how long an event can be delivered again. Services count on afterwards, or begin to count anew: then an old name
// is that of another event.
const memorable = 7 * 24 * time.Hour

// How often the store lets go of what nothing can be delivered again of, and of questions that are not open any more.
const (
	letGo    = 24 * time.Hour
	lapseOld = time.Hour
)

// keepLetting sees, until the context ends, that the store does not keep for ever what counts for nothing any more.
func (b *Bot) keepLetting(ctx context.Context) {
	tick := time.NewTicker(lapseOld)
	defer tick.Stop()
	for n := 0; ; n++ {
		err := b.moves.endQuestions(ctx, b.Share, b.Now())
		if n%int(letGo/lapseOld) == 0 {
			err = errors.Join(err, b.Store.Uncause(ctx, b.Now().Add(-memorable)))
		}
		if err != nil && ctx.Err() == nil {
			b.Log.Warn("old causes or questions stay in the store", "error", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
