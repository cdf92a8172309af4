package bot_test

import (
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// What is worth being heard is known without looking anything up.
func TestWeigh(t *testing.T) {
	t.Parallel()
	b := newBot(t, memory.New())
	for _, c := range []struct {
		text      string
		addressed bool
		want      chat.Weight
	}{
		{"hello everybody", false, chat.Talk},
		{"shall we meet at 8?", false, chat.Talk},
		{"", false, chat.Talk},
		{"hello", true, chat.Wish},
		{"/help", true, chat.Wish},
		{"/help", false, chat.Wish},
		{"/move 11-15", true, chat.Move},
		{"/lance 11-15", true, chat.Move},
		{"11-15", false, chat.Move},
		{"11-15 #k7q2", false, chat.Move},
		{"11-15", true, chat.Move},
		{"8/5 6/5", false, chat.Move},
		{"c2-c4", false, chat.Move},
		{"/board 11-15", true, chat.Wish},
	} {
		if got := b.Weigh(chat.Event{Text: c.text, Addressed: c.addressed, Room: "test:room"}); got != c.want {
			t.Errorf("%q weighs %d, want %d", c.text, got, c.want)
		}
	}
}
