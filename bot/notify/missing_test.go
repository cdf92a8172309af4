package notify_test

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
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A player is told that the opponent has left the group, with the challenge, with each move and with a rematch, and
// what to do.
func TestMissing_PlayerLeft(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		d.Absent = map[string]bool{Rui.ID: true}
		missing := func(after, want string) {
			t.Helper()
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: after, Addressed: true, Mentions: []chat.User{Ana, Rui}})
			m := d.Last(t).M
			cancel := len(m.Buttons) == 1 && m.Buttons[0][0].Label == "Cancel"
			if got := chat.PlainText(m.Text); !strings.Contains(got, "Rui cannot be reached") || !strings.Contains(got, want) ||
				cancel != strings.Contains(want, "cancel the") {
				t.Errorf("after %s: %q, %+v", after, got, m.Buttons)
			}
		}
		missing("/play damas colour=white @rui", "cancel the challenge")
		d.Absent = nil
		Says(h, Rui, "/accept")
		d.Absent = map[string]bool{Rui.ID: true}
		missing("11-15", "cancel the match")
		d.Absent = nil
		Says(h, Rui, "22-18")
		d.Absent = map[string]bool{Rui.ID: true}
		missing("15-19", "the win is yours")
		d.Heard()
		h.Left(t.Context(), "desk:group", Rui)
		h.Left(t.Context(), "desk:group", chat.User{ID: "desk:eva", Handle: "eva"})
		if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], "Rui cannot be reached") {
			t.Errorf("when somebody leaves: %q", got)
		}
		Says(h, Ana, "/resign yes")
		if got := chat.PlainText(d.Last(t).M.Text); strings.Contains(got, "cannot be reached") {
			t.Errorf("after the end: %q", got)
		}
		missing("/rematch", "cancel the challenge")
		d.Heard()
		h.Left(t.Context(), "desk:group", Ana) // who waits for an answer, and plays with nobody
		if got := d.Heard(); len(got) > 0 {
			t.Errorf("when somebody leaves with an open challenge: %q", got)
		}
		Says(h, Ana, "/play eximo @eva") // whom the bot knows by the handle alone
		d.Heard()
		h.Left(t.Context(), "desk:group", chat.User{ID: "desk:eva", Handle: "Eva", Name: "Eva"})
		if m := d.Last(t).M; !strings.Contains(chat.PlainText(m.Text), "Eva cannot be reached") || len(m.Buttons) != 1 ||
			m.Buttons[0][0].Label != "Cancel" {
			t.Errorf("when the one who is challenged leaves: %q, %+v", chat.PlainText(m.Text), m.Buttons)
		}
	})
}

// While the time of a player who has left runs out that is repeated once, and not with each reminder.
func TestMissing_PlayerLeftForGood(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=white time=1d @rui")
		Says(h, Rui, "/accept")
		d.Absent = map[string]bool{Rui.ID: true}
		Says(h, Ana, "11-15")
		d.Heard()
		Later(30 * time.Hour)
		told := d.Heard()
		missed := len(slices.DeleteFunc(slices.Clone(told),
			func(s string) bool { return !strings.Contains(s, "Rui cannot be reached") }))
		if missed != 1 || !strings.Contains(told[len(told)-1], "it is up to you.") {
			t.Errorf("%d times: %q", missed, told)
		}
	})
}

// A player is told in private, in the language used there, that the opponent has blocked the bot.
func TestMissing_PlayerClosed(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, want := range map[string][2]string{
			"en": {"Rui cannot be reached", "the win is yours"},
			"es": {"No puedo avisar a Rui", "la victoria es tuya"},
			"pt": {"Não consigo avisar Rui", "a vitória é sua"},
		} {
			d, store := NewDesk(), memorytest.New()
			h, _ := Start(t, store, d)
			private := func(u chat.User, text string) {
				Hear(h, chat.Event{Room: chat.Room("desk:" + u.Handle), From: u, Text: text, Addressed: true, Private: true})
			}
			private(Ana, "/language "+lang)
			private(Ana, "/play damas colour=white time=3d")
			told := chat.PlainText(d.Last(t).M.Text)
			link := told[strings.Index(told, "start=")+len("start="):]
			private(Rui, "/start "+strings.Fields(link)[0])
			private(Rui, d.Last(t).M.Buttons[0][0].Says)
			private(Ana, "11-15")
			private(Rui, "22-18")
			d.Heard()
			d.Fail = func(room chat.Room, _ chat.Message) error {
				if room == "desk:rui" {
					return fmt.Errorf("blocked: %w", chat.ErrClosed)
				}
				return nil
			}
			private(Ana, "15-19")
			if got := d.Heard(); len(got) != 2 || !slices.ContainsFunc(got,
				func(s string) bool { return strings.Contains(s, want[0]) && strings.Contains(s, want[1]) }) {
				t.Errorf("%s: %q", lang, got)
			} else if strings.Contains(strings.Join(got, ""), "start=") {
				t.Errorf("%s, with the link of a challenge that is accepted: %q", lang, got)
			}
			private(Rui, string(FirstMove(Only(t, store, storage.Query{})))) // who plays on all the same
			if got := d.Heard(); len(got) != 1 || strings.Contains(got[0], want[0]) {
				t.Errorf("%s, after a move of the other one: %q", lang, got)
			}
		}
	})
}

// In a match without a time limit a player is told when it can be called off, and it can then, after a question.
func TestMissing_PlayerIsSilent(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		h, _ := Start(t, memorytest.New(), d, Limit(bot.Limits{}))
		Says(h, Ana, "/play damas colour=white time=no @rui")
		Says(h, Rui, "/accept")
		Says(h, Ana, "11-15")
		Says(h, Rui, "22-18")
		d.Absent = map[string]bool{Rui.ID: true}
		Says(h, Ana, "15-19")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got,
			"After seven days without a move you can cancel the match: /cancel #") {
			t.Errorf("said: %q", got)
		}
		answers := func(command, want string) {
			t.Helper()
			Says(h, Ana, command)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, want) {
				t.Errorf("%s: %q", command, got)
			}
		}
		answers("/cancel", "If Rui does not move for seven days")
		Later(7 * 24 * time.Hour)
		answers("/cancel", "Do you really want to cancel match #")
		answers("/cancel yes", "cancels the match")
	})
}

// Only its author is told how an unseen challenge reaches its addressee: by its link, or by its id where there are no
// links.
func TestMissing_ChallengeUnseen(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for links, way := range map[bool]string{true: "Share this link; only Rui can accept: https://desk.example/?start=",
			false: "Rui does not see this. In a private chat with me /accept #"} {
			d, store := NewDesk(), memorytest.New()
			var a Judgeable = d
			if !links {
				a = struct {
					Judgeable
					chat.Presence
				}{d, d}
			}
			h, _ := Start(t, store, a, Limit(bot.Limits{}))
			meets := func(u chat.User, text string, room chat.Room) []string {
				d.Heard()
				Hear(h, chat.Event{Room: room, From: u, Text: text, Addressed: true, Private: room != "desk:group",
					Mentions: []chat.User{Ana, Rui}})
				return d.Heard()
			}
			meets(Rui, "/play eximo @ana", "desk:rui") // where Rui is spoken to
			d.Absent = map[string]bool{Rui.ID: true}
			d.Fail = func(room chat.Room, _ chat.Message) error {
				if room == "desk:rui" {
					return chat.ErrClosed
				}
				return nil
			}
			if got := strings.Join(meets(Ana, "/play damas @rui", "desk:ana"), "\n"); !strings.Contains(got, way) {
				t.Errorf("links %v, to the author: %q", links, got)
			}
			if got := meets(Ana, "/play eximo", "desk:ana"); len(got) != 1 || strings.Contains(got[0], "?start=") != links {
				t.Errorf("links %v, of a challenge to anybody: %q", links, got)
			}
			if got := meets(Ana, "/play cage @rui", "desk:group"); len(got) != 2 ||
				!strings.Contains(got[1], "cannot be reached") || strings.Contains(strings.Join(got, ""), way[:12]) {
				t.Errorf("links %v, to all: %q", links, got)
			}
		}
	})
}

// A move is sent to a room that has just been reopened, also if both players' private chats were found closed first.
func TestMissing_FoundWhileTalksAreShut(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		h, _ := Start(t, memorytest.New(), talksTo{d}, Limit(bot.Limits{}))
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		open := false
		d.Fail = func(room chat.Room, _ chat.Message) error {
			if !open || room != "desk:group" {
				return chat.ErrClosed
			}
			time.Sleep(time.Minute)
			return nil
		}
		Says(h, Ana, "11-15")
		Later(24 * time.Hour)
		open = true
		d.Heard()
		go Says(h.Bot, Ana, "/play cage @eva") // of which the room is told for a minute, while the talks are tried
		synctest.Wait()
		Says(h, Rui, "22-18")
		Later(time.Hour)
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "22-18") {
			t.Errorf("after the move the room is told %q", got)
		}
	})
}

// talksTo is a desk with a private chat for everybody.
type talksTo struct{ *Desk }

func (talksTo) Direct(_ context.Context, account string) (chat.Room, error) {
	return chat.Room(account), nil
}
func (talksTo) Callable(context.Context, string, bool) (none chat.Room, can bool) { return none, can }
func (talksTo) Address(chat.Room, chat.Ref) string                                { return "" }
func (talksTo) InSight(chat.Room, chat.Ref) bool                                  { return false }
