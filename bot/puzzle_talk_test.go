package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// Talk about a puzzle costs nothing: only a try counts, and a hint or the solution that was asked for.
func TestTalkAboutPuzzleIsFree(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, counts := range map[string]bool{
			"what do I do?": false, "what do I do now": false, "help": false, "help me": false, "I'm stuck": false,
			"what should I play?": false,
			"que faço?":           false, "o que faço agora?": false, "ajuda": false, "ajuda-me": false,
			"não sei o que fazer": false,
			"¿qué hago?":          false, "qué hago ahora": false, "ayuda": false, "ayúdame": false, "no sé qué hacer": false,
			"this is a hard one": false, "I know the solution": false, "the solution is easy": false, "a solução é fácil": false,
			"ya sé la solución": false,
			"give me a hint":    false, "hint please": false, "mostra a solução": false, // offered first
			"hint": true, "dica": true, "pista": true, "/puzzle solution": true,
		} {
			d, store := newDesk(), memorytest.New()
			h, _ := start(t, store, d)
			privately(h, ana, "/puzzle damas")
			d.heard()
			privately(h, ana, text)
			got := strings.Join(d.heard(), "\n")
			if len(strengthOf(t, store, ana.ID).Known) > 0 != counts {
				t.Errorf("%q counts %v, told %q", text, !counts, got)
			}
			if !counts && posedIn(t, store, ana.ID).Puzzle == nil {
				t.Errorf("%q ends the puzzle: told %q", text, got)
			}
		}
	})
}

// The solution that somebody asks for who has tried nothing, in a room where the puzzle was set for others, costs
// nothing.
func TestSolutionOfOthersIsFree(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/puzzle damas")
		says(h, rui, "/puzzle solution")
		if got := strengthOf(t, h.store, rui.ID); got.Rating.Lost > 0 || len(got.Known) != 1 {
			t.Errorf("rui: %+v, told %q", got, chat.Plain(d.last(t).m.Text))
		}
		says(h, ana, "/puzzle damas")
		says(h, ana, wrongIn(t, posedIn(t, h.store, "desk:group")))
		says(h, ana, "/puzzle solution")
		if got := strengthOf(t, h.store, ana.ID); got.Rating.Lost != 1 {
			t.Errorf("ana: %+v", got)
		}
	})
}

// The thing shown last decides what a short word is for: a hint, the next of it, or why. A lesson explains its step to
// any question that is not understood, and stays where it is; the price of a try at a puzzle is said before one is
// made.
func TestWhatCameLast(t *testing.T) {
	inTime(t, func(t *testing.T) {
		match, set, lesson := "/play damas house level=1 colour=white", "/puzzle damas", "/learn damas"
		for _, c := range []struct{ before, text, told string }{
			{match + "|" + set, "", "a hint it counts as a miss"},
			{match + "|" + set, "hint", "Answer the puzzle"}, {set + "|" + match, "hint", "Hints used"},
			{set + "|" + match + "|" + set, "hint", "Answer the puzzle"}, {lesson + "|" + set, "hint", "Answer the puzzle"},
			{set, "skip", "🧩 2"}, {set, "another", "🧩 2"}, {set, "another one", "🧩 2"}, {set + "|" + match, "another", "beginning"},
			{set + "|" + lesson, "skip", "2/9"}, {set, "why?", "🧩 1"}, {set + "|" + lesson, "why?", "🎓 A man moves"},
			{lesson, "how?", "🎓 A man moves"}, {lesson, "I don't get it", "🎓 A man moves"},
			{lesson, "what is a king?", "A king moves"},
			{lesson + "|what is a king?", "11-15", "right"}, {lesson + "|why?", "11-15", "right"},
			{match + "|" + set, "11-15", "Ana: 11-15"},
		} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			for text := range strings.SplitSeq(c.before+"|"+c.text, "|") {
				if text != "" {
					d.heard()
					privately(h, ana, text)
				}
			}
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, c.told) {
				t.Errorf("%s, then %q: %q, not %q", c.before, c.text, got, c.told)
			}
		}
	})
}
