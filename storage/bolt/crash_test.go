package bolt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/storagetest"
)

const (
	crashWriters = 8
	crashMatches = 3 // of each writer
	crashBatch   = 3 // events in one append, at the most
)

func init() { children["crash"] = func(args []string) error { return crashChild(args[0]) } }

// crashState is what is known of a match: the number of events, and how often it was rewritten.
type crashState struct{ events, version int }

// crashChild appends, rewrites and erases until it is killed. It prints the id and the state of a match after every
// acknowledged append and rewrite.
func crashChild(path string) error {
	fmt.Println("opening 0 0")
	s, err := Open(path, Options{})
	if err != nil {
		return err
	}
	var g errgroup.Group
	for w := range crashWriters {
		g.Go(func() error {
			for {
				if err := crashStep(s, fmt.Sprintf("m%d-%d", w, rand.N(crashMatches))); err != nil {
					return err
				}
			}
		})
	}
	return g.Wait()
}

func crashStep(s *Store, id string) error {
	ctx := context.Background()
	h, err := s.Head(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		h, err = storagetest.NewHead(id, 0), nil
		h.Game = "0"
	}
	if err != nil {
		return err
	}
	var version int
	if _, err := fmt.Sscan(h.Game, &version); err != nil {
		return err
	}
	told := func() { fmt.Println(h.ID, h.N, version) } // one write, nothing kept back

	if h.N > 0 && rand.N(4) == 0 {
		version++
		h.Game = fmt.Sprint(version)
		if err := s.Rewrite(ctx, h, crashEvents(h, 1)); err != nil {
			return err
		}
		told()
		if rand.N(4) == 0 {
			return s.Erase(ctx)
		}
		return nil
	}
	first := h.N + 1
	h.N += 1 + rand.N(crashBatch)
	h.Places[0].Room = fmt.Sprint("room", rand.N(3))
	if err := s.Append(ctx, h, crashEvents(h, first)...); err != nil {
		return err
	}
	told()
	h.Places[0].Delivered = h.N
	return s.Append(ctx, h)
}

// crashEvents returns events from a number on that contain their match, their number and the number of rewrites.
func crashEvents(h storage.Head, first int) []match.Event {
	list := storagetest.NewEvents(first, h.N)
	for i := range list {
		list[i].IdempotencyKey = fmt.Sprint(h.ID, "#", first+i, "#", h.Game)
	}
	return list
}

// TestCrash repeatedly kills a process that appends to and rewrites one file: everything acknowledged is there
// afterwards, in order, and at most one further append or rewrite of each writer; heads, events and indexes agree.
func TestCrash(t *testing.T) {
	longtest.Skip(t)
	rounds := 10
	if os.Getenv("CI") != "" {
		rounds = 30
	}
	path := filepath.Join(t.TempDir(), "db")
	acknowledged := map[string]crashState{}
	before := map[string]crashState{} // what was there in the round before
	total := 0
	for round := range rounds {
		lines := rand.N(200)
		if round%5 == 0 {
			lines = 0 // while it opens the file
		}
		total += crashOnce(t, path, lines, acknowledged)

		s := openStore(t, path)
		consistent(t, s)
		for w := range crashWriters {
			extra := 0 // what was not acknowledged any more
			for m := range crashMatches {
				id := fmt.Sprintf("m%d-%d", w, m)
				there := crashRead(t, s, id)
				if there.events < acknowledged[id].events || there.version < acknowledged[id].version {
					t.Errorf("round %d: %+v of %s was acknowledged, %+v is there", round, acknowledged[id], id, there)
				}
				events := there.events - max(acknowledged[id].events, before[id].events)
				versions := there.version - max(acknowledged[id].version, before[id].version)
				before[id] = there
				if events > crashBatch || versions > 1 {
					t.Errorf("round %d: %s has %d events and %d versions more than were acknowledged", round, id, events, versions)
				}
				if events > 0 {
					extra++
				}
				if versions > 0 {
					extra++
				}
			}
			if extra > 1 {
				t.Errorf("round %d: writer %d has done %d things that were not acknowledged", round, w, extra)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if total == 0 {
		t.Error("nothing was ever acknowledged")
	}
	t.Logf("%d appends and rewritings acknowledged in %d rounds", total, rounds)
}

// crashRead reads a match, and fails unless all its events are of the version of the head.
func crashRead(t *testing.T, s *Store, id string) (there crashState) {
	h, err := s.Head(t.Context(), id)
	if errors.Is(err, storage.ErrNotFound) {
		return there
	}
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Events(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(crashEvents(h, 1), list); d != "" {
		t.Errorf("events of %s (-want +got):\n%s", id, d)
	}
	there.events = len(list)
	if _, err := fmt.Sscan(h.Game, &there.version); err != nil {
		t.Fatal(err)
	}
	return there
}

// crashOnce starts a child, kills it after a number of lines, notes what was acknowledged and returns how much.
func crashOnce(t *testing.T, path string, lines int, acknowledged map[string]crashState) (n int) {
	cmd := exec.Command(os.Args[0], path)
	cmd.Env = append(os.Environ(), childVariable+"=crash")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for r := bufio.NewScanner(out); r.Scan(); n++ { // to the end: what it still printed before it died counts
		var id string
		var now crashState
		if _, err := fmt.Sscan(r.Text(), &id, &now.events, &now.version); err != nil {
			t.Errorf("the child says %q", r.Text())
		}
		acknowledged[id] = now
		if n == lines {
			if err := cmd.Process.Kill(); err != nil {
				t.Errorf("kill: %v", err)
			}
		}
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() {
		t.Errorf("the child ended by itself: %v", err)
	}
	return n - 1
}
