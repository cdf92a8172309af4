package control

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Server answers at listeners until it is closed.
type Server struct {
	http     *http.Server
	finished chan error // of each listener
	places   int
}

// Serve begins to answer, within limits that all have in common.
func Serve(handler http.Handler, log *slog.Logger, at ...net.Listener) *Server {
	s := &Server{&http.Server{
		Handler:           http.MaxBytesHandler(handler, 1<<10),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      20 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}, make(chan error, len(at)), len(at)}
	for _, listener := range at {
		go func() { s.finished <- s.http.Serve(listener) }()
	}
	return s
}

// Close lets those being answered finish for a while.
func (s *Server) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err := s.http.Shutdown(ctx)
	if err != nil {
		err = errors.Join(err, s.http.Close())
	}
	for range s.places {
		if serve := <-s.finished; !errors.Is(serve, http.ErrServerClosed) {
			err = errors.Join(err, serve)
		}
	}
	return err
}
