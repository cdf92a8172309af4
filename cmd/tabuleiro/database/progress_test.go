package database

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
)

// Long work reports progress once a second; work of less than a second reports none.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		p := (Progress{To: &said}).count("looked through")
		for range 3 {
			p()
			p()
			time.Sleep(time.Second)
		}
		if said.String() != "looked through: 3 matches\nlooked through: 5 matches\n" {
			t.Errorf("said\n%s", &said)
		}
	})
}
