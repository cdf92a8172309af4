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
	manyBytes   = 32 << 20
	manyMatches = 1000
)

// every is the time between two lines.
const every = time.Second

// of is the progress of something, which begins now.
func (p *Progress) of(what string) *Progress {
	return &Progress{To: p.To, what: what, last: time.Now()}
}

// say says what is done, if it is time for that.
func (p *Progress) say(format string, args ...any) {
	if time.Since(p.last) >= every {
		p.last = time.Now()
		fmt.Fprintf(p.To, p.what+": "+format+"\n", args...)
	}
}

// matches says how many matches are done; all is 0 where that is not known.
func (p *Progress) matches(done, all int) {
	switch {
	case done < manyMatches:
	case all == 0:
		p.say("%d matches", done)
	default:
		p.say("%d of %d matches, %d %%", done, all, 100*done/all)
	}
}

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
	if t.done += int64(n); t.done >= manyBytes {
		t.all = max(t.all, t.done)
		t.to.say("%d of %d MB, %d %%", t.done>>20, t.all>>20, 100*t.done/t.all)
	}
	return n, err
}
