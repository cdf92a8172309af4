package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
	"golang.org/x/sync/errgroup"

	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/storagetest"
)

// manyPages returns the content of a database of 300 matches, with branch pages and free pages.
func manyPages(t *testing.T) (content []byte, pageSize int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "db")
	s := openStore(t, path)
	for round := range 3 {
		var together errgroup.Group // for few commits
		for n := range 100 {
			h := storagetest.NewHead(fmt.Sprintf("m%d-%d", round, n), 3)
			together.Go(func() error { return s.Append(t.Context(), h, storagetest.NewEvents(1, 3)...) })
		}
		if err := together.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	pageSize = s.db.Info().PageSize
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content, pageSize
}

// The file format of bbolt.
const (
	pageHeader = 16 // id 8, flags 2, count 2, overflow 4
	bucketLeaf = 1  // the flags of an element that is a bucket
)

// pagesOfKind returns the numbers of the used pages of a kind with at least two elements; end is the number of pages.
func pagesOfKind(t *testing.T, content []byte, kind string) (list []int, end int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.View(func(tx *bbolt.Tx) error {
		end = int(tx.Size()) / db.Info().PageSize
		for id := 2; id < end; {
			info, err := tx.Page(id)
			if err != nil {
				return err
			}
			if info.Type == kind && info.Count > 1 {
				list = append(list, id)
			}
			id += 1 + info.OverflowCount
		}
		return nil
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return list, end
}

// looked writes a content to a file and checks it; in is what could be read, wrong what was reported.
func looked(t *testing.T, content []byte) (in, wrong []string, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = Check(t.Context(), path, Options{LockTimeout: time.Second}, Inspector{
		Match:   func(h storage.Head, _ []match.Event) { in = append(in, h.ID) },
		Setting: func(string, string) {},
		Problem: func(id string, err error) { wrong = append(wrong, id+": "+err.Error()) },
	})
	return in, wrong, err
}

// Damage that would crash bbolt or make it loop for ever is reported.
func TestPages_Deadly(t *testing.T) {
	whole, size := manyPages(t)
	if in, wrong, err := looked(t, whole); len(in) != 300 || wrong != nil || err != nil {
		t.Fatalf("the whole file: %d matches, %q, %v", len(in), wrong, err)
	}
	branches, _ := pagesOfKind(t, whole, "branch")
	leaves, _ := pagesOfKind(t, whole, "leaf")
	if len(branches) == 0 || len(leaves) == 0 {
		t.Fatal("the file is too small for this test")
	}
	order := binary.NativeEndian
	for name, spoil := range map[string]func(page []byte, id int){
		"leads to itself":          func(b []byte, id int) { order.PutUint64(b[pageHeader+8:], uint64(id)) },
		"leads to the first":       func(b []byte, _ int) { order.PutUint64(b[pageHeader+8:], uint64(branches[0])) },
		"leads beyond the end":     func(b []byte, _ int) { order.PutUint64(b[pageHeader+8:], 1<<40) },
		"leads below the start":    func(b []byte, _ int) { order.PutUint64(b[pageHeader+8:], 1<<63) },
		"overflows by much":        func(b []byte, _ int) { order.PutUint32(b[12:], 1<<32-1) },
		"has too many elements":    func(b []byte, _ int) { order.PutUint16(b[10:], 1<<16-1) },
		"has none":                 func(b []byte, _ int) { order.PutUint16(b[10:], 0) },
		"has a key far away":       func(b []byte, _ int) { order.PutUint32(b[pageHeader+4:], 1<<32-1) },
		"has a key beyond the map": func(b []byte, _ int) { order.PutUint32(b[pageHeader:], 1<<31) },
		"is another":               func(b []byte, _ int) { order.PutUint64(b, 3) },
	} {
		for _, id := range []int{branches[0], branches[len(branches)-1], leaves[0], leaves[len(leaves)/2]} {
			content := bytes.Clone(whole)
			before := bytes.Clone(content[id*size : (id+1)*size])
			spoil(content[id*size:(id+1)*size], id)
			if bytes.Equal(before, content[id*size:(id+1)*size]) || name == "has none" && slices.Contains(leaves, id) {
				continue
			}
			if slices.Contains(leaves, id) && (strings.HasPrefix(name, "leads") || name == "has a key beyond the map") {
				continue // other things stand there
			}
			if _, wrong, err := looked(t, content); wrong == nil && err == nil {
				t.Errorf("page %d %s: nothing is wrong", id, name)
			}
		}
	}
}

// A reference to a page before the first or behind the last is reported, and the rest of the file is checked.
func TestPages_OutOfBounds(t *testing.T) {
	whole, size := manyPages(t)
	branches, end := pagesOfKind(t, whole, "branch")
	for _, id := range []uint64{1, uint64(end), 0, uint64(end) + 1, 1 << 63}[:longtest.Count(2, 5)] {
		most := 0 // matches found: where their heads are is damaged, there are none
		for _, branch := range branches {
			content := bytes.Clone(whole)
			binary.NativeEndian.PutUint64(content[branch*size+pageHeader+8:], id)
			in, wrong, err := looked(t, content[:end*size]) // the file has nothing beyond
			if err != nil || !strings.Contains(strings.Join(wrong, "\n"), ErrDamaged.Error()) {
				t.Errorf("from page %d to page %d: told %q, %v", branch, id, wrong, err)
			}
			most = max(most, len(in))
		}
		if most < 100 {
			t.Errorf("to page %d: %d matches are found at the most", id, most)
		}
	}
}

// A truncated bucket header is reported or harmless: bbolt reads behind it, where the rest of it may still stand.
func TestPages_CutBucket(t *testing.T) {
	whole, size := manyPages(t)
	order, cut := binary.NativeEndian, 0
	leaves, _ := pagesOfKind(t, whole, "leaf")
	for _, id := range leaves {
		content := bytes.Clone(whole)
		first := content[id*size+pageHeader:]
		if order.Uint32(first) != bucketLeaf {
			continue
		}
		cut++
		order.PutUint32(first[12:], 2)
		if in, wrong, err := looked(t, content); err != nil || len(wrong) == 0 && len(in) != 300 {
			t.Errorf("page %d: %d of 300 matches are read, told %q, %v", id, len(in), wrong, err)
		}
	}
	if cut == 0 {
		t.Error("no page names buckets")
	}
}

// The check ends with any numbers in pages; -count repeats it with others.
func TestPages_Random(t *testing.T) {
	whole, size := manyPages(t)
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	numbers := []uint64{0, 1, 2, 3, 16, 1<<15 - 1, 1<<16 - 1, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 40, 1<<63 - 1, 1 << 63,
		1<<64 - 1}
	found, rounds := 0, longtest.Count(15, 60)
	for round := range rounds {
		content := bytes.Clone(whole)
		for range 1 + r.IntN(3) {
			at := r.IntN(len(content)/size)*size + 2*r.IntN(60) // headers and the first elements
			var b [8]byte
			binary.NativeEndian.PutUint64(b[:], numbers[r.IntN(len(numbers))])
			copy(content[at:], b[:[]int{2, 4, 8}[r.IntN(3)]])
		}
		_, wrong, err := looked(t, content)
		if wrong != nil || err != nil {
			found++
		}
		if t.Failed() {
			t.Fatalf("seed %d, round %d", seed, round)
		}
	}
	if found < rounds/3 {
		t.Errorf("only %d of %d spoilt files were found, seed %d", found, rounds, seed)
	}
}

// With an unreadable index the matches can still be saved.
func TestCheck_Saves(t *testing.T) {
	whole, size := manyPages(t)
	path := filepath.Join(t.TempDir(), "db")
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	var root int
	err = db.View(func(tx *bbolt.Tx) error { root = int(tx.Bucket([]byte(byRoom)).Root()); return nil })
	if err := errors.Join(err, db.Close()); err != nil || root == 0 {
		t.Fatalf("root %d, %v", root, err)
	}
	content := bytes.Clone(whole)
	copy(content[root*size:], bytes.Repeat([]byte{'x'}, size))
	in, wrong, err := looked(t, content)
	if err != nil || wrong == nil || len(in) != 300 {
		t.Errorf("%d of 300 matches were saved, %v; problems: %q", len(in), err, wrong)
	}
}

// Pages that are lost, or free twice, are reported.
func TestPages_Lost(t *testing.T) {
	whole, size := manyPages(t)
	lists, _ := pagesOfKind(t, whole, "freelist")
	free := lists[0]
	count := binary.NativeEndian.Uint16(whole[free*size+10:])
	if count < 2 {
		t.Fatalf("%d free pages in page %d", count, free)
	}
	for name, spoil := range map[string]func(list []byte){
		"unreachable unfreed":   func(b []byte) { binary.NativeEndian.PutUint16(b[10:], count-1) },
		"already freed":         func(b []byte) { copy(b[pageHeader:pageHeader+8], b[pageHeader+8:]) },
		": unreachable unfreed": func(b []byte) { copy(b[pageHeader:pageHeader+8], bytes.Repeat([]byte{0xff}, 8)) },
	} {
		content := bytes.Clone(whole)
		spoil(content[free*size : (free+1)*size])
		if _, wrong, err := looked(t, content); err != nil || !strings.Contains(strings.Join(wrong, "\n"), name) {
			t.Errorf("%s: told %q, %v", name, wrong, err)
		}
	}
}

// Endless or circular pages are reported within the limits of a child process.
func TestPages_Endless(t *testing.T) {
	whole, size := manyPages(t)
	branches, _ := pagesOfKind(t, whole, "branch")
	for want, spoil := range map[string]func(page []byte, id int){
		"followed its pages was ended": func(b []byte, id int) { binary.NativeEndian.PutUint64(b[pageHeader+8:], uint64(id)) },
		"multiple references":          func(b []byte, _ int) { binary.NativeEndian.PutUint32(b[12:], 1<<32-1) },
	} {
		content := bytes.Clone(whole)
		spoil(content[branches[0]*size:][:size], branches[0])
		begin := time.Now()
		if _, wrong, err := looked(t, content); err != nil || !strings.Contains(strings.Join(wrong, "\n"), want) {
			t.Errorf("told %q, %v, want %q", wrong, err, want)
		}
		if took := time.Since(begin); took > 30*time.Second {
			t.Errorf("%s: it took %v", want, took)
		}
	}
}

// The check ends with its context.
func TestPages_Stopped(t *testing.T) {
	path := sound(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Check(ctx, path, Options{}, Inspector{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
