package learn_test

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine/learn"
)

// The files made by cmd/lab have their recorded hashes: nothing else changes the computer's play.
func TestSums(t *testing.T) {
	text, err := os.ReadFile("testdata/sums")
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		want[name] = sum
	}
	for _, pattern := range []string{"*/think/learned/*", "puzzle/found/*", "opening/found/*"} {
		names, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(pattern)))
		if err != nil || len(names) == 0 {
			t.Errorf("%s: %d files, %v", pattern, len(names), err)
		}
		for _, name := range names {
			file, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			name = strings.TrimPrefix(filepath.ToSlash(name), "../")
			if sum := fmt.Sprintf("%x", sha256.Sum256(file)); sum != want[name] {
				t.Errorf("%s is another file: if cmd/lab made it, write it down in engine/learn/testdata/sums:\n%s  %s", name,
					sum, name)
			}
			delete(want, name)
		}
	}
	for name := range want {
		t.Errorf("%s is gone", name)
	}
}

// pack returns a file of weights.
func pack(t *testing.T, count int, weights ...int64) []byte {
	t.Helper()
	raw := binary.AppendUvarint(nil, uint64(count))
	for _, x := range weights {
		raw = binary.AppendVarint(raw, x)
	}
	var file bytes.Buffer
	w, err := flate.NewWriter(&file, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(raw); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// Weights survive writing and reading; a file with too few or too many of them, or a damaged one, is refused.
func TestUnpack(t *testing.T) {
	whole := pack(t, 3, 5, -300, 0)
	if got, err := learn.Unpack(whole, 3); err != nil || !slices.Equal(got, []int16{5, -300, 0}) {
		t.Errorf("%v, %v", got, err)
	}
	for name, file := range map[string][]byte{
		"four":    pack(t, 4, 1, 2, 3, 4),
		"two":     pack(t, 3, 1, 2),
		"cut off": whole[:len(whole)-3],
		"empty":   nil,
	} {
		if got, err := learn.Unpack(file, 3); err == nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A weight is interpolated between a full board and an empty one, by the number of pieces.
func TestMixed(t *testing.T) {
	w := learn.Tapers([]int16{160, 0, 80, 32})
	if len(w) != 2 || w[0] != (learn.Taper{Full: 160, Empty: 80}) || w[1].Times(-1) != (learn.Taper{Empty: -32}) {
		t.Fatalf("%+v", w)
	}
	for pieces, want := range map[int]int{24: 10, 12: 7, 0: 5} {
		if got := learn.Mixed(160, 80, pieces, 24); got != want {
			t.Errorf("%d of 24 pieces: %d, want %d", pieces, got, want)
		}
	}
}
