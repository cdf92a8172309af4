package database

import (
	"fmt"
	"io"
	"time"
)

// Progress counts the matches that something long has dealt with, and prints how many, a line a second.
type Progress struct {
	To   io.Writer // where people read it, beside what a command prints
	what string
	last time.Time
	done int
}

// every is the time between two lines.
const every = time.Second

// of is the progress of something, which begins now.
func (p *Progress) of(what string) *Progress {
	return &Progress{To: p.To, what: what, last: time.Now()}
}

// match counts another match.
func (p *Progress) match() {
	p.done++
	if time.Since(p.last) >= every {
		p.last = time.Now()
		fmt.Fprintf(p.To, "%s: %d matches\n", p.what, p.done)
	}
}
