// Package servertest has what the fake servers share: an in-memory network, and messages that a test can watch. Inside
// testing/synctest time advances only while all goroutines are durably blocked, which a real connection would prevent.
package servertest

import (
	"context"
	"net"
	"sync"
)

// Listener is a net.Listener that only Dial reaches.
type Listener struct {
	arriving chan net.Conn
	closed   chan struct{}
	once     sync.Once
}

// Listen makes a Listener.
func Listen() *Listener {
	return &Listener{arriving: make(chan net.Conn), closed: make(chan struct{})}
}

// Accept implements net.Listener.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.arriving:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener. Open connections stay open.
func (l *Listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// Addr implements net.Listener.
func (l *Listener) Addr() net.Addr { return nowhere{} }

// Dial connects to the listener; the address is ignored.
func (l *Listener) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case l.arriving <- there:
		return here, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type nowhere struct{}

func (nowhere) Network() string { return "memory" }
func (nowhere) String() string  { return "nowhere" }
