package match_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/goldentest"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
)

// teller tries random events in a match, allowed or not.
type teller struct {
	t      *testing.T
	random *rand.Rand
	m      *match.Match
	at     time.Time
	text   strings.Builder
}

func (w *teller) one(list ...string) string { return list[w.random.IntN(len(list))] }

// later returns a time in the next days.
func (w *teller) later() time.Time { return w.at.Add(time.Duration(w.random.IntN(100)) * time.Hour) }

// span returns a duration of whole hours.
func (w *teller) span() match.Span { return match.Span(w.random.IntN(40)) * match.Span(time.Hour) }

// moves returns some of the legal moves.
func (w *teller) moves() []engine.Move {
	if w.m.Status != match.Playing {
		return nil
	}
	return slices.Collect(w.m.Line.Position().Moves())
}

// event returns the next event: half of the time a move of the side on turn, or an automatic one.
func (w *teller) event() match.Event {
	e := match.Event{Kind: match.Moved, By: w.m.Player(w.m.Turn()).ID}
	moves := w.moves()
	switch {
	case w.m.IsBetweenGames():
		return match.Event{Kind: match.Next}
	case w.m.Turn() == engine.Chance:
		e, err := w.m.Throw()
		if err != nil {
			w.t.Fatal(err)
		}
		return e
	case w.m.Pending != (match.Pending{}) && w.random.IntN(2) == 0:
		e.Kind = match.Kind(w.one(string(match.Agreed), string(match.Refused), string(match.Retracted)))
		e.By, e.Offer = w.one(ana.ID, rui.ID), match.Offer(w.one(string(w.m.Pending.Offer), ""))
		return e
	case len(moves) > 0 && w.random.IntN(2) == 0:
		e.Move = moves[w.random.IntN(len(moves))]
		return e
	}
	e.Kind, e.By = match.Kinds[w.random.IntN(len(match.Kinds))], w.one(ana.ID, rui.ID, ana.ID, rui.ID, eva.ID, "")
	switch s := w.m.Setup; w.random.IntN(4) { // what there is more to say about
	case 0:
		if s.Several() {
			e.Kind = match.Resigned
		}
	case 1:
		if s.Time != (match.Control{}) {
			e.Kind = match.Reminds
		}
	case 2:
		if s.Arbiter.ID != "" {
			e.Kind = match.Ruled
		}
	}
	switch e.Kind {
	case match.Challenged, match.Imported, match.Rolled, match.Salted:
		e.Kind, e.By = match.Next, ""
	case match.Accepted, match.Declined, match.Withdrawn:
		who := map[string]match.Player{ana.ID: ana, rui.ID: rui, eva.ID: eva}[e.By]
		e.Who, e.First = &who, w.one(ana.ID, rui.ID)
	case match.Moved, match.Touched:
		if e.Move = "1-2"; len(moves) > 0 {
			e.Move = moves[0]
			if e.Kind == match.Touched {
				e.Move = engine.Move(match.Origin(moves[0]))
			}
		}
	case match.Planned:
		if len(moves) > 0 {
			if next, err := w.m.Line.Play(moves[0]); err == nil {
				for m := range next.Position().Moves() {
					e.Lines = match.ConditionalMoves{{moves[0], m}}
					break
				}
			}
			if w.random.IntN(3) == 0 && len(e.Lines) > 0 { // a second line that is wrong, or the same
				e.Lines = append(e.Lines, [][]engine.Move{{moves[0], "1-2"}, {moves[0]}, e.Lines[0], nil}[w.random.IntN(4)])
			}
		}
	case match.Offered:
		e.Offer, e.Times = match.Offers[w.random.IntN(len(match.Offers))], 1+w.random.IntN(2)
		if e.Offer == match.Pause {
			e.Until = w.later()
		}
	case match.Resigned:
		e.Times = w.random.IntN(3)
	case match.Reminded:
		e.Reminder, _ = w.m.Next()
	case match.Gave:
		e.Span = w.span()
	case match.Away:
		e.Until = w.later()
	case match.Reminds:
		if e.Span = w.span(); w.random.IntN(2) == 0 {
			e.Span, e.Until = 0, w.later()
		}
	case match.Ruled:
		e.By = w.one(eva.ID, eva.ID, "", ana.ID)
		e.Ruling = match.Ruling(w.one("back", "back", "more", "halt", "award", "draw", "award-game", "draw-game", "absent", "neither",
			"nought", "left", "recused", "x"))
		e.Winner, e.Times, e.Span, e.Until = w.one(ana.ID, rui.ID, ""), w.random.IntN(3), w.span(), w.later()
	case match.Lost:
		e.Room = "t:room"
	}
	return e
}

// happen applies an event, and writes the result.
func (w *teller) happen(e match.Event) {
	w.at = w.at.Add(time.Duration(w.random.IntN(9*60)) * time.Minute)
	if e.At = w.at; w.random.IntN(5) == 0 {
		e.SentAt = w.at.Add(-time.Minute)
	}
	fmt.Fprintf(&w.text, "%s %s", match.Span(w.at.Sub(noon)), e.Kind)
	for _, word := range []string{strings.TrimPrefix(e.By, "t:"), string(e.Move), string(e.Offer), string(e.Reminder), string(e.Ruling)} {
		if word != "" {
			fmt.Fprint(&w.text, " ", word)
		}
	}
	next, err := w.m.Apply(e, table.Named)
	var refused *match.Refusal
	switch {
	case errors.As(err, &refused):
		fmt.Fprintln(&w.text, ":", refused.Code)
		return
	case err != nil:
		fmt.Fprintln(&w.text, ": error:", err)
		return
	}
	w.m = next
	m := w.m
	fmt.Fprintf(&w.text, "\n  %s, %s on turn, %s decides, %d moves, %d choices, game %d", m.Status, m.Turn(), m.Decides(),
		m.Moves(), m.Choices(), m.GameNumber())
	if p := m.Pending; p != (match.Pending{}) {
		fmt.Fprintf(&w.text, ", %s by %s", p.Offer, p.By)
	}
	if o := m.Outcome; o.Decided() {
		fmt.Fprintf(&w.text, ", %s %s %d, counts %t", o.Result(), o.Reason, o.Points, m.Counts())
	}
	if call, at := m.Next(); call != "" {
		fmt.Fprintf(&w.text, ", next %s %s", call, match.Span(at.Sub(noon)))
	}
	if call := m.Overdue(w.at.Add(30 * time.Hour)); call != "" {
		fmt.Fprint(&w.text, ", overdue ", call)
	}
	if until, stopped := m.Stopped(w.at); stopped {
		fmt.Fprint(&w.text, ", stopped")
		if !until.IsZero() {
			fmt.Fprint(&w.text, " until ", match.Span(until.Sub(noon)))
		}
	}
	for i, side := range []engine.Side{engine.First, engine.Second} {
		fmt.Fprintf(&w.text, "; %s", m.Player(side).Name)
		if m.Setup.Time != (match.Control{}) {
			fmt.Fprintf(&w.text, " has %s", m.TimeOf(side, w.at))
		}
		fmt.Fprintf(&w.text, " may %d, waits %d, plans %d, halves %d", len(m.May(m.Player(side))), m.DrawWait(side), len(m.Conditional(side)),
			m.Halves(side))
		if m.Asked.Before[i] != 0 || !m.Asked.At[i].IsZero() {
			fmt.Fprint(&w.text, ", asks")
		}
		if m.Status == match.Playing && !m.IsBetweenGames() {
			fmt.Fprintf(&w.text, ", ends %t, appeared %t", m.EndsWithGame(side, 1), m.HasAppeared(side))
		}
	}
	if next, ok := m.NextConditional(); ok {
		fmt.Fprint(&w.text, "; then ", next.Move)
	}
	fmt.Fprintln(&w.text)
}

// end writes the games of a match.
func (w *teller) end() {
	for n := 1; n <= len(w.m.Games)+1; n++ {
		one, then := w.m.SingleGame(n), w.m.AfterGame(n)
		fmt.Fprintf(&w.text, "  game %d: %s, %d moves, %s %s; then %s, %d games, between %t, %d and %d\n", n, one.Status, one.Moves(),
			one.Outcome.Result(), one.Outcome.Reason, then.Status, len(then.Games), then.IsBetweenGames(), then.Halves(engine.First),
			then.Halves(engine.Second))
	}
	if v := w.m.Verdict(); v.Ruling != "" {
		fmt.Fprintf(&w.text, "  %s by %q after %d\n", v.Ruling, v.Arbiter.Name, v.After)
	}
}

// Random matches, with allowed and forbidden events, go as in testdata/told.txt: it has the state after each event
// applied, the refusal of each other one, and for most matches a hash.
func TestTold(t *testing.T) {
	var text strings.Builder
	days, err := match.ParseControl("2d")
	if err != nil {
		t.Fatal(err)
	}
	clock, err := match.ParseControl("10h+1h")
	if err != nil {
		t.Fatal(err)
	}
	for n, c := range []struct {
		game    string
		options string
		setup   match.Setup
	}{
		{"portuguese", "", match.Setup{}}, {"portuguese", "", match.Setup{Time: days}},
		{"portuguese", "", match.Setup{Time: clock, Touch: true, Lasts: match.Span(40 * time.Hour)}},
		{"portuguese", "", match.Setup{Time: days, Arbiter: eva, Hints: true}},
		{"portuguese", "", match.Setup{Time: days, Arbiter: eva, Tournament: "q2", Round: "1.1", Appear: true}},
		{"portuguese", "", match.Setup{Series: match.Series{Games: 4}}},
		{"portuguese", "", match.Setup{Series: match.Series{Best: 3}}}, {"cage", "size=6", match.Setup{Series: match.Series{Points: 2}}},
		{"chilean", "capture=huff", match.Setup{Time: clock, Series: match.Series{Games: 2}, Unrated: true}},
		{"backgammon", "points=3", match.Setup{Time: days}}, {"backgammon", "points=0", match.Setup{}},
		{"cage", "size=6", match.Setup{Time: days, Side: engine.Second}},
	} {
		sum := fnv.New64a()
		for seed := range uint64(14) {
			g := table.Named(c.game)
			options, err := g.Complete(engine.ParseOptions(c.options))
			if err != nil {
				t.Fatal(err)
			}
			w := &teller{t: t, random: rand.New(rand.NewPCG(uint64(n), seed)), m: &match.Match{ID: "k7q2"}, at: noon}
			setup := c.setup
			setup.Game, setup.Version, setup.Options, setup.Opponent = g.Name, g.Version, options, rui
			challenge := match.Event{Kind: match.Challenged, By: ana.ID, Who: &ana, Room: "t:room", Setup: &setup}
			accept := match.Event{Kind: match.Accepted, By: rui.ID, Who: &rui, First: ana.ID, Room: "t:room"}
			if setup.Side == engine.Second {
				accept.First = rui.ID
			}
			if g.Name == "backgammon" {
				challenge.Word, accept.Word, challenge.Chain = "sol", "lua", chainOf(t, 3)
			}
			fmt.Fprintln(&w.text, g.Name, c.options, n)
			w.happen(challenge)
			if w.m.Game == nil {
				t.Fatalf("%s", w.text.String())
			}
			for range 3 {
				if e := w.event(); w.m.Status == match.Open && e.Kind != match.Moved {
					w.happen(e)
				}
			}
			if w.m.Status == match.Open {
				w.happen(accept)
			}
			for range 45 {
				if w.m.Status.Ended() {
					break
				}
				w.happen(w.event())
			}
			w.end()
			if seed < 2 {
				text.WriteString(w.text.String())
				continue
			}
			sum.Write([]byte(w.text.String()))
		}
		fmt.Fprintf(&text, "%s %s %d, others: %016x\n", c.game, c.options, n, sum.Sum64())
	}
	const file = "testdata/told.txt"
	goldentest.Compare(t, file, text.String())
}
