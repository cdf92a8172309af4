package render

import (
	"bytes"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// packs compresses data and sees that the standard library reads it back.
func packs(t interface {
	Helper()
	Fatalf(string, ...any)
}, data []byte, distances ...int) []byte {
	t.Helper()
	out := new(packer).pack([]byte("head"), data, distances...)
	if string(out[:4]) != "head" {
		t.Fatalf("what was there is %q", out[:4])
	}
	r, err := zlib.NewReader(bytes.NewReader(out[4:]))
	if err != nil {
		t.Fatalf("%v", err)
	}
	got, err := io.ReadAll(r)
	if err != nil || !bytes.Equal(got, data) {
		t.Fatalf("%d bytes came back as %d (error %v)", len(data), len(got), err)
	}
	return out[4:]
}

func TestPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var data []byte
		for range rapid.IntRange(0, 30).Draw(t, "parts") {
			if n := rapid.IntRange(0, 40000).Draw(t, "back"); n > 0 && n <= len(data) {
				length := rapid.IntRange(1, 600).Draw(t, "length")
				for range length {
					data = append(data, data[len(data)-n])
				}
			} else {
				data = append(data, rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "new")...)
			}
		}
		packs(t, data, rapid.SliceOfN(rapid.IntRange(-5, 1<<20), 0, 4).Draw(t, "distances")...)
	})
}

// Counts that grow like this make codes of all lengths, beyond what is allowed.
func TestPackLimitsCodes(t *testing.T) {
	var data []byte
	r := rand.New(rand.NewPCG(1, 2))
	for s, n, m := 0, 1, 1; s < 24; s, n, m = s+1, m, n+m {
		data = append(data, bytes.Repeat([]byte{byte(s)}, n)...)
	}
	r.Shuffle(len(data), func(i, k int) { data[i], data[k] = data[k], data[i] })
	packs(t, data)
}

func TestPackIsSmall(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		most int
	}{
		"nothing":    {nil, 24},
		"one":        {[]byte{7}, 24},
		"all alike":  {make([]byte, 200_000), 300},
		"repetition": {bytes.Repeat([]byte("0123456789abcdef"), 2000), 160},
	} {
		if n := len(packs(t, c.data)); n > c.most {
			t.Errorf("%s: %d bytes, want at most %d", name, n, c.most)
		}
	}
}
