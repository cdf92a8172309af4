package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memory"
)

// A move in words of numbers is played where it is one; what says a time or a number beside is talk.
func TestMoveInWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for lang, c := range map[string]struct{ first, second, talk string }{
			"en": {"nine thirteen|nine to thirteen|Nine, thirteen!|nine - thirteen",
				"twenty-one seventeen|twenty one to seventeen",
				"it's nine thirteen|nine and thirteen|at nine thirteen we meet|thirteen nine|nine"},
			"es": {"nueve trece|nueve a trece|Nueve, trece!", "veintiuno diecisiete|veintiuno a diecisiete",
				"son las nueve y trece|nueve y trece|trece nueve|nueve"},
			"pt": {"nove treze|nove para treze|Nove, treze!", "vinte e um dezassete|vinte e um para dezessete",
				"são nove e treze|nove e treze|treze nove|nove"},
		} {
			for text := range strings.SplitSeq(c.first, "|") {
				for answer := range strings.SplitSeq(c.second, "|") {
					d, store := newDesk(), memory.New()
					h, _ := start(t, store, d)
					says(h, ana, "/language "+lang)
					says(h, ana, "/play damas colour=white @rui")
					says(h, rui, "/accept")
					for said := range strings.SplitSeq(c.talk, "|") {
						mentioned(h, ana, said)
					}
					hear(h, eventOf(ana, text)) // overheard
					if m := only(t, store, storage.Query{Live: true}); m.Moves() != 0 {
						t.Fatalf("%s: talk is a move: %v", lang, d.heard())
					}
					d.heard()
					mentioned(h, ana, text)
					mentioned(h, rui, answer)
					if m := only(t, store, storage.Query{Live: true}); m.Moves() != 2 || m.Status != match.Playing {
						t.Errorf("%s: %q, %q are %d moves: %v", lang, text, answer, m.Moves(), d.heard())
					}
				}
			}
		}
	})
}

// In a chat with the bot alone a move in words of numbers that is against the rules is told as that: it is no wish to
// play another match, which would take the place of the one that goes on.
func TestMoveInWordsAgainstRules(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for lang, c := range map[string]struct{ texts, want string }{
			"en": {"twelve sixteen|from twelve to sixteen", "12 "},
			"es": {"doce dieciséis|de doce a dieciséis", "12 "},
			"pt": {"doze dezasseis|de doze a dezasseis|de doze para dezesseis", "12 "},
		} {
			for text := range strings.SplitSeq(c.texts, "|") {
				d, store := newDesk(), memory.New()
				h, _ := start(t, store, d)
				privately(h, ana, "/language "+lang)
				privately(h, ana, "/play damas @house:1 colour=black from=W:W5,11:B31,32")
				begun := only(t, store, storage.Query{Live: true})
				d.heard()
				privately(h, ana, text)
				if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, c.want) {
					t.Errorf("%s: %q: %q", lang, text, got)
				}
				if m := only(t, store, storage.Query{Live: true}); m.ID != begun.ID {
					t.Errorf("%s: %q begins another match", lang, text)
				}
			}
		}
	})
}
