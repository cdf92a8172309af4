package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/sync/errgroup"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// announce says in every place of a match what has not been said there, and notes in the head that it was. recent are the
// last events of the match, as many as are at hand. cause is what was heard, if anything. The caller has entered the match.
func (b *Bot) announce(ctx context.Context, m *match.Match, head storage.Head, recent []match.Event, cause chat.Event) {
	said := false
	for i := range head.Places {
		p := &head.Places[i]
		room := chat.Room(p.Room)
		a := b.adapters[room.Service()]
		if p.Said >= head.N || a == nil {
			continue
		}
		if head.N-p.Said > len(recent) {
			all, err := b.Store.Events(ctx, m.ID)
			if err != nil {
				b.Log.Error("announce", "match", m.ID, "error", err)
				return
			}
			recent = all[:head.N]
		}
		locale := ""
		if room == cause.Room {
			locale = cause.Locale
		}
		s := b.taste(ctx, holderOf(room, p.For))
		voice := b.voice(s, locale)
		message := b.news(m, recent[len(recent)-(head.N-p.Said):], voice, a.Caps(), s.look(m, m.Side(p.For)))
		if l, ok := a.(chat.Linker); ok && p.For != "" && m.Status == match.Open {
			message.Text = append(message.Text, line(voice.Say("link", speech.Text("Link", l.Link(m.ID))))...)
		}
		if room == cause.Room {
			message.Answers = cause.Reply
		}
		message.Once = fmt.Sprintf("%s-%d", m.ID, head.N)
		done := b.Meter.Speaks(a.Name(), meter.Announcement)
		ref, err := say(ctx, a, room, message, chat.Ref(p.Ref), s.of("message") == "same")
		done(err)
		if err != nil && !errors.Is(err, chat.ErrClosed) && b.tryAgain(m, room) {
			b.Log.Warn("announcement not sent", "match", m.ID, "room", room, "error", err)
			continue
		}
		if err != nil {
			b.Log.Warn("nobody hears of a match", "match", m.ID, "room", room, "error", err)
		}
		b.mu.Lock()
		delete(b.tries, string(room)+" "+m.ID)
		b.mu.Unlock()
		p.Said, said = head.N, true
		if ref != chat.Ref(p.Ref) {
			b.retire(ctx, a, room, chat.Ref(p.Ref))
		}
		p.Ref = string(ref)
	}
	if !said {
		return
	}
	if err := b.Store.Append(context.WithoutCancel(ctx), head); err != nil { // it was said, whatever ends now
		b.Log.Error("what was announced could not be noted", "match", m.ID, "error", err)
	}
}

// say says a message, in the place of the one before if that is wanted and can be done.
func say(ctx context.Context, a chat.Adapter, room chat.Room, m chat.Message, before chat.Ref, instead bool) (chat.Ref, error) {
	if e, ok := a.(chat.Editor); ok && instead && before != "" && m.Board != nil {
		if e.Edit(ctx, room, before, m) == nil {
			return before, nil
		}
	}
	return a.Send(ctx, room, m)
}

// retire takes the buttons off the message before; a failure only leaves some buttons that lead to a refusal.
func (b *Bot) retire(ctx context.Context, a chat.Adapter, room chat.Room, ref chat.Ref) {
	r, ok := a.(chat.Retirer)
	if !ok || ref == "" {
		return
	}
	if err := r.Retire(ctx, room, ref); err != nil {
		b.Log.Info("old buttons stay", "room", room, "error", err)
	}
}

// catchUp announces whatever was stored but not said: in each room oldest first, in different rooms at once.
func (b *Bot) catchUp(ctx context.Context) {
	heads, err := b.Store.Find(ctx, storage.Query{Unsaid: true})
	if err != nil {
		b.Log.Error("look for what was not announced", "error", err)
		return
	}
	byRoom := map[string][]string{}
	for _, h := range slices.Backward(heads) {
		room := h.Places[0].Room
		byRoom[room] = append(byRoom[room], h.ID)
	}
	var rooms errgroup.Group
	rooms.SetLimit(16)
	for _, ids := range byRoom {
		rooms.Go(func() error {
			for _, id := range ids {
				if ctx.Err() == nil {
					b.sayRest(ctx, id)
				}
			}
			return nil
		})
	}
	_ = rooms.Wait() // none returns an error
}

func (b *Bot) sayRest(ctx context.Context, id string) {
	defer b.enter(id)()
	m, head, err := b.load(ctx, id)
	if err != nil {
		b.Log.Error("match cannot be read", "match", id, "error", err)
		return
	}
	b.announce(ctx, m, head, nil, chat.Event{})
}

// mostTries is how often an announcement that a service refuses is tried; with the growing pauses between, that is about a
// quarter of an hour.
const mostTries = 25

// tryAgain asks for another try at what could not be said, unless there have been enough.
func (b *Bot) tryAgain(m *match.Match, room chat.Room) bool {
	key := string(room) + " " + m.ID
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tries[key]++; b.tries[key] >= mostTries {
		delete(b.tries, key)
		return false
	}
	select {
	case b.retry <- struct{}{}:
	default:
	}
	return true
}

// sayAgain repeats announcements that failed, later and later, until the context ends.
func (b *Bot) sayAgain(ctx context.Context) {
	wait := backoff.NewExponentialBackOff()
	wait.MaxInterval = time.Minute
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.retry:
		}
		timer := time.NewTimer(wait.NextBackOff())
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		b.catchUp(ctx)
		if len(b.retry) == 0 {
			wait.Reset()
		}
	}
}

// news is what to say about the last events of a match, with the state that they lead to.
func (b *Bot) news(m *match.Match, events []match.Event, v voice, c chat.Caps, l look) chat.Message {
	message := chat.Message{Text: append(b.title(m, v, c), tell(m, events, v)...)}
	board := false
	for _, e := range events {
		switch e.Kind {
		case match.Accepted, match.Imported, match.Rolled, match.Moved, match.Agreed, match.Resigned:
			board = true
		case match.Challenged:
			board = len(m.Setup.Played) > 0
		}
	}
	b.state(&message, m, v, c, l, board)
	return message
}

// caps are those of the service where the author is.
func (t *talk) caps() chat.Caps {
	if a := t.adapters[t.event.Room.Service()]; a != nil {
		return a.Caps()
	}
	return chat.Caps{}
}

// present shows a match as it is to those who can be shown what caps say.
func (t *talk) present(m *match.Match, c chat.Caps) chat.Message { return t.presentAs(m, c, t.seat(m)) }

// presentAs is present with another look.
func (t *talk) presentAs(m *match.Match, c chat.Caps, l look) chat.Message {
	v := t.voice
	message := chat.Message{Text: t.title(m, v, c)}
	if m.Status == match.Open {
		message.Text = append(message.Text, line(sentence(m, match.Event{Kind: match.Challenged, By: m.Challenger.ID}, m.Line.Position(), v))...)
	}
	message.Text = append(message.Text, tell(m, latest(m), v)...)
	t.state(&message, m, v, c, l, m.Status == match.Playing || m.Status == match.Over)
	return message
}

// state appends how a match stands: whose answer is waited for or how it ended, the buttons for that, and the board.
func (b *Bot) state(message *chat.Message, m *match.Match, v voice, c chat.Caps, l look, board bool) {
	switch {
	case m.Status == match.Void:
	case m.Status == match.Open:
		message.Turn = user(m.Opponent)
		message.Text = append(message.Text, line(sides(m, v))...)
		message.Buttons = answerButtons(m, v, !m.Opponent.Anyone())
	case m.Status == match.Over:
		message.Text = append(message.Text, line(b.result(m, v))...)
		message.Text = append(message.Text, score(m, m.Line.Position(), v)...)
		message.Buttons = afterwards(m, v)
	default:
		message.Turn = user(m.Player(m.Turn()))
		message.Text = append(message.Text, line(turn(m, v, c))...)
		if d, ok := m.Line.Position().(engine.Arbiter); ok && l.hints {
			if duty := d.Duty(); duty != nil {
				message.Text = append(message.Text, line(facts(v, m.Line.Position(), "rule."+string(duty.Rule), duty))...)
			}
		}
		rights(message, m, v)
		words, others := words(m, v)
		if words != nil {
			message.Buttons = append(message.Buttons, words)
		}
		if board && c.Rows > 0 {
			row := []chat.Button{{Label: v.Text("button.text"), Says: "/text #" + m.ID}}
			if others {
				row = append([]chat.Button{{Label: v.Text("button.move"), Says: "/move #" + m.ID}}, row...)
			}
			message.Buttons = append(message.Buttons, row)
		}
		if m.Pending != (match.Pending{}) {
			asked := user(m.Player(m.Pending.By.Other()))
			message.Turn = asked
			message.Text = append(message.Text, line(v.Say("pending."+string(m.Pending.Offer), speech.Person("Player", asked)))...)
			message.Buttons = append(answerButtons(m, v, true), message.Buttons...)
		}
	}
	if !board {
		return
	}
	message.Board = b.drawn(m, shown(m), v, c, l)
	if l.show == "both" && message.Board.PNG != nil {
		message.Text = append(message.Text, chat.Span{Text: "\n\n"}, mono(message.Board.Text))
	}
}

// sides says who is to play which side, in a challenge.
func sides(m *match.Match, v voice) []chat.Span {
	key := "sides-lot"
	switch {
	case m.Setup.Theirs:
		key = "sides-theirs"
	case m.Setup.Side != engine.Nobody:
		key = "sides-chosen"
	}
	return v.Say(key, speech.Person("Player", user(m.Challenger)), speech.Text("Colour", colourName(m, m.Setup.Side, v)))
}

// colourName is what the pieces of a side are in a match, "" for no side.
func colourName(m *match.Match, s engine.Side, v voice) string {
	if s != engine.First && s != engine.Second {
		return ""
	}
	return v.Text("colour." + m.Game.Colours[s-engine.First])
}

// title names a match: game, players with their marks, id.
func (b *Bot) title(m *match.Match, v voice, c chat.Caps) []chat.Span {
	spans := []chat.Span{{Text: v.Text("game."+m.Game.Name) + chosen(m), Bold: true}}
	if m.First.ID != "" {
		spans = append(spans, v.Say("players",
			speech.Person("First", user(m.Player(engine.First))), speech.Text("FirstMark", mark(m, engine.First, c)),
			speech.Person("Second", user(m.Player(engine.Second))), speech.Text("SecondMark", mark(m, engine.Second, c)))...)
	}
	return append(spans, chat.Span{Text: " #" + m.ID})
}

// chosen are the options of a match that are not the usual ones, as they are typed.
func chosen(m *match.Match) string {
	var list []string
	for _, o := range m.Game.Options {
		if value := m.Setup.Options[o.Name]; value != "" && value != o.Default {
			list = append(list, o.Name+"="+value)
		}
	}
	if list == nil {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// discs are the pieces of a colour where they are shown among words.
var discs = map[string]string{"white": "⚪", "black": "⚫", "red": "🔴", "blue": "🔵"}

// mark is how the pieces of a side look: on a picture or, where there are none, on a text board.
func mark(m *match.Match, s engine.Side, c chat.Caps) string {
	marks := [2]string{"O", "X"}
	if c.Pictures && c.Caption > 0 {
		for i := range marks {
			marks[i] = discs[m.Game.Colours[i]]
		}
	}
	if s == engine.First {
		return marks[0]
	}
	return marks[1]
}

func (b *Bot) result(m *match.Match, v voice) []chat.Span {
	winner := m.Outcome.Winner
	who := speech.Person("Winner", user(m.Player(winner)))
	if winner == engine.Nobody {
		who = speech.Text("Winner", "")
	}
	return v.Say("reason."+string(m.Outcome.Reason),
		who, speech.Person("Loser", user(m.Player(winner.Other()))), speech.Count(m.Outcome.Points))
}

// sentence says what an event was that came when a position was on the board.
func sentence(m *match.Match, e match.Event, p engine.Position, v voice) []chat.Span {
	key, word, at := "event."+string(e.Kind), "", ""
	switch e.Kind {
	case match.Moved: // moves in words may have sentences of their own
		word, at = engine.Word(p, e.Move)
		if e.Forced && !v.Has(key+"-"+word) {
			word = "forced"
		}
	case match.Challenged:
		switch {
		case m.Setup.Source != nil:
			word = "resumed"
		case m.Setup.Opponent.Anyone():
			word = "anyone"
		}
	case match.Withdrawn:
		if m.First.ID != "" {
			word = "begun"
		}
	case match.Accepted:
		if m.Setup.Side != engine.Nobody || m.Setup.Theirs {
			word = "chosen"
		}
	case match.Offered, match.Agreed, match.Refused:
		word = string(e.Offer)
	}
	if v.Has(key + "-" + word) {
		key += "-" + word
	}
	count := e.Times
	for n := range len(m.Setup.Played) {
		if e.Kind == match.Challenged && m.Line.At(n).Turn() != engine.Chance {
			count++
		}
	}
	who := author(m, e.By)
	if e.Who != nil {
		who = *e.Who
	}
	return v.Say(key,
		speech.Person("Player", user(who)),
		opponent(m),
		speech.Text("Move", v.move(p, string(e.Move))),
		speech.Text("At", v.move(p, at)),
		speech.Count(count))
}

// opponent is the fact who is challenged, "" if it is anyone.
func opponent(m *match.Match) speech.Fact {
	if m.Opponent.Anyone() {
		return speech.Text("Opponent", "")
	}
	return speech.Person("Opponent", user(m.Opponent))
}

// rights tells what the side on turn may do before it moves, and offers it.
func rights(message *chat.Message, m *match.Match, v voice) {
	e, ok := m.Line.Position().(engine.Arbiter)
	if !ok || len(e.Rights()) == 0 {
		return
	}
	message.Text = append(message.Text, line(v.Say("rights",
		speech.Person("Player", user(m.Player(m.Turn()))), speech.Person("Opponent", user(m.Player(m.Turn().Other())))))...)
	var row []chat.Button
	for _, r := range e.Rights() {
		word, at := engine.Word(m.Line.Position(), r)
		row = append(row, chat.Button{Label: v.Text("button."+word, speech.Text("At", v.move(m.Line.Position(), at))), Says: "/move #" + m.ID + " " + string(r)})
	}
	message.Buttons = append(message.Buttons, row)
}

func author(m *match.Match, id string) match.Player {
	switch id {
	case m.Opponent.ID:
		return m.Opponent
	case m.Reader.ID:
		return m.Reader
	}
	return m.Challenger
}

func answerButtons(m *match.Match, v voice, decline bool) [][]chat.Button {
	accept := "/" + v.Words("accept")[0] + " #" + m.ID
	row := []chat.Button{{Label: v.Text("button.accept"), Says: accept}}
	if m.Status == match.Open && m.Setup.Theirs {
		row = nil
		for side, word := range []string{"first", "second"} {
			label := v.Text("button.accept-as", speech.Text("Colour", colourName(m, engine.Side(side+1), v)))
			row = append(row, chat.Button{Label: label, Says: accept + " " + word})
		}
	}
	if decline {
		row = append(row, chat.Button{Label: v.Text("button.decline"), Says: "/" + v.Words("decline")[0] + " #" + m.ID})
	}
	return [][]chat.Button{row}
}

// line puts spans on a line of their own.
func line(spans []chat.Span) []chat.Span {
	return append([]chat.Span{{Text: "\n"}}, spans...)
}
