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

// A server that is not well, or has nothing to tell and does not wait with telling so, is not asked all the time, and every
// five seconds at least.
func TestPolling_BacksOff(t *testing.T) {
	t.Parallel()
	for body, x := range map[string]struct {
		status      int
		least, most int32
	}{`{"ok":true,"result":[]}`: {200, 300, 610}, "": {502, 600 / 8, 600}} {
		a := &api{news: func() (int, string) { return x.status, body }}
		if running(t, a); a.polls.Load() < x.least || a.polls.Load() > x.most {
			t.Errorf("%d: asked %d times in ten minutes", x.status, a.polls.Load())
		}
	}
}
