package telegramtest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"
)

// Fault is a way to answer wrongly. real answers as it should be.
type Fault func(s *Server, w http.ResponseWriter, r *http.Request, real func(http.ResponseWriter))

type fault struct {
	fault Fault
	times int
}

// Fail makes the next calls of a method fail, this many of them; "" is any method. Faults of the same method follow one
// another.
func (s *Server) Fail(method string, times int, f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[method] = append(s.faults[method], fault{f, times})
}

// Mend ends all faults.
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

// Refuse answers as Telegram does, in words.
func Refuse(code int, description string) Fault {
	return func(_ *Server, w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) {
		drain(r)
		answer(w, nil, refuse(code, description))
	}
}

// Flood answers that it is too much, and to come again after this many seconds.
func Flood(seconds int) Fault {
	return func(_ *Server, w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) {
		drain(r)
		answer(w, nil, flood(seconds))
	}
}

// Status answers as the servers before Telegram do, with a page that is not JSON.
func Status(code int) Fault {
	return func(_ *Server, w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) {
		drain(r)
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(code)
		fmt.Fprintf(w, "<html><body><h1>%d %s</h1></body></html>", code, http.StatusText(code))
	}
}

// Garble does what was asked and answers with something that is not JSON.
func Garble(_ *Server, w http.ResponseWriter, _ *http.Request, real func(http.ResponseWriter)) {
	real(httptest.NewRecorder())
	_, _ = io.WriteString(w, `{"ok":true,"result":{"message_id":`)
}

// Truncate does what was asked and breaks off in the middle of the answer.
func Truncate(_ *Server, w http.ResponseWriter, _ *http.Request, real func(http.ResponseWriter)) {
	full := httptest.NewRecorder()
	real(full)
	w.Header().Set("Content-Length", fmt.Sprint(full.Body.Len()))
	_, _ = w.Write(full.Body.Bytes()[:full.Body.Len()/2])
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// Lose does what was asked and does not answer: the connection breaks.
func Lose(_ *Server, _ http.ResponseWriter, _ *http.Request, real func(http.ResponseWriter)) {
	real(httptest.NewRecorder())
	panic(http.ErrAbortHandler)
}

// Cut breaks the connection without having done anything.
func Cut(_ *Server, _ http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) {
	drain(r)
	panic(http.ErrAbortHandler)
}

// Hang does nothing and says nothing until the other side gives up.
func Hang(s *Server, _ http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) {
	drain(r)
	select {
	case <-r.Context().Done():
	case <-s.stop:
	}
	panic(http.ErrAbortHandler)
}

// Hold waits for a channel, and then does what was asked.
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

// Late does what was asked after a while, and answers after another.
func Late(while func() time.Duration) Fault {
	return func(_ *Server, w http.ResponseWriter, _ *http.Request, real func(http.ResponseWriter)) {
		time.Sleep(while())
		real(w)
		time.Sleep(while())
	}
}

func drain(r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }
