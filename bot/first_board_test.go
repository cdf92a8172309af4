package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// The first board against the bot says what has to be known, and not that the bot takes part. Where two people play, the
// challenge has said how the dice are sealed.
func TestFirstBoard(t *testing.T) {
	d := newDesk()
	h, _ := start(t, memory.New(), d)
	for lang, words := range map[string][3]string{
		"en": {"challenges", "accepts", "sealed"}, "pt": {"desafia", "aceita", "selados"}, "es": {"desafía", "acepta", "sellados"},
	} {
		hear(h, chat.Event{Room: "desk:ana", From: ana, Text: "/language " + lang, Private: true, Addressed: true})
		d.heard()
		hear(h, chat.Event{Room: "desk:ana", From: ana, Text: "/play gamao house level=2", Private: true, Addressed: true})
		got := strings.Join(d.heard(), "\n")
		if strings.Contains(got, words[0]) || strings.Contains(got, words[1]) || strings.Count(got, words[2]) != 1 || !strings.Contains(got, "Bot (") {
			t.Errorf("%s: told %q", lang, got)
		}
		says(h, ana, "/language "+lang)
		d.heard()
		says(h, ana, "/play gamao @rui")
		says(h, rui, "/accept")
		got = strings.Join(d.heard(), "\n")
		if !strings.Contains(got, words[0]) || !strings.Contains(got, words[1]) || strings.Count(got, words[2]) != 1 {
			t.Errorf("%s: two people are told %q", lang, got)
		}
	}
}
