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

// Serve begins to answer at listeners, within limits that all have in common. It returns what ends it, and lets those
// being answered finish for a while.
func Serve(handler http.Handler, log *slog.Logger, at ...net.Listener) (end func() error) {
	server := &http.Server{
		Handler:        handler,
		ReadTimeout:    10 * time.Second, // also of the headers, and while nothing is asked
		WriteTimeout:   20 * time.Second,
		MaxHeaderBytes: 16 << 10,
		ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	var serving sync.WaitGroup
	for _, listener := range at {
		serving.Go(func() {
			if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
				log.Error("nobody is answered any more", "at", listener.Addr(), "error", err)
			}
		})
	}
	return func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		err := server.Shutdown(ctx)
		if err != nil {
			err = errors.Join(err, server.Close())
		}
		serving.Wait()
		return err
	}
}
