package control

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Served is a server that answers at a listener until it is closed.
type Served struct {
	server   *http.Server
	finished chan error
}

// Serve begins to answer. The server gets the limits that all have in common.
func Serve(at net.Listener, server *http.Server, log *slog.Logger) *Served {
	server.ReadHeaderTimeout = 10 * time.Second
	server.MaxHeaderBytes = 16 << 10
	server.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelWarn)
	s := &Served{server, make(chan error, 1)}
	go func() { s.finished <- server.Serve(at) }()
	return s
}

// Close lets those being answered finish for a while.
func (s *Served) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err := s.server.Shutdown(ctx)
	if err != nil {
		err = errors.Join(err, s.server.Close())
	}
	if serve := <-s.finished; !errors.Is(serve, http.ErrServerClosed) {
		err = errors.Join(err, serve)
	}
	return err
}
