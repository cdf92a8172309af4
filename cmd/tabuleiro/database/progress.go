package database

import (
	"fmt"
	"io"
	"time"

	"tabuleiro/storage/bolt"
)

// Progress prints how far something long has come, a line a second. An amount below many passes without a word.
type Progress struct {
	To   io.Writer // where people read it, beside what a command prints
	what string
	last time.Time
}

// many is how much passes without a word.
var many = map[bolt.Unit]int64{bolt.Bytes: 32 << 20, bolt.Matches: 1000}

// every is the time between two lines.
const every = time.Second

// of is the progress of something, which begins now.
func (p *Progress) of(what string) *Progress {
	return &Progress{To: p.To, what: what, last: time.Now()}
}

// come tells that so much is done; all is 0 where that is not known.
func (p *Progress) come(done, all int64, unit bolt.Unit) {
	if done < many[unit] || time.Since(p.last) < every {
		return
	}
	p.last = time.Now()
	number := func(n int64) string {
		if unit == bolt.Bytes {
			return fmt.Sprintf("%d MB", n>>20)
		}
		return Count(int(n), "match")
	}
	if all == 0 {
		fmt.Fprintf(p.To, "%s: %s\n", p.what, number(done))
		return
	}
	fmt.Fprintf(p.To, "%s: %s of %s, %d %%\n", p.what, number(done), number(all), 100*done/max(all, 1))
}

// matches is come for a copy from store to store.
func (p *Progress) matches(done, all int) { p.come(int64(done), int64(all), bolt.Matches) }

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
	t.to.come(t.done, max(t.done, t.all), bolt.Bytes)
	return n, err
}
