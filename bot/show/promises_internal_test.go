package show

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/request"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/storage/memorytest"
)

// ending is a computer whose queue has ended and whose life has not: which of both ends first is not said.
type ending struct{}

func (ending) Do(context.Context, computer.Job) error       { return context.Canceled }
func (ending) RunInBackground(do func(ctx context.Context)) { do(context.Background()) }

// A report that was promised is not forgotten when the program ends while it waits for its turn.
func TestPromise_SurvivesTheEnd(t *testing.T) {
	a := archive.New(memorytest.New(), nil, slog.New(slog.DiscardHandler))
	s := Insights{archive: a, think: ending{}, now: time.Now, promised: new(sync.Map),
		making: new(archive.Locks[string])}
	d := due{"desk:ana", "k7q2", "desk:group"}
	if err := promises.Put(t.Context(), a, d.name(), promise{At: time.Now()}); err != nil {
		t.Fatal(err)
	}
	s.keep(d, &match.Match{ID: "k7q2", Game: draughts.Portuguese}, &request.Request{})
	if _, there, err := promises.Get(t.Context(), a, d.name()); err != nil || !there {
		t.Errorf("it is kept: %v, %v", there, err)
	}
}

// A promise is kept under the person, the match and the room, which may have a slash in its name.
func TestPromise_Name(t *testing.T) {
	d := due{"desk:ana", "k7q2", "desk:group/thread"}
	if got, ok := dueOf(d.name()); !ok || got != d {
		t.Errorf("%q is %+v", d.name(), got)
	}
	for name, fits := range map[string]bool{d.name(): true, "desk:ana/k7q2/desk:group": true, "desk:ana/k7q2": false, "": false} {
		if err := kv.Verify("promise/"+name, `{"at":"2026-11-20T20:00:00Z","language":"pt"}`); (err == nil) != fits {
			t.Errorf("%q: %v", name, err)
		}
	}
}
