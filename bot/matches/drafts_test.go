package matches_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// An overheard text counts as the beginning of a move for a minute, and until the author's next line that is no move;
// one that was said to the bot stays until the match changes.
func TestChallenge_Overheard(t *testing.T) {
	const made = "Ana: 11-15"
	for name, x := range map[string]struct {
		said string // what comes between
		wait time.Duration
		to   bool // the beginning was said to the bot
		want bool
	}{
		"at once":                   {wait: 59 * time.Second, want: true},
		"a minute later":            {wait: time.Minute + time.Second},
		"the next day":              {wait: 13 * time.Hour},
		"after talk":                {said: "ana ok"},
		"after talk of the bot":     {said: "ana /games"},
		"after talk of another one": {said: "rui ok", want: true},
		"after another beginning":   {said: "ana 10"},
		"after a wrong rest":        {said: "ana 32"},
		"said to the bot":           {said: "ana ok", wait: 13 * time.Hour, to: true, want: true},
	} {
		Subtest(t, name, func(t *testing.T) {
			d := NewDesk()
			d.Can.Talk = true
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play damas colour=white time=no @rui")
			Says(h, Rui, "/accept")
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "11", Addressed: x.to})
			if x.said != "" {
				who, text, _ := strings.Cut(x.said, " ")
				Says(h, map[string]chat.User{"ana": Ana, "rui": Rui}[who], text)
			}
			Later(x.wait)
			d.Heard()
			Says(h, Ana, "15")
			if said := strings.Join(d.Heard(), "\n"); strings.Contains(said, made) != x.want {
				t.Errorf("said: %q", said)
			}
		})
	}
}
