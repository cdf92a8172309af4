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

// manyMatches is the number up to which nothing is said.
const manyMatches = 1000

// every is the time between two lines.
const every = time.Second

// of is the progress of something, which begins now.
func (p *Progress) of(what string) *Progress {
	return &Progress{To: p.To, what: what, last: time.Now()}
}

// matches says how many matches are done of all, 0 where that is not known, if it is time for that.
func (p *Progress) matches(done, all int) {
	if done < manyMatches || time.Since(p.last) < every {
		return
	}
	p.last = time.Now()
	if all == 0 {
		fmt.Fprintf(p.To, "%s: %d matches\n", p.what, done)
		return
	}
	fmt.Fprintf(p.To, "%s: %d of %d matches, %d %%\n", p.what, done, all, 100*done/all)
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
