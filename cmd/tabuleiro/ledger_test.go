package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"tabuleiro/cmd/tabuleiro/config"
)

// ledger has a service's record of the calls of all lives of the program. Moments are counted in the order in which the
// service sees events; 0 is never.
type ledger struct {
	mu   sync.Mutex
	now  int
	died []int // when it decided on the end of each life
	// when a life could do nothing more with the responses that it had, if there was such a moment
	settled map[int]int
	calls   []*call
}

// call is one call, with Telegram's methods and message numbers.
type call struct {
	life            int
	method          string
	chat            int64
	port            string // at which the program awaits the answer
	made            int    // the message that it has made
	begun, answered int    // when it came, and when the whole answer was written
	unread          bool   // just before the life ended there was something at the port that it had not read
}

// says reports whether a call sends a message.
func (c *call) says() bool { return strings.HasPrefix(c.method, "send") }

// unread returns the local ports with received data that the program has not read, none if the system does not show
// that.
func unread() map[string]bool {
	ports := map[string]bool{}
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		text, _ := os.ReadFile(table)
		for line := range strings.Lines(string(text)) {
			var row, own, other, state, queues string
			_, _ = fmt.Sscan(line, &row, &own, &other, &state, &queues) // the heading has other words
			_, port, _ := strings.Cut(own, ":")
			if n, err := strconv.ParseUint(port, 16, 16); err == nil && !strings.HasSuffix(queues, ":00000000") {
				ports[strconv.FormatUint(n, 10)] = true
			}
		}
	}
	return ports
}

// aliases are two forms of the local address. Each life uses the other one than the life before, so that late calls of
// a killed life are told apart.
var aliases = [2]string{"127.0.0.1", "[::ffff:127.0.0.1]"}

// born begins a life, and returns the service's address for it.
func (l *ledger) born(url string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.died = append(l.died, 0)
	return strings.Replace(url, aliases[0], aliases[len(l.died)%2], 1)
}

// dies ends a life.
func (l *ledger) dies(v *victim) {
	v.freeze()
	l.mu.Lock()
	defer l.mu.Unlock()
	left := unread()
	for _, c := range l.calls {
		c.unread = c.unread || c.life == len(l.died)-1 && left[c.port]
	}
	l.now++
	l.died[len(l.died)-1] = l.now
}

// usualDatabase is the default database.
const usualDatabase config.Database = "tabuleiro.db"

// settles waits until the program is idle: all its threads sleep, none in disk I/O, and none has run for a moment. It
// returns at once where the system does not show that.
func (l *ledger) settles(v *victim) {
	for range 5000 {
		l.mu.Lock()
		l.now++
		moment := l.now
		l.mu.Unlock()
		ran, sleeps := v.threads()
		time.Sleep(2 * time.Millisecond)
		again, still := v.threads()
		if sleeps && still && slices.Equal(ran, again) {
			l.mu.Lock()
			defer l.mu.Unlock()
			if l.settled == nil {
				l.settled = map[int]int{}
			}
			l.settled[len(l.died)-1] = moment
			return
		}
	}
}

// threads returns the CPU time of each thread of the program, and whether all of them sleep.
func (v *victim) threads() (ran []string, sleep bool) {
	v.mu.Lock()
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", v.cmd.Process.Pid))
	v.mu.Unlock()
	for _, task := range tasks {
		stat, _ := os.ReadFile(task + "/stat")
		_, state, _ := strings.Cut(string(stat), ") ")
		spent, _ := os.ReadFile(task + "/schedstat")
		ran = append(ran, task+string(spent))
		if !strings.HasPrefix(state, "S") || len(spent) == 0 {
			return nil, false
		}
	}
	return ran, len(ran) > 0
}

// enter notes a call that has arrived.
func (l *ledger) enter(r *http.Request) *call {
	body, _ := io.ReadAll(r.Body) // of a call that its caller did not live to make it is a part
	form := r.Clone(r.Context())
	form.Body, r.Body = io.NopCloser(bytes.NewReader(body)), io.NopCloser(bytes.NewReader(body))
	c := &call{method: r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:],
		port: r.RemoteAddr[strings.LastIndexByte(r.RemoteAddr, ':')+1:]}
	c.chat, _ = strconv.ParseInt(form.FormValue("chat_id"), 10, 64)
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.life = len(l.died) - 1; !strings.HasPrefix(r.Host, aliases[len(l.died)%2]) {
		c.life--
	}
	l.now++
	c.begun = l.now
	l.calls = append(l.calls, c)
	return c
}

// done has the service handle a call, notes the message sent, and returns the response.
func (l *ledger) done(c *call, real func(http.ResponseWriter)) *httptest.ResponseRecorder {
	answer := httptest.NewRecorder()
	real(answer)
	var is struct {
		Result struct {
			ID int `json:"message_id"`
		}
	}
	_ = json.Unmarshal(answer.Body.Bytes(), &is) // in other answers there is none
	l.mu.Lock()
	defer l.mu.Unlock()
	c.made = is.Result.ID
	return answer
}

// answer writes the response, and notes that.
func (l *ledger) answer(c *call, w http.ResponseWriter, answer *httptest.ResponseRecorder) {
	for key, values := range answer.Header() {
		w.Header()[key] = values
	}
	if answer.Body.Len() > 0 { // else there may have to be none
		w.Header().Set("Content-Length", strconv.Itoa(answer.Body.Len()))
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
	_ = http.NewResponseController(w).Flush()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now++
	c.answered = l.now
}

// The fate of the response to a message when the program died.
const (
	unanswered = "unanswered" // it was killed before Telegram answered
	notRead    = "unread"     // when the answer had come to its machine, and it had not read that
	read       = "read"       // when it had read it and not noted it, which is a moment
	noted      = "noted"      // when it did nothing any more
)

// answerTo returns the fate of the response to a message when the program that sent it died.
func (l *ledger) answerTo(group int64, message int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	first := l.maker(group, message)
	switch died := l.died[first.life]; {
	case first.answered > 0 && first.answered < l.settled[first.life]:
		return noted
	case first.unread:
		return notRead
	case first.answered == 0 || first.answered > died:
		return unanswered
	}
	return read
}

// maker returns the call that sent a message.
func (l *ledger) maker(chat int64, message int) *call {
	return l.calls[slices.IndexFunc(l.calls, func(c *call) bool {
		return c.says() && c.chat == chat &&
			c.made == message
	})]
}

// freeze stops all threads of the program.
func (v *victim) freeze() {
	v.signal(syscall.SIGSTOP)
	for range 1000 {
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", v.cmd.Process.Pid))
		stopped := true
		for _, task := range tasks {
			stat, _ := os.ReadFile(task)
			_, state, _ := strings.Cut(string(stat), ") ")
			stopped = stopped && strings.HasPrefix(state, "T")
		}
		if stopped {
			return
		}
		time.Sleep(100 * time.Microsecond)
	}
}
