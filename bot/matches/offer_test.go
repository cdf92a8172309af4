package matches_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// Words that accept or refuse answer an offered resignation, on either side's turn.
func TestOffer_WordsAnswerResignation(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, c := range []struct{ said, want string }{
			{"aceito", "Rui agrees"}, {"aceito a desistência", "Rui agrees"}, {"recuso", "plays on"},
			{"recuso a desistência", "plays on"},
			{"não aceito a desistência", "plays on"},
			{"acepto", "Rui agrees"}, {"acepto el abandono", "Rui agrees"}, {"rechazo", "plays on"},
			{"rechazo el abandono", "plays on"},
			{"no acepto el abandono", "plays on"},
			{"I accept", "Rui agrees"}, {"I accept the resignation", "Rui agrees"}, {"I refuse", "plays on"},
			{"I don't accept the resignation", "plays on"}, {"ok", "Rui: do you accept this resignation"},
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play gamao opening=black colour=black @rui")
			Says(h, Rui, "/accept")
			Says(h, Ana, "/resign 2")
			Says(h, Ana, "/resign 2")
			d.Tells(t, h, Mentioned, Rui, c.said, c.want)
		}
	})
}

// Words that accept or refuse a double by its name answer it.
func TestOffer_WordsAnswerDouble(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, c := range []struct{ said, want string }{
			{"acepto el doble", "takes"}, {"acepto", "takes"}, {"aceito a dobra", "takes"}, {"aceito", "takes"},
			{"I accept the double", "takes"},
			{"I accept", "takes"},
			{"rechazo el doble", "You lose this game"}, {"rechazo", "You lose this game"},
			{"recuso a dobra", "You lose this game"},
			{"recuso", "You lose this game"}, {"I refuse", "You lose this game"},
			{"no acepto el doble", "You lose this game"}, {"no", "You lose this game"},
			{"I refuse the double", "You lose this game"},
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play gamao rules=manual colour=black @rui from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
			Says(h, Rui, "/accept")
			Says(h, Rui, "/move double")
			d.Tells(t, h, Mentioned, Ana, c.said, c.want)
		}
	})
}

// The private ping for a board names the pending offer or double, and not only whose turn it is.
func TestOffer_CallNamesIt(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for want, words := range map[string][]string{
			"Ana: do you accept this resignation?": {"opening=black colour=red", "/resign 2", "/resign 2"},
			"Rui wants to play for 2":              {"rules=manual colour=black from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "/move double"},
		} {
			s := &Square{Desk: NewDesk(), Talks: true}
			s.Can.Turns, s.Can.Clears = true, true
			h, _ := Start(t, memorytest.New(), s, Limit(bot.Limits{}))
			Says(h, Ana, "/play gamao @rui "+words[0])
			Says(h, Rui, "/accept")
			Later(5 * time.Minute)
			s.Heard()
			for _, text := range words[1:] {
				Says(h, Rui, text)
			}
			called := false
			for _, said := range s.All() {
				called = called || said.Room == "desk:ana" && strings.Contains(chat.PlainText(said.M.Text), want)
			}
			if !called {
				t.Errorf("%q is not said in private: %q", want, s.Heard())
			}
		}
	})
}

// A player can withdraw an offered draw in words until it is answered; without a pending offer the answer says so, and
// the match goes on.
func TestOffer_TakenBack(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"I take the draw offer back", "withdraw my draw offer", "retiro a oferta",
			"retiro a proposta de empate",
			"retiro la oferta de tablas", "retira mi oferta", "retiro la oferta",
			"never mind the draw", "forget about the draw", "esquece o empate", "deixa lá o empate", "olvida las tablas",
			"/cancel", "/cancelar oferta"} {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			Says(h, Ana, "/play damas @rui colour=white")
			Says(h, Rui, "/accept")
			if text != "/cancel" {
				d.Tells(t, h, Mentioned, Ana, text, "You have offered nothing in #")
			}
			Says(h, Ana, "/draw")
			Mentioned(h, Rui, text)
			if m := Only(t, store, storage.Query{}); m.Pending.Offer != match.Draw || m.Status != match.Playing {
				t.Errorf("%s: the other player changes the offer: %+v", text, m.Pending)
			}
			d.Heard()
			Mentioned(h, Ana, text)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Ana takes the offer back.") ||
				strings.Contains(got, "Really") {
				t.Errorf("%s is answered with %q", text, got)
			}
			Says(h, Rui, "/accept")
			if got := Only(t, store, storage.Query{}); got.Status != match.Playing || got.Pending != (match.Pending{}) {
				t.Errorf("%s: the match is %v, %+v", text, got.Status, got.Pending)
			}
			d.Heard()
			Says(h, Ana, "/draw") // nobody is pestered with offers
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Your last draw offer came to nothing in #") {
				t.Errorf("%s: offered again, told %q", text, got)
			}
		}
	})
}

// The buttons under an offer answer only that offer: after it was withdrawn, answered or overtaken by a move, they do
// not answer a later one of any kind, and say so.
func TestOffer_OldButtons(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, gone := range []struct {
			by   chat.User
			text string
		}{{Ana, "/cancel"}, {Rui, "/decline"}} {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			Says(h, Ana, "/play damas @rui time=1d colour=white")
			Says(h, Rui, "/accept")
			Says(h, Ana, "/move 11-15")
			Says(h, Ana, "/undo")
			answers := d.Last(t).M.Buttons[0]
			tap := func(b chat.Button) string {
				d.Heard()
				press := chat.Event{Room: "desk:group", From: Rui, Text: b.Says, Addressed: true, Tap: true, Opener: Rui}
				h.Hear(context.Background(), press)
				return strings.Join(d.Heard(), "\n")
			}
			Says(h, gone.by, gone.text)
			Says(h, Ana, "/draw")
			for _, b := range answers {
				got := tap(b)
				m := Only(t, store, storage.Query{})
				if m.Pending.Offer != match.Draw || m.Status != match.Playing || !strings.Contains(got, "an earlier offer") {
					t.Errorf("after %s [%s] answers the draw: %+v, %v; said %q", gone.text, b.Label, m.Pending, m.Status, got)
				}
			}
			Says(h, Ana, "/cancel")
			if got := tap(answers[0]); !strings.Contains(got, "an earlier offer") {
				t.Errorf("with nothing offered: %q", got)
			}
			Says(h, Ana, "/undo")
			answers = d.Last(t).M.Buttons[0]
			Says(h, Rui, "/give 1d") // an event between does not change it
			if tap(answers[0]); Only(t, store, storage.Query{}).Line.Len() != 0 {
				t.Error("the button of the offer that waits does not take the move back")
			}
		}
	})
}
