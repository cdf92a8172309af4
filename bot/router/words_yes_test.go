package router_test

import (
	"fmt"
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// A yes at which the store fails is told to have failed, and the next yes counts.
func TestWords_YesWhenStoreFails(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, method := range []string{"Put", "Append"} {
			store, d := faultytest.New(memorytest.New()), NewDesk()
			h, _ := Start(t, store, d)
			Privately(h, Ana, "/play damas @house:1 colour=white")
			Privately(h, Ana, "/resign")
			store.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrFull}, method))
			d.Heard()
			Privately(h, Ana, "yes")
			if got := fmt.Sprint(d.Heard()); method == "Append" && !strings.Contains(got, "went wrong") {
				t.Errorf("%s fails: said is %q", method, got)
			}
			store.Plan(nil)
			Privately(h, Ana, "yes")
			if is := Only(t, store, storage.Query{}).Status; is != match.Over {
				t.Errorf("%s has failed: the match is %v, and said is %q", method, is, d.Heard())
			}
		}
	})
}
