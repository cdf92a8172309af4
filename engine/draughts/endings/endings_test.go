package endings

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"tabuleiro/engine/draughts/rules"
)

// A truncated file, or one of other rules, is refused or knows less, without a panic.
func TestRead_Damaged(t *testing.T) {
	v := rules.VariantOf(rules.English)
	file, err := os.ReadFile("../think/learned/english.tables")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Read(v, file); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(v, append(slices.Clone(file), 0)); err == nil {
		t.Error("a file with a byte too many is read")
	}
	for n := 0; n < len(file); n += 1 + min(100, (len(file)-n)/20) {
		if _, err := Read(v, file[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are read", n, len(file))
		}
	}
	if _, err := Read(v, append(slices.Clip(file), 0)); err == nil {
		t.Error("a file with another byte is read")
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

// A class whose size differs from its number of boards is unknown, and so are boards that lead there.
func TestTables_Partial(t *testing.T) {
	v := rules.VariantOf(rules.English)
	king := v.Bit[1] | v.Bit[32]
	near, far := rules.Board{Own: v.Bit[1], Opp: v.Bit[32], Kings: king, Near: 4},
		rules.Board{Own: v.Bit[1] | v.Bit[2], Opp: v.Bit[32], Kings: king | v.Bit[2], Near: 4}
	crowd := rules.Board{Own: v.Bit[1] | v.Bit[2] | v.Bit[3], Opp: v.Bit[31] | v.Bit[32], Near: 4}
	two := Material{Kings: 1, HisKings: 1}
	for _, size := range []int{0, GridOf(v).Size(two) - 1, GridOf(v).Size(two)} {
		tables := &Tables{grid: GridOf(v), variant: v}
		tables.classes[two.Index()].packed = deflated(t, bytes.Repeat([]byte{5}, size))
		wanted := size == GridOf(v).Size(two)
		if got, ok := tables.Value(near); ok != wanted || (got == 5) != wanted || !ok && got != 0 {
			t.Errorf("of %d boards one is worth %d, %t", size, got, ok)
		}
		tables.classes[Material{Kings: 1, HisKings: 2}.Index()].packed = deflated(t, make([]byte, size))
		for name, b := range map[string]rules.Board{"a larger class": far, "too many pieces": crowd} {
			if got, ok := tables.Value(b); ok || got != 0 {
				t.Errorf("%s: %d", name, got)
			}
		}
	}
	for want, b := range map[Value]rules.Board{-1: {Opp: v.Bit[1], Near: 4}, 1: {Own: v.Bit[1], Near: 4}} {
		if got, ok := (&Tables{}).Value(b); !ok || got != want {
			t.Errorf("a side alone: %d, %t, want %d", got, ok, want)
		}
	}
}

func deflated(t *testing.T, raw []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(raw); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A sooner win and a later loss are better; a draw lies between. The value of a move is the negated one a ply later, or
// one ply for a capture or a man's move.
func TestValues(t *testing.T) {
	order := []Value{1, 2, 3, 120, Draw, -121, -4, -3, -2, -1} // a loss that is put off for 120 plies is -121
	for i, v := range order {
		for k, than := range order {
			if v.Better(than) != (i < k) {
				t.Errorf("%d is better than %d: %t", v, than, v.Better(than))
			}
		}
	}
	for v, want := range map[Value]int{1: 1, 120: 120, Draw: 0, -1: 0, -3: 2, -121: 120} {
		if got := v.Plies(); got != want {
			t.Errorf("%d lasts %d plies, want %d", v, got, want)
		}
	}
	for _, c := range []struct {
		after           Value
		quiet, progress Value
	}{{-1, 1, 1}, {-6, 6, 1}, {Draw, Draw, Draw}, {1, -3, -2}, {7, -9, -2}} {
		if got := c.after.Retrograde(false); got != c.quiet {
			t.Errorf("before %d: %d, want %d", c.after, got, c.quiet)
		}
		if got := c.after.Retrograde(true); got != c.progress {
			t.Errorf("before %d, with progress: %d, want %d", c.after, got, c.progress)
		}
	}
}

// Values follow from those after each move: random boards of two to four pieces, also those that the file leaves out.
func TestValues_Follow(t *testing.T) {
	v := rules.VariantOf(rules.English)
	file, err := os.ReadFile("../think/learned/english.tables")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := Read(v, file)
	if err != nil {
		t.Fatal(err)
	}
	hasty := *v // whose quiet plies run out where most games are still going on
	hasty.QuietPlies = 6
	soon, err := Read(&hasty, file)
	if err != nil {
		t.Fatal(err)
	}
	random, counts, cut := rand.New(rand.NewPCG(1, 2)), [3]int{}, 0
	for range 2000 {
		b := rules.Board{Near: v.Width / 2}
		squares := random.Perm(v.Count)[:2+random.IntN(3)]
		for i, n := range squares {
			bit := v.Bit[1+n]
			switch {
			case i%2 == 0:
				b.Own |= bit
			default:
				b.Opp |= bit
			}
			if bit&v.Ends != 0 || random.IntN(2) == 0 {
				b.Kings |= bit
			}
		}
		got := follows(t, tables, b)
		if got != follows(t, soon, b) {
			cut++
		}
		counts[1+max(-1, min(got, 1))]++
	}
	if slices.Min(counts[:]) < 50 {
		t.Errorf("losses, draws and wins are badly mixed: %v", counts)
	}
	if cut == 0 {
		t.Error("the quiet plies run out nowhere")
	}
	// A side that cannot move has lost: a man before the edge, with one piece before it and, if needed, one behind
	// that.
	blocked := 0
	for man := range v.Count {
		for first := range v.Count {
			for second := range first {
				b := rules.Board{Own: v.Bit[1+man], Opp: (v.Bit[1+first] | v.Bit[1+second]) &^ v.Bit[1+man], Near: v.Width / 2}
				if b.Kings = b.Opp; b.Own&v.Ends != 0 || len(v.Moves(b, nil)) > 0 {
					continue
				}
				if blocked++; follows(t, tables, b) != -1 {
					t.Errorf("%+v is not lost", b)
				}
			}
		}
	}
	if blocked == 0 {
		t.Error("no side is blocked")
	}
}

// follows returns the value of a board, and fails if it does not follow from those after its moves, unless it is a
// number of the file, which knows only its own limit.
func follows(t *testing.T, tables *Tables, b rules.Board) Value {
	t.Helper()
	v := tables.variant
	got, ok := tables.Value(b)
	if !ok {
		t.Fatalf("%+v is not there", b)
	}
	if v.QuietPlies < rules.VariantOf(rules.English).QuietPlies && !v.CanCapture(b) &&
		tables.values(tables.grid.PieceSets(b).Material()) != nil {
		return got
	}
	values := []Value{}
	for _, m := range v.Moves(b, nil) {
		value, ok := tables.Value(v.After(b, m))
		if !ok {
			t.Fatalf("what follows on %+v is not there", b)
		}
		if value = value.Retrograde(m.Taken != 0 || m.From&b.Kings == 0); value.Plies() > v.QuietPlies {
			value = Draw
		}
		values = append(values, value)
	}
	want := Value(-1)
	if len(values) > 0 {
		want = slices.MinFunc(values, func(a, b Value) int {
			if a.Better(b) {
				return -1
			}
			return 1
		})
	}
	if got != want {
		t.Fatalf("%+v is worth %d, its moves %d", b, got, values)
	}
	return got
}

// tablesOf returns tables in which all boards of a class have one value, and other classes are missing.
func tablesOf(t *testing.T, v *rules.Variant, values map[Material]Value) *Tables {
	t.Helper()
	var file []byte
	for _, c := range Listed(MaxPieces) {
		for _, c := range c.WithSwapped() {
			var packed bytes.Buffer
			if value, ok := values[c]; ok {
				w, err := flate.NewWriter(&packed, 1)
				if err != nil {
					t.Fatal(err)
				}
				_, err = w.Write(bytes.Repeat([]byte{byte(value)}, GridOf(v).Size(c)))
				if err != nil || w.Close() != nil {
					t.Fatal(err)
				}
			}
			file = append(binary.AppendUvarint(file, uint64(packed.Len())), packed.Bytes()...)
		}
	}
	tables, err := Read(v, file)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// A side without pieces has lost; a board missing from the file is unknown, unless the values after all its moves are
// known; a win that takes longer than the rules allow is a draw.
func TestValue_Limits(t *testing.T) {
	v := rules.VariantOf(rules.English)
	one, two, both := Material{Kings: 1, HisKings: 2}, Material{Kings: 2, HisKings: 1}, Material{Kings: 2, HisKings: 2}
	board := func(own, opp []int) rules.Board {
		b := rules.Board{Near: v.Width / 2}
		for _, n := range own {
			b.Own |= v.Bit[n]
		}
		for _, n := range opp {
			b.Opp |= v.Bit[n]
		}
		b.Kings = b.Own | b.Opp
		return b
	}
	far, capture := board([]int{1, 2}, []int{32}), board([]int{6, 1}, []int{10, 32})
	if !v.CanCapture(capture) || v.CanCapture(far) {
		t.Fatal("the boards are not what they should be")
	}
	most := Value(v.QuietPlies)
	for name, c := range map[string]struct {
		values map[Material]Value
		board  rules.Board
		want   Value
		known  bool
	}{
		"nothing left":            {nil, board(nil, []int{1}), -1, true},
		"nothing left of others":  {nil, board([]int{1}, nil), 1, true},
		"five pieces":             {map[Material]Value{both: 3}, board([]int{1, 2, 3}, []int{31, 32}), 0, false},
		"missing":                 {map[Material]Value{both: 3}, far, 0, false},
		"there":                   {map[Material]Value{two: 3}, far, 3, true},
		"there and of the others": {map[Material]Value{two: 3, one: 8}, far, 3, true},
		"of the others":           {map[Material]Value{one: 8}, far, -10, true},
		"long":                    {map[Material]Value{one: most - 1}, far, -1 - most, true},
		"too long":                {map[Material]Value{one: most}, far, Draw, true},
		"lost for the others":     {map[Material]Value{one: -8}, far, 8, true},
		"too long to be won":      {map[Material]Value{one: -1 - most}, far, Draw, true},
		"behind a capture":        {map[Material]Value{both: 3, one: 8}, capture, -2, true},
		"missing behind it":       {map[Material]Value{both: 3}, capture, 0, false},
	} {
		if got, known := tablesOf(t, v, c.values).Value(c.board); got != c.want || known != c.known {
			t.Errorf("%s: %d, %t, not %d, %t", name, got, known, c.want, c.known)
		}
	}
}

// A grid numbers the squares consecutively, from either side.
func TestGrid(t *testing.T) {
	for _, v := range []*rules.Variant{rules.VariantOf(rules.English), rules.VariantOf(rules.International)} {
		g := GridOf(v)
		for n := range v.Count {
			if got := g.pack(v.Bit[n+1]); got != 1<<n || g.Turned(got) != 1<<(v.Count-1-n) {
				t.Errorf("%s: square %d is %x, and from the other side %x", v.Name, n+1, got, g.Turned(got))
			}
		}
	}
}

// Every class has a number of its own, in the order of its counts, and as many pieces as these say.
func TestClass(t *testing.T) {
	n := 0
	for men := range MaxPieces + 1 {
		for kings := range MaxPieces + 1 {
			for hisMen := range MaxPieces + 1 {
				for hisKings := range MaxPieces + 1 {
					c := Material{men, kings, hisMen, hisKings}
					if c.Index() != n || n >= Classes || c.Pieces() != men+kings+hisMen+hisKings ||
						c.Swapped() != (Material{hisMen, hisKings, men, kings}) || len(c.WithSwapped()) != 2-btoi(c == c.Swapped()) {
						t.Errorf("%+v has the number %d, not %d, and %d pieces", c, c.Index(), n, c.Pieces())
					}
					n++
				}
			}
		}
	}
	// Each class of two to four pieces, both sides having some, is listed, itself or swapped, but not both.
	listed := Listed(MaxPieces)
	for i, c := range listed {
		if slices.Contains(listed[:i], c) || c != c.Swapped() && slices.Contains(listed, c.Swapped()) {
			t.Errorf("%+v is listed twice", c)
		}
		if i > 0 && c.Pieces() < listed[i-1].Pieces() {
			t.Errorf("%+v comes behind one with more pieces", c)
		}
	}
	for n := range Classes {
		c := Material{n / (radix * radix * radix), n / (radix * radix) % radix, n / radix % radix, n % radix}
		want := c.Pieces() <= MaxPieces && c.Men+c.Kings > 0 && c.HisMen+c.HisKings > 0
		if got := slices.Contains(listed, c) || slices.Contains(listed, c.Swapped()); got != want {
			t.Errorf("%+v is listed: %t", c, got)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
