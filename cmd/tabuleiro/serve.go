package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// served is a server that answers at a listener until it is closed.
type served struct {
	server   *http.Server
	finished chan error
}

// serve begins to answer. The server gets the limits that all have in common.
func serve(at net.Listener, server *http.Server, log *slog.Logger) *served {
	server.ReadHeaderTimeout = 10 * time.Second
	server.MaxHeaderBytes = 16 << 10
	server.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelWarn)
	s := &served{server, make(chan error, 1)}
	go func() { s.finished <- server.Serve(at) }()
	return s
}

// close lets those being answered finish for a while.
func (s *served) close() error {
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
