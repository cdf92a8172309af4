package control

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// Server answers at listeners until it is closed.
type Server struct {
	http    http.Server
	serving sync.WaitGroup
}

// Serve begins to answer, within limits that all have in common.
func Serve(handler http.Handler, log *slog.Logger, at ...net.Listener) *Server {
	s := &Server{http: http.Server{
		Handler:           http.MaxBytesHandler(handler, 1<<10),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      20 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}}
	for _, listener := range at {
		s.serving.Go(func() {
			if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
				log.Error("nobody is answered any more", "at", listener.Addr(), "error", err)
			}
		})
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
	s.serving.Wait()
	return err
}
