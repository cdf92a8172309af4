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

// crashChild appends until it is killed, and prints the id and the number of events of every append that was acknowledged.
func crashChild(path string) error {
	fmt.Println("opening 0")
	s, err := Open(path, Options{})
	if err != nil {
		return err
	}
	var g errgroup.Group
	for w := range crashWriters {
		g.Go(func() error {
			for {
				h, first, err := crashNext(s, fmt.Sprintf("m%d-%d", w, rand.N(crashMatches)))
				if err != nil {
					return err
				}
				if err := s.Append(context.Background(), h, crashEvents(h.ID, first, h.N)...); err != nil {
					return err
				}
				fmt.Println(h.ID, h.N) // one write, nothing kept back
				h.Places[0].Said = h.N
				if err := s.Append(context.Background(), h); err != nil {
					return err
				}
			}
		})
	}
	return g.Wait()
}

// crashNext is the head for the next append to a match, and the number of its first event.
func crashNext(s *Store, id string) (h storage.Head, first int, err error) {
	h, err = s.Head(context.Background(), id)
	if errors.Is(err, storage.ErrNotFound) {
		h, err = storagetest.NewHead(id, 0), nil
	}
	first = h.N + 1
	h.N += 1 + rand.N(crashBatch)
	h.Places[0].Room = fmt.Sprint("room", rand.N(3))
	return h, first, err
}

// crashEvents are events that tell their match and their number.
func crashEvents(id string, first, last int) []match.Event {
	list := storagetest.NewEvents(first, last)
	for i := range list {
		list[i].Cause = fmt.Sprint(id, "#", first+i)
	}
	return list
}

// TestCrash kills a process that appends, again and again over the same file: every event that was acknowledged is there
// afterwards, in order, and at the most one append more for each writer; heads, events and indexes agree.
func TestCrash(t *testing.T) {
	rounds := 30
	if testing.Short() {
		rounds = 6
	}
	path := filepath.Join(t.TempDir(), "db")
	acknowledged := map[string]int{}
	before := map[string]int{} // events there in the round before
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
			extra := 0 // appends that were not acknowledged any more
			for m := range crashMatches {
				id := fmt.Sprintf("m%d-%d", w, m)
				list, err := s.Events(t.Context(), id)
				if err != nil && !errors.Is(err, storage.ErrNotFound) {
					t.Fatal(err)
				}
				if len(list) < acknowledged[id] {
					t.Errorf("round %d: %d events of %s were acknowledged, %d are there", round, acknowledged[id], id, len(list))
				}
				if d := cmp.Diff(crashEvents(id, 1, len(list)), list); d != "" {
					t.Errorf("round %d: events of %s (-want +got):\n%s", round, id, d)
				}
				more := len(list) - max(acknowledged[id], before[id])
				before[id] = len(list)
				if more > crashBatch {
					t.Errorf("round %d: %s has %d events more than were acknowledged", round, id, more)
				} else if more > 0 {
					extra++
				}
			}
			if extra > 1 {
				t.Errorf("round %d: writer %d has %d appends that were not acknowledged", round, w, extra)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if total == 0 {
		t.Error("nothing was ever acknowledged")
	}
	t.Logf("%d appends acknowledged in %d rounds", total, rounds)
}

// crashOnce starts a child, kills it after so many lines, notes what was acknowledged and returns how often.
func crashOnce(t *testing.T, path string, lines int, acknowledged map[string]int) (n int) {
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
		var events int
		if _, err := fmt.Sscan(r.Text(), &id, &events); err != nil {
			t.Errorf("the child says %q", r.Text())
		}
		acknowledged[id] = max(acknowledged[id], events)
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
