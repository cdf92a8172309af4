package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/control"
	"tabuleiro/storage"
)

// errStandby is how a process is that waits for the database.
var errStandby = errors.New("waiting as standby: another process has the database")

// standby is a process that waits for the database. All who ask it, or call its webhook, are told so.
type standby struct {
	settings config.Config
	log      *slog.Logger
	failed   context.CancelCauseFunc
	ends     []func() // of what answers; nil: it does not wait yet
}

// wait tells what is waited for, and answers from the first time on. An address that is taken ends the program.
func (s *standby) wait(reason string) {
	s.log.Info("waiting as standby", "database", s.settings.Database, "reason", reason)
	if s.ends != nil {
		return
	}
	health := func(context.Context) error { return errStandby }
	end, err := control.Process{Health: health, Figures: control.Figures(nil)}.Offer(s.settings, s.log)
	if err == nil {
		s.ends = []func(){end}
		err = s.refuseCalls()
	}
	if err != nil {
		s.failed(err)
	}
}

// refuseCalls has Telegram, which calls the webhook, bring later what it brings now.
func (s *standby) refuseCalls() error {
	hook := s.settings.Telegram.Webhook
	if hook.URL == "" || s.settings.Telegram.Token == "" {
		return nil
	}
	listener, err := net.Listen("tcp", string(hook.Listen))
	if err != nil {
		return fmt.Errorf("telegram: webhook: %w: choose another address (telegram.webhook.listen)", err)
	}
	end := control.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, errStandby.Error(), http.StatusServiceUnavailable)
	}), s.log, listener)
	s.log.Info("refusing calls of Telegram meanwhile", "at", listener.Addr())
	s.ends = append(s.ends, end)
	return nil
}

// end stops answering, for the bot to do that.
func (s *standby) end() {
	for _, end := range s.ends {
		end()
	}
}

// leaveWhenLost ends the program when another process may have taken the database: in good order it could do nothing
// any more, and would say that in rooms which another bot looks after. last is done before.
func leaveWhenLost(store storage.Store, log *slog.Logger, last func()) {
	holder, ok := store.(storage.Holder)
	if !ok {
		return
	}
	context.AfterFunc(holder.Held(), func() {
		last()
		log.Error("the program ends", "error", context.Cause(holder.Held()))
		os.Exit(1)
	})
}
