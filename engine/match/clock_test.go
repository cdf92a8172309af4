package match_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// noon is the time of the challenge in these tests.
var noon = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

// timed plays a match with a time control. Each line is the time since noon, then an event as read by event; times of
// the service and of pauses are since noon, too: "said=10m", "until=3d", "span=2d", "call=quarter".
type timed struct {
	t testing.TB
	m *match.Match
}

func newTimed(t testing.TB, control string) *timed {
	t.Helper()
	c, err := match.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	e := event(t, "ana challenged rui")
	e.At, e.Setup.Time, e.Setup.Side, e.Setup.Lasts = noon, c, engine.First, match.Span(48*time.Hour)
	m, err := (&match.Match{ID: "m"}).Apply(e, games)
	if err != nil {
		t.Fatal(err)
	}
	return &timed{t, m}
}

func since(t testing.TB, text string) time.Time {
	t.Helper()
	s, err := match.ParseSpan(text)
	if err != nil {
		t.Fatal(err)
	}
	return noon.Add(time.Duration(s))
}

func (p *timed) try(line string) error {
	p.t.Helper()
	words := strings.Fields(line)
	var e match.Event
	switch words[1] {
	case "bot":
		e = match.Event{Kind: match.Kind(words[2])}
	default:
		e = event(p.t, strings.Join(words[1:min(4, len(words))], " "))
	}
	if e.Kind == match.Accepted {
		e.First = ana.ID
	}
	e.At = since(p.t, words[0])
	for _, w := range words[2:] {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "said":
			e.SentAt = since(p.t, value)
		case "until":
			e.Until = since(p.t, value)
		case "span":
			span, err := match.ParseSpan(value)
			if err != nil {
				p.t.Fatal(err)
			}
			e.Span = span
		case "call":
			e.Reminder = match.Reminder(value)
		case "forced":
			e.Forced = true
		}
	}
	next, err := p.m.Apply(e, games)
	if err == nil {
		p.m = next
	}
	return err
}

func (p *timed) plays(lines ...string) {
	p.t.Helper()
	for _, line := range lines {
		if err := p.try(line); err != nil {
			p.t.Fatalf("%s: %v", line, err)
		}
	}
}

func (p *timed) refuses(line string, code engine.Code) {
	p.t.Helper()
	var refusal *match.Refusal
	if err := p.try(line); !errors.As(err, &refusal) || refusal.Code != code {
		p.t.Errorf("%s: %v, want %s", line, err, code)
	}
}

// next checks the next event that is due, with its time since noon.
func (p *timed) next(want string) {
	p.t.Helper()
	call, at := p.m.Next()
	got := "nothing"
	if call != "" {
		got = fmt.Sprintf("%s %s", call, match.Span(at.Sub(noon)))
	}
	if got != want {
		p.t.Errorf("next is %s, want %s", got, want)
	}
}

// four are the first four moves, one an hour.
var four = []string{"0 rui accepted", "1h ana moved 11-15", "2h rui moved 21-18", "3h ana moved 15-20",
	"4h rui moved 24x15"}

// In a match over days the late player is reminded three times; then the opponent may claim, give more time or wait for
// the end.
func TestDays_Lapse(t *testing.T) {
	p := newTimed(t, "4d")
	p.next("end 2d")
	p.plays("0 rui accepted")
	p.next("quarter 3d")
	p.refuses("2d23h bot called call=quarter", match.TimeLeft)
	p.plays("1h ana moved 11-15")
	p.next("quarter 3d1h")
	p.plays("3d1h bot called call=quarter")
	p.next("soon 4d")
	p.refuses("4d bot called call=quarter", match.TimeLeft)
	p.plays("4d bot called call=soon")
	p.next("lapsed 4d1h")
	p.refuses("4d ana claimed", match.TimeLeft)
	p.plays("4d1h bot called call=lapsed")
	p.next("end 8d1h")
	p.refuses("5d ana claimed", match.TooEarly)
	p.refuses("5d rui claimed", match.OwnTime)
	p.refuses("5d rui gave span=1d", match.OwnTime)
	p.refuses("5d rui away until=7d", match.TimeGone)
	p.refuses("8d bot expired", match.TimeLeft)
	early := *p
	early.plays("5d ana withdrawn")
	if early.m.Status != match.Void {
		t.Errorf("cancelled: %s", early.m.Status)
	}
	early = *p
	early.plays("8d1h bot expired")
	if early.m.Status != match.Void {
		t.Errorf("expired early: %s", early.m.Status)
	}
	p.plays("5d ana gave span=3d") // the time begins anew
	p.next("quarter 7d")
	p.plays("6d rui moved 21-18")
	p.refuses("6d ana withdrawn", match.TooLate)
	p.next("quarter 9d")
}

func TestDays_Claim(t *testing.T) {
	for _, end := range []string{"8d ana claimed", "8d1h bot expired"} {
		p := newTimed(t, "4d")
		p.plays(four...)
		p.plays("4d1h ana moved 12x19")
		p.refuses("8d bot expired", match.TimeLeft)
		p.refuses("4d2h rui withdrawn", match.TooLate)
		if end == "8d1h bot expired" {
			p.plays("8d1h bot called call=lapsed")
			p.refuses("12d bot expired", match.TimeLeft)
			end = "12d1h bot expired"
		} else {
			end = "8d1h ana claimed"
		}
		p.plays(end)
		if want := (engine.Outcome{Winner: engine.First, Reason: engine.TimeOver, Points: 1}); p.m.Status != match.Over ||
			p.m.Outcome != want {
			t.Errorf("%s: %s %+v", end, p.m.Status, p.m.Outcome)
		}
		p.refuses("13d rui moved 22-17", match.MatchOver)
		p.next("nothing")
	}
}

// In a match over days a late move counts if nobody has acted on the time before.
func TestDays_LateMove(t *testing.T) {
	p := newTimed(t, "1d")
	p.plays(four...)
	p.plays("1d10h ana moved 12x19")
	p.next("quarter 2d4h")
	p = newTimed(t, "3d+1d")
	p.plays("0 rui accepted", "4d ana moved 11-15")
	if left := p.m.Clock.Left; left != [2]time.Duration{24 * time.Hour, 72 * time.Hour} {
		t.Errorf("behind a late move there are %v", left)
	}
}

// A player who must appear loses when the first time is over; without that rule, and after a move, the opponent must
// claim.
func TestAppear(t *testing.T) {
	for _, c := range []struct {
		events []string
		wins   engine.Side
	}{
		{[]string{"0 rui accepted", "1d bot expired"}, engine.Second},
		{[]string{"0 rui accepted", "1h ana moved 11-15", "1d1h bot expired"}, engine.First},
	} {
		p := newTimed(t, "1d")
		p.m.Setup.Appear = true
		p.plays(c.events...)
		if m := p.m; m.Status != match.Over || m.Outcome.Reason != match.NotThere || m.Outcome.Winner != c.wins {
			t.Errorf("%v: %s, %+v", c.events, m.Status, m.Outcome)
		}
	}
	p := newTimed(t, "1d")
	p.plays("0 rui accepted")
	p.refuses("1d bot expired", match.TimeLeft)
	p = newTimed(t, "1d")
	p.m.Setup.Appear = true
	p.plays("0 rui accepted", "1h ana moved 11-15", "2h rui moved 21-18")
	p.refuses("1d2h bot expired", match.TimeLeft)
}

// A time bank grows with every move up to its bound, and keeps time given beyond that.
func TestBank(t *testing.T) {
	p := newTimed(t, "3d+1d<=4d")
	p.plays("0 rui accepted", "1h ana moved 11-15", "2h rui moved 21-18", "3h ana moved 15-20")
	if left := p.m.TimeOf(engine.First, since(t, "3h")); left != 4*24*time.Hour {
		t.Errorf("ana has %v", left)
	}
	p.plays("4h ana gave span=2d", "5h rui moved 24x15")
	if left := p.m.TimeOf(engine.Second, since(t, "5h")); left != 6*24*time.Hour-3*time.Hour {
		t.Errorf("rui has %v", left)
	}
}

// Clocks under a day end the match at once; the time a message took is not counted, as far as the service reports it
// and it is plausible.
func TestSuddenClock(t *testing.T) {
	p := newTimed(t, "10m+5s")
	p.plays("0 rui accepted")
	p.plays("2m ana moved 11-15 said=1m50s") // ten seconds on the way
	if left := p.m.TimeOf(engine.First, since(t, "3m")); left != 8*time.Minute+15*time.Second {
		t.Errorf("ana has %v", left)
	}
	if left := p.m.TimeOf(engine.Second, since(t, "3m")); left != 9*time.Minute {
		t.Errorf("rui has %v", left)
	}
	p.plays("4m rui moved 21-18 said=1m") // he cannot have answered before he saw it
	if left := p.m.TimeOf(engine.Second, since(t, "4m")); left != 10*time.Minute+5*time.Second {
		t.Errorf("rui has %v", left)
	}
	p.plays("5m ana moved 15-20 said=9m") // the future does not count either
	if left := p.m.TimeOf(engine.First, since(t, "5m")); left != 7*time.Minute+20*time.Second {
		t.Errorf("ana has %v", left)
	}
	p.plays("6m rui moved 24x15")
	p.next("quarter 10m50s")
	p.plays("10m50s bot called call=quarter")
	p.next("soon 12m20s")
	p.plays("12m20s bot called call=soon")
	p.next("end 13m20s")
	p.refuses("13m19s bot expired", match.TimeLeft)
	p.refuses("13m20s ana moved 12x19", match.TimeGone)
	late, forced := *p, *p
	late.plays("13m25s ana moved 12x19 said=13m19s") // said in time
	bound := *p
	bound.plays("13m22s rui offered draw")
	bound.refuses("13m25s ana moved 12x19 said=13m19s", match.TimeGone) // the last event heard bounds the time said
	forced.plays("13m25s ana moved 12x19 forced")                       // made for her, who had no other
	p.plays("13m20s bot expired")
	if want := (engine.Outcome{Winner: engine.Second, Reason: engine.TimeOver, Points: 1}); p.m.Outcome != want {
		t.Errorf("%+v", p.m.Outcome)
	}
	if late.m.Status != match.Playing {
		t.Errorf("the move in time: %s", late.m.Status)
	}
}

// Times missed while the bot was down are not made up one by one.
func TestOverdue(t *testing.T) {
	p := newTimed(t, "4d")
	p.plays("0 rui accepted")
	for at, want := range map[string]match.Reminder{"2d": "", "3d": match.Quarter, "3d22h": match.Quarter, "3d23h": match.Soon,
		"4d": match.TimeUp, "7d": match.TimeUp, "8d": match.End} {
		if got := p.m.Overdue(since(t, at)); got != want {
			t.Errorf("after %s %q is overdue, want %q", at, got, want)
		}
	}
	p.plays("4d1h bot called call=lapsed")
	p.next("end 8d")
	p.plays("4d2h bot gave span=1d") // grace
	p.next("soon 5d1h")              // a day is not more than a quarter of what there was
}

func TestPause(t *testing.T) {
	p := newTimed(t, "4d")
	p.refuses("0 ana offered pause until=9d", match.NotStarted)
	p.plays("0 rui accepted")
	p.refuses("1d ana offered pause until=1d", match.BadPause)
	p.refuses("1d ana offered pause until=62d", match.BadPause)
	p.plays("1d rui offered pause until=11d")
	p.next("quarter 3d")
	p.plays("2d ana agreed pause") // two of her days are gone
	p.next("quarter 12d")
	if until, stopped := p.m.Stopped(since(t, "5d")); !stopped || until != since(t, "11d") {
		t.Errorf("stopped: %v until %v", stopped, until)
	}
	p.plays("5d ana moved 11-15") // who likes may move
	p.next("quarter 14d")
	p.plays("6d rui offered pause") // its end
	p.plays("7d ana agreed pause")
	p.next("quarter 10d")
	p.refuses("8d rui offered pause", match.NoPause)
	q := newTimed(t, "none")
	q.plays("0 rui accepted")
	q.refuses("1d ana offered pause until=11d", match.NoClock)
	q.refuses("1d ana away until=11d", match.NoClock)
	q.refuses("1d ana gave span=1d", match.NoClock)
	q.next("nothing")
}

func TestAway(t *testing.T) {
	p := newTimed(t, "4d")
	p.plays("0 rui accepted")
	p.refuses("1d ana away until=32d", match.BadPause)
	p.plays("1d rui away until=11d", "1d ana away until=3d") // only hers matters now
	p.next("quarter 5d")
	p.plays("2d ana away until=2d") // back
	p.next("quarter 4d")
	p.plays("3d ana moved 11-15")
	p.next("quarter 14d")
	p.refuses("12d eva away until=13d", match.NotAPlayer)
}

// An unanswered challenge expires, and one from before there were limits stays.
func TestChallenge_Expires(t *testing.T) {
	p := newTimed(t, "none")
	p.refuses("1d23h bot expired", match.TimeLeft)
	accepted := *p
	accepted.plays("3d rui accepted") // late, but nobody was in the way
	p.plays("2d bot expired")
	if p.m.Status != match.Void {
		t.Errorf("%s", p.m.Status)
	}
	p.refuses("3d rui accepted", match.MatchOver)
	p = newTimed(t, "none")
	p.m.Setup.Lasts = 0
	p.refuses("999d bot expired", match.TimeLeft)
	p.next("nothing")
}

// While neither player can be reached the clock stops, for at most seven days; then the match is void. A player who
// acts is reachable, and both may call off a match whose room was lost.
func TestUnreached(t *testing.T) {
	p := newTimed(t, "4d")
	p.refuses("0 bot lost", match.NotStarted)
	p.plays(four...)
	p.refuses("5h ana offered off", match.TooLate)
	p.refuses("5h ana lost", match.NotAPlayer)
	p.refuses("5h ana unreached", match.NotAPlayer)
	p.refuses("5h bot reached", match.NotOnTurn)
	p.plays("6h bot lost", "1d4h bot unreached")
	p.refuses("1d5h bot unreached", match.NotOnTurn)
	p.next("end 8d4h")
	p.refuses("8d3h bot expired", match.TimeLeft)
	p.plays("5d4h bot reached")
	if left := p.m.TimeOf(engine.First, p.m.Latest); left != 3*24*time.Hour {
		t.Errorf("%v left", left)
	}
	p.next("quarter 7d4h")
	p.plays("6d bot unreached", "7d ana offered off")
	p.next("quarter 8d4h")
	p.plays("7d1h rui agreed off")
	if p.m.Status != match.Void {
		t.Errorf("called off it is %s", p.m.Status)
	}
	q := newTimed(t, "4d")
	q.plays(four...)
	q.plays("1d bot unreached", "8d bot expired")
	if q.m.Status != match.Void {
		t.Errorf("left alone it is %s", q.m.Status)
	}
	r := newTimed(t, "none")
	r.plays(four...)
	r.refuses("1d bot unreached", match.NoClock)
}
