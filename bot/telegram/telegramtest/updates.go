package telegramtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// object is a JSON object.
type object map[string]any

func (o object) put(key, value string) {
	if value != "" {
		o[key] = value
	}
}

// queued is an update that waits for the bot.
type queued struct {
	id  int64
	raw json.RawMessage
}

// remembered is the number of confirmed updates that Repeat can send again.
const remembered = 1000

// push enqueues an update; the caller holds mu.
func (s *Server) push(kind string, of object) {
	if s.allowed != nil && !s.allowed[kind] {
		return
	}
	s.nextUpdate++
	s.enqueue(queued{s.nextUpdate, s.checked([]string{"Update"}, object{"update_id": s.nextUpdate, kind: of})})
}

func (s *Server) enqueue(q queued) {
	s.updates = append(s.updates, q)
	s.news.send()
	s.changed.send()
}

// Push enqueues an update of any kind; %d in the text stands for its id, which is returned.
func (s *Server) Push(text string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextUpdate++
	s.enqueue(queued{s.nextUpdate, json.RawMessage(fmt.Sprintf(text, s.nextUpdate))})
	return s.nextUpdate
}

// Skip shifts the id of the next update by a number, which may be negative.
func (s *Server) Skip(by int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextUpdate += by
}

// Repeat enqueues the last confirmed updates again.
func (s *Server) Repeat(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n > len(s.past) {
		n = len(s.past)
	}
	s.updates = append(append([]queued(nil), s.past[len(s.past)-n:]...), s.updates...)
	s.news.send()
	s.changed.send()
}

// Unconfirmed counts the updates that the bot has not acknowledged.
func (s *Server) Unconfirmed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.updates)
}

// confirm drops the updates before an id; the caller holds mu.
func (s *Server) confirm(before int64) {
	kept := s.updates[:0:0]
	for _, q := range s.updates {
		if q.id < before {
			s.past = append(s.past, q)
		} else {
			kept = append(kept, q)
		}
	}
	s.past = s.past[max(0, len(s.past)-remembered):]
	s.updates = kept
	s.changed.send()
}

// getUpdates waits for updates. A new request ends the one that is waiting.
func (s *Server) getUpdates(ctx context.Context, offset int64, limit int, timeout time.Duration,
	allowed map[string]bool) (any, error) {
	s.mu.Lock()
	if s.hook.url != "" {
		s.mu.Unlock()
		return nil, refuse(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first")
	}
	if s.poller != nil {
		close(s.poller)
	}
	mine := make(chan struct{})
	s.poller = mine
	if allowed != nil {
		s.allowed = allowed
	}
	if offset > 0 {
		s.confirm(offset)
	}
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.poller == mine {
			s.poller = nil
		}
	}()
	late := time.NewTimer(timeout)
	defer late.Stop()
	for {
		s.mu.Lock()
		found := []json.RawMessage{}
		for _, q := range s.updates {
			if q.id >= offset && len(found) < limit {
				found = append(found, q.raw)
			}
		}
		again := s.news.wait()
		s.mu.Unlock()
		if len(found) > 0 || timeout == 0 {
			return found, nil
		}
		select {
		case <-again:
		case <-late.C:
			return found, nil
		case <-mine:
			return nil, refuse(409, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running")
		case <-ctx.Done():
			return found, nil
		case <-s.stop:
			return found, nil
		}
	}
}

// webhook is the destination of updates.
type webhook struct {
	url, secret string
	to          string // replaces url, as behind a reverse proxy
	stop        chan struct{}
}

// Proxy redirects the webhook's requests to another address, like a reverse proxy that terminates TLS.
func (s *Server) Proxy(to string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hook.to = to
}

// Webhook returns the address that was set, "" if none.
func (s *Server) Webhook() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hook.url
}

// Secret returns the secret that was set with the webhook.
func (s *Server) Secret() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hook.secret
}

// setWebhook starts to deliver updates one after the other; "" ends it. The caller holds mu.
func (s *Server) setWebhook(url, secret string) {
	if s.hook.stop != nil {
		close(s.hook.stop)
	}
	s.hook.url, s.hook.secret, s.hook.stop = url, secret, nil
	if url != "" {
		s.hook.stop = make(chan struct{})
		go s.bring(s.hook.stop, secret)
	}
	s.changed.send()
}

func (s *Server) bring(stop chan struct{}, secret string) {
	for {
		s.mu.Lock()
		var next *queued
		if len(s.updates) > 0 {
			next = &s.updates[0]
		}
		again, to := s.news.wait(), s.hook.to
		s.mu.Unlock()
		if next != nil && post(to, secret, next.raw) {
			s.mu.Lock()
			s.confirm(next.id + 1)
			s.mu.Unlock()
			continue
		}
		if next != nil {
			retry := make(chan struct{})
			time.AfterFunc(20*time.Millisecond, func() { close(retry) })
			again = retry
		}
		select {
		case <-again:
		case <-stop:
			return
		case <-s.stop:
			return
		}
	}
}

func post(to, secret string, body []byte) bool {
	r, err := http.NewRequest(http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return false
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Telegram-Bot-Api-Secret-Token", secret)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode/100 == 2
}
