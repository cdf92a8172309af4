package telegram

import (
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
	"tabuleiro/bot/telegram/wire"
	"tabuleiro/storage/memorytest"
)

var (
	_ chat.Links    = (*Telegram)(nil)
	_ chat.Presence = (*Telegram)(nil)
	_ chat.Direct   = (*Telegram)(nil)
)

// unconnected is an adapter that knows who it is, and reaches nobody.
func unconnected(t testing.TB, change ...func(*Config)) *Telegram {
	c := Config{Token: "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcA", API: "http://127.0.0.1:1", Places: memorytest.New(),
		Log:   slog.New(slog.DiscardHandler),
		Times: Times{Press: time.Hour, Edit: time.Millisecond, Send: time.Millisecond, Retry: time.Hour}}
	for _, f := range change {
		f(&c)
	}
	a, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.end)
	a.self.Store(&wire.User{ID: 4839574812, UserName: "TabuleiroBot", IsBot: true})
	a.begin(chattest.Deaf{})
	return a
}

// FuzzUnderstand: no update, whatever its numbers, makes the adapter panic, and what it hears is text that can be read.
func FuzzUnderstand(f *testing.F) {
	for _, text := range []string{
		`{"update_id":1,"message":{"message_id":2,"from":{"id":3,"is_bot":false,"first_name":"Ana"},"chat":{"id":-4,"type":"group"},"date":5,"text":"/m 11-15"}}`,
		`{"update_id":9223372036854775807,"message":{"message_id":2,"from":{"id":3,"first_name":"Ana"},"chat":{"id":-9223372036854775808,"type":"private"},"date":5,` +
			`"text":"@rui 🎲","entities":[{"type":"mention","offset":9223372036854775807,"length":9223372036854775807},{"type":"mention","offset":-1,"length":5},{"type":"text_mention","offset":1,"length":3,"user":{"id":-1}}]}}`,
		`{"update_id":1,"callback_query":{"id":"1","from":{"id":3,"is_bot":false,"first_name":"Ana"},"chat_instance":"1","data":"x","message":{"chat":{"id":-4,"type":"supergroup"},"message_id":5,"date":0}}}`,
		`{"update_id":-9223372036854775808,"my_chat_member":{"chat":{"id":-4,"type":"group"},"from":{"id":3},"date":1,"old_chat_member":{"status":"left"},"new_chat_member":{"status":"member"}}}`,
		`{"update_id":1,"message":{"message_id":2,"chat":{"id":-4,"type":"group"},"migrate_to_chat_id":-9223372036854775808}}`,
		`{"update_id":1,"message":{"message_id":2,"from":{"id":3,"first_name":"Ana"},"chat":{"id":3,"type":"private"},"date":5,` +
			`"text":"@rui","entities":[{"type":"mention","offset":1,"length":9223372036854775807}]}}`,
		`{"update_id":1,"inline_query":{"id":"1","from":{"id":3,"first_name":"Ana"},"query":"damas","offset":""}}`,
	} {
		f.Add([]byte(text))
	}
	a := unconnected(f)
	ended, end := context.WithCancel(context.Background())
	end()
	f.Fuzz(func(t *testing.T, raw []byte) {
		u, err := wire.Decode(raw)
		if err != nil {
			return
		}
		if u.After() <= u.ID && u.ID != math.MaxInt64 {
			t.Errorf("the place behind %d is %d", u.ID, u.After())
		}
		if do := a.understand(u); do != nil {
			if _, err := wire.SpotOf(do.room); err != nil && !strings.HasSuffix(string(do.room), ":0") {
				t.Errorf("it happens in %q", do.room)
			}
			do.deal(ended)
		}
	})
}

// An update that makes the adapter panic is skipped, and logged in short; the next one is heard.
func TestUpdate_ThatPanics(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	a := unconnected(t, func(c *Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	var heard []string
	a.handler = panicky{heard: &heard}
	for i, text := range []string{"one", "panic", "weigh", "two"} {
		raw, _ := json.Marshal(wire.Update{ID: int64(i + 1), Message: &wire.Message{
			Message: tgbotapi.Message{MessageID: 1, Date: 1, From: &wire.User{ID: 3, FirstName: "Ana"}, Text: text},
			Chat:    wire.Chat{ID: 5, Type: "private"}}})
		u, err := wire.Decode(raw)
		if err != nil {
			t.Fatal(err)
		}
		f := a.receive(t.Context(), u)
		a.turns.Wait()
		if f != nil && text != "panic" {
			<-f.landed
		}
	}
	if want := []string{"one", "two"}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
	if n := len(a.inbox.pending()); n != 0 {
		t.Errorf("%d are still to be dealt with", n)
	}
	if n := strings.Count(log.String(), "panic in an update"); n != 2 || log.Len() > 20000 ||
		strings.Contains(log.String(), a.Token) {
		t.Errorf("%d panics are logged in %d bytes", n, log.Len())
	}
}

type panicky struct {
	chattest.Deaf
	heard *[]string
}

func (p panicky) Hear(_ context.Context, e chat.Event) {
	if e.Text == "panic" {
		panic(strings.Repeat("a long story with 4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcA ", 1000))
	}
	*p.heard = append(*p.heard, e.Text)
}

func (p panicky) Weigh(e chat.Event) chat.Weight {
	if e.Text == "weigh" {
		panic("no scales")
	}
	return chat.Wish
}

// An event is one of this bot, so that another bot on the same store has not heard it yet.
func TestEvents_AreOfOneBot(t *testing.T) {
	t.Parallel()
	a, b := unconnected(t), unconnected(t)
	b.self.Store(&wire.User{ID: 5})
	if one, other := a.eventID(7), b.eventID(7); one == other || a.eventID(7) != one {
		t.Errorf("%q and %q", one, other)
	}
}

// Commands are written as Telegram knows them. They are links only if the bot has them, and a touch loses nothing that
// stands behind them.
func TestLinks(t *testing.T) {
	t.Parallel()
	a := unconnected(t, func(c *Config) {
		c.Commands = map[string][]Command{"": {{Name: "board"}, {Name: "help"}}, "pt": {{Name: "definicoes"}, {Name: "opcoes"}}}
	})
	for _, c := range []struct{ text, want, code string }{
		{"/definições", "/definicoes", ""},
		{"Há /opções e /definições.", "Há /opcoes e /definicoes.", ""},
		{"sim/não, e/ou", "sim/não, e/ou", ""},
		{"/board", "/board", ""},
		{"See /board, or (/help).", "See /board, or (/help).", ""},
		{"/board – the board", "/board – the board", ""},
		{"/board\nnext line", "/board\nnext line", ""},
		{"/board or /help", "/board or /help", ""},
		{"/board or /start", "/board or /start", "/start"},
		{"/text", "/text", "/text"},
		{"Type /accept #k7q2.", "Type /accept #k7q2.", "/accept #k7q2"},
		{"challenge somebody: /play @friend; without", "challenge somebody: /play @friend; without", "/play @friend"},
		{"/play @ana or /m 11-15", "/play @ana or /m 11-15", "/play @ana|/m 11-15"},
		{"/rules damas 3", "/rules damas 3", "/rules damas 3"},
		{"/help lists what I know.", "/help lists what I know.", "/help"},
		{"🎲 /roll 5, /help", "🎲 /roll 5, /help", "/roll 5"},
		{"/play damas @rui", "/play damas @rui", "/play damas @rui"},
		{"/opções damas\né /definições e /opções", "/opcoes damas\né /definicoes e /opcoes", "/opcoes damas"},
		{"/help mais, /help", "/help mais, /help", "/help mais"},
		{"1/2 8/5 6/5", "1/2 8/5 6/5", ""},
		{"https://example.org/start/help", "https://example.org/start/help", ""},
		{"switched on with /setinline; then", "switched on with /setinline; then", "/setinline"},
		{"/board … size=8", "/board … size=8", "/board … size=8"},
	} {
		l := compose(a.defuse([]chat.Span{{Text: c.text}}, chat.User{}), chat.User{})
		var code []string
		for _, e := range l.Entities {
			code = append(code, string(utf16s(l.Plain)[e.Offset:e.Offset+e.Length]))
		}
		bare := strings.NewReplacer(joiner, "")
		if bare.Replace(l.Plain) != c.want || bare.Replace(strings.Join(code, "|")) != c.code {
			t.Errorf("%q became %q with %q as code, want %q", c.text, l.Plain, code, c.code)
		}
	}
}

// What is addressed to the bot alone, by name or as a person, says so, and nothing of it is left in the text.
func TestUnderstandText_Addressed(t *testing.T) {
	t.Parallel()
	a := unconnected(t)
	self := *a.self.Load()
	for _, c := range []struct {
		entity wire.Entity
		text   string
		want   string
		meant  bool
	}{
		{wire.Entity{Type: "text_mention", Length: 3, User: &tgbotapi.User{ID: self.ID}}, "Bot hello", "hello", true},
		{wire.Entity{Type: "text_mention", Length: 3, User: &tgbotapi.User{ID: 9}}, "Ana hello", "hello", false},
		{wire.Entity{Type: "text_mention", Length: 3}, "Ana hello", "Ana hello", false},
		{wire.Entity{Type: "mention", Length: 13}, "@TabuleiroBot hello", "hello", true},
		{wire.Entity{Type: "mention", Length: 4}, "@ana hello", "@ana hello", false},
	} {
		var e chat.Event
		if !a.understandText(&e, wire.Message{Message: tgbotapi.Message{Text: c.text, Entities: []wire.Entity{c.entity}}}) || e.Text != c.want || e.Addressed != c.meant {
			t.Errorf("%s: %q, addressed %t", c.text, e.Text, e.Addressed)
		}
	}
}

// A topic goes where its group has gone, and what has gone on from there is followed no further.
func TestMigrations(t *testing.T) {
	t.Parallel()
	var m migrations
	old, now, topic := wire.Spot{Chat: -1}, wire.Spot{Chat: -100}, wire.Spot{Chat: -1, Thread: 5}
	if got := m.current(topic); got != topic {
		t.Errorf("before, it is at %v", got)
	}
	if !m.settle(old, now) || m.settle(old, now) {
		t.Error("it is news more than once, or never")
	}
	for from, want := range map[wire.Spot]wire.Spot{old: now, topic: now, now: now, {Chat: -2}: {Chat: -2}, {Chat: -100, Thread: 5}: {Chat: -100, Thread: 5}} {
		if got := m.current(from); got != want {
			t.Errorf("%v is at %v, want %v", from, got, want)
		}
	}
	if !m.settle(wire.Spot{Chat: -3, Thread: 5}, topic) || m.current(wire.Spot{Chat: -3, Thread: 5}) != now {
		t.Error("what has gone to a topic of the group is not where the group is")
	}
}

// Inline queries of people alone are answered, and before Telegram has said who the bot is it is nobody.
func TestUnconnected(t *testing.T) {
	t.Parallel()
	a := unconnected(t)
	for _, from := range []*tgbotapi.User{nil, {}, {ID: 5, IsBot: true}} {
		if a.understandInline(1, wire.InlineQuery{From: from}) != nil {
			t.Errorf("a query of %+v is answered", from)
		}
	}
	if j := a.understandInline(1, wire.InlineQuery{From: &tgbotapi.User{ID: 5}}); j == nil || j.from != 5 || j.room != "telegram:5" {
		t.Errorf("a query of a person is %+v", j)
	}
	if a.Self().Handle != "TabuleiroBot" || a.Share("", "come") != "" ||
		a.Share("https://t.me/x", "come & play") != "https://t.me/share/url?text=come+%26+play&url=https%3A%2F%2Ft.me%2Fx" {
		t.Errorf("it is %+v, and shares %q", a.Self(), a.Share("https://t.me/x", "come & play"))
	}
	a.self.Store(nil)
	if got := a.Self(); got != (chat.User{}) {
		t.Errorf("before the first answer it is %+v", got)
	}
}

// utf16s is a text with one rune for each unit that Telegram counts.
func utf16s(s string) (r []rune) {
	for _, c := range s {
		r = append(r, c)
		if c > 0xffff {
			r = append(r, 0)
		}
	}
	return r
}
