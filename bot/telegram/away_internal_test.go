package telegram

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/share"
	"tabuleiro/storage"
)

// awayInbox is a store of several processes that takes no letters until it is back.
type awayInbox struct {
	storage.Shared
	back time.Time
}

func (a awayInbox) File(context.Context, ...storage.Letter) error {
	if time.Now().Before(a.back) {
		return storage.ErrAway
	}
	return nil
}

// signs counts by chat and topic how often a Telegram was told that the bot is busy there.
type signs struct {
	mu  sync.Mutex
	all map[string]int
}

func (s *signs) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	if strings.HasSuffix(r.URL.Path, "/sendChatAction") {
		s.mu.Lock()
		s.all[strings.TrimSuffix(r.Form.Get("chat_id")+"/"+r.Form.Get("message_thread_id"), "/")]++
		s.mu.Unlock()
	}
	_, _ = w.WriteString(`{"ok":true,"result":true}`)
	return w.Result(), nil
}

// Where the store of several processes cannot take what came, each room that waits is shown after a few seconds that
// the bot has heard, and again while it waits; nothing is shown where it is soon back.
func TestKeepShowsThatItWaits(t *testing.T) {
	for away, want := range map[time.Duration][]string{
		3 * time.Second:  nil,
		20 * time.Second: {"-1004/7", "3"},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &signs{all: map[string]int{}}
			of := unconnected(t, func(c *Config) {
				c.Times = Times{}
				c.Work = share.New(share.Config{Store: awayInbox{back: time.Now().Add(away)}, Log: slog.New(slog.DiscardHandler)})
			})
			of.line.HTTP.Transport = s
			_, kept := of.keep.all(t.Context(), []json.RawMessage{
				json.RawMessage(`{"update_id":1,"message":{"message_id":2,"from":{"id":3,"first_name":"Ana"},"chat":{"id":3,"type":"private"},"date":5,"text":"/a"}}`),
				json.RawMessage(`{"update_id":2,"message":{"message_id":3,"from":{"id":3,"first_name":"Ana"},"chat":{"id":3,"type":"private"},"date":5,"text":"/b"}}`),
				json.RawMessage(`{"update_id":3,"message":{"message_id":9,"message_thread_id":7,"is_topic_message":true,"from":{"id":3,"first_name":"Ana"},"chat":{"id":-1004,"type":"supergroup"},"date":5,"text":"/c"}}`),
			})
			if shown := slices.Sorted(maps.Keys(s.all)); !kept || !slices.Equal(shown, want) || s.all["3"] > 4 {
				t.Errorf("away for %v: kept %t, shown %v; want %v", away, kept, s.all, want)
			}
		})
	}
}
