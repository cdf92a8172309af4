// Package telegramtest is a Telegram of one's own, for tests: a server on this machine that speaks the Bot API over
// HTTP to one bot, and people in chats with it who write, press buttons and see what comes.
//
// It holds every call against the description of the Bot API 9.2, and refuses what Telegram refuses, in Telegram's
// words: what is missing, too long or of another type, chats that are not there or have moved, entities beyond the
// text. (Parameters that do not exist, which Telegram overlooks, are refused, too.) Its own reports are as described,
// or the test fails. It withholds from a bot in privacy mode what Telegram withholds. On demand it fails in the ways a
// network and a crowded service fail.
package telegramtest

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
)

// Patience is how long people wait for the bot before the test fails.
var Patience = time.Minute

// Server is Telegram. Its exported fields are not changed after Start.
type Server struct {
	URL   string // address of the API
	Token string // of the bot
	Bot   *Person

	// Dial is the way to a server without a network, nil if there is one.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	tb   testing.TB
	http *httptest.Server
	stop chan struct{} // closed at the end

	mu        sync.Mutex
	changed   signal
	nextID    int64 // of people
	nextTap   int
	privacy   bool
	people    map[int64]*Person
	spaces    map[int64]*space
	taps      map[string]*Tap
	faults    map[string][]fault // by method, "" for any
	calls     map[string]int
	files     map[string]*Document // by id
	limits    Limits
	used      usage // by all chats
	rings     []Ring
	impatient int
	floods    int
	inline    bool   // inline mode is on at BotFather
	local     string // folder of a server in local mode, "" if it is not in that mode
	queries   map[string]*Query
	watched   servertest.Watch
	texts     map[string]string // descriptions of the bot, by method and language
	commands  map[string]string // by scope and language, as they were sent

	updates    []queued // not confirmed
	past       []queued // confirmed, the last ones
	nextUpdate int64
	allowed    map[string]bool
	news       signal        // there are updates
	poller     chan struct{} // closed when another one polls
	hook       webhook
}

// signal wakes everybody who waits for something.
type signal struct{ c chan struct{} }

func (s *signal) wait() <-chan struct{} {
	if s.c == nil {
		s.c = make(chan struct{})
	}
	return s.c
}

func (s *signal) send() {
	if s.c != nil {
		close(s.c)
		s.c = nil
	}
}

// New starts a Telegram for a test. Privacy mode is on, as it is for new bots.
func New(tb testing.TB) *Server { return start(nil).endsWith(tb) }

// Virtual is New for a test inside testing/synctest, where hours pass in an instant: the server is reached by Dial
// only, in memory. The clock there is set to a time at which there is a Telegram.
func Virtual(tb testing.TB) *Server {
	time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)))
	return start(servertest.Listen()).endsWith(tb)
}

func (s *Server) endsWith(tb testing.TB) *Server {
	s.tb = tb
	tb.Cleanup(s.Close)
	return s
}

// start starts a Telegram at a listener, nil for one on this machine.
func start(at *servertest.Listener) *Server {
	s := &Server{
		Token:      "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcA",
		stop:       make(chan struct{}),
		nextID:     1000,
		privacy:    true,
		people:     map[int64]*Person{},
		spaces:     map[int64]*space{},
		taps:       map[string]*Tap{},
		faults:     map[string][]fault{},
		calls:      map[string]int{},
		files:      map[string]*Document{},
		queries:    map[string]*Query{},
		texts:      map[string]string{},
		commands:   map[string]string{},
		nextUpdate: 7_000_000,
	}
	s.Bot = &Person{server: s, ID: 4839574812, First: "Tabuleiro", Handle: "TabuleiroBot", bot: true}
	s.people[s.Bot.ID] = s.Bot
	s.http = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	if at != nil {
		s.http.Listener.Close()
		s.http.Listener, s.Dial = at, at.Dial
	}
	s.http.Start()
	s.URL = s.http.URL
	return s
}

// Close ends everything, requests under way included.
func (s *Server) Close() {
	s.mu.Lock()
	select {
	case <-s.stop:
	default:
		close(s.stop)
	}
	s.mu.Unlock()
	s.http.CloseClientConnections()
	s.http.Close()
}

// Privacy turns privacy mode on or off. As with Telegram, that is best done before the bot asks who it is.
func (s *Server) Privacy(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.privacy = on
}

// Calls is how often a method was called, successfully or not; "file" is that a file was asked for.
func (s *Server) Calls(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[method]
}

// Counts are the calls there were so far, by method.
func (s *Server) Counts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.calls)
}

// Commands are those that were set for a scope and a language, as JSON; "" if none were.
func (s *Server) Commands(scope, language string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.commands[scope+"/"+language]
}

// Described is what was set by setMyDescription or setMyShortDescription for a language.
func (s *Server) Described(method, language string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.texts[method+"/"+language]
}

// Until waits until something is so. It is asked again whenever anything has changed, and may not call the server.
func (s *Server) Until(what string, so func() bool) {
	late := time.NewTimer(Patience)
	defer late.Stop()
	for {
		s.mu.Lock()
		again := s.changed.wait()
		s.mu.Unlock()
		if so() {
			return
		}
		select {
		case <-again:
		case <-s.stop:
			s.fail("the server was closed before: %s", what)
			return
		case <-late.C:
			s.fail("waited in vain until: %s", what)
			return
		}
	}
}

func (s *Server) fail(format string, args ...any) {
	if s.tb == nil {
		panic("telegramtest: " + fmt.Sprintf(format, args...))
	}
	s.tb.Helper()
	s.tb.Fatalf("telegramtest: "+format, args...)
}

// wrong fails the test from wherever it is called.
func (s *Server) wrong(format string, args ...any) {
	if s.tb == nil {
		panic("telegramtest: " + fmt.Sprintf(format, args...))
	}
	s.tb.Errorf("telegramtest: "+format, args...)
}

// target is what a path asks for: /bot<token>/<method>, or /file/bot<token>/<path>, which counts as the method "file".
func target(path string) (token, method, file string, ok bool) {
	if rest, is := strings.CutPrefix(path, "/file/bot"); is {
		token, file, ok = strings.Cut(rest, "/")
		return token, "file", file, ok
	}
	rest, is := strings.CutPrefix(path, "/bot")
	token, method, ok = strings.Cut(rest, "/")
	return token, method, "", is && ok
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	token, method, file, ok := target(r.URL.Path)
	if !ok {
		answer(w, nil, refuse(404, "Not Found"))
		return
	}
	real := func(w http.ResponseWriter) {
		switch {
		case token != s.Token:
			answer(w, nil, refuse(401, "Unauthorized"))
		case method == "file":
			s.serveFile(w, file)
		default:
			p, err := parse(r)
			if err != nil {
				answer(w, nil, refuse(400, "Bad Request: "+err.Error()))
				return
			}
			var result any
			if err = checkCall(method, p); err == nil {
				result, err = s.call(r.Context(), method, p)
				s.watched.Tell()
			}
			if err == nil && method != "getUpdates" { // which were looked at when they were made
				result = s.checked(api().Methods[method].Returns, result)
			}
			answer(w, result, err)
		}
	}
	s.mu.Lock()
	s.calls[method]++
	f := s.fault(method)
	s.changed.send()
	s.mu.Unlock()
	if f != nil {
		f(s, w, r, real)
		return
	}
	real(w)
}
