package database

import (
	"bytes"
	"io"
	"testing"
	"testing/synctest"
	"time"
)

// Long work is told a line a second; a small amount is not told, however long it takes.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		p := (&Progress{To: &said}).of("looked through")
		p.matches(3000, 0)
		time.Sleep(time.Second)
		p.matches(999, 0)
		p.matches(2000, 0)
		p.matches(2001, 0)
		time.Sleep(time.Second)
		p.matches(3000, 4000)
		time.Sleep(time.Second)
		to := p.writer(io.Discard, 80<<20)
		for range 3 {
			if n, err := to.Write(make([]byte, 30<<20)); n != 30<<20 || err != nil {
				t.Fatal(n, err)
			}
			time.Sleep(time.Second)
		}
		const want = "looked through: 2000 matches\n" +
			"looked through: 3000 of 4000 matches, 75 %\n" +
			"looked through: 60 of 80 MB, 75 %\n" +
			"looked through: 90 of 90 MB, 100 %\n"
		if said.String() != want {
			t.Errorf("said\n%swant\n%s", &said, want)
		}
	})
}
