package bot_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// An organiser is told, in the table, that to announce a tournament is not to join it.
func TestOrganiserIsNoEntrant(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		const outside = "Ana has not joined yet: /tournament #"
		d.tells(t, h, says3, ana, "/tournament damas", outside)
		says(h, rui, "/tournament join")
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, outside) {
			t.Errorf("after another one has joined: told %q", got)
		}
		says(h, ana, "/tournament join")
		if got := strings.Join(d.heard(), "\n"); strings.Contains(got, outside) || !strings.Contains(got, "2 have joined") {
			t.Errorf("after the organiser has joined: told %q", got)
		}
	})
}

// A system that a sentence names is that of the tournament.
func TestTournamentSystemInWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"round robin of backgammon":                    "(all play all)",
			"lets do a draughts round robin":               "(all play all)",
			"torneio de damas todos contra todos":          "(all play all)",
			"todos contra todos de damas":                  "(all play all)",
			"torneo de damas, todos contra todos":          "(all play all)",
			"draughts cup":                                 "(cup)",
			"torneio de damas com eliminatórias":           "(cup)",
			"taça de damas":                                "(cup)",
			"copa de backgammon":                           "(cup)",
			"organise a draughts knockout":                 "(cup)",
			"draughts tournament":                          "(Swiss)",
			"draughts tournament, everyone plays everyone": "(all play all)",
		} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			h.grants = d
			d.tells(t, h, mentioned, ana, text, want)
		}
	})
}

// A day that a sentence names is that on which the tournament starts.
func TestTournamentStartInWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		friday := time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC)
		for text, want := range map[string]string{
			"draughts tournament starts on sunday":               "or on 2026-11-29 12:00",
			"draughts tournament starting tomorrow at 8pm":       "or on 2026-11-28 20:00",
			"torneio de damas, começa sábado":                    "or on 2026-11-28 12:00",
			"torneio de damas que começa sábado às 20h":          "or on 2026-11-28 20:00",
			"torneo de damas que empieza el domingo a las 20:00": "or on 2026-11-29 20:00",
			"torneo de damas, empieza mañana":                    "or on 2026-11-28 12:00",
			"draughts tournament in 2 days":                      "or on 2026-11-29 18:00",
			"torneio de damas daqui a 2 dias":                    "or on 2026-11-29 18:00",
			"torneo de damas en 2 días":                          "or on 2026-11-29 18:00",
			"torneo de damas dentro de 3 horas":                  "or on 2026-11-27 21:00",
			"draughts tournament":                                "It begins when Ana says so.",
			"draughts tournament today at 18:30":                 "It begins when Ana says so.",
		} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d, func(c *bot.Config) { c.Now = func() time.Time { return friday } })
			h.grants = d
			d.tells(t, h, mentioned, ana, text, want)
		}
	})
}

// A person who says "I'm in" joins the tournament that takes entries.
func TestInATournament(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"i'm in", "im in", "I'm in!", "entro", "eu entro", "yo entro", "alinho", "me apunto",
			"count me in", "conta comigo"} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			h.grants = d
			says(h, ana, "/tournament damas")
			d.tells(t, h, mentioned, rui, text, "you are in tournament #")
			d.tells(t, h, mentioned, rui, text, "already")
		}
	})
}

// The table answers who takes part.
func TestWhoIsInATournament(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		h.grants = d
		says(h, ana, "/tournament damas")
		says(h, rui, "/tournament join")
		in := []string{"who is in?", "whos in", "who joined?", "quem está inscrito", "quem é que entrou?",
			"quién está apuntado?", "quiénes están inscritos"}
		for _, text := range in {
			d.tells(t, h, mentioned, rui, text, "1 has joined: Rui.")
		}
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		says(h, eva, "/tournament join")
		says(h, ana, "/tournament begin")
		for _, text := range in {
			d.tells(t, h, mentioned, rui, text, "Round 1")
		}
	})
}

// says3 says a text in the group, as a command.
func says3(h chat.Handler, who chat.User, text string) { says(h, who, text) }
