package record_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/record"
)

// dialect is a program's way to write a record of draughts.
type dialect struct {
	name string
	// head returns the tags before the moves; move writes the nth move, with its number and spaces
	head func(r engine.Record, kind string) string
	move func(n int, text string) string
	// encode returns the bytes of a file
	encode func(text string) []byte
}

// tagged returns the usual tags of a record.
func tagged(r engine.Record, kind string) string {
	return fmt.Sprintf("[White \"%s\"]\n[Black \"%s\"]\n%s\n", r.Names[0], r.Names[1], kind)
}

// numbered writes a move, with its number before one of the side that begins.
func numbered(n int, text string) string {
	if n%2 == 0 {
		return fmt.Sprintf("%d. %s", n/2+1, text)
	}
	return text
}

func utf8(text string) []byte { return []byte(text) }

var dialects = []dialect{
	{"usual", tagged, numbered, utf8},
	{"without the game", func(r engine.Record, _ string) string { return tagged(r, "") }, numbered, utf8},
	{"bare moves", func(r engine.Record, _ string) string { return "" }, numbered, utf8},
	{"another corner in the tag", func(r engine.Record, kind string) string {
		if number, _, ok := strings.Cut(kind, ","); ok {
			return tagged(r, number+",W,10,10,N1,0\"]")
		}
		return tagged(r, kind)
	}, numbered, utf8},
	{"glued numbers", tagged, func(n int, text string) string { return strings.Replace(numbered(n, text), ". ", ".", 1) }, utf8},
	{"variations", tagged, func(n int, text string) string {
		return numbered(n, text) + [...]string{"", " (1. 1-5 (2. 3-8 {)} 4-9) 2-7)", " {a {b} c}"}[n%3]
	}, utf8},
	{"glyphs and clocks", tagged, func(n int, text string) string {
		return numbered(n, text) + [...]string{"$1", "!?", " $14 {[%clock w0:10:05]}", ""}[n%4]
	}, utf8},
	{"a mark and ends of lines of Windows", tagged, numbered, func(text string) []byte {
		return []byte("\uFEFF" + strings.ReplaceAll(text, "\n", "\r\n"))
	}},
	{"Windows-1251", func(r engine.Record, kind string) string {
		return tagged(renamed(r, "Иванов", "Петрова"), kind)
	}, numbered,
		func(text string) []byte { b, _ := charmap.Windows1251.NewEncoder().Bytes([]byte(text)); return b }},
	{"Latin-1", func(r engine.Record, kind string) string { return tagged(renamed(r, "José", "Inês"), kind) }, numbered,
		func(text string) []byte { b, _ := charmap.ISO8859_1.NewEncoder().Bytes([]byte(text)); return b }},
}

func renamed(r engine.Record, first, second string) engine.Record {
	r.Names = [2]string{first, second}
	return r
}

// Records in other programs' dialects are read back equal: moves that the program plays, for each draughts variant.
func TestRead_Dialects(t *testing.T) {
	games := []*engine.Game{draughts.Portuguese, draughts.Chilean, draughts.International, draughts.Brazilian,
		draughts.Russian, draughts.Spanish, draughts.Italian, draughts.English}
	for seed := range longtest.Count(3, 13) {
		for _, g := range games {
			r, err := g.NewRecord(nil, "")
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(uint64(seed), 9))
			for range 20 + random.IntN(60) {
				moves := slices.Collect(r.Line.Position().Moves())
				if len(moves) == 0 || r.Line.Outcome().Decided() {
					break
				}
				if err := r.Enter(string(moves[random.IntN(len(moves))]), engine.ReadMove); err != nil {
					t.Fatal(err)
				}
			}
			written, err := g.Formats[0].Write(r)
			if err != nil {
				t.Fatal(err)
			}
			at := strings.Index(written, "[GameType")
			kind := written[at : at+strings.IndexByte(written[at:], '\n')]
			for _, d := range dialects {
				compare(t, d, r, kind)
			}
		}
	}
}

// compare writes a record in a dialect and reads it again.
func compare(t *testing.T, d dialect, r engine.Record, kind string) {
	t.Helper()
	r = renamed(r, "Ana", "Rui")
	var s strings.Builder
	s.WriteString(d.head(r, kind))
	for n := range r.Line.Len() {
		text := strings.ReplaceAll(string(r.Line.Move(n)), ":", "x")
		s.WriteString(d.move(n, text) + " ")
	}
	f, err := record.ReadAll("a.pdn", d.encode(s.String()+"*\n"), games, nil)
	if err != nil || len(f.Entries) != 1 {
		t.Errorf("%s of %s: %d games, %v", d.name, r.Game.Name, len(f.Entries), err)
		return
	}
	got, err := f.Entries[0].Read()
	readings := []engine.Record{got}
	if open := (*engine.ReadingsError)(nil); errors.As(err, &open) {
		readings, err = open.Readings, nil
	}
	i := slices.IndexFunc(readings, func(other engine.Record) bool { return other.Game == r.Game })
	if err != nil || i < 0 {
		t.Errorf("%s of %s is read as %d records, %v:\n%s", d.name, r.Game.Name, len(readings), err, s.String())
		return
	}
	got = readings[i]
	if !slices.Equal(tell(got).Moves, tell(r).Moves) || len(got.Odd) > 0 && got.Odd[0].Code != engine.OddNumbers {
		t.Errorf("%s of %s: %v\n%v\n%v", d.name, r.Game.Name, got.Odd, tell(got).Moves, tell(r).Moves)
	}
	if white := map[string]string{"Windows-1251": "Иванов", "Latin-1": "José", "bare moves": ""}; d.name != "bare moves" {
		want, ok := white[d.name]
		if !ok {
			want = "Ana"
		}
		if !slices.Contains(got.Names[:], want) {
			t.Errorf("%s of %s: names %q", d.name, r.Game.Name, got.Names)
		}
	}
}
