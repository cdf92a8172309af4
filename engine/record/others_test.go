package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	xunicode "golang.org/x/text/encoding/unicode"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/record"
	"tabuleiro/engine/table"
)

// Other programs' files: the possible games, the last move, the result and the oddities. A name before a bar is the
// game that a person names.
func TestRead_Others(t *testing.T) {
	const matHead = " 3 point match\n\n Game 1\n Ana : 0                         Bia : 0\n"
	for _, c := range []struct{ text, games, last, result, odd string }{
		{"english|1. 11-15 23-19 2. 8-11 22-17 *", "english", "22-17", "unfinished", ""},
		{"1. 11-15 23-19 2. 8-11 22-17 *", "english", "22-17", "unfinished", ""},
		{"1. 11-15 23-19 *", "portuguese spanish english", "", "", ""},
		{"[FEN \"W:W46,47:B1,2\"]\n1. 46-41 *", "chilean international", "", "", ""},
		{"[FEN \"W:W31,32,37:B12,18,23:H0:F1\"]\n[GameType \"20\"]\n1. 31-27 *", "international", "31-27", "unfinished", ""},
		{"[GameType \"20,W,10,10,N1,0\"]\n1. 32-28 19-23 *", "international", "19-23", "unfinished", "odd-numbers"},
		{"[GameType \"20\"]\n[FEN \"W:WK4:B13,32,37,20\"]\n1. 4x15 37-41 *", "international", "37-41", "unfinished", ""},
		{"[GameType \"20\"]\n[FEN \"W:WK4:B13,32,37,20\"]\n1. 4x15 *", "international international", "", "", ""},
		{"[GameType \"20\"]\n[FEN \"W:WK46,31,32:BK3,19\"]\n1. 46-41 3-8 2. 41-46 8-3 3. 46-41 3-8 4. 41-46 8-3 5. 32-27 3-8 2-0",
			"international", "3-8", "first", "draw-passed"},
		{"[GameType \"28\"]\n[Result \"5-7\"]\n1. 11-14 23-19 5-7", "portuguese", "23-19", "second", ""},
		{"[GameType \"28\"]\n1. 11-14 23-19 12-0", "portuguese", "23-19", "first", ""},
		{"[GameType \"28\"]\n1. 11-14 23-19 1-1", "portuguese", "23-19", "draw", ""},
		{"[GameType \"20\"]\n1. 32x28 *", "international", "32-28", "unfinished", "quiet-capture"},
		{"[GameType \"20\"]\n1. 32-28$1 19-23 . 2. 28x19! *", "international", "28x19", "unfinished", ""},
		{"[GameType \"20\"]\n[FEN \"W:W3,32:B45\"]\n1. 32-28 *", "international", "32-28", "unfinished", "man-crowned"},
		{"[GameType \"20\"]\n1.32-28 19-23 2.28x19 14x23 *", "international", "14x23", "unfinished", ""},
		{"[GameType \"20\"]\n1. 32-28 19-23 2. 28-99 *", "international", "19-23", "unfinished", "cut-short"},
		{"[GameType \"25\"]\n1. cd4 ba5 2. gf4 *", "russian", "g3-f4", "unfinished", ""},
		{"russian|1. c3-d4 d6-c5 2. b2-c3 *", "russian", "b2-c3", "unfinished", ""},
		{"[Bianco \"Rossi\"]\n[Risultato \"1-0\"]\n[GameType \"22\"]\n1. 22-18 *", "italian", "22-18", "first", ""},
		{matHead + "  1) 31: 8/5 6/5                 00: ????\n      Wins 1 point", "backgammon", "second resigns 1",
			"unfinished", ""},
		{matHead + "  1) 31: 8/5 6/5    Doubles => 2\n      Drops      Wins 1 point", "backgammon", "drop", "unfinished", ""},
		{matHead + "  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2)  Doubles => 2\n                                   Drops\n      Wins 1 point\n",
			"backgammon", "drop", "unfinished", ""},
		{matHead + "  1) 31: Illegal play (8/5 6/5)  42: 8/4 6/4\n", "backgammon", "8/4 6/4", "unfinished", "not-understood"},
		{matHead + "  1) 31: 8/5 6/5\n      Wins 4 points\n", "backgammon", "second resigns 3", "first 3", "odd-points"},
	} {
		named, text, ok := strings.Cut(c.text, "|")
		if !ok {
			named, text = "", c.text
		}
		f, err := record.ReadAll("", []byte(text), table.Games, table.Find(named))
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		r, err := f.Entries[0].Read()
		var open *engine.ReadingsError
		if errors.As(err, &open) {
			var names []string
			for _, r := range open.Readings {
				names = append(names, r.Game.Name)
			}
			if got := strings.Join(names, " "); got != c.games {
				t.Errorf("%q can be %s, want %s", c.text, got, c.games)
			}
			continue
		}
		if err != nil || r.Game.Name != c.games {
			t.Errorf("%q is read as %v, %v", c.text, r.Game, err)
			continue
		}
		var odd []string
		for _, e := range r.Odd {
			odd = append(odd, string(e.Code))
		}
		last := r.Line.Move(r.Line.Len() - 1)
		if string(last) != c.last || r.Outcome().Result() != c.result || strings.Join(odd, " ") != c.odd {
			t.Errorf("%q ends with %s, %s, odd: %v", c.text, last, r.Outcome().Result(), r.Odd)
		}
	}
}

// Records without a result are separated where tags begin, and a repeated tag begins another one.
func TestReadOthers_Apart(t *testing.T) {
	for text, want := range map[string]int{
		"[FEN \"W:W31:B20\"]\n[FEN \"W:W32:B20\"]\n[FEN \"W:W33:B20\"]\n":           3,
		"[White \"A\"]\n1. 32-28\n[White \"B\"]\n1. 32-28 19-23\n":                  2,
		"[FEN \"B:W21,K5:BK17,K14\"]\n1-0\n[FEN \"B:WK32,13,12:BK6,4,3\"]\n1-0\n":   2,
		strings.Repeat("[White \"A\"]\n[Date \"1998.01.02\"]\n1. 32-28 *\n\n", 140): 140,
	} {
		f, err := record.ReadAll("", []byte(text), table.Games, nil)
		if err != nil || len(f.Entries) != want {
			t.Errorf("%.60q has %d games, %v; want %d", text, len(f.Entries), err, want)
			continue
		}
		if _, err := f.Entries[1].Read(); errors.As(err, new(*engine.FileError)) {
			t.Errorf("%.60q: %v", text, err)
		}
	}
}

// The encoding is detected from the bytes.
func TestReadOthers_Encodings(t *testing.T) {
	const file = "[White \"%s\"]\n[GameType \"20\"]\n1. 32-28 *\n"
	utf16 := xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM)
	for _, c := range []struct {
		name   string
		encode func(string) (string, error)
	}{
		{"Иванов", charmap.Windows1251.NewEncoder().String}, {"José Núñez", charmap.Windows1252.NewEncoder().String},
		{"Conceição Groß", charmap.Windows1252.NewEncoder().String},
		{"João", charmap.ISO8859_1.NewEncoder().String}, {"Иванов", utf16.NewEncoder().String},
		{"Дудка A. – José", func(s string) (string, error) { return "\uFEFF" + s, nil }},
	} {
		text, err := c.encode(fmt.Sprintf(file, c.name))
		if err != nil {
			t.Fatal(err)
		}
		r, err := readFirst("a.pdn", []byte(text), games)
		if err != nil || r.Names[0] != c.name {
			t.Errorf("%s is read as %q, %v", c.name, r.Names[0], err)
		}
	}
}

// Any file is interpreted, or refused, within bounds; and very many games are counted.
func TestReadOthers_Bounds(t *testing.T) {
	random := make([]byte, engine.MaxFileBytes)
	for i, n := 0, uint64(1); i < len(random); i, n = i+1, n*6364136223846793005+1442695040888963407 {
		random[i] = byte(n >> 56)
	}
	letters := bytes.Map(func(r rune) rune { return 'a' + r%26 }, random)
	shuffle := "[GameType \"20\"]\n[FEN \"W:WK46,K5,31:BK3,K50,20\"]\n" + strings.Repeat("46-41 3-8 41-46 8-3\n", 6000)
	for name, data := range map[string][]byte{
		"random": random, "letters": letters, "accents": bytes.Repeat([]byte("1. 32-28 {\xe9\xe8} 19-23\n"), 5000),
		"shuffle": []byte(shuffle), "kings": []byte(strings.Repeat("[FEN \"W:WK1,K2,K3,K4,K5:BK46,K47\"]\n1-2 1-3 *\n", 2000)),
	} {
		f, err := record.ReadAll("a.pdn", data, table.Games, nil)
		for _, e := range f.Entries[:min(8, len(f.Entries))] {
			if _, err = e.Read(); err != nil && !errors.As(err, new(*engine.ReadingsError)) && engine.FileCode(err) == "" {
				t.Errorf("%s: %v", name, err)
			}
		}
		if engine.FileCode(err) != engine.NotText && name == "random" {
			t.Errorf("%s: %v", name, err)
		}
	}
	many := strings.Repeat("[White \"A\"]\n1. 11-15 *\n", 34_000)
	f, err := record.ReadAll("a.pdn", []byte(many), table.Games, draughts.Portuguese)
	if err != nil || len(f.Entries) != 34_000 {
		t.Fatalf("%d games, %v", len(f.Entries), err)
	}
	if r, err := f.Entries[33_999].Read(); err != nil || r.Line.Len() != 1 {
		t.Error(err)
	}
	if list := f.Found([]string{"b"}, strings.ToLower); list != nil || len(f.Found([]string{"a"}, strings.ToLower)) != 34_000 {
		t.Errorf("found: %v", slices.Min(list))
	}
}
