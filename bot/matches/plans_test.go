package matches_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// An offer asks the player who is to answer it, and says that a move declines it only if that player may move; in the
// private chat of the one who made it, nobody is asked.
func TestOffer_AsksTheOther(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, offer := range []string{"/draw", "/pause 3d"} {
			for turn, moves := range map[string]bool{"white": false, "black": true} { // of the one who offers
				store, d := memorytest.New(), NewDesk()
				h, _ := Start(t, store, d)
				Says(h, Ana, "/play damas @rui time=4d colour="+turn)
				Says(h, Rui, "/accept")
				if moves { // else a move has to be made before there is a draw to be offered
					Says(h, Rui, "11-15")
					Says(h, Ana, "22-18")
				}
				d.Heard()
				Says(h, Ana, offer)
				got := chat.PlainText(d.Last(t).M.Text)
				if !strings.Contains(got, "Rui: do you agree to ") || strings.Contains(got, "A move counts as no.") != moves {
					t.Errorf("%s by %s: %q", offer, turn, got)
				}
				d.Heard()
				Privately(h, Ana, "/board #"+Only(t, store, storage.Query{}).ID)
				if got := chat.PlainText(d.Last(t).M.Text); strings.Contains(got, "Rui: do you agree") ||
					!strings.Contains(got, "Rui has not answered yet.") {
					t.Errorf("%s by %s: in the own talk %q", offer, turn, got)
				}
			}
		}
	})
}

// Conditional lines are added to earlier ones; a line that contradicts a new one is dropped, and the author is told.
func TestPlans_Add(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		Says(h, Ana, "11-15")
		for _, step := range []struct{ said, want, gone string }{
			{"/if 21-18 10-14", "• 21-18 10-14", ""},
			{"/if 22-18 6-11", "• 21-18 10-14\n• 22-18 6-11", ""},
			{"/if 21-18 10-13", "• 22-18 6-11\n• 21-18 10-13", "This replaces:\n• 21-18 10-14"},
			{"/if none", "Nothing is planned", ""},
		} {
			d.Heard()
			Privately(h, Ana, step.said)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, step.want) || !strings.Contains(got, step.gone) ||
				strings.Contains(got, "This replaces") != (step.gone != "") {
				t.Errorf("%s: %q", step.said, got)
			}
		}
	})
}

// The Spanish word for yes means "if" before moves.
func TestPlans_SpanishIf(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		h.Grants = d
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		Says(h, Ana, "11-15")
		id := ""
		for _, text := range []string{"/si 21-18 10-14", "/sí #ID 22-18 6-11", "si 21-18 10-13",
			"si rui juega 22-18 yo respondo 10-13",
			"se o rui jogar 22-18 eu respondo 10-14", "if rui plays 22-18 I answer 6-11"} {
			if id == "" {
				_, id, _ = strings.Cut(chat.PlainText(d.Last(t).M.Text), "#")
				id = id[:4]
			}
			d.Heard()
			Hear(h, chat.Event{Room: "desk:ana", From: Ana, Text: strings.ReplaceAll(text, "ID", id), Private: true,
				Addressed: true, Locale: "es"})
			words := strings.Fields(text)
			got := strings.Join(d.Heard(), "\n")
			if answer := words[len(words)-1]; !strings.Contains(got, answer) || strings.Contains(got, "entendí") {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}
