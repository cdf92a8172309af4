package database

import (
	"bytes"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/storage/bolt"
)

// Long work is told a line a second; a small amount is not told, however long it takes.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		p := (&Progress{To: &said}).of("looked through")
		p.come(64<<20, 640<<20, bolt.Bytes)
		time.Sleep(time.Second)
		p.come(1<<20, 2<<20, bolt.Bytes)
		p.come(64<<20, 640<<20, bolt.Bytes)
		p.come(65<<20, 640<<20, bolt.Bytes)
		time.Sleep(time.Second)
		p.come(999, 0, bolt.Matches)
		p.come(2000, 0, bolt.Matches)
		time.Sleep(time.Second)
		p.matches(3000, 4000)
		time.Sleep(time.Second)
		to := p.writer(io.Discard, 80<<20)
		for range 2 {
			if n, err := to.Write(make([]byte, 50<<20)); n != 50<<20 || err != nil {
				t.Fatal(n, err)
			}
			time.Sleep(time.Second)
		}
		const want = "looked through: 64 MB of 640 MB, 10 %\n" +
			"looked through: 2000 matches\n" +
			"looked through: 3000 matches of 4000 matches, 75 %\n" +
			"looked through: 50 MB of 80 MB, 62 %\n" +
			"looked through: 100 MB of 100 MB, 100 %\n"
		if said.String() != want {
			t.Errorf("said\n%swant\n%s", &said, want)
		}
	})
}
