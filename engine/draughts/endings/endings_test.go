package endings

import (
	"os"
	"testing"

	"tabuleiro/engine/draughts/rules"
)

// A file that was cut off or belongs to other rules is refused, or knows less; nothing panics.
func TestReadDamaged(t *testing.T) {
	v := rules.VariantOf(rules.English)
	file, err := os.ReadFile("../think/learned/english.tables")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Read(v, file); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(file); n += 101 {
		if _, err := Read(v, file[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are read", n, len(file))
		}
	}
	values := 0
	for n := 0; n < len(file); n += 1 + n/10 {
		damaged := append([]byte(nil), file...)
		damaged[n] ^= 0x55
		if tables, err := Read(v, damaged); err == nil {
			if _, ok := tables.Value(rules.Board{Own: v.Bit[1], Opp: v.Bit[32], Kings: v.Bit[1] | v.Bit[32], Near: 4}); ok {
				values++
			}
		}
	}
	if values == 0 {
		t.Error("no damaged file has a value")
	}
}
