package bot

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Longest text and name that are looked at, in characters.
const (
	longestText = 1000
	longestName = 32
)

// talk is one event being dealt with.
type talk struct {
	*Bot
	ctx   context.Context
	event chat.Event // with its texts cleaned
	taste taste      // of who is in the room
	voice voice
	me    match.Player

	decided func() // see alone; nil outside
}

// Hear deals with one event. It finishes what it began even if the context ends meanwhile.
func (b *Bot) Hear(ctx context.Context, e chat.Event) {
	t := &talk{Bot: b, ctx: context.WithoutCancel(ctx), event: e}
	defer t.decide() // a panic may have come between
	defer b.Meter.Heard(e.Room.Service())()
	defer func() {
		if p := recover(); p != nil {
			b.Meter.Panicked()
			b.Log.Error("panic while answering", "event", e.ID, "room", e.Room, "panic", p, "stack", string(debug.Stack()))
			t.say("trouble")
		}
	}()
	t.event.From = cleanUser(e.From)
	t.event.Text = speech.Clean(e.Text, longestText)
	t.me = match.Player{ID: e.From.ID, Handle: t.event.From.Handle, Name: t.event.From.Name}
	t.settle()
	if err := t.answer(); err != nil {
		b.Log.Error("answer", "event", e.ID, "room", e.Room, "error", err)
		t.say("trouble")
	}
}

func cleanUser(u chat.User) chat.User {
	u.Name = speech.Clean(u.Name, longestName)
	u.Handle = speech.Clean(u.Handle, longestName)
	if u.Name == "" {
		u.Name = u.Handle
	}
	if u.Name == "" && u.ID != "" {
		_, u.Name, _ = strings.Cut(u.ID, ":")
	}
	return u
}

// settle finds out what counts where the author is.
func (t *talk) settle() {
	t.taste = t.Bot.taste(t.ctx, t.holder())
	t.voice = t.Bot.voice(t.taste, t.event.Locale)
}

// answer finds out what is wanted and does it.
func (t *talk) answer() error {
	if t.event.Text == "" && t.event.File != nil && t.direct() && t.me.ID != "" {
		return t.imported("")
	}
	if t.event.Text == "" {
		return nil
	}
	repeated, err := t.repeated()
	if repeated || err != nil {
		return err
	}
	name, rest, ok := t.command()
	if ok && !strings.HasPrefix(t.event.Text, "/") && t.readsAsMove() {
		ok = false
	}
	if (ok || t.event.Addressed) && t.hurried() {
		return nil
	}
	if !ok && t.me.ID == "" {
		if t.direct() {
			t.note("nameless")
		}
		return nil
	}
	if !ok {
		return t.move(t.event.Text, false)
	}
	if name == "" {
		if t.event.Addressed {
			t.say("unknown-command", speech.Text("Command", rest))
		}
		return nil
	}
	return t.obey(name, rest)
}

// direct tells whether the text was said to the bot itself, and not under one of its boards, where people also talk about
// the game.
func (t *talk) direct() bool { return t.event.Addressed && t.event.Quoted == "" }

// command splits a text into a command and what follows. It is one if it begins with a slash. Said to the bot itself a word
// for a command is enough, and so it is under a board if nothing else is said. The name is "" for a slash word that the
// bot does not know, which is then rest.
func (t *talk) command() (name, rest string, ok bool) {
	word, rest, _ := strings.Cut(t.event.Text, " ")
	word, slash := strings.CutPrefix(word, "/")
	word, _, _ = strings.Cut(word, "@") // the address in /help@tabuleiro is the adapter's to check
	_, more := t.named(rest)
	if word == "" || !slash && !t.direct() && (!t.event.Addressed || more != "") {
		return "", "", false
	}
	if name := t.book.Command(word); name != "" {
		return name, rest, true
	}
	if g := t.gameCalled(word); g != nil {
		return "play", g.Name + " " + rest, true
	}
	return "", word, slash
}

// repeated tells whether an event was dealt with before. If what came of it has not been said here yet, the present state
// is the answer; otherwise the author has it already, and hearing it twice would only confuse.
func (t *talk) repeated() (bool, error) {
	if t.event.ID == "" {
		return false, nil
	}
	heads, err := t.Store.Find(t.ctx, storage.Query{Cause: t.event.ID, Limit: 1})
	if err != nil || len(heads) == 0 {
		return false, err
	}
	t.Log.Info("heard again", "event", t.event.ID, "match", heads[0].ID)
	t.sayRest(t.ctx, heads[0].ID)
	return true, nil
}

// say answers with a sentence.
func (t *talk) say(key string, facts ...speech.Fact) {
	t.send(chat.Message{Text: t.voice.Say(key, facts...)})
}

// note is say for the eyes of the author only, where the service can do that.
func (t *talk) note(key string, facts ...speech.Fact) {
	t.send(chat.Message{Text: t.voice.Say(key, facts...), Private: true})
}

// send answers with a message. Only announcements are repeated when they fail; an answer can be asked for again.
func (t *talk) send(m chat.Message) {
	a := t.adapters[t.event.Room.Service()]
	if a == nil {
		return
	}
	m.Answers = t.event.Reply
	done := t.Meter.Speaks(a.Name(), meter.Answer)
	_, err := a.Send(t.ctx, t.event.Room, m)
	done(err)
	if err != nil {
		t.Log.Warn("answer not sent", "room", t.event.Room, "error", err)
	}
}

// Moved gives everything that belongs to a room to its new address.
func (b *Bot) Moved(ctx context.Context, from, to chat.Room) error {
	heads, err := b.Store.Find(ctx, storage.Query{Room: string(from)})
	if err != nil {
		return fmt.Errorf("move a room: %w", err)
	}
	for _, h := range heads {
		if err := b.movePlace(ctx, h.ID, from, to); err != nil {
			return fmt.Errorf("move a room: match %s: %w", h.ID, err)
		}
	}
	set, err := b.Store.Get(ctx, string(common(from)))
	if err == nil && set != "" {
		err = b.Store.Put(ctx, string(common(to)), set)
	}
	if err != nil {
		return fmt.Errorf("move a room: %w", err)
	}
	return nil
}

func (b *Bot) movePlace(ctx context.Context, id string, from, to chat.Room) error {
	defer b.enter(id)()
	head, err := b.Store.Head(ctx, id)
	if err != nil {
		return err
	}
	head.Places = slices.Clone(head.Places)
	for i := range head.Places {
		if head.Places[i].Room == string(from) {
			head.Places[i].Room = string(to)
		}
	}
	return b.Store.Append(ctx, head)
}

// conflict tells whether an append failed only because the match changed meanwhile.
func conflict(err error) bool { return errors.Is(err, storage.ErrConflict) }
