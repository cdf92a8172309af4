package postgrestest

import (
	"io"
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Wire is a proxy to a database whose connections can be cut.
type Wire struct {
	Address string // of the database, through the wire

	mu    sync.Mutex
	cut   bool
	quiet chan struct{}     // closed when data flows again; nil: data flows
	trips int               // round trips, answered or not
	ways  map[net.Conn]bool // both ends of all connections
}

// NewWire starts a wire to the database at an address.
func NewWire(t testing.TB, where string) *Wire {
	t.Helper()
	config, err := pgx.ParseConfig(where)
	if err != nil {
		t.Fatal(err)
	}
	name := config.User
	user := url.User(name)
	if config.Password != "" {
		user = url.UserPassword(name, config.Password)
	}
	network, address := pgconn.NetworkAddress(config.Host, config.Port)
	w := &Wire{}
	near := w.lay(t, network, address)
	at := url.URL{Scheme: "postgres", User: user, Host: near, Path: "/" + config.Database, RawQuery: "sslmode=disable"}
	w.Address = at.String()
	return w
}

// lay starts listening for connections to an address, and returns the address of the listener.
func (w *Wire) lay(t testing.TB, network, address string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.ways = map[net.Conn]bool{}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			all.Go(func() { w.carry(near, network, address) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		w.Cut()
		all.Wait()
	})
	return listener.Addr().String()
}

// carry copies data in both directions of one connection.
func (w *Wire) carry(near net.Conn, network, address string) {
	defer near.Close()
	far, err := net.Dial(network, address)
	if err != nil {
		return
	}
	defer far.Close()
	if !w.keep(near, far) {
		return
	}
	defer w.drop(near, far)
	done := make(chan struct{})
	answered := true
	go func() {
		defer close(done)
		_, _ = io.Copy(end{far, w, &answered, true}, near)
		far.Close()
	}()
	_, _ = io.Copy(end{near, w, &answered, false}, far)
	near.Close()
	<-done
}

// end is one end of a connection, which writes what arrives there unless the wire is silent.
type end struct {
	io.Writer
	wire     *Wire
	answered *bool // whether the database sent last on this connection; guarded by wire.mu
	asks     bool  // the end at the database
}

func (e end) Write(b []byte) (int, error) {
	e.wire.mu.Lock()
	quiet := e.wire.quiet
	if e.asks && *e.answered {
		e.wire.trips++
	}
	*e.answered = !e.asks
	e.wire.mu.Unlock()
	if quiet != nil {
		<-quiet
	}
	return e.Writer.Write(b)
}

// Trips counts round trips: a question, in however many writes, and its answer.
func (w *Wire) Trips() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.trips
}

func (w *Wire) keep(ends ...net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range ends {
		w.ways[c] = true
	}
	return !w.cut
}

func (w *Wire) drop(ends ...net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range ends {
		delete(w.ways, c)
	}
}

// Cut closes all connections and refuses new ones.
func (w *Wire) Cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = true
	w.speak()
	for c := range w.ways {
		c.Close()
	}
}

// Silence holds back all data while connections stay open and new ones are accepted, as if a cable were pulled. The
// data arrives after Mend.
func (w *Wire) Silence() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.quiet == nil {
		w.quiet = make(chan struct{})
	}
}

// Mend accepts connections again and lets data flow.
func (w *Wire) Mend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = false
	w.speak()
}

// speak ends a silence. The caller must hold mu.
func (w *Wire) speak() {
	if w.quiet != nil {
		close(w.quiet)
		w.quiet = nil
	}
}
