package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// A yes at which the store fails is told to have failed, and the next yes counts.
func TestYesWhenStoreFails(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, method := range []string{"Put", "Append"} {
			store, d := faultytest.New(memorytest.New()), newDesk()
			h, _ := start(t, store, d)
			privately(h, ana, "/play damas @house:1 colour=white")
			privately(h, ana, "/resign")
			store.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrFull}, method))
			d.heard()
			privately(h, ana, "yes")
			if got := fmt.Sprint(d.heard()); method == "Append" && !strings.Contains(got, "went wrong") {
				t.Errorf("%s fails: said is %q", method, got)
			}
			store.Plan(nil)
			privately(h, ana, "yes")
			if is := only(t, store, storage.Query{}).Status; is != match.Over {
				t.Errorf("%s has failed: the match is %v, and said is %q", method, is, d.heard())
			}
		}
	})
}
