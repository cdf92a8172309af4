package pdn

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/fourtest"
)

// chileanBy returns Chilean draughts with other default options.
func chileanBy(kings, capture string) *engine.Game {
	g := *rules.Chilean
	g.Options = slices.Clone(g.Options)
	g.Options[0].Default, g.Options[1].Default = kings, capture
	return &g
}

var family = []*engine.Game{rules.Portuguese, rules.Chilean}

// recorded returns a record of typed moves.
func recorded(t testing.TB, g *engine.Game, o engine.Options, start string, moves ...string) engine.Record {
	t.Helper()
	r, err := g.NewRecord(o, start)
	for _, m := range moves {
		if err == nil {
			err = r.Enter(m, engine.ReadMove)
		}
	}
	if r.End(engine.Outcome{}); err != nil {
		t.Fatal(err)
	}
	return r
}

// readOne reads the first game of a file; more is the number of further games.
func readOne(text string) (r engine.Record, more int, err error) {
	f, err := readPDN(text, family, nil)
	if err != nil {
		return r, 0, err
	}
	r, err = f.Entries[0].Read()
	return r, len(f.Entries) - 1, err
}

// fault returns the error of reading a game or else its oddities.
func fault(r engine.Record, err error) error {
	for _, odd := range r.Odd {
		if err = odd; odd.Code == engine.CutShort {
			return odd.Err
		}
	}
	return err
}

func movesOf(r engine.Record) []engine.Move {
	var moves []engine.Move
	for n := range r.Line.Len() {
		moves = append(moves, r.Line.Move(n))
	}
	return moves
}

func TestWritePDN(t *testing.T) {
	opening := recorded(t, rules.Portuguese, nil, "", "11-14", "23-19", "14x23")
	opening.Line = opening.Line.Back(1)
	opening.Names, opening.Date = [2]string{`Ana "A \ B"`, "Rui"}, "2026.11.21"
	resigned := opening
	resigned.Result = engine.Outcome{Winner: engine.Second, Reason: "resignation", Points: 1}
	const head = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n"
	for _, c := range []struct {
		name   string
		record engine.Record
		want   string
	}{
		{"pdn", opening, `[Event "?"]
[Site "?"]
[Date "2026.11.21"]
[Round "?"]
[White "Ana \"A \\ B\""]
[Black "Rui"]
[Result "*"]
[GameType "28,W,8,8,N1,1"]

1. 11-14 23-19 *
`},
		{"pdn24", resigned, `[Event "?"]
[Site "?"]
[Date "2026.11.21"]
[Round "?"]
[White "Ana \"A \\ B\""]
[Black "Rui"]
[Result "0-1"]
[GameType "24,W,8,8,N1,1"]
[Variant "Damas Clássicas"]
[Termination "resignation"]

1. 11-14 23-19 *
`},
		{"pdn", recorded(t, rules.Portuguese, nil, "", "11-14", "23-19", "14x23", "28x19", "10-14", "19x10", "5x14"), head +
			`[Result "*"]
[GameType "28,W,8,8,N1,1"]

1. 11-14 23-19 2. 14x23 28x19 3. 10-14 19x10 4. 5x14 *
`},
		{"pdn", recorded(t, rules.Portuguese, nil, "B:W1:B32", "32-28", "1-5", "28-24", "5-9"), head + `[Result "*"]
[GameType "28,W,8,8,N1,1"]
[SetUp "1"]
[FEN "B:W1:B32"]

1... 32-28 2. 1-5 28-24 3. 5-9 *
`},
		// The ends of a capture suffice, unless another one has the same.
		{"pdn", recorded(t, rules.Portuguese, nil, "W:W1,12:B5,13,K15", "1x17"), head + `[Result "*"]
[GameType "28,W,8,8,N1,1"]
[SetUp "1"]
[FEN "W:W1,12:B5,13,K15"]

1. 1x17 *
`},
		{"pdn", recorded(t, rules.Portuguese, nil, "B:W5,9,13,18,23,26:BK32,22:H7", "32x14x21x30"), head + `[Result "*"]
[GameType "28,W,8,8,N1,1"]
[SetUp "1"]
[FEN "B:W5,9,13,18,23,26:B22,K32"]
[Position "B:W5,9,13,18,23,26:B22,K32:H7"]

1... 32x14x21x30 *
`},
		// PDN cannot express some things: a takeback, and a huffed piece.
		{"pdn", recorded(t, rules.Chilean, engine.Options{"capture": "huff"}, "W:W38,50:B33,15", "50-44", "demand", "38x29", "15-20"), head + `[Result "*"]
[GameType "49,W,10,10,N2,0"]
[Variant "Damas Chilenas"]
[Options "capture=huff king-capture=adjacent"]
[SetUp "1"]
[FEN "W:W38,50:B15,33"]

{[%demand 50-44]} 1. 38x29 15-20 *
`},
		{"pdn", recorded(t, rules.Chilean, engine.Options{"capture": "huff"}, "W:W38,50:B33,15", "50-44", "demand"), head +
			`[Result "*"]
[GameType "49,W,10,10,N2,0"]
[Variant "Damas Chilenas"]
[Options "capture=huff king-capture=adjacent"]
[SetUp "1"]
[FEN "W:W38,50:B15,33"]

{[%demand 50-44]} *
`},
		{"pdn", recorded(t, rules.Chilean, engine.Options{"capture": "huff"}, "W:W38,50:B33,15", "50-44", "huff 38", "15-20"), head + `[Result "*"]
[GameType "49,W,10,10,N2,0"]
[Variant "Damas Chilenas"]
[Options "capture=huff king-capture=adjacent"]
[SetUp "1"]
[FEN "W:W38,50:B15,33"]

1. 50-44 {[%huff 38]} 15-20 *
`},
	} {
		formats := []engine.Format{Format, Spanish}
		i := slices.IndexFunc(formats, func(f engine.Format) bool { return f.Name == c.name })
		got, err := formats[i].Write(c.record)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
		back, _, err := readOne(got)
		if d := cmp.Diff(movesOf(c.record), movesOf(back)); err != nil || d != "" {
			t.Errorf("%v, moves read back (-want +got):\n%s", err, d)
		}
	}
}

// If intermediate squares must be written, they are those where the piece turned or, on a straight path, the one right
// behind each captured piece: from 30 over 24 on to 2 the king could also land on 13, which is canonical.
func TestPDN_SquaresBetween(t *testing.T) {
	game := chileanBy("flying", "compulsory")
	for _, c := range []struct{ position, move, want string }{
		{"W:WK3:BK8,K9,K20,K23,K24,K33,K37,K38,K39", "3x14x32x43x30x13x2", "3x14x32x43x30x19x2"},
		{"W:WK45:BK7,K9,K16,K17,K18,K27,K37,K39,K40,K46", "45x23x12x21x43x25x3", "45x34x12x21x43x25x3"},
	} {
		p := enginetest.Play(t, game, c.position).Position().(rules.Position)
		if got := moveText(p, engine.Move(c.move)); got != c.want {
			t.Errorf("%s: %s is written as %s, want %s", c.position, c.move, got, c.want)
		}
		if m, err := p.ReadWhole(c.want, p.Variant.Typed()); err != nil || len(m) != 1 || string(m[0]) != c.move {
			t.Errorf("%s: %s is read as %s, %v", c.position, c.want, m, err)
		}
	}
}

// Files follow the grammar of PDN 3.0, and lines are not too long.
func TestPDN_Grammar(t *testing.T) {
	const (
		tag     = `\[[A-Z][a-zA-Z0-9_]* "([^"]|\\")*"\]\n`
		square  = `[1-9][0-9]?`
		move    = square + `(-` + square + `|(x` + square + `)+)`
		comment = `\{[^}]*\}`
	)
	grammar := regexp.MustCompile(`^(` + tag + `)+\n((([0-9]+\.(\.\.)? )?` + move + `|` + comment + `)[ \n])*\*\n$`)
	for _, g := range []*engine.Game{rules.Portuguese, rules.Chilean, chileanBy("flying", "huff")} {
		for seed := range uint64(40) {
			r, err := g.NewRecord(nil, "")
			if err != nil {
				t.Fatal(err)
			}
			r.Line = randomLine(t, r.Line, seed)
			text, err := Format.Write(r)
			if err != nil || !grammar.MatchString(text) {
				t.Errorf("%v, or this is not PDN:\n%s", err, text)
			}
			for line := range strings.Lines(text) {
				if len(line) > pdnWidth+1 {
					t.Errorf("%d characters: %s", len(line), line)
				}
			}
		}
	}
}

// Lines of moves are filled: the first word of a line did not fit on the one before.
func TestPDN_Width(t *testing.T) {
	full := 0
	for seed := range uint64(40) {
		r := recorded(t, rules.Portuguese, nil, "")
		r.Line = randomLine(t, r.Line, seed)
		text, err := Format.Write(r)
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ = strings.Cut(text, "\n\n")
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		for i, line := range lines[:len(lines)-1] {
			word, rest, _ := strings.Cut(lines[i+1], " ")
			if strings.HasSuffix(word, ".") { // a move stays with its number
				move, _, _ := strings.Cut(rest, " ")
				word += " " + move
			}
			if len(line) > pdnWidth || len(line)+1+len(word) <= pdnWidth {
				t.Errorf("%q goes on with %q", line, word)
			}
			if len(line) == pdnWidth {
				full++
			}
		}
	}
	if full == 0 {
		t.Error("no line is full")
	}
}

// Notes are comments after their moves, and cannot contain the end of a comment, a command or a tag.
func TestWritePDN_Notes(t *testing.T) {
	r := recorded(t, rules.Portuguese, nil, "", "11-14", "23-19", "14x23")
	r.Notes = []engine.Comment{{After: 0, Text: "begins {at} [last]"}, {After: 1, Text: "good"}, {After: 1, Text: "[%huff 3]"},
		{After: 3, Text: "taken\n"}}
	text, err := Format.Write(r)
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(text, "\n\n")
	if want := "{begins (at) (last)} 1. 11-14 {good} {(%huff 3)} 23-19 2. 14x23 {taken} *\n"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// Black begins in English draughts, and a file's player names are by colour.
func TestPDN_BlackBegins(t *testing.T) {
	r := recorded(t, rules.English, nil, "", "11-15", "23-19")
	r.Names = [2]string{"Ana", "Rui"}
	text, err := Format.Write(r)
	if err != nil || !strings.Contains(text, "[White \"Rui\"]\n[Black \"Ana\"]\n") {
		t.Fatal(text, err)
	}
	f, err := readPDN(text, all, nil)
	if err != nil {
		t.Fatal(err)
	}
	back, err := f.Entries[0].Read()
	if err != nil || back.Game != rules.English || back.Names != r.Names || f.Entries[0].Names != [2]string{"Rui", "Ana"} {
		t.Errorf("%v, %s, %q, listed as %q", err, back.Game.Name, back.Names, f.Entries[0].Names)
	}
}

// all are the draughts variants.
var all = []*engine.Game{rules.Portuguese, rules.Chilean, rules.International, rules.Brazilian, rules.Russian,
	rules.Spanish, rules.Italian, rules.English}

// A file is read as the game that a person names, unless its tags name another that fits better.
func TestReadPDN_Named(t *testing.T) {
	for _, c := range []struct {
		text  string
		named *engine.Game
		want  string // the game, the moves that were read, and what is odd
	}{
		{`[GameType "28"] 11-14 23-19`, rules.Portuguese, "portuguese 2"},
		{`[GameType "24"] 11-14 23-19`, rules.Portuguese, "portuguese 2"},
		{`[GameType "24"] 11-14 23-19`, rules.Spanish, "spanish 2"},
		{`[GameType "24"][Variant "Damas Clássicas"] 11-14 23-19`, nil, "portuguese 2"},
		{`[GameType "24"][Variant "Damas Clássicas"] 11-14 23-19`, rules.Spanish, "spanish 2"},
		{`[GameType "24"] 11-14 23-19`, nil, "spanish 2"},
		{`[GameType "28"] 11-14 23-19`, rules.Spanish, "spanish 2 odd-game"},
		{`[GameType "28"] 11-14 23-19`, rules.International, "portuguese 2"},
		{`[GameType "28"] 11-14 23-19`, rules.Russian, "russian 2 odd-numbers"},
		{`[GameType "25"] c3-d4 d6-c5`, rules.Brazilian, "brazilian 2 odd-game"},
		{`[GameType "25"] c3-d4 d6-c5`, rules.English, "russian 2"},
		{`[GameType "21"] 11-15 23-19`, rules.English, "english 2"},
		{`[GameType "21"] 11-15 23-19`, rules.Italian, "english 2"},
		{`[GameType "28"] 11-14 23-19`, fourtest.Four, "portuguese 2"},
		{`[GameType "28"][FEN "W:W10,12:B14,K15:Z1:Z2"] 12x19`, nil, "portuguese 1 odd-counters"},
		{`[GameType "20"][FEN "W:W3,32:B45"] 32-28`, nil, "international 1 man-crowned"},
		{"; 11-14 23-19\n[GameType \"28\"] 11-14 23-19", nil, "portuguese 2"},
		{`[GameType "28"] 11-14 () 23-19`, nil, "portuguese 2"},
		{`[GameType "21,,8,8,N1,0"] 11-15 23-19`, nil, "english 2"},
		{`[GameType "21,B,8,8,N1,0"] 11-15 23-19`, nil, "english 2"},
		{`[GameType "21,W,8,8,N2,0"] 11-15 23-19`, nil, "english 2"},
		{"% a remark\n[GameType \"28\"]\n% another\n11-14 23-19", nil, "portuguese 2"},
		{`[GameType "20"] 32-28 19-23 28x19`, rules.Chilean, "international 3"},
		{`[GameType "7"] 32-28 19-23 28x19`, rules.International, "international 3 odd-game"},
		{`[GameType "7"] 32-28 19-23 28x19`, nil, "line 1, column 1: unknown-game \"GameType 7\" (0)"},
		{`[GameType "20"] 32-28 19-23 28-99`, rules.Portuguese, "international 2 cut-short"},
		{`[GameType "21"] 11-15 23-19 50-44`, rules.Portuguese, "portuguese 2 odd-game cut-short"},
		{`11-15 23-19`, rules.English, "english 2"},
		{`11-15 23-19 50-44`, rules.English, "english 2 cut-short"},
		{`[GameType "28"] 11-14 23-19 50-44`, rules.Portuguese, "portuguese 2 cut-short"},
		{`[GameType "28"] 32-28 19-23 28x19`, rules.International, "international 3 odd-game"},
	} {
		f, err := readPDN(c.text, all, c.named)
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Entries[0].Read()
		var got string
		if err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(r.Game.Name, " ", r.Line.Len())
			for _, odd := range r.Odd {
				got += fmt.Sprint(" ", odd.Code)
			}
		}
		if got != c.want {
			t.Errorf("%s (named: %t): %s, not %s", c.text, c.named != nil, got, c.want)
		}
	}
}

// Each game number of PDN 3.0 is a known game, or one known to be another; all others are unknown.
func TestReadPDN_Numbers(t *testing.T) {
	known := map[engine.Code][]int{}
	for n := range 60 {
		_, _, err := readOne(fmt.Sprintf("[GameType \"%d\"]\n\n*", n))
		known[engine.FileCode(err)] = append(known[engine.FileCode(err)], n)
	}
	if d := cmp.Diff([]int{24, 28, 49}, known[""]); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]int{20, 21, 22, 23, 25, 26, 27, 29, 30, 31, 40, 41}, known[engine.OtherDraughts]); d != "" {
		t.Error(d)
	}
}

// PDN as other programs write it.
func TestReadPDN(t *testing.T) {
	opening := []engine.Move{"11-14", "23-19", "14x23"}
	first := engine.Outcome{Winner: engine.First, Reason: engine.Recorded, Points: 1}
	for _, c := range []struct {
		name, text string
		game       *engine.Game
		moves      []engine.Move
		result     engine.Outcome
		more       int
	}{
		{"nothing but moves", "1. 11-14 23-19 2. 14x23", rules.Portuguese, opening, engine.Outcome{}, 0},
		{"numbers without blanks, no numbers, captures by a colon, leading zeros", "1.11-14 23-19 14:23", rules.Portuguese,
			opening, engine.Outcome{}, 0},
		{"names of squares", "1. d3-e4 C6-D5 2. e4xc6", rules.Portuguese, opening, engine.Outcome{}, 0},
		{"names without a sign", "1. d3e4 c6d5 2. e4c6", rules.Portuguese, opening, engine.Outcome{}, 0},
		{"comments, glyphs, variations, praise",
			"% x\n; tags? [none]\n{ 1. 1-5 } 1. 11-14! $1 {a; b} 23-19?! (1... 22-18 {(} (2. 1-5) 10-14 ; )\n ) 2. ... 14x23(!)",
			rules.Portuguese, opening, engine.Outcome{}, 0},
		{"a result in the text", "1. 11-14 23-19 2. 14x23 1-0", rules.Portuguese, opening, first, 0},
		{"a result in the tag, behind the others", "[White \"A\"]\n[Result \"2-0\"]\n[GameType \"28\"]\n11-14 23-19 14x23 *",
			rules.Portuguese, opening, first, 0},
		{"a draw", "11-14 1/2-1/2", rules.Portuguese, opening[:1], engine.Outcome{Reason: engine.Recorded}, 0},
		{"an old way to say draw", "11-14 1-1", rules.Portuguese, opening[:1], engine.Outcome{Reason: engine.Recorded}, 0},
		{"both have lost", "11-14 0-0", rules.Portuguese, opening[:1], engine.Outcome{}, 0},
		{"Spanish", "[GameType \"24,W,8,8,N1,1\"] 11-14", rules.Portuguese, opening[:1], engine.Outcome{}, 0},
		{"Spanish with letters", "[GameType \"24,W,8,8,A0,0\"] d3-e4", rules.Portuguese, opening[:1], engine.Outcome{}, 0},
		{"Chilean by number", "[GameType \"49\"] 37-32", rules.Chilean, []engine.Move{"37-32"}, engine.Outcome{}, 0},
		{"Chilean by name", "[Variant \"chilenas\"] 37-32", rules.Chilean, []engine.Move{"37-32"}, engine.Outcome{}, 0},
		{"Chilean by squares", "[FEN \"W:W38:B33.\"] 38x29", rules.Chilean, []engine.Move{"38x29"}, engine.Outcome{}, 0},
		{"a position with counters of others", "[SetUp \"1\"][FEN \"W:W10,12:B14,K15:H0:F1\"] 12x19", rules.Portuguese,
			[]engine.Move{"12x19"}, engine.Outcome{}, 0},
		{"tags only", "[White \"Ana\"] [GameType \"28\"]", rules.Portuguese, nil, engine.Outcome{}, 0},
		{"several games", "[White \"A\"]\n11-14 23-19 14x23 1-0\n\n[White \"B\"]\n11-14 *\n[White \"C\"] *\n",
			rules.Portuguese, opening, first, 2},
		{"blanks around the dash", "1. 11 - 14 23 - 19 2. 14 x 23", rules.Portuguese, opening, engine.Outcome{}, 0},
		{"numbers without a point", "1 11-14 23-19 2 14x23", rules.Portuguese, opening, engine.Outcome{}, 0},
		{"numbers with a bracket", "1) 11-14 23-19 2) 14x23", rules.Portuguese, opening, engine.Outcome{}, 0},
		{"a result with a colon", "11-14 23-19 14x23 1:0", rules.Portuguese, opening, first, 0},
		{"a result that might be a move", "[Result \"12-16\"]\n11-14 23-19 14x23 12-16", rules.Portuguese, opening,
			engine.Outcome{Winner: engine.Second, Reason: engine.Recorded, Points: 1}, 0},
		{"a result that might be a move, as a tag alone", "[Round \"12-16\"]\n11-14 23-19 14x23 28x19 12-16", rules.Portuguese,
			[]engine.Move{"11-14", "23-19", "14x23", "28x19", "12-16"}, engine.Outcome{}, 0},
		{"a forfeit", "11-14 23-19 14x23 2-0F", rules.Portuguese, opening, first, 0},
		{"a result by signs", "11-14 23-19 14x23 +-", rules.Portuguese, opening, first, 0},
		{"a semicolon at the end of the line", "1.11-14 23-19;\n2.14x23;", rules.Portuguese, opening, engine.Outcome{}, 0},
		{"a comment first on its line", "1.11-14 23-19\n ; 22-18 is better\n2.14x23", rules.Portuguese, opening,
			engine.Outcome{}, 0},
		{"a comment without moves", "1.11-14 23-19 ; the old way\n2.14x23", rules.Portuguese, opening, engine.Outcome{}, 0},
		{"braces in a comment", "1.11-14 { a {b} c } 23-19 {:{} 2.14x23", rules.Portuguese, opening, engine.Outcome{}, 0},
		{"text behind the result", "11-14 23-19 14x23 1-0 Rui lost on time in 1998, after 23-19", rules.Portuguese, opening,
			first, 0},
		{"a game without tags behind a result and text", "11-14 23-19 14x23 1-0 thanks!\n1. 11-14 *", rules.Portuguese,
			opening, first, 1},
		{"squares counted from the other corner", "[GameType \"28,W,8,8,N2,1\"]\n1. 22-19 10-14 2. 19x10", rules.Portuguese,
			opening, engine.Outcome{}, 0},
		{"squares counted from the left", "[GameType \"28,W,8,8,N0,1\"]\n1. 10-15 22-18 2. 15x22", rules.Portuguese, opening,
			engine.Outcome{}, 0},
		{"a start counted from the other corner", "[GameType \"28,W,8,8,N2,0\"][FEN \"W:WK32,21-22:B19\"] 22x15",
			rules.Portuguese, []engine.Move{"11x18"}, engine.Outcome{}, 0},
		{"a start with names and damas, without SetUp", "[FEN \"W:Wd3,Df1:Be4\"] d3xf5", rules.Portuguese,
			[]engine.Move{"11x18"}, engine.Outcome{}, 0},
		{"a result and a star", "11-14 23-19 14x23 1-0 *", rules.Portuguese, opening, first, 0},
		{"several games without signs of the end", "[White \"A\"]\n11-14 23-19\n14x23\n[White \"B\"]\n11-14",
			rules.Portuguese, opening, engine.Outcome{}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, more, err := readOne(c.text)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.moves, movesOf(r)); d != "" {
				t.Errorf("moves (-want +got):\n%s", d)
			}
			want := c.result
			if o := r.Line.Outcome(); o.Decided() {
				want = o
			}
			if r.Game != c.game || r.Result != want || more != c.more {
				t.Errorf("%s with the result %+v and %d more", r.Game.Name, r.Result, more)
			}
		})
	}
}

// Two squares in a file are the ends of a capture, even if another capture goes on from there: only a typed move may
// stop halfway.
func TestPDN_Ends(t *testing.T) {
	p := enginetest.Play(t, rules.Portuguese, "W:WK17:BK7,K11,K13,K19,K20").Position().(rules.Position)
	const want = "17x10x23x16x3"
	if m, err := p.Read("17x3"); err == nil {
		t.Errorf("typed, 17x3 is %s, and the beginning of 17x3x16", m)
	}
	if m, err := p.ReadWhole("17x3", p.Variant.Typed()); err != nil || len(m) != 1 || m[0] != want {
		t.Errorf("17x3 is %s, %v", m, err)
	}
	if text := moveText(p, want); text != "17x3" {
		t.Errorf("%s is written as %s", want, text)
	}
}

// A file that would take too much work is not read, and other games are not written.
func TestPDN_Bounds(t *testing.T) {
	for _, text := range []string{"1. 11-14 23-19", `[GameType "28"] 11-14`, "1. c3-d4"} {
		if _, err := scanPDN(text)[0].read(all, nil, new(engine.Budget)); engine.FileCode(err) != engine.TooMuchWork {
			t.Errorf("%s: %v", text, err)
		}
	}
	four, err := fourtest.Four.NewRecord(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := Format.Write(four); !errors.Is(err, engine.ErrCannotHold) {
		t.Errorf("%v: %s", err, text)
	}
}

// If two captures have the same ends both are followed until only one fits; in writing they are distinguished.
func TestReadPDN_Ways(t *testing.T) {
	for text, want := range map[string]string{
		`[GameType "20"][FEN "W:WK4:B13,32,37,20"] 1. 4x15 *`:                             "2 readings last to the end; they differ in move 1",
		`[GameType "20"][FEN "B:WK4,50:B6,8,32,37,20"] 1... 6-11 2. 50-45 8-13 3. 4x15 *`: "2 readings last to the end; they differ in move 4",
		`[GameType "20"][FEN "W:WK4:B13,32,37,20"] 1. 4x15 37-41 *`:                       "[4x27x38x15 37-41]",
		`[GameType "20"][FEN "W:WK4:B13,32,37,20"] 1. 4x15 32-38 *`:                       "[4x31x42x15 32-38]",
	} {
		f, err := readPDN(text, all, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Entries[0].Read()
		readings := []engine.Record{r}
		if open := (*engine.ReadingsError)(nil); errors.As(err, &open) {
			if readings = open.Readings; err.Error() != want {
				t.Errorf("%s: %v", text, err)
			}
		} else if got := fmt.Sprint(movesOf(r)); err != nil || got != want || len(r.Odd) > 0 {
			t.Errorf("%s: %s, %v, %v", text, got, r.Odd, err)
		}
		for _, r := range readings {
			written, err := Format.Write(r)
			if err != nil {
				t.Fatal(err)
			}
			f, err := readPDN(written, all, nil)
			if err != nil {
				t.Fatal(err)
			}
			back, err := f.Entries[0].Read()
			if err != nil || !slices.Equal(movesOf(back), movesOf(r)) {
				t.Errorf("%v are read back as %v, %v:\n%s", movesOf(r), movesOf(back), err, written)
			}
		}
	}
}

// A move is written by its ends, unless another capture has the same ones and captures something else.
func TestMoveText_Ends(t *testing.T) {
	short := 0
	for _, g := range all {
		for seed := range uint64(12) {
			line := randomLine(t, recorded(t, g, nil, "").Line, seed)
			for n := range line.Len() {
				p := line.At(n).(rules.Position)
				for text := range p.Moves() {
					m, ok := p.Find(text)
					alone := !slices.ContainsFunc(p.Legal(), func(other rules.Move) bool {
						return other.From == m.From && other.To == m.To && other.Taken != m.Taken
					})
					word := moveText(p, text)
					if squares := len(strings.FieldsFunc(word, func(r rune) bool { return r == 'x' || r == '-' })); !ok ||
						(squares == 2) != alone || strings.Contains(word, "x") != (m.Taken != 0) {
						t.Errorf("%s: %s is written as %s", p, text, word)
					}
					if read, err := p.ReadWhole(word, p.Variant.Typed()); err != nil || !slices.Equal(read, []engine.Move{text}) {
						t.Errorf("%s: %s is written as %s, and read as %v, %v", p, text, word, read, err)
					}
					if alone && strings.Count(string(text), "x") > 1 {
						short++
					}
				}
			}
		}
	}
	if short < 50 {
		t.Errorf("%d captures of several pieces are written by their ends", short)
	}
}

// Tags in other languages are recognised.
func TestReadPDN_ItalianTags(t *testing.T) {
	r, _, err := readOne(`[Bianco "Rossi"][Nero "Verdi"][Risultato "1-0"][Evento "Coppa"][Data "2001.02.03"][Luogo "Roma"][Turno "4"] 11-14`)
	if err != nil || r.Names != [2]string{"Rossi", "Verdi"} || r.Event != "Coppa" || r.Site != "Roma" || r.Round != "4" ||
		r.Date != "2001.02.03" || r.Outcome().Winner != engine.First {
		t.Errorf("%+v, %v", r, err)
	}
}
