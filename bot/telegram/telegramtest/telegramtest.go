// Package telegramtest is a fake Telegram for tests: a local server that speaks the Bot API over HTTP to one bot, and
// people in chats with it who write, press buttons and receive its messages.
//
// It validates every call against the documentation of the Bot API 9.2, and refuses what Telegram refuses, in
// Telegram's words: missing, too long or mistyped values, unknown or migrated chats, entities beyond the text. (It also
// refuses unknown parameters, which Telegram ignores.) Its own updates and answers follow the documentation, or the
// test fails. It withholds from a bot in privacy mode what Telegram withholds. On demand it fails in the ways a network
// and an overloaded service fail.
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

// Server is a fake Telegram. Its exported fields are not changed after Start.
type Server struct {
	URL   string // of the API
	Token string // of the bot
	Bot   *Person

	// Dial connects to an in-memory server, nil if the server is on the network.
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
	used      usage // rate limit usage in all chats
	rings     []Ring
	impatient int
	floods    int
	inline    bool   // inline mode is on at BotFather
	local     string // folder of a server in local mode, else ""
	queries   map[string]*Query
	watched   servertest.Watch
	texts     map[string]string // descriptions of the bot, by method and language
	commands  map[string]string // by scope and language, as they were sent

	updates    []queued // not confirmed
	past       []queued // confirmed, the last ones
	nextUpdate int64
	allowed    map[string]bool
	news       signal        // an update has been added
	poller     chan struct{} // closed when another request polls
	hook       webhook
}

// signal wakes all waiting goroutines.
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

// New starts a Server for a test. Privacy mode is on, as it is for new bots.
func New(tb testing.TB) *Server { return start(nil).endsWith(tb) }

// Virtual is New for a test inside testing/synctest: the server is in memory and reached only by Dial. It sets the
// virtual clock to a date in 2026.
func Virtual(tb testing.TB) *Server {
	time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)))
	return start(servertest.Listen()).endsWith(tb)
}

func (s *Server) endsWith(tb testing.TB) *Server {
	s.tb = tb
	tb.Cleanup(s.Close)
	return s
}

// start starts a Server at a listener, nil for one on this machine.
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

// Close shuts the server down, requests in progress included.
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

// Privacy turns privacy mode on or off. As with Telegram, the bot may notice only when it asks for its account again.
func (s *Server) Privacy(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.privacy = on
}

// Calls counts the calls of a method, successful or not; "file" counts downloads.
func (s *Server) Calls(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[method]
}

// Counts returns the number of calls by method.
func (s *Server) Counts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.calls)
}

// Commands returns the commands set for a scope and a language as JSON, "" if there are none.
func (s *Server) Commands(scope, language string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.commands[scope+"/"+language]
}

// Described returns the text that setMyDescription or setMyShortDescription set for a language.
func (s *Server) Described(method, language string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.texts[method+"/"+language]
}

// Until waits for a condition, which is evaluated after every change and may not call the server.
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

// wrong fails the test; it may be called from any goroutine.
func (s *Server) wrong(format string, args ...any) {
	if s.tb == nil {
		panic("telegramtest: " + fmt.Sprintf(format, args...))
	}
	s.tb.Errorf("telegramtest: "+format, args...)
}

// target parses a request path: /bot<token>/<method>, or /file/bot<token>/<path>, whose method is "file".
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
			if err == nil && method != "getUpdates" { // those were checked when they were made
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
