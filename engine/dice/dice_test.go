package dice

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

// The example shown to players equals what they would compute themselves.
func TestChain_Example(t *testing.T) {
	const (
		salt = "ana-girassol:bia-42"
		seal = "75b6b3a6a540c01c78aa2f816b9b1719f6564f32df66b4173ee24ecacdce9ae1"
		one  = "04379e9dad8c1b04d59a1a75a2e40af9aabccc026a2fe06a058bc76f95ebd520"
		two  = "dff35ac9388be51a58a8920550446fd01b0964098848d7f6670843cb2ee0b316"
	)
	if got := Salt("ana-girassol", "bia-42"); got != salt {
		t.Errorf("salt %s", got)
	}
	for _, link := range []struct{ before, key, dice string }{{seal, one, "44"}, {one, two, "15"}} {
		if plain := fmt.Sprintf("%x", sha256.Sum256([]byte(link.key))); plain != link.before {
			t.Errorf("the hash of %s is %s", link.key, plain)
		}
		if !Follows(link.key, link.before) || Follows(link.before, link.key) {
			t.Errorf("%s does not follow %s, or the other way round", link.key, link.before)
		}
		if a, b := Dice(link.key, salt); fmt.Sprint(a, b) != link.dice[:1]+" "+link.dice[1:] {
			t.Errorf("%s throws %d %d, not %s", link.key, a, b, link.dice)
		}
	}
}

// A whole chain agrees with plain SHA-256.
func TestChain(t *testing.T) {
	last := LastKey([32]byte{1, 2, 3})
	if want := "010203" + strings.Repeat("00", 29); last != want {
		t.Fatalf("last key %s, want %s", last, want)
	}
	want := last
	const length = 1000
	for n := length; n >= 0; n-- {
		got, err := Key(last, length, n)
		if err != nil || got != want {
			t.Fatalf("key %d: %s, %v; want %s", n, got, err, want)
		}
		want = fmt.Sprintf("%x", sha256.Sum256([]byte(want)))
	}
	for _, n := range []int{-1, length + 1} {
		if _, err := Key(last, length, n); err == nil {
			t.Errorf("there is a key %d", n)
		}
	}
}

// The dice are those that players would compute, and each face is equally frequent.
func TestDice(t *testing.T) {
	const salt = "a:b"
	var faces [7]int
	for n := range 3000 {
		key := fmt.Sprint(n)
		a, b := Dice(key, salt)
		faces[a]++
		faces[b]++
		numbers := strings.Map(func(r rune) rune {
			if r < '1' || r > '6' {
				return -1
			}
			return r
		}, fmt.Sprintf("%x", sha256.Sum256([]byte(key+":"+salt))))
		if got := fmt.Sprintf("%d%d", a, b); got != numbers[:2] {
			t.Fatalf("%s throws %s, want %s", key, got, numbers[:2])
		}
	}
	for face, n := range faces[1:] {
		if n < 800 || n > 1200 {
			t.Errorf("%d comes %d times of 6000", face+1, n)
		}
	}
}

func TestFirstTwo(t *testing.T) {
	for _, test := range []struct {
		text string
		a, b int
		ok   bool
	}{
		{"0f71a98c62", 1, 6, true}, {"33", 3, 3, true}, {"0789abcdef", 0, 0, false}, {"a0f5", 0, 0, false},
	} {
		if a, b, ok := firstTwo(test.text); a != test.a || b != test.b || ok != test.ok {
			t.Errorf("%s: %d %d %t", test.text, a, b, ok)
		}
	}
}

// The short form of a seal is the beginning of its bytes in base64url, of at least 128 bits.
func TestShort(t *testing.T) {
	const seal = "75b6b3a6a540c01c78aa2f816b9b1719f6564f32df66b4173ee24ecacdce9ae1"
	bytes, err := hex.DecodeString(seal)
	if err != nil {
		t.Fatal(err)
	}
	got := Short(seal)
	if whole := base64.URLEncoding.EncodeToString(bytes); len(got)*6 < 128 || !strings.HasPrefix(whole, got) {
		t.Errorf("%s is shown of %s", got, whole)
	}
	if got := Short("no seal"); got != "no seal" {
		t.Errorf("of a text that is none: %s", got)
	}
}

func TestIsWord(t *testing.T) {
	for _, word := range []string{"ana-girassol", "bia-42", "7", "-"} {
		if !IsWord(word) {
			t.Errorf("%q is no word", word)
		}
	}
	for _, text := range []string{"", "Ana", "a b", "a:b", "ção", "a\n"} {
		if IsWord(text) {
			t.Errorf("%q is a word", text)
		}
	}
}

// A lot is the hash of the key and the word, as a player computes it.
func TestLot(t *testing.T) {
	if got, want := Lot("key", "ana"), fmt.Sprintf("%x", sha256.Sum256([]byte("key:ana"))); got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
