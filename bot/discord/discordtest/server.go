// Package discordtest is a fake Discord for tests: a local server that speaks the gateway and the REST API as far as a
// bot with slash commands, buttons and messages needs them, with users who type and press, and faults on demand.
//
// It refuses what Discord refuses: a text that is too long, a button too many, a call without a permission, a second
// response to an interaction. Tests wait for changes of the server's state and not for fixed times; what does not come
// within a while fails the test.
package discordtest

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"tabuleiro/bot/adapter/servertest"
	"testing"
	"time"
)

// Token is the bot's token.
const Token = "MTIz.secret-part.of-a-token"

// Patience is how long a test waits for an expected event, on a busy machine.
const Patience = time.Minute

// Server is a fake Discord with one bot.
type Server struct {
	API string // base URL
	Bot *User
	App string // application id

	// Dial connects to an in-memory server, nil if the server is on the network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	t    testing.TB
	base string // URL without the path
	http *http.Server

	mu           sync.Mutex
	bell         bell
	last         int64 // last snowflake
	ahead        time.Duration
	users        map[string]*User
	guilds       map[string]*Guild
	channels     map[string]*Channel
	messages     map[string]*Message
	files        map[string]*File        // by path
	interactions map[string]*Interaction // by token
	commands     map[string][]command    // by id of the guild, "" for global ones
	filled       int                     // submitted forms
	registered   int
	faults       []*Fault
	around       func(http.ResponseWriter, *http.Request, func(http.ResponseWriter))
	calls        map[string]int // by method and kind of path
	sessions     map[string]*session
	identified   int
	hasty        int
	invalid      time.Time // when the last invalid session was sent
	rejecting    bool
	starts       starts
	resumed      int
	lost         int // connections
	beats        int
	granted      bool // the Message Content intent is enabled
	token        string
	heartbeat    time.Duration
	haste        time.Duration // time limit of the initial response to an interaction
	sharded      bool          // the bot is on too many servers for one session
	paced        *pace         // nil for no rate limits
	watched      servertest.Watch
}

// starts is the quota of identifications.
type starts struct {
	total, left int
	reset       time.Time
	last        time.Time
}

func newServer(t testing.TB, base string) *Server {
	s := &Server{
		t:            t,
		base:         base,
		API:          base + "/api",
		App:          "4001",
		users:        map[string]*User{},
		guilds:       map[string]*Guild{},
		channels:     map[string]*Channel{},
		messages:     map[string]*Message{},
		files:        map[string]*File{},
		interactions: map[string]*Interaction{},
		commands:     map[string][]command{},
		calls:        map[string]int{},
		sessions:     map[string]*session{},
		starts:       starts{total: 1000, left: 1000},
		granted:      true,
		token:        Token,
		heartbeat:    41250 * time.Millisecond,
		haste:        3 * time.Second,
	}
	s.Bot = s.User("tabuleiro")
	s.Bot.bot = true
	return s
}

// Ahead sets how far the server's clock is ahead of this machine's.
func (s *Server) Ahead(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ahead, s.last = d, 0
}

// now returns the server's time. The caller holds mu.
func (s *Server) now() time.Time { return time.Now().Add(s.ahead) }

// snowflake returns a new id, greater than earlier ones. The caller holds mu.
func (s *Server) snowflake() string {
	const epoch = 1420070400000
	s.last = max(s.last+1, (s.now().UnixMilli()-epoch)<<22)
	return strconv.FormatInt(s.last, 10)
}

// bell signals a change to waiting goroutines.
type bell struct{ changed chan struct{} }

// ring wakes all waiting goroutines. The caller holds mu.
func (b *bell) ring() {
	if b.changed != nil {
		close(b.changed)
		b.changed = nil
	}
}

// await waits for a condition, and fails the test if it does not come true in time. ready is called with mu held.
func (s *Server) await(b *bell, ready func() bool, what string, args ...any) {
	s.t.Helper()
	if !s.within(Patience, b, ready) {
		s.t.Fatalf("waited in vain for "+what, args...)
	}
}

// within waits for a condition and returns false if it does not come true in time. ready is called with mu held.
func (s *Server) within(d time.Duration, b *bell, ready func() bool) bool {
	late := time.NewTimer(d)
	defer late.Stop()
	for {
		s.mu.Lock()
		if ready() {
			s.mu.Unlock()
			return true
		}
		if b.changed == nil {
			b.changed = make(chan struct{})
		}
		changed := b.changed
		s.mu.Unlock()
		select {
		case <-changed:
		case <-late.C:
			return false
		}
	}
}

// Fault makes calls of the REST API fail.
type Fault struct {
	Method string
	Path   string        // part of the path
	Times  int           // number of failures; 0 means one
	Hang   bool          // there is no answer, and the connection breaks when the fault ends
	Lose   bool          // the call is carried out, but the connection breaks before the answer
	Late   time.Duration // delay before the call is carried out, even if the client has given up by then
	Delay  time.Duration // delay of the answer after the call was carried out
	Status int
	Code   int               // Discord's error code
	Body   string            // replaces Discord's JSON
	Header map[string]string // such as Retry-After

	met  int
	bell bell
	over chan struct{}
	s    *Server
}

// Fail adds a fault.
func (s *Server) Fail(f Fault) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.Times = max(f.Times, 1)
	f.s, f.over = s, make(chan struct{})
	s.faults = append(s.faults, &f)
	return &f
}

// Met waits until a fault has occurred so many times.
func (f *Fault) Met(times int) {
	f.s.t.Helper()
	f.s.await(&f.bell, func() bool { return f.met >= times }, "%s %s to fail %d times", f.Method, f.Path, times)
}

// End ends a fault. It may be called once.
func (f *Fault) End() {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	f.Times = f.met
	close(f.over)
}

// fault returns the fault that applies to a call, nil if none does.
func (s *Server) fault(r *http.Request) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.faults {
		if f.met < f.Times && f.Method == r.Method && strings.Contains(r.URL.Path, f.Path) {
			f.met++
			f.bell.ring()
			return f
		}
	}
	return nil
}

// Calls counts the calls of a kind, such as "POST messages".
func (s *Server) Calls(kind string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[kind]
}

// Counts returns the number of calls by kind.
func (s *Server) Counts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.calls)
}

// Others counts the calls other than initial responses and those for the gateway's address.
func (s *Server) Others() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for kind, calls := range s.calls {
		if kind != "POST callbacks" && kind != "GET gateway" {
			n += calls
		}
	}
	return n
}

// GrantContent enables or disables the Message Content intent.
func (s *Server) GrantContent(granted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.granted = granted
}

// ChangeToken makes the bot's token invalid.
func (s *Server) ChangeToken() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.token = "another"
}

// NeedShards makes the gateway refuse a bot with only one shard.
func (s *Server) NeedShards() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sharded = true
}

// Heartbeat sets the heartbeat interval of the next connection.
func (s *Server) Heartbeat(every time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heartbeat = every
}

// Haste sets the time limit of the initial response to an interaction: a short one makes every response late, a long
// one tolerates a busy machine.
func (s *Server) Haste(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.haste = d
}

// problem is an error in Discord's form.
type problem struct {
	status  int
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func invalid(format string, args ...any) *problem {
	return &problem{http.StatusBadRequest, 50035, "Invalid Form Body: " + fmt.Sprintf(format, args...)}
}

var (
	unknownChannel     = &problem{404, 10003, "Unknown Channel"}
	unknownGuild       = &problem{404, 10004, "Unknown Guild"}
	unknownMember      = &problem{404, 10007, "Unknown Member"}
	unknownMessage     = &problem{404, 10008, "Unknown Message"}
	unknownWebhook     = &problem{404, 10015, "Unknown Webhook"}
	unknownInteraction = &problem{404, 10062, "Unknown interaction"}
	tooLarge           = &problem{413, 40005, "Request entity too large"}
	acknowledged       = &problem{400, 40060, "Interaction has already been acknowledged."}
	entryPointMissing  = &problem{400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation."}
	tooManyFollowUps   = &problem{400, 40094, "This interaction has reached its maximum number of follow up messages"}
	missingAccess      = &problem{403, 50001, "Missing Access"}
	notTheAuthor       = &problem{403, 50005, "Cannot edit a message authored by another user"}
	emptyMessage       = &problem{400, 50006, "Cannot send an empty message"}
	noMutualServer     = &problem{403, 50278, "Cannot send messages to this user due to having no mutual guilds"}
	closedToBot        = &problem{403, 50007, "Cannot send messages to this user"}
	missingPermissions = &problem{403, 50013, "Missing Permissions"}
	invalidToken       = &problem{401, 50027, "Invalid Webhook Token"}
	wrongChannel       = &problem{400, 50024, "Cannot execute action on this channel type"}
	archivedThread     = &problem{400, 50083, "Tried to perform an operation on an archived thread"}
	oldEdits           = &problem{429, 30046,
		"Maximum number of edits to messages older than 1 hour reached. Try again later"}
	noHistory    = &problem{400, 160002, "You cannot reply without permission to read message history"}
	lockedThread = &problem{403, 160005, "Thread is locked"}
	unauthorized = &problem{401, 0, "401: Unauthorized"}
)
