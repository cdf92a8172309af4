package discord_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/adapter/adaptertest"
	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/engine/longtest"
)

// inThread has ana and rui play in a thread, and returns it with the first board.
func (w *world) inThread(ana, rui *discordtest.User,
	c *discordtest.Channel) (*discordtest.Channel, *discordtest.Message) {
	w.t.Helper()
	ana.Command(c, "play", discordtest.With("opponent", rui), discordtest.With("thread", true),
		discordtest.With("time", "none"))
	offer := c.Next()
	rui.Presses(offer, "Accept")
	thread := c.NewThread()
	if m := offer.Edited(1); !strings.HasSuffix(m.Content, "Played here: <#"+thread.ID+">") || m.Picture != nil {
		w.t.Errorf("said in the channel: %q", m.Content)
	}
	return thread, thread.Next()
}

// The list of matches in a channel has those in its threads, and leads there.
func TestList_LeadsToThreads(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		thread, board := w.inThread(ana, rui, c)
		for _, i := range []*discordtest.Interaction{ana.Command(c, "games"), rui.Command(c, "games")} {
			if m := i.Private(); !strings.Contains(m.Content, matchID(t, board)) ||
				!strings.Contains(m.Content, "<#"+thread.ID+">") {
				t.Errorf("said: %q", m.Content)
			}
		}
		if m := ana.Command(thread, "games").Private(); strings.Contains(m.Content, "<#") {
			t.Errorf("said: %q", m.Content)
		}
	})
}

// A thread in which nobody has said anything for more than a week is opened again by the one who plays on.
func TestThread_Archived(t *testing.T) {
	longtest.Skip(t)
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		thread, board := w.inThread(ana, rui, c)
		time.Sleep(6 * 24 * time.Hour)
		if thread.Archived() {
			t.Error("archived within a week")
		}
		time.Sleep(2 * 24 * time.Hour)
		if !thread.Archived() {
			t.Error("not archived after a week")
		}
		move := legal(t, w, board)
		board.Pinged[0].Types(thread, move)
		w.reads(thread.Next(), move)
	})
}

// A match whose thread is closed for the bot goes on in the channel, from wherever the next move comes. That a thread may
// not be written in any more is told when it is tried.
func TestThread_Closed(t *testing.T) {
	type end struct {
		comes func(thread *discordtest.Channel)
		told  bool
	}
	servertest.Each(t, map[string]end{
		"locked":     {func(thread *discordtest.Channel) { thread.Archive(true) }, true},
		"deleted":    {func(thread *discordtest.Channel) { thread.Delete() }, true},
		"no writing": {func(thread *discordtest.Channel) { thread.Deny(discordtest.SendInThreads) }, false},
	}, func(t *testing.T, x end) {
		w := begin(t)
		ana, rui, c := w.people()
		thread, board := w.inThread(ana, rui, c)
		x.comes(thread)
		time.Sleep(3 * time.Minute) // so that who is to move is called by a new board
		const line = " thread-gone"
		if x.told && (c.Unread() != 1 || c.Next().Content != line) {
			t.Errorf("in the channel there are %q", c.Texts())
		}
		move, mover, other := legal(t, w, board), board.Pinged[0], ana
		if mover == ana {
			other = rui
		}
		mover.Command(mover.Direct(), "move", discordtest.With("move", "#"+matchID(t, board)+" "+move))
		next := c.NextWithin(5 * time.Minute)
		if !x.told && next != nil && next.Content == line {
			next = c.NextWithin(5 * time.Minute)
		}
		if next == nil || !strings.Contains(next.Content, move) {
			t.Fatalf("said in the channel: %+v", next)
		}
		move = legal(t, w, next)
		other.Types(c, move)
		w.reads(next.Next(), move)
	})
}

// An answer does not need the permissions of a reply.
func TestNoHistory(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := secretly(t, "the answer", 0)
		ana, _, c := w.people()
		c.Deny(discordtest.ReadHistory)
		if m := typed(c, ana, "help"); m.Content != "the answer" || m.Referenced != nil {
			t.Errorf("said: %q", m.Content)
		}
	})
}

// Old buttons keep no player waiting: neither where they may be changed seldom only, nor where Discord has people wait.
func TestOldButtons(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		_, _, c := w.people()
		w.run(listener{})
		var refs []chat.Ref
		for range 12 {
			ref, err := w.bot.Send(t.Context(), roomOf(c), board("one", "next"))
			if err != nil {
				t.Fatal(err)
			}
			refs = append(refs, ref)
		}
		time.Sleep(2 * time.Hour)
		began := time.Now()
		for _, ref := range refs {
			if err := w.bot.Retire(t.Context(), roomOf(c), ref); err != nil {
				t.Error(err)
			}
		}
		ref, err := w.bot.Send(t.Context(), roomOf(c), board("two", "next"))
		if err != nil {
			t.Fatal(err)
		}
		w.Fail(discordtest.Fault{Method: "PATCH", Path: "/messages", Status: 429, Body: `{"retry_after":60,"global":false}`})
		_ = w.bot.Retire(t.Context(), roomOf(c), ref)
		if took := time.Since(began); took > 6*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

// Messages older than an hour may be changed seldom only: one that may not be is given up at once, and others do not
// wait.
func TestOldEdits(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		_, _, c := w.people()
		w.run(listener{})
		send := func() chat.Ref {
			ref, err := w.bot.Send(t.Context(), roomOf(c), board("one", "next"))
			if err != nil {
				t.Fatal(err)
			}
			return ref
		}
		edit := func(ref chat.Ref) error { return w.bot.Edit(t.Context(), roomOf(c), ref, board("two", "next")) }
		old := send()
		time.Sleep(2 * time.Hour)
		began, refused := time.Now(), 0
		for range 12 {
			if edit(old) != nil {
				refused++
			}
		}
		if took := time.Since(began); took > time.Second || refused != 2 {
			t.Errorf("%d changes are refused, after %v", refused, took)
		}
		w.Fail(discordtest.Fault{Method: "PATCH", Path: "/messages", Status: 429, Body: `{"retry_after":20,"global":false}`})
		slow := make(chan error)
		go func() { slow <- edit(old) }()
		time.Sleep(time.Second)
		fresh := send()
		began = time.Now()
		if err := edit(fresh); err != nil || time.Since(began) > time.Second {
			t.Errorf("a new message is changed after %v: %v", time.Since(began), err)
		}
		<-slow
	})
}

// In a busy room a move is heard though much is said there, and what was not heard is told once. Nothing waits there
// without an end.
func TestFlood(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := prepare(t)
		ana, rui, c := w.people()
		h := hesitant{adaptertest.Hesitant{Heard: make(chan string), GoOn: make(chan struct{})}}
		w.run(h)
		w.Connected(1)
		ana.Types(c, "first")
		<-h.Heard
		for range 300 {
			rui.Types(c, strings.Repeat("we talk about something else ", 20))
		}
		for range 60 {
			rui.Types(c, "11-15")
		}
		for range 5 {
			rui.Types(c, "perhaps a wish") // too much is waiting already
		}
		ana.Replies(rui.Types(c, "/help"), w.Bot.Mention()+" board")
		for range 50 {
			rui.Types(c, "11-15") // with these it is too much for moves, too
		}
		synctest.Wait() // all that has come
		h.GoOn <- struct{}{}
		var heard []string
		for range 99 {
			heard = append(heard, <-h.Heard)
			h.GoOn <- struct{}{}
		}
		if heard[0] != "11-15" || heard[59] != "11-15" || heard[61] != "board" || heard[98] != "11-15" {
			t.Errorf("heard %q", heard)
		}
		if m := c.Next(); !strings.HasSuffix(m.Content, "skipped: 18") {
			t.Errorf("said: %q", m.Content)
		}
		w.quiet(c)
	})
}

// hesitant hears each event until it is let go on.
type hesitant struct{ adaptertest.Hesitant }

func (hesitant) Weigh(e chat.Event) chat.Weight {
	switch {
	case len(e.Text) > 100:
		return chat.Talk
	case e.Text == "11-15":
		return chat.Move
	}
	return chat.Wish
}
