package bot

import (
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// tell says what the last events of a match were, each in a line of its own.
func tell(m *match.Match, events []match.Event, v voice) []chat.Span {
	var spans []chat.Span
	n := m.Line.Len() // of moves before the event; only good where nothing is taken back
	for _, e := range events {
		n -= played(e)
	}
	_, dice := m.Line.Position().(engine.Roller)
	for _, e := range events {
		switch {
		case e.Kind == match.Rolled:
			spans = append(spans, line(thrown(m, n, e, v))...)
		case dice && e.Kind == match.Moved && rolls(m, n, e):
			// the throw that follows says it
		default:
			spans = append(spans, line(sentence(m, e, m.Line.At(min(max(n, 0), m.Line.Len())), v))...)
		}
		if e.Kind == match.Challenged || e.Kind == match.Accepted {
			spans = append(spans, sealed(m, e, v)...)
		}
		n += played(e)
		if played(e) > 0 && dice && (n < m.Line.Len() || m.Status == match.Playing) {
			spans = append(spans, ended(m, m.Line.At(n), v)...)
		}
	}
	return spans
}

// played is how many moves an event adds to the line.
func played(e match.Event) int {
	switch {
	case e.Kind == match.Moved, e.Kind == match.Rolled, e.Kind == match.Agreed && e.Offer == match.Resign, e.Kind == match.Resigned && e.Times > 0:
		return 1
	}
	return 0
}

// rolls tells whether a move, the number n of the line, only decides to throw the dice.
func rolls(m *match.Match, n int, e match.Event) bool {
	after := m.Line.At(n + 1)
	by := throw(after).By
	return after.Turn() == engine.Chance && by != engine.Nobody && by == m.Side(e.By)
}

// ended tells how a game ended, in a match that goes on.
func ended(m *match.Match, p engine.Position, v voice) []chat.Span {
	o := standing(p).Ended
	if !o.Decided() {
		return nil
	}
	spans := line(v.Say("reason."+string(o.Reason),
		speech.Person("Winner", user(m.Player(o.Winner))), speech.Person("Loser", user(m.Player(o.Winner.Other()))), speech.Count(o.Points)))
	return append(spans, score(m, p, v)...)
}

// score tells how a match of several games stands; nothing in a single game.
func score(m *match.Match, p engine.Position, v voice) []chat.Span {
	s, length := standing(p), ""
	switch {
	case s.Length > 0:
		length = strconv.Itoa(s.Length)
	case !s.Endless:
		return nil
	}
	return line(v.Say("score",
		speech.Person("First", user(m.Player(engine.First))), speech.Text("A", strconv.Itoa(s.Score[0])),
		speech.Person("Second", user(m.Player(engine.Second))), speech.Text("B", strconv.Itoa(s.Score[1])),
		speech.Text("Length", length)))
}

// turn says whose turn it is, and for what.
func turn(m *match.Match, v voice, c chat.Caps) []chat.Span {
	key, n, dice := "turn", 0, ""
	if _, rolls := m.Line.Position().(engine.Roller); rolls {
		switch t := throw(m.Line.Position()); {
		case t.Doubled > 0:
			key, n = "turn-double", t.Doubled
		case t.Dice[0] != 0:
			key, dice = "turn-dice", strconv.Itoa(t.Dice[0])+"-"+strconv.Itoa(t.Dice[1])
		default:
			key = "turn-roll"
		}
	}
	return v.Say(key,
		speech.Person("Player", user(m.Player(m.Turn()))), speech.Text("Mark", mark(m, m.Turn(), c)),
		speech.Person("Opponent", user(m.Player(m.Turn().Other()))), speech.Text("Dice", dice), speech.Count(n))
}

// latest are the events that led to the present board: the last move and, with dice, the throw after it and the decision to
// throw.
func latest(m *match.Match) []match.Event {
	var events []match.Event
	n := m.Line.Len()
	if n > 0 && m.Line.At(n-1).Turn() == engine.Chance {
		n--
		events = []match.Event{{Kind: match.Rolled, Move: m.Line.Move(n), Throw: m.Dice.Throws, Key: m.Dice.Key}}
	}
	for n > 0 && m.Line.At(n-1).Turn() != engine.Chance {
		n--
		before, move := m.Line.At(n), m.Line.Move(n)
		e := match.Event{Kind: match.Moved, Move: move, By: m.Player(before.Turn()).ID}
		if side, times := resigner(before, move); times > 0 {
			e = match.Event{Kind: match.Resigned, By: m.Player(side).ID, Times: times}
		}
		events = append([]match.Event{e}, events...)
		if m.Dice.Seal == "" || !rolls(m, n, e) {
			break
		}
	}
	return events
}

// resigner is the side that gives a game up by a move, and for how many stakes; 0 if the move does something else.
func resigner(p engine.Position, move engine.Move) (engine.Side, int) {
	s, ok := p.(engine.Contest)
	if !ok {
		return engine.Nobody, 0
	}
	for _, side := range []engine.Side{engine.First, engine.Second} {
		for _, times := range s.Resignations(side) {
			if m, err := s.Resign(side, times); err == nil && m == move {
				return side, times
			}
		}
	}
	return engine.Nobody, 0
}

// shown is the view of a match with the last move in it, also if the dice were thrown since.
func shown(m *match.Match) engine.View {
	v := m.Line.View()
	for n := m.Line.Len(); n > 1 && m.Line.Move(n-1) == engine.Pass; n-- { // nothing is to be seen of a pass
		v.Last = m.Line.Trace(n - 2)
	}
	if m.Dice.Seal == "" {
		return v
	}
	for n := m.Line.Len(); n > 0 && len(v.Last.Hops) == 0; n-- {
		if standing(m.Line.At(n)).Ended.Decided() && n < m.Line.Len() {
			break // that was another game
		}
		v.Last = m.Line.Trace(n - 1)
	}
	return v
}

// words are buttons for the moves that are words, where a game with dice asks for one; others tells whether there are other
// moves besides.
func words(m *match.Match, v voice) (row []chat.Button, others bool) {
	s, ok := m.Line.Position().(engine.Starter)
	if !ok || m.Dice.Seal == "" {
		return nil, true
	}
	for _, start := range s.Starts() {
		if v.Has("button." + start) {
			row = append(row, moveButton(m, start, v))
		} else {
			others = true
		}
	}
	return row, others
}
