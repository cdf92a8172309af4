package discord_test

import (
	"context"
	"testing"

	"tabuleiro/bot/chat"
)

// hesitant hears each event until it is let go on.
type hesitant struct {
	heard chan string
	goOn  chan struct{}
}

func (s hesitant) Hear(_ context.Context, e chat.Event) {
	s.heard <- e.Text
	<-s.goOn
}
func (hesitant) Suggest(context.Context, chat.Event) []string      { return nil }
func (hesitant) Moved(context.Context, chat.Room, chat.Room) error { return nil }

// An event is in the queue until it has been dealt with: two events in one room, one of which waits, and one in
// another.
func TestQueues(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		h := hesitant{heard: make(chan string), goOn: make(chan struct{})}
		w.run(h)
		w.Connected(1)
		ana := w.User("ana")
		guild := w.Guild(ana)
		one, other := guild.Channel("one"), guild.Channel("other")
		ana.Types(one, "first")
		<-h.heard
		ana.Types(one, "second")
		ana.Types(other, "elsewhere") // events come in order: with this one the second has come, too
		<-h.heard
		if got := w.bot.Queues()["in"]; got != 3 {
			t.Errorf("%d in the queue, want 3", got)
		}
		for range 2 {
			h.goOn <- struct{}{}
		}
		<-h.heard
		h.goOn <- struct{}{}
		if err := w.stop(); err != nil {
			t.Error(err)
		}
		if got := w.bot.Queues()["in"]; got != 0 {
			t.Errorf("%d in the queue at the end", got)
		}
	})
}

func (hesitant) Weigh(e chat.Event) chat.Weight {
	switch {
	case len(e.Text) > 100:
		return chat.Talk
	case e.Text == "11-15":
		return chat.Move
	}
	return chat.Wish
}
