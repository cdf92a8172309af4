package club_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// An organiser is told, in the table, that to announce a tournament is not to join it.
func TestTournament_OrganiserIsNoEntrant(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		const outside = "Ana has not joined yet: /tournament #"
		d.Tells(t, h, SaysText, Ana, "/tournament damas", outside)
		Says(h, Rui, "/tournament join")
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, outside) {
			t.Errorf("after another one has joined: told %q", got)
		}
		Says(h, Ana, "/tournament join")
		if got := strings.Join(d.Heard(), "\n"); strings.Contains(got, outside) || !strings.Contains(got, "2 have joined") {
			t.Errorf("after the organiser has joined: told %q", got)
		}
	})
}

// A system that a sentence names is that of the tournament.
func TestTournament_SystemInWords(t *testing.T) {
	InTime(t, func(t *testing.T) {
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
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			d.Tells(t, h, Mentioned, Ana, text, want)
		}
	})
}

// A person who says "I'm in" joins the tournament that takes entries.
func TestTournament_AskedAbout(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"i'm in", "im in", "I'm in!", "entro", "eu entro", "yo entro", "alinho", "me apunto",
			"count me in", "conta comigo"} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			Says(h, Ana, "/tournament damas")
			d.Tells(t, h, Mentioned, Rui, text, "you are in tournament #")
			d.Tells(t, h, Mentioned, Rui, text, "already")
		}
	})
}

// The table answers who takes part.
func TestTournament_EntrantsAskedAbout(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		h.Grants = d
		Says(h, Ana, "/tournament damas")
		Says(h, Rui, "/tournament join")
		in := []string{"who is in?", "whos in", "who joined?", "quem está inscrito", "quem é que entrou?",
			"quién está apuntado?", "quiénes están inscritos"}
		for _, text := range in {
			d.Tells(t, h, Mentioned, Rui, text, "1 has joined: Rui.")
		}
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		Says(h, eva, "/tournament join")
		Says(h, Ana, "/tournament begin")
		for _, text := range in {
			d.Tells(t, h, Mentioned, Rui, text, "Round 1")
		}
	})
}
