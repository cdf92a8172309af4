package database

import (
	"fmt"
	"io"
	"time"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Progress prints how far something long has come, a line a second. A small amount passes without a word.
type Progress struct {
	To   io.Writer // where people read it, beside what a command prints
	what string
	last time.Time
}

// So much passes without a word.
const (
	manyMegabytes = 32
	manyMatches   = 1000
)

// every is the time between two lines.
const every = time.Second

// of is the progress of something, which begins now.
func (p *Progress) of(what string) *Progress {
	return &Progress{To: p.To, what: what, last: time.Now()}
}

// tell says how much is done of all, 0 where that is not known, if it is time for that.
func (p *Progress) tell(done, all, least int64, unit string) {
	if done < least || time.Since(p.last) < every {
		return
	}
	p.last = time.Now()
	if all == 0 {
		fmt.Fprintf(p.To, "%s: %d %s\n", p.what, done, unit)
		return
	}
	all = max(all, done)
	fmt.Fprintf(p.To, "%s: %d of %d %s, %d %%\n", p.what, done, all, unit, 100*done/all)
}

// matches says how many matches are done.
func (p *Progress) matches(done, all int) { p.tell(int64(done), int64(all), manyMatches, "matches") }

// counting says how many matches visit has seen.
func (p *Progress) counting(visit func(storage.Head, []match.Event)) func(storage.Head, []match.Event) {
	done := 0
	return func(h storage.Head, events []match.Event) {
		done++
		p.matches(done, 0)
		visit(h, events)
	}
}

// writer tells of all that is written to another one; all is about how much it will be.
func (p *Progress) writer(to io.Writer, all int64) io.Writer { return &telling{to, 0, all, p} }

type telling struct {
	io.Writer
	done, all int64
	to        *Progress
}

func (t *telling) Write(b []byte) (int, error) {
	n, err := t.Writer.Write(b)
	t.done += int64(n)
	t.to.tell(t.done>>20, t.all>>20, manyMegabytes, "MB")
	return n, err
}
