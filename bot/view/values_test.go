package view_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// fileFaults are all errors and oddities of files.
var fileFaults = []engine.Code{engine.FileTooLarge, engine.NotText, engine.UnknownFormat, engine.NoGame, engine.UnknownGame,
	engine.WrongHeader, engine.WrongOption, engine.WrongStart, engine.NotUnderstood, engine.NotClosed, engine.WrongMove,
	engine.AfterEnd, engine.TooManyMoves, engine.WrongResult, engine.WrongTurn, engine.WrongDice, engine.WrongCube,
	engine.GameNotOver, engine.OtherDraughts, engine.DoubtfulText, engine.MatchTooLong, engine.NoBeavers, engine.NoPlay,
	engine.TooMuchWork, engine.CutShort, engine.DrawPassed, engine.OddNumbers, engine.OddGame, engine.QuietCapture,
	engine.ManCrowned, engine.OddCounters, engine.OddPoints}

// Errors of files and moves, choices and their values are shown and read as in testdata, in each language.
func TestPages_OfValues(t *testing.T) {
	for _, lang := range []string{"en", "es", "pt"} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			p := &pages{t: t}
			v := voice(t, lang, nil)
			p.faults(v)
			p.choices(v)
			p.compare("values-" + lang)
		})
	}
}

// faults writes the messages about errors of files and moves.
func (p *pages) faults(v view.Voice) {
	p.title("faults")
	for i, code := range fileFaults {
		fault := &engine.FileError{Line: 3 * (i % 2), Column: 5 * (i % 4 / 3), Code: code, Text: "23-18\x07 " + strings.Repeat("x", 40), Count: 20<<10 + 5}
		p.spans(string(code), v.Fault(fault))
	}
	illegal := &engine.MoveError{Kind: engine.Illegal, Text: "23-18", Rule: "capture-most", Count: 2, Choices: []string{"9x18", "10x19"}}
	inner := &engine.FileError{Line: 2, Column: 7, Code: engine.WrongMove, Text: "23-18", Move: illegal}
	p.spans("wrong move", v.Fault(inner))
	talk := &engine.FileError{Code: engine.WrongMove, Text: "hm", Move: &engine.MoveError{Kind: engine.NotMove}}
	p.spans("no move", v.Fault(talk))
	cut := &engine.FileError{Code: engine.CutShort, Err: fmt.Errorf("at the end: %w", inner), Count: 12}
	p.spans("odd", v.Oddities(engine.Record{Odd: []*engine.FileError{cut, {Code: engine.CutShort, Err: errors.New("x"), Count: 1}, talk}}))
	start := scene(p.t, draughts.Portuguese, "").Position
	for _, wrong := range []engine.MoveError{
		{Kind: engine.Ambiguous, Text: "9x27", Choices: []string{"9x18x27", "9x20x27"}},
		{Kind: engine.Incomplete, Text: "9", Choices: []string{"9-13", "9-14"}}, {Kind: engine.Incomplete, Text: "30", At: "30", Rule: "piece-blocked"},
		*illegal,
	} {
		p.spans("obstacle "+wrong.Text, v.Obstacle(start, &wrong))
		p.spans("without a position", v.Obstacle(nil, &wrong))
	}
}

// choices writes and reads values of choices.
func (p *pages) choices(v view.Voice) {
	p.title("choices")
	for _, c := range []match.Control{{Move: 24 * time.Hour}, {Clock: 10 * time.Minute, Gain: 5 * time.Second},
		{Clock: time.Hour, Gain: time.Minute, Most: 2 * time.Hour}} {
		p.values("limit", v.Limit(c), v.Control(c))
	}
	for name, words := range map[string]string{"time": "3d 10m+5s 2h none x", "puzzle": "9 9h30 21:00 23:59 24:00 9:5 x", "theme": "wood x"} {
		p.t.Run(name, func(t *testing.T) {
			for word := range strings.FieldsSeq(words) {
				got, want := view.ChoiceNamed(name).Typed(word), map[string]string{"3d": "3d", "10m+5s": "10m+5s", "2h": "2h", "9": "9:00",
					"9h30": "9:30", "21:00": "21:00", "23:59": "23:59"}[word]
				if got != want {
					t.Errorf("%q is %q, want %q", word, got, want)
				}
			}
		})
	}
	p.values("option", v.OptionName("size"), v.OptionName("nothing"), v.OptionValue("size", "10"), v.OptionValue("nothing", "x"))
}

// A person's time zone is read by its name or its city, and so is the daily puzzle's time zone.
func TestPreferences_Zone(t *testing.T) {
	for typed, want := range map[string]string{"europe/lisbon": "Europe/Lisbon", "lisbon": "Europe/Lisbon", "sao paulo": "America/Sao_Paulo",
		"America/Argentina/Buenos_Aires": "America/Argentina/Buenos_Aires", "kathmandu": "Asia/Kathmandu", "utc": "", "nowhere": "", "xy/zz": ""} {
		if got := view.ChoiceNamed("zone").Typed(typed); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
	chosen := func(name, value string) view.Preferences { return view.Preferences{name: {Value: value}} }
	if got := chosen("zone", "Asia/Kathmandu").Location(); got == nil || got.String() != "Asia/Kathmandu" {
		t.Errorf("the place is %v", got)
	}
	if got := (view.Preferences{}).Location(); got != nil {
		t.Errorf("the place of somebody who told none is %v", got)
	}
	zone := time.FixedZone("east", 3*3600)
	for value, want := range map[string]time.Time{
		"off": {}, "13:30": time.Date(2026, 11, 30, 10, 30, 0, 0, time.UTC), "13:00": time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC),
		"9:00": time.Date(2026, 12, 1, 6, 0, 0, 0, time.UTC), "x": {},
	} {
		if got := chosen("puzzle", value).Daily(time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC), zone); !got.Equal(want) {
			t.Errorf("the puzzle at %s comes at %v, want %v", value, got, want)
		}
	}
	if got := chosen("show", "mosaic").Of("show"); got != "picture" {
		t.Errorf("a value that is none any more is %q", got)
	}
}

// A film shows each board as long as asked for, within limits.
func TestPace(t *testing.T) {
	for text, want := range map[string]time.Duration{"normal": time.Second, "slow": 2 * time.Second, "fast": 500 * time.Millisecond,
		"1.5": 1500 * time.Millisecond, "1,5s": 1500 * time.Millisecond, "0.01": 0, "1000": 0, "x": 0, "": 0, "NaN": 0} {
		if got, ok := view.Pace(text); got != want || ok != (want > 0) {
			t.Errorf("%q: %v %v, want %v", text, got, ok, want)
		}
	}
}

// The lower side is chosen by colour, by turn or by reader; against the bot everybody sees the person's side.
func TestBoardStyle_Bottom(t *testing.T) {
	first, second, nobody := engine.First, engine.Second, engine.Nobody
	for _, c := range []struct {
		g     *engine.Game
		start string
		side  string
		own   engine.Side
		want  engine.Side
	}{
		{draughts.Portuguese, "W:W11:B22", "own", second, second}, {draughts.Portuguese, "W:W11:B22", "own", nobody, nobody},
		{draughts.Portuguese, "W:W11:B22", "first", second, first}, {draughts.Portuguese, "W:W11:B22", "second", first, second},
		{draughts.Portuguese, "B:W11:B22", "turn", first, second},
		{cage.Cage, "8/8/8/2r1r3/3b4/3r4/8/8 r", "first", second, first},
		{backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10", "first", first, second},
		{backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10", "second", second, first},
	} {
		m := playing(t, c.g, c.start)
		prefers := view.Preferences{"side": {Value: c.side}, "size": {Value: "desktop"}}
		look := view.Audience{Voice: view.Voice{Preferences: prefers}}.Facing(m, c.own).Look
		if look.Bottom != c.want || look.Size != 1080 {
			t.Errorf("%s, %s for %v: %+v, want %v", c.g.Name, c.side, c.own, look, c.want)
		}
		if got := look.Turned(true).Bottom; got != max(first, c.want).Other() || look.Turned(false) != look {
			t.Errorf("%s turned has %v at the bottom", c.g.Name, got)
		}
	}
	m := playing(t, draughts.Portuguese, "W:W11:B22")
	m.Challenger.ID, m.First.ID = "house:3", "house:3"
	for own, want := range map[engine.Side]engine.Side{nobody: second, second: second} {
		if got := (view.Audience{}).Facing(m, own).Look.Bottom; got != want {
			t.Errorf("against the bot %v sits at the bottom for %v, want %v", got, own, want)
		}
	}
}

// Names of people are shown in a harmless form, and are never empty.
func TestClean(t *testing.T) {
	for in, want := range map[chat.User]chat.User{
		{ID: "a:7", Handle: "ana", Name: "Ana"}:      {ID: "a:7", Handle: "ana", Name: "Ana"},
		{ID: "a:7", Handle: "ana", Name: "\u200b"}:   {ID: "a:7", Handle: "ana", Name: "ana"},
		{ID: "a:7:8", Name: " "}:                     {ID: "a:7:8", Name: "7:8"},
		{Name: ""}:                                   {},
		{ID: "a:7", Name: "http://x"}:                {ID: "a:7", Name: "http:\u2060//x"},
		{ID: "a:7", Name: strings.Repeat("é", 40)}:   {ID: "a:7", Name: strings.Repeat("é", 32) + "…"},
		{ID: "a:7", Handle: strings.Repeat("h", 40)}: {ID: "a:7", Handle: strings.Repeat("h", 32) + "…", Name: strings.Repeat("h", 32) + "…"},
	} {
		if got := view.Clean(in); got != want {
			t.Errorf("%+v is %+v, want %+v", in, got, want)
		}
	}
	for in, want := range map[match.Player]chat.User{
		{ID: "file:1", Name: "Ana"}: {Name: "Ana"}, {ID: "house:3", Name: "Bot"}: {Name: "Bot", Robot: true, Level: "3"}, {ID: "a:1", Name: "Ana"}: {ID: "a:1", Name: "Ana"},
	} {
		if got := view.User(in); got != want {
			t.Errorf("%+v is %+v, want %+v", in, got, want)
		}
	}
	for in, want := range map[string]string{"telegram": "Telegram", "": "", "x": "X"} {
		if got := view.ServiceName(in); got != want {
			t.Errorf("the service %q is called %q, want %q", in, got, want)
		}
	}
}

// A match waits for the player asked, or for the one on turn, and for nobody when it has ended.
func TestAwaited(t *testing.T) {
	m := playing(t, draughts.Portuguese, "B:W11:B22")
	for status, want := range map[match.Status]string{match.Open: "a:2", match.Playing: "a:2", match.Over: "", match.Void: ""} {
		m.Status = status
		if got := view.Awaited(m).ID; got != want {
			t.Errorf("%v: %q is awaited, want %q", status, got, want)
		}
	}
	m.Status, m.Pending = match.Playing, match.Pending{Offer: match.Draw, By: engine.Second}
	if got := view.Awaited(m).ID; got != "a:1" {
		t.Errorf("%q has to answer an offer", got)
	}
	m = playing(t, backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10", "roll")
	if got := view.Awaited(m); got != (match.Player{}) {
		t.Errorf("%+v is awaited while the dice roll", got)
	}
	for who, want := range map[string]bool{"a:1": true, "a:2": true, "a:3": false, "": false} {
		if got := view.Plays(m, match.Player{ID: who}); got != want {
			t.Errorf("%q plays: %v", who, got)
		}
	}
	if m.Reader = (match.Player{ID: "a:3"}); !view.Plays(m, match.Player{ID: "a:3"}) || view.Plays(m, match.Player{ID: "a:4"}) {
		t.Error("who reads a game from a file is one of it")
	}
}

// Messages about offers and time alone are beside the board, except a reminder of a board that is out of sight.
func TestBeside(t *testing.T) {
	m := playing(t, draughts.Portuguese, "W:W11:B22")
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for kind, want := range map[match.Kind]bool{match.Offered: true, match.Refused: true, match.Retracted: true, match.Reminded: true,
		match.Gave: true, match.Away: true, match.Reminds: true, match.Salted: true, match.Moved: false, match.Agreed: false, match.Accepted: false,
		match.Resigned: false, match.Touched: false} {
		one := []match.Event{{Kind: kind, At: now}}
		if got := view.Beside(m, one); got != want {
			t.Errorf("%v is beside the board: %v", kind, got)
		}
		if view.Beside(m, append(one, match.Event{Kind: match.Moved})) {
			t.Errorf("%v and a move are beside the board", kind)
		}
		over := *m
		over.Status = match.Over
		if view.Beside(&over, one) {
			t.Errorf("%v is beside the board of a match that is over", kind)
		}
		if view.HasKind(one, kind) != true || view.HasKind(one, match.Next) {
			t.Errorf("%v is not found", kind)
		}
	}
}

// A film with too many boards leaves some out.
func TestFilm_Long(t *testing.T) {
	options, err := backgammon.Backgammon.Complete(engine.Options{"points": "25"})
	if err != nil {
		t.Fatal(err)
	}
	start, err := backgammon.Backgammon.New(options)
	if err != nil {
		t.Fatal(err)
	}
	m := &match.Match{ID: "film", Game: backgammon.Backgammon, Line: backgammon.Backgammon.NewLine(start)}
	a := view.Audience{Voice: voice(t, "en", nil)}
	for _, c := range []struct {
		moves, every int
	}{{100, 1}, {1000, 2}} {
		for n := m.Line.Len(); n < c.moves; n++ {
			p := m.Line.Position()
			move, _ := p.(engine.DicePosition).Roll(1+n%6, 1+n%5) // the turn of the players has an error
			if p.Turn() != engine.Chance {
				for move = range p.Moves() {
					break
				}
			}
			if m.Line, err = m.Line.Play(move); err != nil {
				t.Fatal(err)
			}
		}
		stops, shown := len(view.Stops(m)), 0
		film, err := a.Film(m, time.Second, func(views []engine.View, s render.Style) ([]byte, error) {
			if shown = len(views); shown != len(s.Titles) || s.Pace != time.Second {
				t.Errorf("%d boards with %d titles, %v each", shown, len(s.Titles), s.Pace)
			}
			return []byte("GIF"), nil
		})
		if err != nil || string(film.File.Data) != "GIF" || shown < stops/c.every || shown > stops/c.every+2 ||
			strings.Contains(chat.PlainText(film.Text), "one position in 2") != (c.every == 2) {
			t.Errorf("%q %v: %d of %d", chat.PlainText(film.Text), err, shown, stops)
		}
	}
	refused := errors.New("too large")
	if _, err := a.Film(m, time.Second, func([]engine.View, render.Style) ([]byte, error) { return nil, refused }); !errors.Is(err, refused) {
		t.Error("no film at all:", err)
	}
}
