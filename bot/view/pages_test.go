package view_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/desktest"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/dice"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
	"tabuleiro/engine/match"
	"tabuleiro/engine/puzzle"
	"tabuleiro/render"
)

var update = flag.Bool("update", false, "write testdata/pages anew")

// The people of the pages.
var (
	pageAna  = match.Player{ID: "a:1", Handle: "ana", Name: "Ana"}
	pageRui  = match.Player{ID: "a:2", Handle: "rui", Name: "Rui"}
	pageOlga = match.Player{ID: "a:3", Handle: "olga", Name: "Olga"}
	pageBot  = match.Player{ID: "house:3", Name: "Bot"}
	pagers   = map[string]match.Player{"ana": pageAna, "rui": pageRui, "olga": pageOlga, "bot": pageBot,
		"level": {ID: "house:5", Name: "House"}}
)

// pageStart is when a match of the pages begins.
var pageStart = time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)

// story is a match, event by event, and its reader.
type story struct {
	setup   match.Setup
	events  []string // "ana moved 11-15", "+2h" before an event that comes so much later than a minute
	lang    string
	chosen  view.Preferences
	caps    chat.Caps
	look    view.BoardStyle
	only    string
	waiting int
}

var (
	group    = chat.Caps{Text: 4096, Pictures: true, Caption: 1024, Rows: 8, Columns: 8, Says: 64, Label: 40, Privates: true, Talk: true, Choices: 20}
	keyboard = chat.Caps{Text: 2000, Rows: 99, Columns: 1, Says: 2000, Label: 60, Together: true}
	gateway  = chat.Caps{Text: 2000, Pictures: true, Caption: 500, Rows: 5, Columns: 5, Says: 100, Label: 80, Privates: true, Asks: true, Dear: true,
		Turns: true, Choices: 20, ByID: true}
)

var stories = map[string]story{
	"draughts": {
		setup: match.Setup{Game: "portuguese", Opponent: pageRui, Side: engine.First, Time: match.Control{Move: 24 * time.Hour}, Arbiter: pageOlga},
		events: strings.Split("rui accepted;ana moved 11-15;rui moved 21-18;ana moved 15-20;rui moved 24x15;ana moved last;+19h called quarter;ana offered draw;rui refused draw;"+
			"ana offered undo;rui agreed undo;ana moved first;rui moved last;+1h rui gave 24h;rui offered pause 48h;ana agreed pause;+3h rui away 72h;+5h rui away;olga ruled more 12h;ana moved first;rui offered draw;rui retracted draw;rui resigned", ";"),
		lang: "en", caps: group, only: "a:1", waiting: 2,
	},
	"clock": {
		setup: match.Setup{Game: "chilean", Opponent: pageRui, Theirs: true, Unrated: true, Hints: true,
			Time: match.Control{Clock: 10 * time.Minute, Gain: 5 * time.Second, Most: time.Hour}},
		events: strings.Split("rui accepted;ana moved first;rui moved first;ana moved last;rui moved last;+15m rui claimed", ";"),
		lang:   "pt", caps: keyboard, look: view.BoardStyle{Show: "text", Bottom: engine.Second},
	},
	"house": {
		setup:  match.Setup{Game: "portuguese", Opponent: pageBot, Side: engine.First},
		events: strings.Split("bot accepted;ana moved first;bot moved first;ana offered undo;bot agreed undo;ana moved last;bot moved last;ana offered draw;bot refused draw;ana resigned", ";"),
		lang:   "es", caps: group, only: "a:1",
	},
	"series": {
		setup:  match.Setup{Game: "cage", Opponent: pageRui, Series: match.Series{Best: 3}, Touch: true, Options: engine.Options{"size": "6"}},
		events: strings.Split("rui accepted;ana moved first;rui moved last;ana resigned;next;rui moved first;ana moved last;rui resigned;next;ana moved first;rui moved first;ana resigned", ";"),
		lang:   "es", caps: gateway, chosen: view.Preferences{"squares": {Value: "letters"}},
	},
	"drops": {
		setup:  match.Setup{Game: "eximo", Opponent: match.Player{}, Start: "8/w7/7b/8/8/2w5/8/3w4 w", Lasts: match.Span(48 * time.Hour)},
		events: strings.Split("rui accepted;ana moved first;rui moved last;ana offered draw;rui agreed draw", ";"),
		lang:   "en", caps: gateway, look: view.BoardStyle{Show: view.InWords}, only: "a:2",
	},
	"nobody": {
		setup:  match.Setup{Game: "portuguese", Opponent: pageRui, Lasts: match.Span(48 * time.Hour), Lesson: true},
		events: []string{"+48h expired"},
		lang:   "es", caps: group, only: "a:2",
	},
	"resumed": {
		setup: match.Setup{Game: "portuguese", Opponent: pageRui, Side: engine.Second, Played: []engine.Move{"11-15", "21-18"},
			Source: &match.Source{Names: [2]string{"Ana", "Rui"}}},
		events: strings.Split("rui accepted;rui moved first;ana resigned", ";"),
		lang:   "en", caps: keyboard,
	},
	"openings": {
		setup: match.Setup{Game: "portuguese", Opponent: pageRui, Series: match.Series{Games: 2}, Drawn: true,
			Openings: []match.Opening{{Number: 7, Moves: []engine.Move{"10-14", "23-19"}}}},
		events: strings.Split("rui accepted;ana moved first;rui moved last;ana resigned;next;rui moved first", ";"),
		lang:   "en", caps: group,
	},
	"level": {
		setup:  match.Setup{Game: "portuguese", Opponent: match.Player{ID: "house:5", Name: "House"}, Side: engine.First},
		events: []string{"level accepted"},
		lang:   "en", caps: group,
	},
	"declined": {
		setup:  match.Setup{Game: "cage", Opponent: pageRui, Apart: true},
		events: []string{"rui declined"},
		lang:   "pt", caps: gateway,
	},
}

// event parses an event of a story in a match. A move may be "first" or "last" of the legal ones.
func (s story) event(t *testing.T, text string, m *match.Match) match.Event {
	t.Helper()
	words := strings.Fields(text)
	at := m.Latest.Add(time.Minute)
	if later, is := strings.CutPrefix(words[0], "+"); is {
		d, err := time.ParseDuration(later)
		if err != nil {
			t.Fatal(err)
		}
		at, words = at.Add(d), words[1:]
	}
	e := match.Event{At: at, Room: "desk:group"}
	if who, is := pagers[words[0]]; is {
		e.By, e.Who, words = who.ID, &who, words[1:]
	}
	e.Kind = match.Kind(words[0])
	words = append(words, "", "")
	span, _ := time.ParseDuration(words[len(words)-3])
	switch e.Kind {
	case match.Accepted:
		if e.First = pageAna.ID; s.setup.Side == engine.Second {
			e.First = pageRui.ID
		}
	case match.Moved:
		e.Move = engine.Move(words[1])
		if legal := slices.Collect(m.Line.Position().Moves()); words[1] == "first" {
			e.Move = legal[0]
		} else if words[1] == "last" {
			e.Move = legal[len(legal)-1]
		}
	case match.Reminded:
		e.Reminder = match.Reminder(words[1])
	case match.Gave:
		e.Span = match.Span(span)
	case match.Away:
		e.Until = at.Add(span)
	case match.Ruled:
		e.Ruling, e.Span, e.Words = match.Ruling(words[1]), match.Span(span), "rain"
	case match.Offered, match.Agreed, match.Refused, match.Retracted:
		e.Offer = match.Offer(words[1])
		if span > 0 {
			e.Until = at.Add(span)
		}
	}
	return e
}

// All messages about a match, event by event, are those of testdata; -update writes it anew.
func TestPages_OfMatches(t *testing.T) {
	for name, s := range stories {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &pages{t: t}
			events := []match.Event{{Kind: match.Challenged, At: pageStart, By: pageAna.ID, Who: &pageAna, Room: "desk:group", Setup: &s.setup,
				Secret: "secret"}}
			g := desktest.GameNamed(s.setup.Game)
			var err error
			if s.setup.Options, err = g.Complete(s.setup.Options); err != nil {
				t.Fatal(err)
			}
			s.setup.Version = g.Version
			a := view.Audience{Voice: voice(t, s.lang, s.chosen), Caps: s.caps, Look: s.look, Only: s.only, Waiting: s.waiting, Draw: drawn(t)}
			m, err := match.Replay("k7q2", desktest.GameNamed, events)
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; ; i++ {
				p.say("News", a.News(m, events[len(events)-1:]))
				p.spans("Gist", a.Gist(m))
				p.spans("Awaits", a.Awaits(m))
				if i == len(s.events) {
					break
				}
				p.title(s.events[i])
				e := s.event(t, s.events[i], m)
				next, err := m.Apply(e, desktest.GameNamed)
				if err != nil {
					t.Errorf("%s: %v", s.events[i], err)
					continue
				}
				m, events = next, append(events, e)
			}
			p.ended(a, m, events)
			p.compare(name)
		})
	}
}

// positions are matches at one position, with moves played there.
var positions = []struct {
	name  string
	game  *engine.Game
	start string
	moves []string
	lang  string
	caps  chat.Caps
	look  view.BoardStyle
}{
	{"kings", draughts.Portuguese, "W:W12,K1:B22,K32", []string{"12-16", "22-18", "1-5", "32x1"}, "en", group, view.BoardStyle{}},
	{"capture", draughts.Portuguese, "W:W11:B15,23,22,32", nil, "pt", gateway, view.BoardStyle{Show: view.InWords}},
	{"huff", draughts.Chilean, "W:W37,38,50:B1,32", nil, "es", keyboard, view.BoardStyle{Bottom: engine.Second}},
	{"rings", cage.Cage, "8/8/8/2r1r3/3b4/3r4/8/8 r", nil, "es", group, view.BoardStyle{Theme: "dark", Size: 1080}},
	{"eximo", eximo.Eximo, "", nil, "pt", group, view.BoardStyle{Show: "text"}},
	{"opening", backgammon.Backgammon, "", []string{"31", "8/5 6/5"}, "en", group, view.BoardStyle{}},
	{"throw", backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10", nil, "pt", gateway, view.BoardStyle{}},
	{"bar", backgammon.Backgammon, "XGID=-b----E-C---eE---c-e---A-A:0:0:1:11:0:0:0:0:10", nil, "es", keyboard, view.BoardStyle{Show: "text"}},
	{"cube", backgammon.Backgammon, "XGID=--AB--B-------------b-c---:1:-1:1:64:2:0:0:5:10", []string{"6/off 6/2"}, "en", gateway,
		view.BoardStyle{Show: view.InWords, Bottom: engine.Second}},
	{"double", backgammon.Backgammon, "4HPwCSDgc/ABMA:cAlgAAAAAAAE", []string{"double"}, "es", group, view.BoardStyle{}},
	{"won", backgammon.Backgammon, "XGID=-A-----------------b------:0:0:1:21:4:0:0:5:10", []string{"1/off"}, "en", group, view.BoardStyle{}},
	{"crawford", backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:4:2:1:5:10", nil, "en", keyboard, view.BoardStyle{}},
	{"endless", backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10", nil, "pt", keyboard, view.BoardStyle{}},
}

// All messages about a position, and about a brain's evaluation of the moves before, are those of testdata.
func TestPages_OfPositions(t *testing.T) {
	for _, c := range positions {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			start := c.start
			if start == "" {
				start = scene(t, c.game, "").Position.String()
			}
			m := playing(t, c.game, start, c.moves...)
			m.Setup = match.Setup{Game: c.game.Name, Start: start}
			p := &pages{t: t}
			a := view.Audience{Voice: voice(t, c.lang, nil), Caps: c.caps, Look: c.look, Draw: drawn(t)}
			p.standing(a, m)
			p.thought(a, m)
			over := *m
			over.Status, over.Outcome = match.Over, engine.Outcome{Winner: engine.Second, Reason: match.Resignation}
			p.ended(a, &over, nil)
			p.compare("at-" + c.name)
		})
	}
}

// Puzzles and lessons, with right and wrong answers, are shown as in testdata.
func TestPages_OfPuzzles(t *testing.T) {
	for i, g := range []*engine.Game{draughts.Portuguese, backgammon.Backgammon, eximo.Eximo, cage.Cage} {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			p := &pages{t: t}
			a := view.Audience{Voice: voice(t, []string{"en", "pt", "es", "en"}[i], nil), Caps: []chat.Caps{group, gateway, keyboard, gateway}[i],
				Look: view.BoardStyle{Show: []string{"", "", "text", view.InWords}[i]}, Draw: drawn(t)}
			p.puzzles(a, g)
			p.lessons(a, g)
			p.compare("puzzle-" + g.Name)
		})
	}
}

// pages has the messages, to be compared with a file.
type pages struct {
	t    *testing.T
	out  strings.Builder
	text string // of the board that was told last, which is not told again
}

func (p *pages) title(text string) { fmt.Fprintf(&p.out, "== %s\n", text) }

func (p *pages) say(what string, m chat.Message) {
	fmt.Fprintf(&p.out, "-- %s%s%s\n", what, desktest.Manner(m), style(m))
	for _, line := range desktest.Content(m) {
		fmt.Fprintln(&p.out, line)
	}
	if b := m.Board; b != nil && b.Text != "" && b.Text != p.text {
		fmt.Fprintf(&p.out, "{text, told %v}\n%s\n", b.Told, b.Text)
		p.text = b.Text
	}
	if m.File != nil {
		fmt.Fprintf(&p.out, "{%s}\n%s\n", m.File.Text, m.File.Data)
	}
}

// style describes a message's flags.
func style(m chat.Message) (text string) {
	if m.Told {
		text += ", told"
	}
	if m.Fleeting {
		text += ", fleeting"
	}
	bold, mono := 0, 0
	for _, s := range m.Text {
		if s.Bold {
			bold++
		}
		if s.Mono {
			mono++
		}
	}
	text += fmt.Sprintf(", %d bold, %d fixed", bold, mono)
	for _, b := range slices.Concat(m.Buttons...) {
		if b.Tone != chat.Even || b.Asks != chat.Nothing {
			text += fmt.Sprintf(", %s is %d and asks %d", b.Label, b.Tone, b.Asks)
		}
	}
	return text
}

func (p *pages) spans(what string, text []chat.Span) {
	fmt.Fprintf(&p.out, "-- %s: %s\n", what, strings.TrimSpace(chat.PlainText(text)))
}

func (p *pages) values(what string, values ...any) { fmt.Fprintf(&p.out, "-- %s: %v\n", what, values) }

// compare compares the messages with a file.
func (p *pages) compare(name string) {
	p.t.Helper()
	file := filepath.Join("testdata", "pages", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(p.out.String()), 0o644); err != nil {
			p.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), p.out.String()); diff != "" {
		p.t.Errorf("go test ./bot/view -run TestPages -update writes it anew (-want +got):\n%s", diff)
	}
}

// drawn returns a painter whose pictures describe their content.
func drawn(t *testing.T) func(engine.View, render.Style) []byte {
	return func(v engine.View, s render.Style) []byte {
		picture, err := desktest.Sketch(v, s)
		if err != nil {
			t.Error(err)
		}
		return picture
	}
}

// standing writes the messages about the state of a match.
func (p *pages) standing(a view.Audience, m *match.Match) {
	p.title("as it stands")
	p.say("Present", a.Present(m))
	for _, what := range view.Facts {
		p.spans("Fact "+what, a.Fact(m, what))
	}
	p.spans("At c3", a.At(m, "c3", false))
	p.spans("At 12", a.At(m, "12", false))
	p.spans("row 2", a.At(m, "2", true))
	p.spans("Way First", a.Directions(m, engine.First))
	p.spans("Way Second", a.Directions(m, engine.Second))
	p.say("Why nothing", a.Why(m, "", "a:2"))
	p.say("Why 11-19", a.Why(m, "11-19", "a:2"))
	p.say("Why", a.Why(m, a.Example(m), "a:1"))
	p.values("Example, Few, Legend", a.Example(m), a.Few(m), a.Legend(m, m.Line.View()))
	starts := m.Line.Position().Starts()
	for _, begin := range starts[:min(1, len(starts))] {
		p.say("Continue "+begin, a.Continue(m, begin))
		var wrong *engine.MoveError
		if _, err := m.Line.Position().Read(begin); errors.As(err, &wrong) {
			p.say("Explain "+begin, a.Explain(m, wrong, begin))
		}
	}
	moves, some := a.Moves(m, "", true)
	p.say(fmt.Sprint("Moves ", some), moves)
	for move := range m.Line.Position().Moves() {
		sure, err := a.Confirm(m, move)
		p.say(fmt.Sprint("Confirm ", err), sure)
		trial, err := a.Trial(m, view.Trial{Line: []engine.Move{move}, At: 1, If: true, Rival: pageRui})
		p.say(fmt.Sprint("Trial ", err), trial)
		break
	}
	_, stake := m.Line.Position().(engine.StakeGame)
	p.say("More", a.More(m, m.Opponent, true, stake))
	if stake {
		p.say("Resignations", a.Resignations(m, engine.First))
	}
	if dice, is := m.Line.Position().(engine.DicePosition); is && dice.Throw().Dice[0] > 0 {
		part, _, _ := strings.Cut(a.Example(m), " ")
		p.say("Continue part", a.Continue(m, part))
		for _, only := range []string{"", "a:1"} {
			one := a
			one.Only = only
			p.say("Explain part", one.Explain(m, &engine.MoveError{Kind: engine.Incomplete, Text: part, Choices: []string{part}}, part))
		}
	}
	if n := m.Line.Len(); n > 0 {
		by := m.Player(m.Line.At(n - 1).Turn()).ID
		p.say("News of no choice", a.News(m, []match.Event{{Kind: match.Moved, Move: m.Line.Move(n - 1), By: by, Forced: true}}))
	}
	_, err := a.Confirm(m, "x")
	p.values("Confirm x", err)
	p.spans("Awaits", a.Awaits(m))
	secret := *m
	secret.Status = match.Open
	p.say("Present by a link", view.Audience{Voice: a.Voice, Caps: a.Caps, Secret: "s3cr3t", Only: "a:2"}.Present(&secret))
	p.say("Missing First", a.Missing(m, pageAna))
	p.say("Drop", chat.Message{Buttons: a.Drop(m)})
	p.say("Sure", a.ConfirmAction(m, "sure-resign", "more.resign", "/resign", speech.Person("Opponent", view.User(pageRui))))
	p.say("Lost", a.Lost(m))
	p.say("Missing", a.Missing(m, pageRui))
	for _, code := range []engine.Code{match.NotYourTurn, match.NotAPlayer, match.MatchOver, match.NoOfferThere, match.OwnChallenge} {
		p.say("Refusal "+string(code), a.Refusal(m, code))
	}
	for _, zone := range []int{-12600, 19800, 3600} {
		later := pageStart.Add(26 * time.Hour).In(time.FixedZone("", zone))
		p.say("Reminded there", a.Reminded(m, match.Event{At: pageStart, Until: later}))
	}
	at := match.Event{At: pageStart, Until: pageStart.Add(26 * time.Hour)}
	before := match.Event{At: pageStart, Span: match.Span(2 * time.Hour)}
	p.say("Reminded", a.Reminded(m, at))
	p.say("Reminded before", a.Reminded(m, before))
	p.say("Reminds", a.Reminds(m, before))
	p.say("Reminds nothing", a.Reminds(m, match.Event{At: pageStart}))
	p.say("Position", a.Position(m))
	p.say("Words", a.Words(m, engine.First, true))
	p.say("Elsewhere", a.Elsewhere(m, []match.Event{{Kind: match.Offered, By: "a:1", Offer: match.Draw}}, "desk:group"))
	p.values("Standing, Chosen", a.Standing(m), a.Chosen(m))
	p.throws(a, m)
}

// throws writes the messages about the dice of a match.
func (p *pages) throws(a view.Audience, m *match.Match) {
	if m.Game != backgammon.Backgammon {
		return
	}
	with := *m
	last := dice.LastKey([32]byte{7})
	with.Dice = match.Dice{Chain: match.Chain{Last: last, Length: 30}, Throws: 14}
	var throws []match.Throw
	for n := range 14 {
		key, err := dice.Key(last, 30, n+1)
		if err != nil {
			p.t.Fatal(err)
		}
		throws = append(throws, match.Throw{Event: match.Event{Key: key, Throw: n + 1}, Salt: "ana:rui"})
		with.Dice.Key = key
	}
	with.Dice.Seal, _ = dice.Key(last, 30, 0)
	p.say("Dice", a.Dice(&with, throws, 0))
	p.say("Dice from 2", a.Dice(&with, throws, 2))
	with.Status, with.Outcome = match.Over, engine.Outcome{Winner: engine.First, Reason: match.Resignation}
	p.say("Present with a key", a.Present(&with))
	rolls := view.Rolls{Player: chat.User{Name: "Ana"}, People: dice.Tally{Throws: 40, Doubles: 12, Pips: 400},
		Bot: dice.Tally{Throws: 36, Doubles: 1, Pips: 250}, Mine: dice.Tally{Throws: 10, Doubles: 2, Pips: 80}}
	p.say("Rolls", rolls.Message(a))
}

// ended writes the messages about a finished match and its review.
func (p *pages) ended(a view.Audience, m *match.Match, events []match.Event) {
	p.title("in the end")
	p.say("Present", a.Present(m))
	p.spans("Gist", a.Gist(m))
	p.spans("Fact whose", a.Fact(m, "whose"))
	p.say("Log", a.Log(m, false))
	p.say("Log all", a.Log(m, true))
	if m.Line.Len() == 0 {
		return
	}
	stops := view.Stops(m)
	for _, at := range slices.Compact([]int{0, 1, len(stops) - 1}) {
		p.say(fmt.Sprint("Step ", at), a.Step(m, stops, at))
	}
	film, err := a.Film(m, time.Second, func(views []engine.View, s render.Style) ([]byte, error) {
		return fmt.Append(nil, len(views), " ", s.Titles, s.Banner), nil
	})
	p.say(fmt.Sprint("Film ", err), film)
	p.say("Words", a.Words(m, engine.Second, true))
	if m.Game == nil || m.Status != match.Over {
		return
	}
	r, err := analysis.Analyse(context.Background(), ranked{}, m.Line, engine.Limits{Nodes: 100})
	if err != nil {
		p.t.Fatal(err)
	}
	if _, stake := m.Line.Position().(engine.StakeGame); !stake {
		marked(m, r)
	}
	p.say("Report", a.Report(m, r))
	p.say("Decided", a.Decided(m, r))
	for i, n := range r.Marked() {
		p.say("Moment", a.Moment(m, r, i))
		p.spans("Better", a.Better(m, r, n))
	}
}

// marked sets a loss for every move of a match that had an alternative, increasing from move to move.
func marked(m *match.Match, r analysis.Report) {
	for n := range r.Moves {
		j := &r.Moves[n]
		j.Value = 5000 + 700*(n%5-2)
		for other := range m.Line.At(n).Moves() {
			if other != j.Move && j.Side != engine.Nobody {
				j.Mark, j.Loss = analysis.Mark(1+n%3), 600*(n+1)
				j.Best = engine.ScoredMove{Move: other, Win: 6000, Equity: 6000, Line: []engine.Move{other}}
				j.Reply = nil
				break
			}
		}
	}
}

// thought writes the messages of a hint, and of a brain's whole evaluation.
func (p *pages) thought(a view.Audience, m *match.Match) {
	p.title("as it is thought of")
	then := *m
	then.Setup.Start = m.Line.At(0).String()
	var best []engine.ScoredMove
	var cube *engine.Cube
	if turn := m.Line.Turn(); turn == engine.First || turn == engine.Second {
		hint, err := analysis.Advise(context.Background(), ranked{}, m.Line, engine.Limits{Nodes: 100})
		if err != nil {
			p.t.Fatal(err)
		}
		for step := range view.HintSteps {
			p.say("Hint", a.Hint(m, hint, step+1, step))
		}
		thought, _ := ranked{}.Think(context.Background(), m.Line, engine.Limits{})
		best, cube = thought.Moves[:min(3, len(thought.Moves))], hint.Cube
	}
	p.say("Sight", a.Sight(&then, best, cube, "/analyse x"))
}

// puzzles writes the messages of a puzzle: posed, half solved, tried wrongly and solved.
func (p *pages) puzzles(a view.Audience, g *engine.Game) {
	for _, n := range []int{1, len(puzzle.Of(g))} {
		one := puzzle.Of(g)[n-1]
		line, err := one.Line(g)
		if err != nil {
			p.t.Fatal(err)
		}
		posed := view.Puzzle{Number: n, Game: g, Line: line, Listed: n, Counts: true, Puzzle: one}
		if n == 1 {
			posed.Day = "2026-11-26"
		}
		p.title(fmt.Sprint("puzzle ", n))
		p.say("Puzzle", a.Puzzle(posed, a.Voice.Say("puzzle-wrong", speech.Text("Move", "11-15")), ""))
		p.values("Solution", a.Solution(posed.Day))
		thought, _ := ranked{}.Think(context.Background(), line, engine.Limits{})
		last := thought.Moves[len(thought.Moves)-1]
		reply := engine.ScoredMove{Move: "x", Equity: 7000, Win: engine.ProbScale, Proven: n == 1}
		refutation := a.Refutation(posed, [2][]engine.Move{{last.Move}, {last.Move}}, &reply, thought.Moves[0].Line)
		p.say("Refutation", refutation)
		for _, move := range one.Solution {
			if posed.Line, err = posed.Line.Play(move); err != nil {
				p.t.Fatal(err)
			}
		}
		posed.Ended = true
		p.say("solved", a.Puzzle(posed, nil, ""))
		p.values("PuzzleMoves", a.Voice.Moves(posed.Line, 0, posed.Line.Len()))
	}
}

// lessons writes the messages of the first step of a lesson, and of the last two.
func (p *pages) lessons(a view.Audience, g *engine.Game) {
	steps := puzzle.Lesson(g)
	for _, i := range []int{0, len(steps) - 1, len(steps)} {
		p.title(fmt.Sprint("step ", i+1))
		l := view.Lesson{Game: g, Step: i + 1, Of: len(steps) + 1}
		if i < len(steps) {
			l.Line, l.Name = steps[i].Line(g), steps[i].Name
		}
		p.say("Lesson", l.Message(a, nil, ""))
	}
}

// ranked is a brain that values the legal moves in descending order.
type ranked struct{}

func (ranked) Think(_ context.Context, l engine.Line, _ engine.Limits) (engine.SearchResult, error) {
	_, stake := l.Position().(engine.StakeGame)
	thought := engine.SearchResult{Nodes: 100}
	for move := range l.Position().Moves() {
		win := max(0, 7000-1500*len(thought.Moves))
		w := engine.ScoredMove{Move: move, Win: win, Equity: win, Line: []engine.Move{move}}
		if stake {
			w.Equity = 2*win - engine.ProbScale
		}
		if next, err := l.Play(move); err == nil && !stake {
			for reply := range next.Position().Moves() {
				w.Line = append(w.Line, reply)
				break
			}
		}
		thought.Moves = append(thought.Moves, w)
	}
	if thought.Moves == nil {
		return thought, errors.New("nobody is on turn")
	}
	return thought, nil
}

func (ranked) Cube(context.Context, engine.Line, engine.Limits) (engine.Cube, error) {
	return engine.Cube{NoDouble: 6000, Take: 8000, Drop: 10000}, nil
}

func (ranked) Worth(_ engine.Position, _ engine.Side, stakes int) int {
	return stakes * engine.ProbScale
}
