package tell

import (
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/house"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// eventLines say what the last events of a match were, each in a line of its own. With turn it is said below them what
// is to be played.
func (a Audience) eventLines(m *match.Match, events []match.Event, turn bool) []chat.Span {
	if spans, ok := a.nextGames(m, events, turn); ok {
		return spans
	}
	var spans []chat.Span
	n := m.Line.Len() // of moves before the event; only good where nothing is taken back
	for _, e := range events {
		n -= played(e)
	}
	_, dice := m.Line.Position().(engine.Roller)
	at := func(k match.Kind) bool {
		return slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind == k })
	}
	whose, _ := house.Side(m)
	begun := at(match.Challenged) && at(match.Accepted) // all at once
	said := false                                       // with the event before
	for i, e := range events {
		switch {
		case said:
			said = false
		case turn && e.Kind == match.Rolled && i+1 == len(events) && waits(m, n):
			// so it says that
		case e.Kind == match.Rolled && i+1 < len(events) && noChoice(events[i+1]):
			said = true
			spans = append(spans, Line(a.thrownInVain(m, n, e, events[i+1]))...)
		case e.Kind == match.Rolled:
			spans = append(spans, Line(a.thrown(m, n, e))...)
		case dice && e.Kind == match.Moved && rolls(m, n, e):
			// the throw that follows says it
		case e.Kind == match.Planned, e.Kind == match.Reminds, e.Kind == match.Touched && n == m.Line.Len():
			// that is for its author alone
		case e.Kind == match.Offered && i+1 < len(events) && variant(m, events[i+1]) == "undo-bot":
			// the next one says all there is to say
		case e.Kind == match.Resigned, e.Kind == match.Drawn, e.Ends() && m.Status != match.Void:
			// so does the end of the game
		case m.Setup.Tournament != "" && e.Kind == match.Challenged:
			// neither of the two has challenged the other
		case begun && whose != engine.Nobody && (e.Kind == match.Accepted || e.Kind == match.Challenged &&
			m.Setup.Source == nil):
			// the house plays with everybody
		case m.Setup.Tournament != "" && e.Kind == match.Accepted:
			spans = append(spans, Line(a.Voice.Say("tournament-game", speech.Text("ID", m.Setup.Tournament)))...)
		default:
			spans = append(spans, Line(a.sentence(m, e, m.Line.At(min(max(n, 0), m.Line.Len()))))...)
		}
		spans = append(spans, a.accompanied(m, e, n)...)
		if e.Kind == match.Accepted && begun { // else the challenge has said it
			spans = append(spans, a.Voice.sealed(m)...)
		}
		if e.Kind == match.Accepted {
			spans = append(spans, a.openingLine(m)...)
		}
		n += played(e)
		if played(e) > 0 && dice && (n < m.Line.Len() || m.Status == match.Playing) {
			spans = append(spans, a.ended(m, m.Line.At(n))...)
		}
	}
	return spans
}

// played is the number of moves an event adds to the line.
func played(e match.Event) int {
	switch {
	case e.Kind == match.Moved, e.Kind == match.Rolled, e.Kind == match.Agreed &&
		e.Offer == match.Resign, e.Kind == match.Resigned && e.Times > 0:
		return 1
	}
	return 0
}

// rolls reports whether a move, the number n of the line, only decides to throw the dice, which fall at once.
func rolls(m *match.Match, n int, e match.Event) bool {
	after := m.Line.At(n + 1)
	by := throw(after).By
	return after.Turn() == engine.Chance && (by == m.Side(e.By) || throw(m.Line.At(n)).By == engine.Nobody)
}

// throw is how it stands with the dice; zero where there are none.
func throw(p engine.Position) engine.Throw {
	if r, ok := p.(engine.Roller); ok {
		return r.Throw()
	}
	return engine.Throw{}
}

// ended tells how a game ended, in a match that goes on.
func (a Audience) ended(m *match.Match, p engine.Position) []chat.Span {
	reason := a.reason(m, p)
	if reason == nil {
		return nil
	}
	return append(Line(reason), a.score(m, p)...)
}

// reason is how a game ended, in a match that goes on; nil if it has not.
func (a Audience) reason(m *match.Match, p engine.Position) []chat.Span {
	o := engine.StandingOf(p).Ended
	if !o.Decided() {
		return nil
	}
	return a.Voice.Say(a.Voice.Of(m.Game, "reason."+string(o.Reason)),
		speech.Person("Winner", User(m.Player(o.Winner))), speech.Person("Loser", User(m.Player(o.Winner.Other()))),
		// these are told of a match
		speech.Count(o.Points), speech.Text("A", ""), speech.Text("B", ""), speech.Text("Words", ""),
		speech.Text("Match", ""), speech.Text("Tournament", ""))
}

// wonBy tells who has won a match of several games on the board; nil if nobody has.
func (a Audience) wonBy(m *match.Match, p engine.Position) []chat.Span {
	s := engine.StandingOf(p)
	most := max(s.Score[0], s.Score[1])
	if s.Length <= 1 || most < s.Length {
		return nil
	}
	winner := engine.First
	if most == s.Score[1] {
		winner = engine.Second
	}
	return a.Voice.Say("match-won", speech.Person("Winner", User(m.Player(winner))),
		speech.Text("A", strconv.Itoa(most)), speech.Text("B", strconv.Itoa(min(s.Score[0], s.Score[1]))))
}

// finalOf tells how a match ended: who has won it, and not how its last game ended, where there were several on the
// board.
func (a Audience) finalOf(m *match.Match) []chat.Span {
	if won := a.wonBy(m, m.Line.Position()); won != nil {
		return won
	}
	return a.Result(m)
}

// score tells how a match of several games stands, or who has won it; nothing in a single game.
func (a Audience) score(m *match.Match, p engine.Position) []chat.Span {
	s, length := engine.StandingOf(p), ""
	won := a.wonBy(m, p)
	switch {
	case won != nil:
		return Line(won)
	case s.Length > 0:
		length = strconv.Itoa(s.Length)
	case !s.Endless:
		return nil
	}
	return Line(a.Voice.Say("score",
		speech.Person("First", User(m.Player(engine.First))), speech.Text("A", strconv.Itoa(s.Score[0])),
		speech.Person("Second", User(m.Player(engine.Second))), speech.Text("B", strconv.Itoa(s.Score[1])),
		speech.Text("Length", length)))
}

// latest are the events that led to the present board: the last move and, with dice, the throw after it and the
// decision to throw.
func latest(m *match.Match) []match.Event {
	var events []match.Event
	n := m.Line.Len()
	if n > 0 && m.Line.At(n-1).Turn() == engine.Chance {
		n--
		events = []match.Event{{Kind: match.Rolled, Move: m.Line.Move(n), Throw: m.Dice.Throws, Key: m.Dice.Key}}
	}
	for n > len(m.Opening().Moves) && m.Line.At(n-1).Turn() != engine.Chance {
		n--
		before, move := m.Line.At(n), m.Line.Move(n)
		e := match.Event{Kind: match.Moved, Move: move, By: m.Player(before.Turn()).ID}
		if side, times := resigner(before, move); times > 0 {
			e = match.Event{Kind: match.Resigned, By: m.Player(side).ID, Times: times}
		}
		events = append([]match.Event{e}, events...)
		if move == engine.Pass && n > 0 && m.Line.At(n-1).Turn() == engine.Chance { // what came before is to be known, too
			n--
			events = append([]match.Event{{Kind: match.Rolled, Move: m.Line.Move(n)}}, events...)
			continue
		}
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

// sentence says what an event was that came when a position was on the board.
func (a Audience) sentence(m *match.Match, e match.Event, p engine.Position) []chat.Span {
	at := ""
	if e.Kind == match.Moved {
		_, at = engine.Word(p, e.Move)
	}
	return a.Voice.Say(a.eventKey(m, e, p),
		speech.Person("Player", User(actor(m, e, p))),
		opponent(m),
		speech.Text("Dice", m.Dice.Seal), speech.Text("Word", e.Word),
		speech.Text("Move", a.Voice.Move(p, string(e.Move))),
		speech.Text("At", a.Voice.Move(p, at)),
		speech.Text("Time", a.spanOf(e)), speech.Text("Hour", hourOf(e)),
		speech.Count(times(m, e, p)), speech.Text("Words", e.Words), speech.Text("Tournament", m.Setup.Tournament))
}

// eventKey is the key of the sentence for an event: that of its variant, where the language has one.
func (a Audience) eventKey(m *match.Match, e match.Event, p engine.Position) string {
	key, word := "event."+string(e.Kind), variant(m, e)
	if e.Kind == match.Away && word == "" && p.Turn() != m.Side(e.By) { // no clock stops now
		word = "waiting"
	}
	if e.Kind == match.Moved { // moves in words may have sentences of their own
		word, _ = engine.Word(p, e.Move)
		if e.Forced && !a.Voice.Has(key+"-"+word) {
			word = "forced"
		}
	}
	if a.Voice.Has(key + "-" + word) {
		return key + "-" + word
	}
	return key
}

// variant tells apart events of one kind, other than moves, that are not said in the same words.
func variant(m *match.Match, e match.Event) string {
	switch e.Kind {
	case match.Agreed:
		if e.Offer == match.Undo && house.Is(e.By) {
			return "undo-bot"
		}
		return string(e.Offer)
	case match.Offered, match.Refused:
		return string(e.Offer)
	case match.Called:
		return string(e.Call)
	case match.Ruled:
		return string(e.Ruling)
	case match.Challenged:
		switch {
		case m.Setup.Source != nil:
			return "resumed"
		case m.Setup.Opponent.Anyone():
			return "anyone"
		}
	}
	for _, v := range []struct {
		kind match.Kind
		is   bool
		word string
	}{
		{match.Withdrawn, m.First.ID != "", "begun"},
		{match.Accepted, m.Setup.Side != engine.Nobody || m.Setup.Theirs, "chosen"},
		{match.Gave, e.By == "", "grace"},
		{match.Away, !e.Until.After(e.At), "back"},
		{match.Expired, m.First.ID == "", "open"},
		{match.Expired, !m.Clock.Unreached.IsZero(), "unreached"},
		{match.Expired, m.First.ID != "" && m.Status == match.Void, "void"},
	} {
		if v.kind == e.Kind && v.is {
			return v.word
		}
	}
	return ""
}

// actor is the player that an event is about.
func actor(m *match.Match, e match.Event, p engine.Position) match.Player {
	switch {
	case e.Who != nil:
		return *e.Who
	case e.Kind == match.Called: // the match may have gone on
		return m.Player(p.Turn())
	}
	return authorOf(m, e.By)
}

// times is the number in the sentence for an event: of a challenge how many moves were played before, of a resignation
// how many points it would cost.
func times(m *match.Match, e match.Event, p engine.Position) int {
	n := e.Times * stakeOf(p)
	for i := range len(m.Setup.Played) {
		if e.Kind == match.Challenged && m.Line.At(i).Turn() != engine.Chance {
			n++
		}
	}
	return n
}

// authorOf is the person of a match with an id.
func authorOf(m *match.Match, id string) match.Player {
	switch id {
	case m.Opponent.ID:
		return m.Opponent
	case m.Reader.ID:
		return m.Reader
	case m.Setup.Arbiter.ID:
		return m.Setup.Arbiter
	}
	return m.Challenger
}

// opponent is the fact who is challenged, "" if it is anyone.
func opponent(m *match.Match) speech.Fact {
	if m.Opponent.Anyone() {
		return speech.Text("Opponent", "")
	}
	return speech.Person("Opponent", User(m.Opponent))
}

// thrown says what the dice showed, as the move number n of the line.
func (a Audience) thrown(m *match.Match, n int, e match.Event) []chat.Span {
	key := "event.rolled"
	before, after := throw(m.Line.At(n)), throw(m.Line.At(n+1))
	switch {
	case after.By == engine.Nobody:
		key = "event.rolled-tie"
	case before.Each:
		key = "event.rolled-opening"
	}
	spans := a.Voice.Say(key,
		speech.Person("Player", User(m.Player(after.By))),
		speech.Person("First", User(m.Player(engine.First))), speech.Text("A", string(e.Move[:1])),
		speech.Person("Second", User(m.Player(engine.Second))), speech.Text("B", string(e.Move[len(e.Move)-1:])),
		speech.Text("Dice", spaced(e.Move)))
	// A game begins.
	if engine.StandingOf(m.Line.At(n+1)).Crawford && after.By != engine.Nobody && before.By == engine.Nobody {
		spans = append(spans, Line(a.Voice.Say("crawford"))...)
	}
	return spans
}

// waits reports whether the throw that is the number n of the line, by one player, is what that player has to play now.
func waits(m *match.Match, n int) bool {
	return m.Status == match.Playing && n+1 == m.Line.Len() && !throw(m.Line.At(n)).Each &&
		m.Turn() == throw(m.Line.At(n+1)).By
}

// noChoice reports whether an event is a move that followed from the throw before it.
func noChoice(e match.Event) bool {
	return e.Kind == match.Moved && (e.Forced || e.Move == engine.Pass)
}

// thrownInVain says what the dice showed, as the move number n of the line, and the one move that there was.
func (a Audience) thrownInVain(m *match.Match, n int, e, next match.Event) []chat.Span {
	p := m.Line.At(n + 1)
	if throw(m.Line.At(n)).Each {
		return append(a.thrown(m, n, e), Line(a.sentence(m, next, p))...)
	}
	key := "event.rolled-forced"
	if next.Move == engine.Pass {
		key = "event.rolled-pass"
	}
	return a.Voice.Say(key, speech.Person("Player", User(actor(m, next, p))), speech.Text("Dice", spaced(e.Move)),
		speech.Text("Move", a.Voice.Move(p, string(next.Move))))
}

// spaced is a throw as it is said: "3-1".
func spaced(m engine.Move) string { return strings.Join(strings.Split(string(m), ""), "-") }
