package telegram

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat/chattest"
)

// api is a Telegram that answers without a network, so that time can be of the test's own making.
type api struct {
	news  func() (status int, body string)
	me    func() (status int, body string) // nil: what the bot is
	polls atomic.Int32
}

func (a *api) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	switch {
	case strings.HasSuffix(r.URL.Path, "/getUpdates"):
		a.polls.Add(1)
		status, body := a.news()
		w.WriteHeader(status)
		_, _ = w.WriteString(body)
	case strings.HasSuffix(r.URL.Path, "/getMe") && a.me != nil:
		status, body := a.me()
		w.WriteHeader(status)
		_, _ = w.WriteString(body)
	case strings.HasSuffix(r.URL.Path, "/getMe"):
		_, _ = w.WriteString(`{"ok":true,"result":{"id":4839574812,"is_bot":true,"first_name":"Tabuleiro","username":"TabuleiroBot"}}`)
	default:
		_, _ = w.WriteString(`{"ok":true,"result":true}`)
	}
	return w.Result(), nil
}

// polling runs an adapter for ten minutes of a time of its own, and tells how often it asked for news.
func polling(t *testing.T, news func() (int, string)) (polls int32) {
	a := &api{news: news}
	running(t, a)
	return a.polls.Load()
}

// running runs an adapter for ten minutes of a time of its own.
func running(t *testing.T, a *api) {
	synctest.Test(t, func(t *testing.T) {
		of := unconnected(t, func(c *Config) { c.Times = Times{} })
		of.line.HTTP.Transport, of.listens = a, make(chan struct{})
		of.self.Store(nil)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Minute, cancel)
		if err := of.Run(ctx, chattest.Deaf{}); err != nil {
			t.Error(err)
		}
	})
}

// A server that wants to be left alone is left alone from the first question on.
func TestGreeting_Waits(t *testing.T) {
	t.Parallel()
	asked := 0
	running(t, &api{me: func() (int, string) {
		asked++
		return 429, `{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":400}}`
	}})
	if asked != 2 {
		t.Errorf("asked %d times in ten minutes, not after 0 and 400 seconds", asked)
	}
}

// A server that has nothing to tell and does not wait with telling so is not asked all the time.
func TestNews_Empty(t *testing.T) {
	t.Parallel()
	n := polling(t, func() (int, string) { return 200, `{"ok":true,"result":[]}` })
	if n < 300 || n > 610 {
		t.Errorf("asked %d times in ten minutes", n)
	}
}

// A server that is not well is asked every five seconds at least.
func TestPolling_BacksOff(t *testing.T) {
	t.Parallel()
	n := polling(t, func() (int, string) { return 502, "" })
	if n < 600/8 || n > 600 {
		t.Errorf("asked %d times in ten minutes", n)
	}
}
