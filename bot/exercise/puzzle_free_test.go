package exercise_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// Talk about a puzzle costs nothing: only a try counts, or a hint or solution asked for.
func TestPuzzle_TalkIsFree(t *testing.T) {
	InTime(t, func(t *testing.T) {
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
			d, store := NewDesk(), memorytest.New()
			h, _ := Start(t, store, d)
			Privately(h, Ana, "/puzzle damas")
			d.Heard()
			Privately(h, Ana, text)
			got := strings.Join(d.Heard(), "\n")
			if len(strengthOf(t, store, Ana.ID).Known) > 0 != counts {
				t.Errorf("%q counts %v, told %q", text, !counts, got)
			}
			if !counts && PosedIn(t, store, Ana.ID).Puzzle == nil {
				t.Errorf("%q ends the puzzle: told %q", text, got)
			}
		}
	})
}

// The solution costs nothing for a person who has tried nothing, in a room where the puzzle was set for others.
func TestPuzzle_SolutionOfOthersIsFree(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/puzzle damas")
		Says(h, Rui, "/puzzle solution")
		if got := strengthOf(t, h.Store, Rui.ID); got.Rating.Lost > 0 || len(got.Known) != 1 {
			t.Errorf("rui: %+v, told %q", got, chat.PlainText(d.Last(t).M.Text))
		}
		Says(h, Ana, "/puzzle damas")
		Says(h, Ana, wrongIn(t, PosedIn(t, h.Store, "desk:group")))
		Says(h, Ana, "/puzzle solution")
		if got := strengthOf(t, h.Store, Ana.ID); got.Rating.Lost != 1 {
			t.Errorf("ana: %+v", got)
		}
	})
}

// The exercise shown last decides the meaning of a short text: a hint, the next one, or why. A lesson answers any other
// question with its task, and stays where it is; a puzzle says the price of a try before one is made.
func TestPuzzle_WhatCameLast(t *testing.T) {
	InTime(t, func(t *testing.T) {
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
			{"/play gamao house level=1|/learn damas|/board", "11-15", "right"},
			{match + "|" + set, "11-15", "in the puzzle or in a match?"},
			{match + "|" + lesson, "9-13", "in the lesson or in a match?"},
			{match + "|" + set + "|/board", "11-15", "Ana: 11-15"},
			{match + "|" + lesson + "|/board", "9-13", "Ana: 9-13"},
			{lesson + " 2|" + match, "11x20", "in the lesson or in a match?"},
			{lesson + "|" + match + "|10-14", "9-13", "Ana: 9-13"},
			{match + "|" + lesson + "|/board", "hint", "Hints used"}, {match + "|" + set + "|/board", "hint", "Hints used"},
			{match + "|" + lesson + "|/board", "why?", "/why 9-13"},
			{match + "|" + lesson + "|/board", "zebra", "it is Ana's turn"},
			{match + "|" + lesson + "|/board|/learn", "why?", "🎓 A man moves"},
			{lesson + "|" + match, "stop", "to leave it, resign"},
			{lesson, "stop", "Lesson closed"}, {lesson, "exit", "Lesson closed"}, {lesson, "basta", "Lesson closed"},
			{lesson, "sair", "Lesson closed"}, {lesson, "salir", "Lesson closed"},
			{match + "|" + lesson, "parar", "Lesson closed"},
			{set, "stop", "Puzzle closed"}, {set, "sair", "Puzzle closed"}, {set, "basta", "Puzzle closed"},
			{set + "|stop", "11-15", "no game going on"}, {set + "|stop|/puzzle", "hint", "Answer the puzzle"},
			{lesson, "não entendo", "🎓 A man moves"}, {lesson, "no entiendo", "🎓 A man moves"}, {set, "não entendo", "🧩 1"},
			{set, "I don't understand", "🧩 1"},
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			for text := range strings.SplitSeq(c.before+"|"+c.text, "|") {
				if text != "" {
					d.Heard()
					Privately(h, Ana, text)
				}
			}
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, c.told) {
				t.Errorf("%s, then %q: %q, not %q", c.before, c.text, got, c.told)
			}
		}
	})
}
