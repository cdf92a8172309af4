package servertest

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"testing"
)

// Answer is a Script's answer to one call.
type Answer struct {
	Status int // 0 means 200
	Header map[string]string
	Body   string
	Cut    bool // the connection breaks instead of an answer
	Hang   bool // no answer comes until the caller gives up
}

// Script is a server for testing/synctest that returns its answers in turn, and then the last one again and again.
type Script struct {
	*Listener

	mu      sync.Mutex
	answers []Answer
	calls   []string
	headers []http.Header
}

// Serve starts a Script that ends with the test.
func Serve(tb testing.TB, answers ...Answer) *Script {
	s := &Script{Listener: Listen(), answers: answers}
	server := &http.Server{Handler: s}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(s.Listener) }()
	tb.Cleanup(func() {
		_ = server.Close()
		<-ended
	})
	return s
}

// ServeHTTP records a call and answers it.
func (s *Script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	s.calls = append(s.calls, fmt.Sprintf("%s %s %s", r.Method, r.URL.Path, body))
	s.headers = append(s.headers, r.Header)
	a := s.answers[0]
	if len(s.answers) > 1 {
		s.answers = s.answers[1:]
	}
	s.mu.Unlock()
	switch {
	case a.Hang:
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	case a.Cut:
		panic(http.ErrAbortHandler)
	}
	for name, value := range a.Header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(max(a.Status, http.StatusOK))
	_, _ = io.WriteString(w, a.Body)
}

// Calls returns method, path and body of each call since the previous Calls.
func (s *Script) Calls() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	calls := s.calls
	s.calls = nil
	return calls
}

// Headers returns the headers of all calls so far.
func (s *Script) Headers() []http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.headers)
}
