package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/engine/match"
)

// restarts has the bot be killed and started again while something may be said: it reads again what was said lately,
// and knows nothing of what was refused.
func (w *world) restarts(meanwhile func()) {
	w.t.Helper()
	w.stop()
	meanwhile()
	i, r := w.Gateway()
	w.run(nil)
	w.Connected(i + r + 1)
	time.Sleep(time.Minute)
}

// falls has the bot be killed before it notes how far the gateway has told, and started again: all that is said
// meanwhile is told again when the session is resumed.
func (w *world) falls(meanwhile ...func()) {
	w.t.Helper()
	const session = "discord/session/1/0"
	noted, err := w.store.Get(w.t.Context(), session)
	if err != nil || noted == "" {
		w.t.Fatalf("the session is noted as %q: %v", noted, err)
	}
	for _, do := range meanwhile { // one life each
		do()
		_, before := w.Gateway()
		w.restarts(func() {
			if err := w.store.Put(w.t.Context(), session, noted); err != nil {
				w.t.Fatal(err)
			}
		})
		if _, after := w.Gateway(); after != before+1 {
			w.t.Errorf("resumed %d times", after-before)
		}
	}
}

// loses has a gap be heard of only after a while: words after it are heard before those in it.
func (w *world) loses(meanwhile, before func()) {
	w.t.Helper()
	lost := w.LostSoFar()
	i, r := w.Gateway()
	slow := w.Fail(discordtest.Fault{Method: "GET", Path: "/messages", Delay: 10 * time.Second})
	w.Forget()
	w.Drop()
	w.Lost(lost + 1)
	meanwhile()
	w.Connected(i + r + 1)
	slow.Met(1)
	before()
	time.Sleep(time.Minute)
}

// events are those of the match on a board.
func (w *world) events(board *discordtest.Message) []match.Event {
	w.t.Helper()
	events, err := w.store.Events(w.t.Context(), matchID(w.t, board))
	if err != nil {
		w.t.Fatal(err)
	}
	return events
}

// tells is what happened on a board since the match began.
func (w *world) tells(board *discordtest.Message) (all []string) {
	for _, e := range w.events(board)[2:] {
		all = append(all, strings.TrimSpace(string(e.Kind)+" "+string(e.Move)+string(e.Offer)))
	}
	return all
}

// A text that is read again counts for what its author had in mind and for nothing that has come about since; and
// missed texts count, one after the other.
func TestReread(t *testing.T) {
	const moment = time.Second
	type scene struct {
		do   func(w *world, ana, rui *discordtest.User, at *discordtest.Channel, board *discordtest.Message)
		want []string // what has happened
	}
	servertest.Each(t, map[string]scene{
		"a move out of turn": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel, _ *discordtest.Message) {
			rui.Types(at, "22-18")
			time.Sleep(moment)
			ana.Types(at, "11-15")
			time.Sleep(moment)
			w.restarts(func() {})
		}, []string{"moved 11-15"}},
		"a move out of turn, before one with a button": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel,
			board *discordtest.Message) {
			rui.Types(at, "22-18")
			time.Sleep(moment)
			ana.Presses(board, "11-15")
			time.Sleep(moment)
			w.restarts(func() {})
		}, []string{"moved 11-15"}},
		"a move out of turn, told again": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel,
			_ *discordtest.Message) {
			w.falls(func() {
				rui.Types(at, "22-18")
				time.Sleep(moment)
				ana.Types(at, "11-15")
				time.Sleep(moment)
			})
		}, []string{"moved 11-15"}},
		"a move out of turn, told again behind the end of what was told again before": {func(w *world,
			ana, rui *discordtest.User, at *discordtest.Channel, _ *discordtest.Message) {
			w.falls(func() {
				ana.Types(at, "11-15")
				time.Sleep(moment)
			}, func() {
				ana.Types(at, "10-14")
				time.Sleep(moment)
				rui.Types(at, "22-18")
				time.Sleep(moment)
			})
		}, []string{"moved 11-15", "moved 22-18"}},
		"a move typed twice, told again": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel,
			_ *discordtest.Message) {
			w.falls(func() {
				for _, said := range []struct {
					by   *discordtest.User
					move string
				}{{ana, "11-15"}, {ana, "12-16"}, {rui, "22-18"}} {
					said.by.Types(at, said.move)
					time.Sleep(moment)
				}
			})
		}, []string{"moved 11-15", "moved 22-18"}},
		"moves that were missed": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel,
			_ *discordtest.Message) {
			w.restarts(func() {
				for i, move := range []string{"11-15", "22-18", "10-14"} {
					time.Sleep(moment)
					[]*discordtest.User{ana, rui}[i%2].Types(at, move)
				}
			})
		}, []string{"moved 11-15", "moved 22-18", "moved 10-14"}},
		"a move that was missed, before an offer": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel,
			_ *discordtest.Message) {
			w.loses(func() { ana.Types(at, "11-15"); time.Sleep(moment) }, func() { rui.Command(at, "draw") })
		}, []string{"offered draw", "moved 11-15"}},
		"an offer that was missed, and the answer": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel,
			_ *discordtest.Message) {
			w.restarts(func() {
				ana.Types(at, "/draw")
				time.Sleep(moment)
				rui.Types(at, "/accept")
			})
		}, []string{"offered draw", "agreed draw"}},
		"a yes before the offer": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel,
			_ *discordtest.Message) {
			rui.Types(at, "yes")
			time.Sleep(moment)
			ana.Types(at, "/draw")
			time.Sleep(moment)
			w.restarts(func() {})
		}, []string{"offered draw"}},
		"an acceptance before the offer": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel,
			_ *discordtest.Message) {
			rui.Types(at, "/accept")
			time.Sleep(moment)
			ana.Types(at, "/draw")
			time.Sleep(moment)
			w.restarts(func() {})
		}, []string{"offered draw"}},
		"an undo before there was something to undo": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel,
			_ *discordtest.Message) {
			ana.Types(at, "/undo")
			time.Sleep(moment)
			ana.Types(at, "11-15")
			time.Sleep(moment)
			w.restarts(func() {})
		}, []string{"moved 11-15"}},
		"giving up, before a move": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel,
			board *discordtest.Message) {
			w.loses(func() { ana.Types(at, "/resign yes"); time.Sleep(moment) }, func() { ana.Presses(board, "11-15") })
		}, []string{"moved 11-15"}},
		"the end of a move, before its beginning": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel,
			_ *discordtest.Message) {
			w.loses(func() {
				ana.Types(at, "15")
				time.Sleep(moment)
			}, func() { ana.Command(at, "move", discordtest.With("move", "11")) })
		}, nil},
		"the beginning of a move, before others": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel,
			board *discordtest.Message) {
			w.loses(func() { ana.Types(at, "10"); time.Sleep(moment) }, func() {
				ana.Command(at, "move", discordtest.With("move", "11-15"))
				rui.Command(at, "move", discordtest.With("move", "22-18"))
			})
			ana.Types(at, "14")
			time.Sleep(moment)
		}, []string{"moved 11-15", "moved 22-18"}},
		"the end of a move, after its beginning": {func(w *world, ana, rui *discordtest.User, at *discordtest.Channel,
			_ *discordtest.Message) {
			ana.Command(at, "move", discordtest.With("move", "11"))
			time.Sleep(moment)
			w.loses(func() { ana.Types(at, "15"); time.Sleep(moment) }, func() {})
		}, []string{"moved 11-15"}},
	}, func(t *testing.T, c scene) {
		w := begin(t)
		ana, rui, channel := w.people()
		board := challenge(w, ana, rui, channel)
		time.Sleep(time.Minute)
		c.do(w, ana, rui, channel, board)
		if got := w.tells(board); !slices.Equal(got, c.want) {
			t.Errorf("happened: %q, not %q", got, c.want)
		}
	})
}

// A yes that was said before the question does not answer it.
func TestReread_Question(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui := w.User("ana"), w.User("rui")
		w.Guild(ana, rui)
		ana.Command(ana.Direct(), "play", discordtest.With("opponent", rui), discordtest.With("colour", "white"))
		rui.Command(rui.Direct(), "accept", discordtest.With("match", matchID(t, ana.Direct().Next())))
		board := rui.Direct().Next()
		time.Sleep(time.Minute)
		resigns := func() { ana.Command(ana.Direct(), "resign") }
		w.loses(func() { ana.Types(ana.Direct(), "yes"); time.Sleep(time.Second) }, resigns)
		if got := w.tells(board); len(got) > 0 {
			t.Errorf("happened: %q", got)
		}
		resigns()
		time.Sleep(time.Second)
		w.loses(func() { ana.Types(ana.Direct(), "yes"); time.Sleep(time.Second) }, func() {})
		if got := w.tells(board); !slices.Equal(got, []string{"resigned"}) {
			t.Errorf("happened after the question: %q", got)
		}
	})
}

// A text that was answered is not answered once more; a missed one is answered.
func TestReread_Answered(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, channel := w.people()
		challenge(w, ana, rui, channel)
		time.Sleep(time.Minute)
		ask := func() {
			for _, text := range []string{"/help", "/moves", "/theme paper", "/nonsense", "11-16"} {
				ana.Types(channel, text)
				time.Sleep(time.Second)
			}
			rui.Types(channel, "22-18")
			time.Sleep(time.Second)
		}
		ask()
		answers := channel.Unread()
		w.restarts(func() {})
		if n := channel.Unread() - answers; answers < 5 || n != 0 {
			t.Errorf("%d answers, and again %d", answers, n)
		}
		w.restarts(ask)
		if n := channel.Unread() - answers; n != answers {
			t.Errorf("%d answers to what was missed, not %d", n, answers)
		}
	})
}
