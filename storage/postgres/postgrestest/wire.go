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

	mu   sync.Mutex
	cut  bool
	ways map[net.Conn]bool // both ends of all connections
}

// NewWire lays a wire to the database at an address.
func NewWire(t testing.TB, where string) *Wire {
	t.Helper()
	config, err := pgx.ParseConfig(where)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	name := config.User
	user := url.User(name)
	if config.Password != "" {
		user = url.UserPassword(name, config.Password)
	}
	at := url.URL{Scheme: "postgres", User: user, Host: listener.Addr().String(), Path: "/" + config.Database, RawQuery: "sslmode=disable"}
	w := &Wire{Address: at.String(), ways: map[net.Conn]bool{}}
	network, address := pgconn.NetworkAddress(config.Host, config.Port)
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
	return w
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
	go func() {
		defer close(done)
		_, _ = io.Copy(far, near)
		far.Close()
	}()
	_, _ = io.Copy(near, far)
	near.Close()
	<-done
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
	for c := range w.ways {
		c.Close()
	}
}

// Mend lets connections come about again.
func (w *Wire) Mend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = false
}
