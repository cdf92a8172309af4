package discordtest

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// New starts a server on this machine that ends with the test. The Message Content intent is granted.
func New(t testing.TB) *Server {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return start(t, l, "http://"+l.Addr().String(), nil)
}

// Virtual starts a server that is reached in memory only, by Dial: inside testing/synctest, where hours pass in an instant.
// The clock there is set to a time at which there is a Discord.
func Virtual(t testing.TB) *Server {
	time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)))
	l := &memory{arriving: make(chan net.Conn), closed: make(chan struct{})}
	return start(t, l, "http://discord.test", l.dial)
}

func start(t testing.TB, l net.Listener, address string, dial func(ctx context.Context, network, address string) (net.Conn, error)) *Server {
	s := newServer(t, address)
	s.Dial = dial
	s.http = &http.Server{Handler: s.routes()}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.http.Serve(l)
	}()
	t.Cleanup(func() {
		s.Drop()
		_ = s.http.Close()
		<-ended
	})
	return s
}

// memory is a listener without a network.
type memory struct {
	arriving chan net.Conn
	closed   chan struct{}
	once     sync.Once
}

func (m *memory) Accept() (net.Conn, error) {
	select {
	case c := <-m.arriving:
		return c, nil
	case <-m.closed:
		return nil, net.ErrClosed
	}
}

func (m *memory) Close() error {
	m.once.Do(func() { close(m.closed) })
	return nil
}

func (m *memory) Addr() net.Addr { return nowhere{} }

func (m *memory) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case m.arriving <- there:
		return here, nil
	case <-m.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type nowhere struct{}

func (nowhere) Network() string { return "memory" }
func (nowhere) String() string  { return "discord.test" }
