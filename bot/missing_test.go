package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A player is told that the other one has left the group, with the challenge, with each move and with a rematch, and
// what to do about that.
func TestPlayerHasLeft(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		d.absent = map[string]bool{rui.ID: true}
		missing := func(after, want string) {
			t.Helper()
			hear(h, chat.Event{Room: "desk:group", From: ana, Text: after, Addressed: true, Mentions: []chat.User{ana, rui}})
			m := d.last(t).m
			cancel := len(m.Buttons) == 1 && m.Buttons[0][0].Label == "Cancel"
			if got := chat.Plain(m.Text); !strings.Contains(got, "Rui cannot be reached") || !strings.Contains(got, want) ||
				cancel != strings.Contains(want, "cancel the") {
				t.Errorf("after %s: %q, %+v", after, got, m.Buttons)
			}
		}
		missing("/play damas colour=white @rui", "cancel the challenge")
		d.absent = nil
		says(h, rui, "/accept")
		d.absent = map[string]bool{rui.ID: true}
		missing("11-15", "cancel the match")
		d.absent = nil
		says(h, rui, "22-18")
		d.absent = map[string]bool{rui.ID: true}
		missing("15-19", "the win is yours")
		d.heard()
		h.Left(t.Context(), "desk:group", rui)
		h.Left(t.Context(), "desk:group", chat.User{ID: "desk:eva", Handle: "eva"})
		if got := d.heard(); len(got) != 1 || !strings.Contains(got[0], "Rui cannot be reached") {
			t.Errorf("when somebody leaves: %q", got)
		}
		says(h, ana, "/resign yes")
		if got := chat.Plain(d.last(t).m.Text); strings.Contains(got, "cannot be reached") {
			t.Errorf("after the end: %q", got)
		}
		missing("/rematch", "cancel the challenge")
		d.heard()
		h.Left(t.Context(), "desk:group", ana) // who waits for an answer, and plays with nobody
		if got := d.heard(); len(got) > 0 {
			t.Errorf("when somebody leaves with an open challenge: %q", got)
		}
		says(h, ana, "/play eximo @eva") // whom the bot knows by the handle alone
		d.heard()
		h.Left(t.Context(), "desk:group", chat.User{ID: "desk:eva", Handle: "Eva", Name: "Eva"})
		if m := d.last(t).m; !strings.Contains(chat.Plain(m.Text), "Eva cannot be reached") || len(m.Buttons) != 1 ||
			m.Buttons[0][0].Label != "Cancel" {
			t.Errorf("when the one who is challenged leaves: %q, %+v", chat.Plain(m.Text), m.Buttons)
		}
	})
}

// While the time of somebody who has left runs out that is told once more, and not with each reminder.
func TestPlayerHasLeftForGood(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/play damas colour=white time=1d @rui")
		says(h, rui, "/accept")
		d.absent = map[string]bool{rui.ID: true}
		says(h, ana, "11-15")
		d.heard()
		later(30 * time.Hour)
		told := d.heard()
		missed := len(slices.DeleteFunc(slices.Clone(told),
			func(s string) bool { return !strings.Contains(s, "Rui cannot be reached") }))
		if missed != 1 || !strings.Contains(told[len(told)-1], "it is up to you.") {
			t.Errorf("%d times: %q", missed, told)
		}
	})
}

// A player is told in the own private talk, in the language spoken there, that the other one does not talk with the bot
// any more.
func TestPlayerHasClosed(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for lang, want := range map[string][2]string{
			"en": {"Rui cannot be reached", "the win is yours"},
			"es": {"No puedo avisar a Rui", "la victoria es tuya"},
			"pt": {"Não consigo avisar Rui", "a vitória é sua"},
		} {
			d, store := newDesk(), memorytest.New()
			h, _ := start(t, store, d)
			private := func(u chat.User, text string) {
				hear(h, chat.Event{Room: chat.Room("desk:" + u.Handle), From: u, Text: text, Addressed: true, Private: true})
			}
			private(ana, "/language "+lang)
			private(ana, "/play damas colour=white time=3d")
			told := chat.Plain(d.last(t).m.Text)
			link := told[strings.Index(told, "start=")+len("start="):]
			private(rui, "/start "+strings.Fields(link)[0])
			private(rui, d.last(t).m.Buttons[0][0].Says)
			private(ana, "11-15")
			private(rui, "22-18")
			d.heard()
			d.fail = func(room chat.Room, _ chat.Message) error {
				if room == "desk:rui" {
					return fmt.Errorf("blocked: %w", chat.ErrClosed)
				}
				return nil
			}
			private(ana, "15-19")
			if got := d.heard(); len(got) != 2 || !slices.ContainsFunc(got,
				func(s string) bool { return strings.Contains(s, want[0]) && strings.Contains(s, want[1]) }) {
				t.Errorf("%s: %q", lang, got)
			} else if strings.Contains(strings.Join(got, ""), "start=") {
				t.Errorf("%s, with the link of a challenge that is accepted: %q", lang, got)
			}
			private(rui, string(firstMove(only(t, store, storage.Query{})))) // who plays on all the same
			if got := d.heard(); len(got) != 1 || strings.Contains(got[0], want[0]) {
				t.Errorf("%s, after a move of the other one: %q", lang, got)
			}
		}
	})
}

// Of a match without a limit of time a player is told when it can be called off, and it can then, after a question.
func TestPlayerIsSilent(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		h, _ := start(t, memorytest.New(), d, limit(bot.Limits{}))
		says(h, ana, "/play damas colour=white time=no @rui")
		says(h, rui, "/accept")
		says(h, ana, "11-15")
		says(h, rui, "22-18")
		d.absent = map[string]bool{rui.ID: true}
		says(h, ana, "15-19")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got,
			"After seven days without a move you can cancel the match: /cancel #") {
			t.Errorf("said: %q", got)
		}
		answers := func(command, want string) {
			t.Helper()
			says(h, ana, command)
			if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, want) {
				t.Errorf("%s: %q", command, got)
			}
		}
		answers("/cancel", "If Rui does not move for seven days")
		later(7 * 24 * time.Hour)
		answers("/cancel", "Do you really want to cancel match #")
		answers("/cancel yes", "cancels the match")
	})
}

// How a challenge reaches the one who does not see it is told to its author alone: by its link, or by its number where
// there are no links.
func TestChallengeUnseen(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for links, way := range map[bool]string{true: "Share this link; only Rui can accept: https://desk.example/?start=",
			false: "Rui does not see this. In a private chat with me /accept #"} {
			d, store := newDesk(), memorytest.New()
			var a judgeable = d
			if !links {
				a = struct {
					judgeable
					chat.Presence
				}{d, d}
			}
			h, _ := start(t, store, a, limit(bot.Limits{}))
			meets := func(u chat.User, text string, room chat.Room) []string {
				d.heard()
				hear(h, chat.Event{Room: room, From: u, Text: text, Addressed: true, Private: room != "desk:group",
					Mentions: []chat.User{ana, rui}})
				return d.heard()
			}
			meets(rui, "/play eximo @ana", "desk:rui") // where Rui is spoken to
			d.absent = map[string]bool{rui.ID: true}
			d.fail = func(room chat.Room, _ chat.Message) error {
				if room == "desk:rui" {
					return chat.ErrClosed
				}
				return nil
			}
			if got := strings.Join(meets(ana, "/play damas @rui", "desk:ana"), "\n"); !strings.Contains(got, way) {
				t.Errorf("links %v, to the author: %q", links, got)
			}
			if got := meets(ana, "/play cage @rui", "desk:group"); len(got) != 2 ||
				!strings.Contains(got[1], "cannot be reached") || strings.Contains(strings.Join(got, ""), way[:12]) {
				t.Errorf("links %v, to all: %q", links, got)
			}
		}
	})
}

// A move is told in a room that has just been opened again, also if its news finds the talks of both players shut
// first.
func TestFoundWhileTalksAreShut(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		h, _ := start(t, memorytest.New(), talksTo{d}, limit(bot.Limits{}))
		says(h, ana, "/play damas @rui colour=white")
		says(h, rui, "/accept")
		open := false
		d.fail = func(room chat.Room, _ chat.Message) error {
			if !open || room != "desk:group" {
				return chat.ErrClosed
			}
			time.Sleep(time.Minute)
			return nil
		}
		says(h, ana, "11-15")
		later(24 * time.Hour)
		open = true
		d.heard()
		go says(h.Bot, ana, "/play cage @eva") // of which the room is told for a minute, while the talks are tried
		synctest.Wait()
		says(h, rui, "22-18")
		later(time.Hour)
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "22-18") {
			t.Errorf("after the move the room is told %q", got)
		}
	})
}

// talksTo is a desk where everybody can be talked to.
type talksTo struct{ *desk }

func (talksTo) Direct(_ context.Context, account string) (chat.Room, error) {
	return chat.Room(account), nil
}
