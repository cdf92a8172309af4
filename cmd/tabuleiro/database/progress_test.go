package database

import (
	"bytes"
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
		const want = "looked through: 2000 matches\n" +
			"looked through: 3000 of 4000 matches, 75 %\n"
		if said.String() != want {
			t.Errorf("said\n%swant\n%s", &said, want)
		}
	})
}
