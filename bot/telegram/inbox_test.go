package telegram

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
	"tabuleiro/bot/telegram/wire"
	"tabuleiro/storage/memorytest"
)

// An update for which there is room begins even if the bot is being stopped, so that it is written down; else it is
// left to Telegram.
func TestTake_WhenStopping(t *testing.T) {
	t.Parallel()
	a := unconnected(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	from := func(n int) *receipt {
		who := wire.User{ID: int64(n + 1), FirstName: "Ana"}
		return a.receive(gone, wire.Update{ID: int64(n + 1), Message: &wire.Message{
			Message: tgbotapi.Message{MessageID: 1, Date: 1, From: &who, Text: "hello"}, Chat: wire.Chat{ID: who.ID, Type: "private"}}})
	}
	for i := range inFlight {
		if from(i) == nil {
			t.Fatalf("update %d has not begun", i+1)
		}
	}
	if from(inFlight) != nil || len(a.inbox.pending()) != inFlight {
		t.Error("an update has begun for which there is no room")
	}
	if _, done := a.inbox.done.Get(inFlight + 1); done {
		t.Error("an update is lost for which there was no room")
	}
}

// busy is a bot that deals with one event for ever.
type busy struct {
	chattest.Deaf
	heard chan chat.Event
}

func (b busy) Hear(ctx context.Context, e chat.Event) {
	b.heard <- e
	<-ctx.Done()
}

// Updates that come when everything has been written down already, but before the door is shut, are not accepted.
func TestWebhook_TooLate(t *testing.T) {
	t.Parallel()
	a, err := New(Config{
		Token: "5:AAAAAAAAAAAAAAAAAAAA", Places: memorytest.New(), Log: slog.New(slog.DiscardHandler), Times: Times{Grace: 1},
		Webhook: Webhook{URL: "https://bot.example/hook", Listen: "127.0.0.1:0", Secret: "secret"},
	})
	if err != nil {
		t.Fatal(err)
	}
	bot := busy{heard: make(chan chat.Event, 2)}
	a.begin(bot)
	ctx, cancel := context.WithCancel(t.Context())
	door := httptest.NewServer(a.webhook(ctx))
	defer door.Close()
	bring := func(id int) int {
		body := fmt.Sprintf(`{"update_id":%d,"message":{"message_id":1,"from":{"id":7},"chat":{"id":7,"type":"private"},"text":"hello"}}`, id)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, door.URL+"/hook", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Telegram-Bot-Api-Secret-Token", "secret")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		return answer.StatusCode
	}
	if code := bring(1); code != http.StatusOK { // written down, as the bot is busy
		t.Errorf("in time: %d", code)
	}
	<-bot.heard
	cancel()
	a.finish()
	if code := bring(2); code != http.StatusServiceUnavailable {
		t.Errorf("too late: %d", code)
	}
	if code := bring(1); code != http.StatusOK {
		t.Errorf("what is written down comes again: %d", code)
	}
}

// Ten thousand calls without the secret are a line of the log a minute, with their number.
func TestCalls_Forged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const calls = 10_000
		var log strings.Builder
		a := unconnected(t, func(c *Config) {
			c.Log = slog.New(slog.NewTextHandler(&log, nil))
			c.Webhook = Webhook{URL: "https://bot.example/hook", Listen: "127.0.0.1:0", Secret: "secret"}
		})
		door := a.webhook(t.Context())
		forge := func() {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/hook", strings.NewReader("{}"))
			r.Header.Set("X-Telegram-Bot-Api-Secret-Token", "guessed")
			w := httptest.NewRecorder()
			if door.ServeHTTP(w, r); w.Code != http.StatusForbidden {
				t.Fatalf("answered with %d", w.Code)
			}
		}
		for range calls {
			forge()
		}
		time.Sleep(61 * time.Second)
		forge()
		var lines []string
		for line := range strings.Lines(log.String()) {
			if strings.Contains(line, "without the secret") {
				lines = append(lines, line)
			}
		}
		if len(lines) != 2 || !strings.Contains(lines[0], "times=1 ") ||
			!strings.Contains(lines[1], fmt.Sprint("times=", calls, " ")) {
			t.Errorf("%d lines: %q", len(lines), lines[:min(len(lines), 5)])
		}
		time.Sleep(59 * time.Second)
		forge()
		if n := strings.Count(log.String(), "without the secret"); n != 2 {
			t.Errorf("%d lines after one more, within a minute", n)
		}
	})
}

// The memory of updates and of people is bounded.
func TestMemory_Bounded(t *testing.T) {
	t.Parallel()
	b := newInbox()
	for i := range int64(3 * remembered) {
		f, fresh := b.take(wire.Update{ID: i + 1})
		if !fresh {
			t.Fatalf("update %d is not fresh", i+1)
		}
		b.finish(f)
	}
	if b.done.Len() != remembered || len(b.flights) != 0 {
		t.Errorf("%d done, %d in flight", b.done.Len(), len(b.flights))
	}
	if _, fresh := b.take(wire.Update{ID: 3 * remembered}); fresh {
		t.Error("the last one is forgotten")
	}
	p := unconnected(t)
	for i := range int64(3 * acquaintances) {
		p.see(wire.User{ID: i + 1, UserName: "user" + string(rune('a'+i%26)) + time.Duration(i).String()})
	}
	if p.people.Len() > acquaintances {
		t.Errorf("%d handles", p.people.Len())
	}
}
