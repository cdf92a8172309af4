package match_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/match"
	"tabuleiro/engine/record"
	"tabuleiro/engine/table"
)

// seriesOf begins a series of a game and plays it with decide, which is called for every event until it returns none.
// Automatic events need no decision; it returns the match with its events.
func seriesOf(t interface{ Fatal(...any) }, s match.Setup,
	decide func(m *match.Match) *match.Event) (*match.Match, []match.Event) {
	ana, rui := match.Player{ID: "t:1", Name: "Ana"}, match.Player{ID: "t:2", Name: "Rui"}
	at := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	m, events := &match.Match{ID: "k7q2"}, []match.Event(nil)
	apply := func(e match.Event) bool {
		at = at.Add(time.Minute)
		e.At = at
		next, err := m.Apply(e, table.Named)
		var refused *match.Refusal
		if errors.As(err, &refused) {
			return false
		}
		if err != nil {
			t.Fatal(err)
		}
		m, events = next, append(events, e)
		return true
	}
	s.Version, s.Opponent = table.Named(s.Game).Version, rui
	apply(match.Event{Kind: match.Challenged, By: ana.ID, Who: &ana, Setup: &s})
	apply(match.Event{Kind: match.Accepted, By: rui.ID, Who: &rui, First: ana.ID})
	for m.Status == match.Playing {
		e := &match.Event{Kind: match.Next}
		if !m.IsBetweenGames() {
			if e = decide(m); e == nil {
				break
			}
		}
		if !apply(*e) {
			t.Fatal("refused: ", *e)
		}
	}
	return m, events
}

// ends ends the current game, after a move of each, with the winner's opponent resigning or, for "", by agreement.
func ends(m *match.Match, winner string) *match.Event {
	turn := m.Player(m.Turn()).ID
	other := m.Player(m.Turn().Other()).ID
	switch {
	case m.Line.Len() < m.SetupMoves()+2:
		for move := range m.Line.Position().Moves() {
			return &match.Event{Kind: match.Moved, By: turn, Move: move}
		}
	case winner == "" && m.Pending.Offer == match.Draw:
		return &match.Event{Kind: match.Agreed, By: other}
	case winner == "":
		return &match.Event{Kind: match.Offered, By: turn, Offer: match.Draw}
	case winner == turn:
		return &match.Event{Kind: match.Resigned, By: other}
	}
	return &match.Event{Kind: match.Resigned, By: turn}
}

// A series ends by its score, colours alternate, and each pair of games has the same opening.
func TestSeries(t *testing.T) {
	const ana, rui = "t:1", "t:2"
	for _, c := range []struct {
		series  match.Series
		winners []string
		reason  engine.Code
		winner  string
		score   string // of ana
	}{
		{match.Series{Games: 2}, []string{ana, ana}, match.SeriesWon, ana, "2"},
		{match.Series{Games: 2}, []string{"", rui}, match.SeriesWon, rui, "½"},
		{match.Series{Games: 2}, []string{rui, ana}, match.SeriesEven, "", "1"},
		{match.Series{Games: 3}, []string{rui, rui, ana}, match.SeriesWon, rui, "1"},
		{match.Series{Best: 3}, []string{rui, rui}, match.SeriesWon, rui, "0"},
		{match.Series{Best: 3}, []string{rui, "", ""}, match.SeriesWon, rui, "1"},
		{match.Series{Best: 3}, []string{rui, ana, ""}, match.SeriesEven, "", "1½"},
		{match.Series{Points: 2}, []string{rui, "", ana, ana}, match.SeriesWon, ana, "2½"},
	} {
		setup := match.Setup{Game: "portuguese", Series: c.series, Openings: []match.Opening{
			{Number: 7, Moves: []engine.Move{"11-14", "22-19", "7-11"}}, {Number: 9, Moves: []engine.Move{"12-15"}},
		}}
		m, events := seriesOf(t, setup, func(m *match.Match) *match.Event { return ends(m, c.winners[len(m.Games)]) })
		if n := len(m.Games) + 1; n != len(c.winners) || m.Outcome.Reason != c.reason ||
			m.Player(m.Outcome.Winner).ID != c.winner {
			t.Errorf("%+v %v: %d games, %+v", c.series, c.winners, n, m.Outcome)
		}
		if got := match.Halves(m.Halves(m.Side(ana))); got != c.score {
			t.Errorf("%+v %v: ana has %s, want %s", c.series, c.winners, got, c.score)
		}
		for n := 1; n <= len(c.winners); n++ {
			one := m.SingleGame(n)
			first, opening := []string{ana, rui}[(n-1)%2], setup.Openings[(n-1)/2%2]
			if one.First.ID != first || one.Line.Move(0) != opening.Moves[0] || one.Opening().Number != opening.Number {
				t.Errorf("%+v: game %d is begun by %s with %s (%d)", c.series, n, one.First.ID, one.Line.Move(0),
					one.Opening().Number)
			}
			if one.Status != match.Over || one.Player(one.Outcome.Winner).ID != c.winners[n-1] {
				t.Errorf("%+v: game %d is %s, %+v", c.series, n, one.Status, one.Outcome)
			}
		}
		again, err := match.Replay(m.ID, table.Named, events)
		if err != nil || again.Outcome != m.Outcome || again.Number() != m.Number() {
			t.Errorf("%+v replays to %+v, %v", c.series, again, err)
		}
	}
}

// A player who resigns a later game without having moved in it resigns the series; so does one who loses it on time.
func TestSeries_GivenUp(t *testing.T) {
	setup := match.Setup{Game: "portuguese", Series: match.Series{Games: 4}, Time: match.Control{Move: 24 * time.Hour}}
	m, _ := seriesOf(t, setup, func(m *match.Match) *match.Event {
		if len(m.Games) == 1 {
			return &match.Event{Kind: match.Resigned, By: "t:1"}
		}
		return ends(m, "t:1")
	})
	if m.Outcome.Reason != match.SeriesLeft || m.Player(m.Outcome.Winner).ID != "t:2" || len(m.Games) != 1 {
		t.Errorf("%+v after %d games", m.Outcome, len(m.Games))
	}
	m, events := seriesOf(t, setup, func(m *match.Match) *match.Event {
		switch {
		case len(m.Games) == 1:
			return nil
		case m.Line.Len() < match.Serious: // else nothing is lost on time
			for move := range m.Line.Position().Moves() {
				return &match.Event{Kind: match.Moved, By: m.Player(m.Turn()).ID, Move: move}
			}
		}
		return ends(m, "t:1")
	})
	absent := m.Player(m.Turn()).ID
	over, err := m.Apply(match.Event{Kind: match.Expired, At: events[len(events)-1].At.Add(72 * time.Hour)}, table.Named)
	if err != nil || over.Outcome.Reason != match.SeriesLeft || over.Player(over.Outcome.Winner).ID == absent {
		t.Errorf("%+v, %v", over, err)
	}
}

// Between two games both may agree to stop at the score; within one nobody can propose that.
func TestSeries_Stop(t *testing.T) {
	stop := match.Event{Kind: match.Offered, By: "t:1", Offer: match.Stop}
	m, _ := seriesOf(t, match.Setup{Game: "portuguese", Series: match.Series{Points: 5}},
		func(m *match.Match) *match.Event {
			switch {
			case len(m.Games) == 0 && slices.Contains(m.May(m.Challenger), match.Offered) && m.Line.Len() == 1:
				if _, err := m.Apply(stop, table.Named); err == nil {
					t.Error("within a game to stop is proposed")
				}
			case len(m.Games) == 1 && m.Pending.Offer == match.Stop:
				return &match.Event{Kind: match.Agreed, By: "t:2"}
			case len(m.Games) == 1:
				return &stop
			}
			return ends(m, "t:2")
		})
	if m.Outcome.Reason != match.SeriesWon || m.Player(m.Outcome.Winner).ID != "t:2" {
		t.Errorf("%+v", m.Outcome)
	}
}

// Each game that counts has a result; after one player has won a match of a number of games the rest is not rated.
func TestSeries_Rated(t *testing.T) {
	for _, c := range []struct {
		series  match.Series
		winners []string
		want    []float64 // of ana
	}{
		{match.Series{Games: 2}, []string{"t:1", ""}, []float64{1, 0.5}},
		{match.Series{Games: 3}, []string{"t:2", "t:2", "t:1"}, []float64{0, 0}},
		{match.Series{Best: 3}, []string{"", "t:2", "t:2"}, []float64{0.5, 0, 0}},
	} {
		m, _ := seriesOf(t, match.Setup{Game: "portuguese", Series: c.series},
			func(m *match.Match) *match.Event { return ends(m, c.winners[len(m.Games)]) })
		if m.Rated = (&match.Rated{}); !m.Counts() {
			t.Errorf("%+v does not count", c.series)
		}
		var got []float64
		for _, r := range m.Results(m.Side("t:1")) {
			got = append(got, r.Score)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v %v: %v, want %v", c.series, c.winners, got, c.want)
		}
	}
}

// The score of a series is that of its games, every event replays, and the series ends.
func TestSeries_Laws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		series := rapid.SampledFrom([]match.Series{{Games: 2}, {Games: 5}, {Best: 3}, {Points: 2}}).Draw(t, "series")
		game := rapid.SampledFrom([]string{"portuguese", "chilean", "eximo", "cage"}).Draw(t, "game")
		m, events := seriesOf(t, match.Setup{Game: game, Series: series, Arbiter: match.Player{ID: "t:3"}},
			func(m *match.Match) *match.Event {
				if ruled := rapid.SampledFrom(append(make([]match.Ruling, 6), match.AwardGame, match.EvenGame)).Draw(t,
					"ruled"); ruled != "" {
					return &match.Event{Kind: match.Ruled, By: "t:3", Ruling: ruled,
						Winner: rapid.SampledFrom([]string{"t:1", "t:2"}).Draw(t, "to")}
				}
				winner := rapid.SampledFrom([]string{"t:1", "t:2", ""}).Draw(t, "winner")
				if !m.Game.Draws && winner == "" {
					winner = "t:1"
				}
				if e := ends(m, winner); m.Pending.Offer == "" || e.Kind == match.Agreed {
					return e
				}
				return ends(m, "")
			})
		halves := 2 * (len(m.Games) + 1)
		if m.Outcome.Reason != match.SeriesLeft && m.Halves(engine.First)+m.Halves(engine.Second) != halves {
			t.Fatalf("%d and %d halves of %d", m.Halves(engine.First), m.Halves(engine.Second), halves)
		}
		again, err := match.Replay(m.ID, table.Named, events)
		if err != nil || again.Outcome != m.Outcome {
			t.Fatalf("%+v, %v", again, err)
		}
	})
}

// A series is written as a file of its games, each with its number.
func TestSeries_InFile(t *testing.T) {
	m, _ := seriesOf(t, match.Setup{Game: "portuguese", Series: match.Series{Games: 2}},
		func(m *match.Match) *match.Event { return ends(m, "t:1") })
	text, format := record.WriteAll(m.Records())
	file, err := record.ReadAll("x"+format.Ext, []byte(text), table.Games, nil)
	if err != nil || len(file.Entries) != 2 {
		t.Fatalf("%d games, %v in\n%s", len(file.Entries), err, text)
	}
	for i, e := range file.Entries {
		want := [2]string{"Ana", "Rui"}
		if i == 1 {
			want = [2]string{"Rui", "Ana"}
		}
		r, err := e.Read()
		if err != nil || r.Round != strconv.Itoa(i+1) || r.Names != want ||
			r.Outcome().Winner != engine.First+engine.Side(i) {
			t.Errorf("game %d: %+v, %v", i+1, r, err)
		}
	}
}

// Between two games of a series that has hardly begun a player may end it; a game without moves is in no record.
func TestSeries_BetweenGames(t *testing.T) {
	setup := match.Setup{Game: "portuguese", Series: match.Series{Games: 4}}
	m, _ := seriesOf(t, setup, func(m *match.Match) *match.Event {
		if len(m.Games) == 1 {
			return nil
		}
		return &match.Event{Kind: match.Resigned, By: "t:2"}
	})
	if n := m.RecordedGames(); n != 1 || len(m.Records()) != 1 {
		t.Errorf("%d games stand in the record of a series whose second game has no move", n)
	}
	ended, err := m.Apply(match.Event{Kind: match.Resigned, By: "t:2", At: m.Latest}, table.Named)
	if err != nil {
		t.Fatal(err)
	}
	if ended.Status != match.Over {
		t.Errorf("who does not begin the second game gives up the series, which is %s", ended.Status)
	}
	first, err := match.Replay("k7q2", table.Named, seriesEvents(t, setup))
	if err != nil || !first.IsBetweenGames() {
		t.Fatalf("%+v, %v", first, err)
	}
	void, err := first.Apply(match.Event{Kind: match.Withdrawn, By: "t:1", At: first.Latest}, table.Named)
	if err != nil || void.Status != match.Void {
		t.Errorf("withdrawn between games: %v", err)
	}
}

// seriesEvents returns the events of a series up to the end of its first game.
func seriesEvents(t *testing.T, setup match.Setup) []match.Event {
	_, events := seriesOf(t, setup, func(m *match.Match) *match.Event {
		if len(m.Games) == 1 {
			return nil
		}
		return &match.Event{Kind: match.Resigned, By: "t:2"}
	})
	return events[:3]
}

// The error of an imported game names the illegal move by its number.
func TestPlayed_Illegal(t *testing.T) {
	e := event(t, "ana challenged rui")
	e.Setup.Played = []engine.Move{"11-15", "11-15"}
	if _, err := (&match.Match{}).Apply(e, games); err == nil || !strings.HasPrefix(err.Error(), "move 2 of those before: ") {
		t.Error(err)
	}
	e.Setup.Played, e.Setup.Openings = nil, []match.Opening{{Number: 7, Moves: []engine.Move{"11-15", "11-15"}}}
	if _, err := (&match.Match{}).Apply(e, games); err == nil || !strings.HasPrefix(err.Error(), "move 2 of opening 7: ") {
		t.Error(err)
	}
}

// Moves of an opening do not count as made, in any game of a series, with any opening.
func TestMoves_Openings(t *testing.T) {
	setup := match.Setup{Game: "portuguese", Series: match.Series{Games: 4}, Openings: []match.Opening{
		{Number: 7, Moves: []engine.Move{"11-14", "22-19", "7-11"}}, {Number: 9, Moves: []engine.Move{"12-15"}}}}
	m, _ := seriesOf(t, setup, func(m *match.Match) *match.Event {
		by := m.Player(m.Turn()).ID
		if most := 5 + len(m.Games); m.Line.Len() == most {
			if len(m.Games) == 3 {
				return nil
			}
			return &match.Event{Kind: match.Resigned, By: by}
		}
		for move := range m.Line.Position().Moves() {
			return &match.Event{Kind: match.Moved, By: by, Move: move}
		}
		return nil
	})
	if len(m.Games) != 3 || m.Moves() != 2+3+6+7 || m.Number() != 5+6+7+8 || m.SetupMoves() != 1 {
		t.Errorf("behind %d games there are %d moves of %d, %d given", len(m.Games), m.Moves(), m.Number(), m.SetupMoves())
	}
}

// The current game of a series is in the record once it has a move, or if it is the first.
func TestRecordedGames(t *testing.T) {
	for _, c := range []struct{ games, moves, want int }{{0, 0, 1}, {0, 1, 1}, {1, 0, 1}, {1, 1, 2}, {2, 0, 2}, {2, 2, 3}} {
		setup := match.Setup{Game: "portuguese", Series: match.Series{Games: 4}}
		m, _ := seriesOf(t, setup, func(m *match.Match) *match.Event {
			by := m.Player(m.Turn()).ID
			switch {
			case len(m.Games) == c.games && m.Line.Len() == c.moves:
				return nil
			case len(m.Games) < c.games && m.Line.Len() == 4:
				return &match.Event{Kind: match.Resigned, By: by}
			}
			for move := range m.Line.Position().Moves() {
				return &match.Event{Kind: match.Moved, By: by, Move: move}
			}
			return nil
		})
		if got := m.RecordedGames(); got != c.want || len(m.Records()) != c.want || m.Moves() != 4*c.games+c.moves {
			t.Errorf("behind %d games and %d moves %d games stand in the record, not %d; %d moves", c.games, c.moves, got, c.want,
				m.Moves())
		}
	}
}

// Series have 2 to 40 games, an odd number from 3 to 39, or 2 to 20 points; never two of these.
func TestSeries_Valid(t *testing.T) {
	for s, want := range map[match.Series]bool{
		{}: true, {Games: 1}: false, {Games: 2}: true, {Games: 40}: true, {Games: 41}: false, {Games: -2}: false,
		{Best: 1}: false, {Best: 2}: false, {Best: 3}: true, {Best: 4}: false, {Best: 39}: true, {Best: 41}: false, {Best: -3}: false,
		{Points: 1}: false, {Points: 2}: true, {Points: 20}: true, {Points: 21}: false, {Points: -2}: false,
		{Games: 2, Best: 3}: false, {Games: 2, Points: 3}: false, {Best: 3, Points: 2}: false,
	} {
		if got := s.Valid(); got != want {
			t.Errorf("%+v: %t", s, got)
		}
	}
}

// Games are numbered from 1 to 99, however many there are.
func TestGameNumber(t *testing.T) {
	g := table.Named("backgammon")
	options, err := g.Complete(engine.Options{"points": "0"})
	if err != nil {
		t.Fatal(err)
	}
	for score, want := range map[[2]int]int{{0, 0}: 1, {3, 4}: 8, {49, 49}: 99, {50, 49}: 1, {60, 50}: 12} {
		at := id.MatchID{State: id.UnderWay, Owner: id.Nobody, Score: score}
		m, err := (&match.Match{}).Apply(match.Event{Kind: match.Challenged, By: ana.ID, Who: &ana, Chain: chainOf(t, 3), Word: "sol",
			Setup: &match.Setup{Game: g.Name, Version: g.Version, Options: options, Start: "4HPwATDgc/ABMA:" + at.String()}}, table.Named)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.GameNumber(); got != want {
			t.Errorf("at %v it is game %d, not %d", score, got, want)
		}
	}
}
