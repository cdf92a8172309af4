package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// What somebody says about a puzzle costs nothing: only a try counts, and a hint or the solution that was asked for.
func TestTalkAboutPuzzleIsFree(t *testing.T) {
	for text, counts := range map[string]bool{
		"what do I do?": false, "what do I do now": false, "help": false, "help me": false, "I'm stuck": false, "what should I play?": false,
		"que faço?": false, "o que faço agora?": false, "ajuda": false, "ajuda-me": false, "não sei o que fazer": false,
		"¿qué hago?": false, "qué hago ahora": false, "ayuda": false, "ayúdame": false, "no sé qué hacer": false,
		"this is a hard one": false, "I know the solution": false, "the solution is easy": false, "a solução é fácil": false, "ya sé la solución": false,
		"give me a hint": true, "hint please": true, "uma dica": true, "dá-me uma dica": true, "una pista": true, "dame una pista": true,
		"show me the solution": true, "mostra a solução": true, "muéstrame la solución": true,
	} {
		d, store := newDesk(), memory.New()
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
}

// The solution that somebody asks for who has tried nothing, in a room where the puzzle was set for others, costs nothing.
func TestSolutionOfOthersIsFree(t *testing.T) {
	d, store := newDesk(), memory.New()
	h, _ := start(t, store, d)
	says(h, ana, "/puzzle damas")
	says(h, rui, "/puzzle solution")
	if got := strengthOf(t, store, rui.ID); got.Rating.Lost > 0 || len(got.Known) != 1 {
		t.Errorf("rui: %+v, told %q", got, chat.Plain(d.last(t).m.Text))
	}
	says(h, ana, "/puzzle damas")
	says(h, ana, wrongIn(t, posedIn(t, store, "desk:group")))
	says(h, ana, "/puzzle solution")
	if got := strengthOf(t, store, ana.ID); got.Rating.Lost != 1 {
		t.Errorf("ana: %+v", got)
	}
}
