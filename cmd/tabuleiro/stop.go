package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilStopped is a context that ends with the first signal to stop. The second one ends the process at once, after
// whatever was given as last words.
func untilStopped(parent context.Context, last func()) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	signals := []os.Signal{syscall.SIGINT, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup asks for
		signals = append(signals, syscall.SIGHUP)
	}
	heard := make(chan os.Signal, len(signals))
	signal.Notify(heard, signals...)
	done := make(chan struct{})
	go func() {
		select {
		case <-heard:
			cancel()
		case <-done:
			return
		}
		select {
		case <-heard:
			last()
			os.Exit(130)
		case <-done:
		}
	}()
	return ctx, func() {
		signal.Stop(heard)
		close(done)
		cancel()
	}
}
