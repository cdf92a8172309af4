package discord_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/discordtest"
)

// Two friends who have the bot with their accounts play where it is no member, in a talk of people and on a server, by
// commands and buttons, of which one asks for a move; they are told once what does not work there.
func TestGuest(t *testing.T) {
	servertest.Each(t, map[string]func(w *world, ana, rui *discordtest.User) *discordtest.Channel{
		"talk": func(w *world, _, _ *discordtest.User) *discordtest.Channel { return w.Group() },
		"server": func(w *world, ana, rui *discordtest.User) *discordtest.Channel {
			return w.Abroad(ana, rui).Channel("elsewhere")
		},
	}, func(t *testing.T, where func(w *world, ana, rui *discordtest.User) *discordtest.Channel) {
		w := begin(t)
		ana, rui := w.User("ana"), w.User("rui")
		guests(t, w, ana, rui, where(w, ana, rui))
	})
}

func guests(t *testing.T, w *world, ana, rui *discordtest.User, room *discordtest.Channel) {
	i := ana.Command(room, "play", discordtest.With("opponent", rui), discordtest.With("time", "none"), begins)
	if m := i.Private(); !m.Secret || m.Content != "en-US guest" {
		t.Errorf("ana is told %q", m.Content)
	}
	rui.Presses(room.Next(), "Accept")
	board := room.Next()
	for n := range 4 {
		if board.Picture == nil || board.Secret || !slices.Contains(board.Buttons(), "Type") {
			t.Fatalf("said: %q with %q", board.Content, board.Buttons())
		}
		time.Sleep(time.Minute)
		by, move := w.turn(board), legal(t, w, board)
		if n%2 == 0 {
			by.Command(room, "move", discordtest.With("move", move))
			if board = room.Next(); len(board.Pinged) != 1 {
				t.Errorf("%d people are called by %q", len(board.Pinged), board.Content)
			}
		} else {
			by.Presses(board, "Type").Fills(move)
			board = board.Edited(1)
		}
		w.reads(board, move)
	}
	i = ana.Command(room, "help")
	if m := i.Private(); strings.Contains(m.Content, "just type") || strings.Contains(m.Content, "reply to it") {
		t.Errorf("the help says %q", m.Content)
	}
	ana.Types(room, "11-15") // is not heard
	time.Sleep(time.Hour)
	ana.Command(room, "board")
	if m := room.NextWithin(time.Minute); m == nil || m.Picture == nil {
		t.Error("the board is not shown an hour later")
	}
	w.quiet(room)
}

// A command has five answers where the bot is no member; the next command has five more.
func TestGuest_Answers(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w, heard := listen(t)
		ana := w.User("ana")
		room := w.Group()
		for range 2 {
			ana.Command(room, "games")
			<-heard
			said := 0
			for range 8 {
				_, err := w.bot.Send(t.Context(), roomOf(room), say("a board"))
				switch {
				case err == nil:
					said++
				case !strings.Contains(err.Error(), "guest"):
					t.Error(err)
				}
			}
			if said < 4 || said > 5 { // the first time one has told that the bot is a guest
				t.Errorf("%d messages are said", said)
			}
		}
	})
}

// A message that a guest cannot say any more is tried once, and shown when somebody asks for something again.
func TestGuest_Reminder(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui := w.User("ana"), w.User("rui")
		room := w.Group()
		ana.Command(room, "play", discordtest.With("opponent", rui), discordtest.With("time", "1d"), begins).Private()
		rui.Presses(room.Next(), "Accept")
		room.Next()
		time.Sleep(20 * time.Hour) // three quarters of the time are gone
		if log := w.log.String(); strings.Count(log, "the bot is a guest here") != 1 ||
			!strings.Contains(log, "the events of a match are given up") {
			t.Error("the reminder is tried again and again, or not at all")
		}
		ana.Command(room, "board")
		time.Sleep(time.Minute)
		if n := room.Unread(); n != 1 || room.Next().Picture == nil {
			t.Errorf("%d messages for one board", n)
		}
	})
}

// A guest on a server has none of its settings: they are for servers on which the bot is.
func TestGuest_Settings(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui := w.User("ana"), w.User("rui")
		g := w.Abroad(ana, rui)
		g.Owner(ana)
		room := g.Channel("elsewhere")
		i := ana.Command(room, "settings")
		for range 2 { // that it is a guest, and the settings
			if m := i.Private(); strings.Contains(strings.Join(m.Buttons(), " "), "whole server") {
				t.Errorf("said: %q with %q", m.Content, m.Buttons())
			}
		}
		if n := w.Calls("GET channels") + w.Calls("GET guilds"); n != 0 {
			t.Errorf("Discord was asked %d times about a place where the bot is not", n)
		}
	})
}

// Where the bot is a guest, and slow, what only the author of a command sees comes in the place of the promise, and what
// all see beside it, as a promise is nobody else's.
func TestGuest_Slow(t *testing.T) {
	t.Parallel()
	for private, want := range map[bool][2]int{true: {1, 0}, false: {0, 1}} {
		t.Run(fmt.Sprint("private ", private), func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				w := answers(t, func(e chat.Event) chat.Message {
					time.Sleep(3 * time.Second)
					m := say("slowly")
					m.Private = private
					return m
				})
				ana, room := w.User("ana"), w.Group()
				ana.Command(room, "games") // after which it is known that the bot is a guest
				time.Sleep(time.Minute)
				placed, beside := w.Calls("PATCH webhooks"), w.Calls("POST webhooks")
				i := ana.Command(room, "games")
				time.Sleep(time.Minute)
				if got := [2]int{w.Calls("PATCH webhooks") - placed, w.Calls("POST webhooks") - beside}; got != want {
					t.Errorf("%d answers in place of the promise and %d beside it, want %v", got[0], got[1], want)
				}
				if i.Thinks() {
					t.Error("a promise stays")
				}
			})
		})
	}
}
