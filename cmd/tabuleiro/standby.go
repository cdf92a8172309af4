package main

import (
	"context"
	"errors"
	"log/slog"
	"os"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/control"
	"tabuleiro/cmd/tabuleiro/metrics"
	"tabuleiro/storage"
)

// errStandby is how a process is that waits for the database.
var errStandby = errors.New("waiting as standby: another process has the database")

// standby is a process that waits for the database. All who ask it are told so.
type standby struct {
	settings config.Config
	log      *slog.Logger
	failed   context.CancelCauseFunc
	close    func() // ends what answers; nil: it does not wait yet
}

// Health implements control.Healthy.
func (*standby) Health(context.Context) error { return errStandby }

// wait tells what is waited for, and answers from the first time on. An address that is taken ends the program.
func (s *standby) wait(reason string) {
	s.log.Info("waiting as standby", "database", s.settings.Database, "reason", reason)
	if s.close != nil {
		return
	}
	var err error
	if s.close, err = (control.Process{Health: s, Figures: metrics.Standby()}).Offer(s.settings, s.log); err != nil {
		s.failed(err)
	}
}

// end stops answering, for the bot to do that.
func (s *standby) end() {
	if s.close != nil {
		s.close()
	}
}

// leaveWhenLost ends the program when another process may have taken the database: in good order it could do nothing
// any more, and would say that in rooms which another bot looks after. last is done before.
func leaveWhenLost(store storage.Store, log *slog.Logger, last []func()) {
	holder, ok := store.(storage.Holder)
	if !ok {
		return
	}
	context.AfterFunc(holder.Held(), func() {
		for _, do := range last {
			do()
		}
		log.Error("the program ends", "error", context.Cause(holder.Held()))
		os.Exit(1)
	})
}
