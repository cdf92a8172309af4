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

// Wire is a way to a database that can be cut.
type Wire struct {
	Address string // of the database, by this way

	mu    sync.Mutex
	cut   bool
	quiet chan struct{}     // closed when what is said arrives again; nil: it does
	trips int               // how often the database was asked and something came back, or will
	ways  map[net.Conn]bool // both ends of all connections
}

// NewWire lays a wire to the database at an address.
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

// lay lays the wire to an address, and returns where it begins.
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

// carry carries what is said on one connection.
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

// end is where what is said on a wire comes out, unless it is silent.
type end struct {
	io.Writer
	wire     *Wire
	answered *bool // whether the database has said something last on this connection; mu guards it
	asks     bool  // this is the end at the database
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

// Trips is how often there was something to wait for: a question, of however many parts, and its answer.
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

// Cut ends all connections, and lets none come about.
func (w *Wire) Cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = true
	w.speak()
	for c := range w.ways {
		c.Close()
	}
}

// Silence has nothing arrive any more, while connections stay and new ones come about, as where a cable is pulled: what
// is said arrives when the wire is mended.
func (w *Wire) Silence() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.quiet == nil {
		w.quiet = make(chan struct{})
	}
}

// Mend lets connections come about again, and what is said arrive.
func (w *Wire) Mend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = false
	w.speak()
}

// speak ends a silence. The caller holds mu.
func (w *Wire) speak() {
	if w.quiet != nil {
		close(w.quiet)
		w.quiet = nil
	}
}
