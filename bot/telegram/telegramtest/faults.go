package telegramtest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"
)

// Fault is a way to answer wrongly. real gives the correct answer.
type Fault func(s *Server, w http.ResponseWriter, r *http.Request, real func(http.ResponseWriter))

type fault struct {
	fault Fault
	times int
}

// Fail makes the next calls of a method fail, so many times; "" is any method. Several faults of a method are used one
// after the other.
func (s *Server) Fail(method string, times int, f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[method] = append(s.faults[method], fault{f, times})
}

// Mend removes all faults.
func (s *Server) Mend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.faults)
}

func (s *Server) fault(method string) Fault {
	for _, m := range []string{method, ""} {
		list := s.faults[m]
		for len(list) > 0 && list[0].times == 0 {
			list = list[1:]
		}
		s.faults[m] = list
		if len(list) > 0 {
			list[0].times--
			return list[0].fault
		}
	}
	return nil
}

// Refuse answers with an error in Telegram's form.
func Refuse(code int, description string) Fault {
	return func(_ *Server, w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) {
		drain(r)
		answer(w, nil, refuse(code, description))
	}
}

// Flood answers 429, to be retried after this many seconds.
func Flood(seconds int) Fault {
	return func(_ *Server, w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) {
		drain(r)
		answer(w, nil, flood(seconds))
	}
}

// Status answers like a proxy in front of Telegram, with a page that is not JSON.
func Status(code int) Fault {
	return func(_ *Server, w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) {
		drain(r)
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(code)
		fmt.Fprintf(w, "<html><body><h1>%d %s</h1></body></html>", code, http.StatusText(code))
	}
}

// Garble executes the call and answers with invalid JSON.
func Garble(_ *Server, w http.ResponseWriter, _ *http.Request, real func(http.ResponseWriter)) {
	real(httptest.NewRecorder())
	_, _ = io.WriteString(w, `{"ok":true,"result":{"message_id":`)
}

// Truncate executes the call and breaks the connection in the middle of the answer.
func Truncate(_ *Server, w http.ResponseWriter, _ *http.Request, real func(http.ResponseWriter)) {
	full := httptest.NewRecorder()
	real(full)
	w.Header().Set("Content-Length", fmt.Sprint(full.Body.Len()))
	_, _ = w.Write(full.Body.Bytes()[:full.Body.Len()/2])
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// Lose executes the call and breaks the connection without an answer.
func Lose(_ *Server, _ http.ResponseWriter, _ *http.Request, real func(http.ResponseWriter)) {
	real(httptest.NewRecorder())
	panic(http.ErrAbortHandler)
}

// Cut breaks the connection without executing the call.
func Cut(_ *Server, _ http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) {
	drain(r)
	panic(http.ErrAbortHandler)
}

// Hang does nothing and sends nothing until the client gives up.
func Hang(s *Server, _ http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) {
	drain(r)
	select {
	case <-r.Context().Done():
	case <-s.stop:
	}
	panic(http.ErrAbortHandler)
}

// Hold waits for a channel and then executes the call.
func Hold(until <-chan struct{}) Fault {
	return func(s *Server, w http.ResponseWriter, _ *http.Request, real func(http.ResponseWriter)) {
		select {
		case <-until:
			real(w)
		case <-s.stop:
			panic(http.ErrAbortHandler)
		}
	}
}

// Late executes the call after a while, and answers after another.
func Late(while func() time.Duration) Fault {
	return func(_ *Server, w http.ResponseWriter, _ *http.Request, real func(http.ResponseWriter)) {
		time.Sleep(while())
		real(w)
		time.Sleep(while())
	}
}

func drain(r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }
