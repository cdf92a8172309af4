// Package servertest has what the servers for tests share: messages that a test can watch, and a network in memory. Inside
// testing/synctest time passes only while everybody waits, and a real connection would not count as waiting.
package servertest

import (
	"context"
	"net"
	"sync"
)

// Listener is a net.Listener that is reached by Dial alone.
type Listener struct {
	arriving chan net.Conn
	closed   chan struct{}
	once     sync.Once
}

// Listen makes a listener.
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

// Close implements net.Listener. Connections that are open stay so.
func (l *Listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// Addr implements net.Listener.
func (l *Listener) Addr() net.Addr { return nowhere{} }

// Dial connects to the listener, whatever the address is.
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
