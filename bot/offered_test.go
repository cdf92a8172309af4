package bot_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// Words that accept or refuse answer the resignation that is offered, whoever is on turn.
func TestWordsAnswerAResignation(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"aceito", "Rui agrees"}, {"aceito a desistência", "Rui agrees"}, {"recuso", "plays on"}, {"recuso a desistência", "plays on"},
		{"não aceito a desistência", "plays on"},
		{"acepto", "Rui agrees"}, {"acepto el abandono", "Rui agrees"}, {"rechazo", "plays on"}, {"rechazo el abandono", "plays on"},
		{"no acepto el abandono", "plays on"},
		{"I accept", "Rui agrees"}, {"I accept the resignation", "Rui agrees"}, {"I refuse", "plays on"},
		{"I don't accept the resignation", "plays on"}, {"ok", "Rui: do you accept this resignation"},
	} {
		d := newDesk()
		h, _ := start(t, memory.New(), d)
		says(h, ana, "/play gamao opening=black colour=black @rui")
		says(h, rui, "/accept")
		says(h, ana, "/resign 2")
		says(h, ana, "/resign 2")
		d.tells(t, h, mentioned, rui, c.said, c.want)
	}
}

// Words that accept or refuse a double by its name answer it.
func TestWordsAnswerADouble(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"acepto el doble", "takes"}, {"acepto", "takes"}, {"aceito a dobra", "takes"}, {"aceito", "takes"}, {"I accept the double", "takes"},
		{"I accept", "takes"},
		{"rechazo el doble", "gives this game up"}, {"rechazo", "gives this game up"}, {"recuso a dobra", "gives this game up"},
		{"recuso", "gives this game up"}, {"I refuse", "gives this game up"},
		{"no acepto el doble", "gives this game up"}, {"no", "gives this game up"}, {"I refuse the double", "gives this game up"},
	} {
		d := newDesk()
		h, _ := start(t, memory.New(), d)
		says(h, ana, "/play gamao rules=manual colour=black @rui from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
		says(h, rui, "/accept")
		says(h, rui, "/move double")
		d.tells(t, h, mentioned, ana, c.said, c.want)
	}
}

// The call in private to a board names the offer or the double that waits, and not only whose turn it is.
func TestCallNamesTheOffer(t *testing.T) {
	for want, words := range map[string][]string{
		"Ana: do you accept this resignation?": {"opening=black colour=red", "/resign 2", "/resign 2"},
		"Rui wants to play for 2":              {"rules=manual colour=black from=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "/move double"},
	} {
		s := &square{desk: newDesk(), talks: true}
		s.caps.Turns, s.caps.Clears = true, true
		h, now := startOn(t, memory.New(), s, s.desk, bot.Limits{})
		says(h, ana, "/play gamao @rui "+words[0])
		says(h, rui, "/accept")
		now.wait(5 * time.Minute)
		s.heard()
		for _, text := range words[1:] {
			says(h, rui, text)
		}
		called := false
		for _, said := range s.all() {
			called = called || said.room == "desk:ana" && strings.Contains(chat.Plain(said.m.Text), want)
		}
		if !called {
			t.Errorf("%q is not said in private: %q", want, s.heard())
		}
	}
}
