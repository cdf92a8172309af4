package telegram

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// An update for which there is room begins even if the bot is being stopped, so that it is written down; else it is left to
// Telegram.
func TestTakeWhenStopping(t *testing.T) {
	t.Parallel()
	var b inbox
	b.init()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for i := range int64(inFlight) {
		if f, fresh := b.take(gone, update{ID: i + 1}); f == nil || !fresh {
			t.Fatalf("update %d has not begun", i+1)
		}
	}
	if f, _ := b.take(gone, update{ID: inFlight + 1}); f != nil {
		t.Error("an update has begun for which there is no room")
	}
}

// busy is a bot that deals with one event for ever.
type busy struct{ heard chan chat.Event }

func (b busy) Hear(ctx context.Context, e chat.Event) {
	b.heard <- e
	<-ctx.Done()
}
func (busy) Suggest(context.Context, chat.Event) []string      { return nil }
func (busy) Moved(context.Context, chat.Room, chat.Room) error { return nil }

// Updates that come when everything has been written down already, but before the door is shut, are not accepted.
func TestWebhookTooLate(t *testing.T) {
	t.Parallel()
	a, err := New(Config{
		Token: "5:AAAAAAAAAAAAAAAAAAAA", Places: memory.New(), Log: slog.New(slog.DiscardHandler), Times: Times{Grace: 1},
		Webhook: Webhook{URL: "https://bot.example/hook", Listen: "127.0.0.1:0", Secret: "secret"},
	})
	if err != nil {
		t.Fatal(err)
	}
	bot := busy{make(chan chat.Event, 2)}
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
	a.finished <- a.finish()
	if code := bring(2); code != http.StatusServiceUnavailable {
		t.Errorf("too late: %d", code)
	}
	if code := bring(1); code != http.StatusOK {
		t.Errorf("what is written down comes again: %d", code)
	}
}
