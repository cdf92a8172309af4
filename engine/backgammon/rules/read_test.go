package rules

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
)

// Positions to read moves in. Red is on roll where nothing else is said.
const (
	red31    = "4HPwATDgc/ABMA:cIkFAAAAAAAE" // the start
	red11    = "4HPwATDgc/ABMA:cIkEAAAAAAAE"
	red55    = "XGID=-b----E-C---eE---c-e----B-:0:0:1:55:0:0:0:0:10"
	black31  = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:0:10"
	toDecide = "4HPwATDgc/ABMA:cAkAAAAAAAAE"
	offered  = "4HPwATDgc/ABMA:cBEAAAAAAAAE"
	entering = "XGID=-b----E-C---dE---b-e-b--AA:0:0:1:43:0:0:0:0:10" // Red has one on the bar, 21 is blocked
)

func TestRead_Plays(t *testing.T) {
	const blot = "XGID=-b----E-C---dE---c-e---aB-:0:0:1:31:0:0:0:0:10" // a blot on 23
	for _, test := range []struct {
		position string
		want     engine.Move
		texts    []string
	}{
		{red31, "8/5 6/5", []string{
			"8/5 6/5", "6/5 8/5", "8/5, 6/5", "8/5,6/5", " 8 / 5  6 / 5 ", "8/5;6/5", "8/5 6/5.", "8, 3 6, 1", "6, 1 8, 3",
			"8,3 6,1", "8, 3; 6, 1",
			"8-5 6-5", "8→5 6→5", "8>5, 6>5", "8 5 6 5", "de 8 para 5, 6 para 5", "8 to 5 6 to 5",
			"do 8 para o 5 e do 6 para o 5", "del 8 al 5 y del 6 al 5", "8/5 and 6/5", "from the 8 to the 5, from the 6 to 5",
			"(8/5 6/5)", "８/５ ６/５", "1) 8/5 6/5",
			"12... 8/5 6/5",
			"8/5 6/5,", "8/5 6/5-", "8/5 6/5 !", "8, 3 6, 1,", "31: 8/5 6/5", "13: 8/5 6/5", "3-1: 8/5 6/5",
		}},
		{black31, "8/5 6/5", []string{"8/5 6/5", "17, 3 19, 1", "19,1 17,3"}},
		{red31, "24/21/20", []string{"24/20", "24/21/20", "24/23/20", "24/21 21/20", "24, 3 21, 1", "24, 1 23, 3", "24-20",
			"24-21-20", "24 20", "24>23>20"}},
		{red11, "8/7/6 8/7/6", []string{"8/6(2)", "8/6 (2)", "8-6 (2)", "8/7(2) 7/6(2)", "8 6 8 6", "8/6 8/6", "8/7/6(2)",
			"8/7 7/6 8/6", "8/6 x2", "8/6x2", "8/6 ×2", "8-6 x2", "11: 8/6(2)"}},
		{red11, "24/23 8/7/6/5", []string{"24/23 8/6 6/5", "24/23 8/7 7/5", "6/5 8/7 24/23 7/6", "24/23 8/5"}},
		{entering, "bar/22 24/20", []string{"bar/22 24/20", "25/22 24/20", "BAR/22 24/20", "barra/22 24/20", "b/22 24/20",
			"-1, 3 24, 4", "-1,3 24,4", "bar-22 24-20", "bar 22 24 20"}},
		{"XGID=-b----E-C---dE---c-e--a-B-:0:0:1:11:0:0:0:0:10", "24/23/22* 24/23/22",
			[]string{"24/22(2)*", "24/22*(2)", "24/22 (2) *", "24/22(2)"}},
		{blot, "24/21 24/23*", []string{"24/21 24/23*", "24/23* 24/21", "24/23 24/21"}},
	} {
		p := parse(t, test.position, nil)
		if !slices.Contains(slices.Collect(p.Moves()), test.want) {
			t.Errorf("%s: %s is not legal: %v", p, test.want, slices.Collect(p.Moves()))
		}
		for _, text := range test.texts {
			if got, err := p.Read(text); err != nil || got != test.want {
				t.Errorf("%s: read %q: %q, %v; want %s", p, text, got, err, test.want)
			}
		}
	}
}

func TestRead_Words(t *testing.T) {
	stuck := parse(t, "2MDMGAYAQAAAAA:cAkKAAAAAAAE", nil)
	for _, test := range []struct {
		position Position
		want     engine.Move
		texts    []string
	}{
		{parse(t, toDecide, nil), Roll, []string{"roll", "Roll!", "lançar", "LANÇAR", "lanzar", "tirar", "dados", "no double",
			"não dobro", "no doblar"}},
		{parse(t, toDecide, nil), Double, []string{"double", "dobrar", "dobro", "doblar", "0, 0", "0,0"}},
		{parse(t, offered, nil), Take, []string{"take", "aceito", "aceitar", "acepto", "aceptar"}},
		{parse(t, offered, nil), Drop, []string{"drop", "recuso", "largar", "rechazar", "abandonar", "pass", "passo",
			"paso"}},
		{stuck, engine.Pass, []string{"pass", "passo", "paso", "100, 100", "100,100"}},
		{parse(t, "start", nil), "31", []string{"31", "3-1", "3 1", "3, 1"}},
		{parse(t, "start", nil), "13", []string{"13", "1-3"}},
		{parse(t, toDecide+":roll", nil), "31", []string{"31", "13"}},
	} {
		for _, text := range test.texts {
			if got, err := test.position.Read(text); err != nil || got != test.want {
				t.Errorf("%s: read %q: %q, %v; want %s", test.position, text, got, err, test.want)
			}
		}
	}
}

func TestRead_Talk(t *testing.T) {
	texts := []string{
		"", " ", "olá", "jogas?", "it is 11", "24/7", "1/1", "20/11/2026", "20/11/26", "13h15", "20:45", "45", "0", "1 2 3",
		"912 345 678", "-11", "8/", "/5",
		"8//5", "8/5(9)", "8*/5", "1, 0", "11, 15", "30, 2", "100", "o", "b", "8-3", "13-3", "8 2", "8/x", "3.5", "\xff8/5",
		"2-1", "1-0", "62: 8/5 6/5", "31:", "8/5\x00", "https://example.org/8/5", "31",
	}
	p := parse(t, red31, nil)
	play := "8/5 6/5" + strings.Repeat(" ", 193)
	if got, err := p.Read(play); got != "8/5 6/5" || err != nil {
		t.Errorf("read with many spaces: %s, %v", got, err)
	}
	for _, text := range append(texts, play+" ", strings.Repeat("8/5 ", 60)) {
		_, err := p.Read(text)
		if wrong := (*engine.MoveError)(nil); !errors.As(err, &wrong) || wrong.Kind != engine.NotMove || wrong.Text != text {
			t.Errorf("read %q: %v", text, err)
		}
	}
}

// A text that may be talk reports the rule it breaks if it is a move.
func TestRead_Firm(t *testing.T) {
	p := parse(t, red31, nil)
	for text, rule := range map[string]engine.Code{
		"24/10": dieNotThrown, "13-11": dieNotThrown, "8 2": dieNotThrown, "2-1": emptyPoint, "1-0": notYours, "31": "",
		"45": "", "hello": "", "8//5": "",
	} {
		_, err := p.Read(text)
		var talk, firm *engine.MoveError
		if !errors.As(err, &talk) || talk.Kind != engine.NotMove {
			t.Errorf("read %q: %v", text, err)
		}
		if !errors.As(engine.WithIntent(err), &firm) || firm.Rule != rule || (firm.Kind == engine.Illegal) != (rule != "") {
			t.Errorf("read %q as a move: %+v", text, firm)
		}
	}
}

// The two ambiguities: bearing off with both dice or one, and a hit on the way.
func TestRead_Ambiguous(t *testing.T) {
	for _, test := range []struct {
		position, text string
		choices        []string
	}{
		{"XGID=--A---A-------------a-----:0:0:1:61:0:0:0:0:10", "6/off", []string{"6/5/off", "6/off 2/1"}},
		{"XGID=-b----E-C---eE---b-e---aB-:0:0:1:31:0:0:0:0:10", "24/20", []string{"24/21/20", "24/23*/20"}},
		{"XGID=-b----E-C---eE---b-e---aB-:0:0:1:31:0:0:0:0:10", "24→20", []string{"24/21/20", "24/23*/20"}},
	} {
		_, err := parse(t, test.position, nil).Read(test.text)
		var e *engine.MoveError
		if !errors.As(err, &e) || e.Kind != engine.Ambiguous {
			t.Errorf("%s: %q: %v", test.position, test.text, err)
			continue
		}
		slices.Sort(e.Choices)
		slices.Sort(test.choices)
		if d := cmp.Diff(test.choices, e.Choices); d != "" {
			t.Errorf("%s: %q (-want +got):\n%s", test.position, test.text, d)
		}
	}
}

// A play in parts: the possible continuations.
func TestRead_Parts(t *testing.T) {
	for _, test := range []struct {
		position, text string
		choices        []string
	}{
		{red31, "8", []string{"8/7", "8/5"}},
		{red31, "8/5", []string{"24/23 8/5", "8/5 8/7", "8/5 6/5", "8/5/4"}},
		{red31, "8/5 8", []string{"8/5 8/7"}},
		{red31, "8, 3", []string{"24/23 8/5", "8/5 8/7", "8/5 6/5", "8/5/4"}},
		{red11, "8 7 6 5", []string{"24/23 8/7 6/5", "8/7 8/7 6/5", "8/7/6/5", "8/7 6/5 6/5", "8/7 6/5/4"}},
		{red11, "8/6", []string{"24/23 8/7/6", "8/7/6 8/7", "8/7/6/5"}},
		{entering, "bar", []string{"bar/22"}},
		{entering, "bar/22", []string{"bar/22/18", "bar/22 24/20", "bar/22 13/9", "bar/22 8/4", "bar/22 6/2"}},
	} {
		_, err := parse(t, test.position, nil).Read(test.text)
		var e *engine.MoveError
		if !errors.As(err, &e) || e.Kind != engine.Incomplete {
			t.Errorf("%s: %q: %v", test.position, test.text, err)
			continue
		}
		slices.Sort(e.Choices)
		slices.Sort(test.choices)
		if d := cmp.Diff(test.choices, e.Choices); d != "" {
			t.Errorf("%s: %q (-want +got):\n%s", test.position, test.text, d)
		}
	}
}

// Where both sides use the board's numbers, Black may also write paths by them: upwards, where Black's own numbers
// fall.
func TestRead_NumbersOfTheBoard(t *testing.T) {
	manual := engine.Options{"rules": "manual"}
	for _, c := range []struct {
		position, text string
		want           engine.Move
		o              engine.Options
	}{
		{black31, "17/20 19/20", "8/5 6/5", manual},
		{black31, "8/5 6/5", "8/5 6/5", manual},
		{black31, "17-20, 19-20", "8/5 6/5", manual},
		{red31, "8/5 6/5", "8/5 6/5", manual},
		{black31, "17/20 19/20", "", nil},
		{red31, "17/20 19/20", "", manual},
		{black31, "12/26*", "", manual},
	} {
		p := parse(t, c.position, c.o)
		if got, err := p.Read(c.text); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s, %v: read %q: %q, %v; want %q", p, c.o, c.text, got, err, c.want)
		}
		if text := p.Format("24/18", ""); c.position == black31 && (text == "1/7") != (c.o != nil) {
			t.Errorf("%s, %v: what cannot be played is written %s", p, c.o, text)
		}
		if text := p.Format(string(c.want), ""); c.want != "" && (text == string(c.want)) != (c.o == nil) {
			t.Errorf("%s, %v: %s is written %s", p, c.o, c.want, text)
		}
	}
}

// By the manual's rules the path from the bar to 1 with 6-6 is read like its steps, and so is that to a point of the
// board.
func TestRead_WayFromBar(t *testing.T) {
	o, err := Backgammon.Complete(engine.Options{"rules": "manual"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dice, text, want string }{
		{"66", "bar/1", "bar/19/13/7/1"}, {"62", "bar/1", ""}, {"64", "bar/4", "bar/21"},
	} {
		p, err := Backgammon.Parse("XGID=a-B"+strings.Repeat("-", 23)+":0:0:-1:"+c.dice+":0:0:0:0:10", o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Read(c.text)
		if c.want == "" {
			if err == nil {
				t.Errorf("%s with %s is %s", c.text, c.dice, got)
			}
			continue
		}
		if !strings.HasPrefix(string(got), c.want[:6]) && err == nil {
			t.Errorf("%s with %s is %s", c.text, c.dice, got)
		}
		if whole, wrong := p.Read(c.want); c.dice == "66" && (err != nil || wrong != nil || whole != got) {
			t.Errorf("%s with %s is %s, %v; want %s, %v", c.text, c.dice, got, err, whole, wrong)
		}
	}
}
