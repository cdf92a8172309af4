package telegramtest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
)

// Telegram finds commands, mentions and hashtags where no word goes on around them.
func TestEntities(t *testing.T) {
	s := telegramtest.New(t)
	s.Privacy(false)
	ana := s.Person("Ana", "ana")
	for _, c := range []struct{ text, want string }{
		{"hello", ""},
		{"/play", "bot_command /play"},
		{"/play@TabuleiroBot @ana", "bot_command /play@TabuleiroBot, mention @ana"},
		{"try /play now", "bot_command /play"},
		{"/definições", ""},
		{"/porquê", ""},
		{"/língua pt", ""},
		{"/m 11-15", "bot_command /m"},
		{"and/or /a/b", ""},
		{"</b>", ""},
		{"/play.", "bot_command /play"},
		{"🎲 /m", "bot_command /m"},
		{"@abc @abcd @abcde", "mention @abcde"},
		{"ana@example.org x@abcdef", ""},
		{"@abcdeé", ""},
		{"#k7q2 #1 #número", "hashtag #k7q2, hashtag #número"},
	} {
		ana.Says(ana.Private(), c.text)
		_, result := call(t, s, "getUpdates", "offset", "-1")
		var updates []struct {
			ID      int64 `json:"update_id"`
			Message struct {
				Text     string
				Entities []struct {
					Type           string
					Offset, Length int
				}
			}
		}
		if err := json.Unmarshal(result, &updates); err != nil || len(updates) == 0 {
			t.Fatal(err, len(updates))
		}
		m := updates[len(updates)-1].Message
		units := []rune(strings.ReplaceAll(m.Text, "🎲", "🎲 ")[:])
		var got []string
		for _, e := range m.Entities {
			got = append(got, e.Type+" "+string(units[e.Offset:e.Offset+e.Length]))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%q has %q, want %q", c.text, got, c.want)
		}
	}
}

// The commands in what the bot says are links, but not those that are code.
func TestCommandLinks(t *testing.T) {
	s := telegramtest.New(t)
	group := s.Group(s.Person("Ana", "ana"))
	call(t, s, "sendMessage", "chat_id", num(group.ID), "text", "🎲 /play or /m 11-15", "entities",
		`[{"type":"code","offset":12,"length":8}]`)
	if got := strings.Join(group.Next().Commands(), " "); got != "/play" {
		t.Errorf("links: %q", got)
	}
}
