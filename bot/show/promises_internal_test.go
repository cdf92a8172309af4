package show

import (
	"cmp"
	"context"
	"log/slog"
	"testing"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/kv"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// ending is a computer whose queue has ended and whose context has not, as either may end first.
type ending struct{}

func (ending) Do(context.Context, computer.Job) error       { return context.Canceled }
func (ending) RunInBackground(do func(ctx context.Context)) { do(context.Background()) }

// A promised report is kept if the program ends while it waits in the queue.
func TestPromise_SurvivesTheEnd(t *testing.T) {
	a := archive.New(memorytest.New(), []*engine.Game{draughts.Portuguese}, slog.New(slog.DiscardHandler))
	v := Viewer{Archive: a, Think: ending{}, Now: time.Now}
	d := due{"desk:ana", "k7q2", "desk:group"}
	err := cmp.Or(a.Append(t.Context(), storage.Head{ID: d.match, N: 1}, match.Event{Kind: match.Challenged, By: d.person,
		Setup: &match.Setup{Game: draughts.Portuguese.Name}}),
		promises.Put(t.Context(), a, d.name(), promise{At: time.Now()}))
	if err != nil {
		t.Fatal(err)
	}
	v.begin(d, chat.Event{})
	if _, there, err := promises.Get(t.Context(), a, d.name()); err != nil || !there {
		t.Errorf("it is kept: %v, %v", there, err)
	}
}

// A promise is stored under the person, the match and the room, whose name may contain a slash.
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
