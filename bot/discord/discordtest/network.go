package discordtest

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
)

// New starts a server on this machine that ends with the test. The Message Content intent is granted.
func New(t testing.TB) *Server {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return start(t, l, "http://"+l.Addr().String(), nil)
}

// Virtual is New for a test inside testing/synctest: the server is in memory and reached only by Dial. It sets the
// virtual clock to a date in 2026.
func Virtual(t testing.TB) *Server {
	time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)))
	l := servertest.Listen()
	return start(t, l, "http://discord.test", l.Dial)
}

func start(t testing.TB, l net.Listener, address string,
	dial func(ctx context.Context, network, address string) (net.Conn, error)) *Server {
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
