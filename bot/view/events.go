package view

import (
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// news has events of a match that are announced together.
type news struct {
	m      *match.Match
	events []match.Event
	turn   bool // whose turn it is is said below them
}

// phrase is a word, often a part of a sentence's key, and the condition under which it applies.
type phrase struct {
	word  string
	holds bool
}

// firstOf returns the first word whose condition holds, "" if none does.
func firstOf(phrases ...phrase) string {
	for _, p := range phrases {
		if p.holds {
			return p.word
		}
	}
	return ""
}

// isUndoByBot reports whether an event is the computer's agreement to take back a move, so that the request before it
// needs no sentence.
func isUndoByBot(e match.Event) bool {
	return e.Kind == match.Agreed && e.Offer == match.Undo && computer.Is(e.By)
}

// next returns the event after the i-th; zero if there is none.
func (n news) next(i int) (e match.Event) {
	if i+1 < len(n.events) {
		e = n.events[i+1]
	}
	return e
}

// hasBegun reports whether the events include both the challenge and its acceptance.
func (n news) hasBegun() bool {
	return HasKind(n.events, match.Challenged) && HasKind(n.events, match.Accepted)
}

// isBotsGame reports whether the events begin a match against the computer.
func (n news) isBotsGame() bool {
	side, _ := computer.Side(n.m)
	return side != engine.Nobody && n.hasBegun()
}

// isSilent reports whether the i-th event has no sentence; at is the number of moves of the line before it.
func (n news) isSilent(i, at int) bool {
	e, byBot := n.events[i], n.isBotsGame()
	switch e.Kind {
	case match.Touched: // addTask says it
		return at == n.m.Line.Len()
	case match.Rolled:
		return n.turn && i+1 == len(n.events) && waits(n.m, at)
	case match.Moved: // said with the roll before or after it
		return i > 0 && n.events[i-1].Kind == match.Rolled && noChoice(e) ||
			isDice(n.m.Line.Position()) && rolls(n.m, at)
	case match.Challenged: // nobody challenges in a tournament, and the computer always accepts
		return n.m.Setup.Tournament != "" || byBot && n.m.Setup.Source == nil
	case match.Accepted:
		return byBot
	case match.Offered:
		return isUndoByBot(n.next(i))
	}
	return false
}

// eventLines says the events of a match, one per line. turn means that whose turn it is is said below them.
func (a Audience) eventLines(m *match.Match, events []match.Event, turn bool) []chat.Span {
	if spans, ok := a.nextGames(m, events, turn); ok {
		return spans
	}
	n, told, at := news{m, events, turn}, chat.Message{}, m.Line.Len()
	for _, e := range events {
		at -= played(e)
	}
	for i, e := range events {
		told.AddLine(a.event(n, i, at))
		told.AddLine(a.accompanied(m, e, at))
		if e.Kind == match.Accepted {
			if n.hasBegun() { // else it was said with the challenge
				told.AddLine(a.Voice.sealed(m))
			}
			told.AddLine(a.opening(m))
		}
		if at += played(e); played(e) > 0 && isDice(m.Line.Position()) && (at < m.Line.Len() || m.Status == match.Playing) {
			if reason := a.reason(m, m.Line.At(at)); reason != nil {
				told.AddLine(reason)
				told.AddLine(a.score(m, m.Line.At(at)))
			}
		}
	}
	return told.Text
}

// event says the i-th event; at is the number of moves of the line before it, unless moves were taken back. It is nil
// for silent events.
func (a Audience) event(n news, i, at int) []chat.Span {
	e := n.events[i]
	switch {
	case n.isSilent(i, at):
		return nil
	case e.Kind == match.Rolled:
		return a.thrown(n.m, at, e, n.next(i))
	case e.Kind == match.Accepted && n.m.Setup.Tournament != "":
		return a.Voice.Say("tournament-game", speech.Text("ID", n.m.Setup.Tournament))
	}
	return a.sentence(n.m, e, n.m.Line.At(min(max(at, 0), n.m.Line.Len())))
}

// played returns the number of moves that an event adds to the line.
func played(e match.Event) int {
	if e.Kind == match.Moved || e.Kind == match.Rolled || e.Kind == match.Agreed && e.Offer == match.Resign ||
		e.Kind == match.Resigned && e.Times > 0 {
		return 1
	}
	return 0
}

// rolls reports whether move number n of the line only decides to roll the dice, which happens at once.
func rolls(m *match.Match, n int) bool {
	p, after := m.Line.At(n), m.Line.At(n+1)
	return after.Turn() == engine.Chance && (throw(after).By == p.Turn() || throw(p).By == engine.Nobody)
}

// reason says how a game that ended with a position ended, in a match that continues; nil if it has not ended.
func (a Audience) reason(m *match.Match, p engine.Position) []chat.Span {
	return a.ended(m, engine.StandingOf(p).Ended, User)
}

// wonBy says who has won a backgammon match of several games; nil if nobody has.
func (a Audience) wonBy(m *match.Match, p engine.Position) []chat.Span {
	s := engine.StandingOf(p)
	most := max(s.Score[0], s.Score[1])
	if s.Length <= 1 || most < s.Length {
		return nil
	}
	winner, lead := s.Lead()
	return a.Voice.Say("match-won", person("Winner", m, winner), speech.Number("A", most), speech.Number("B", most-lead))
}

// score says the score of a backgammon match of several games, or who has won it; nil in a single game.
func (a Audience) score(m *match.Match, p engine.Position) []chat.Span {
	s := engine.StandingOf(p)
	if won := a.wonBy(m, p); won != nil || s.Length <= 1 && !s.Endless {
		return won
	}
	return a.bothSides("score", m, s.Score, speech.Positive("Length", s.Length)) // 0 for no limit
}

// latest returns the events that led to the current board: the last move and, with dice, the throw after it and the
// decision to throw.
func latest(m *match.Match) (events []match.Event) {
	n := m.Line.Len()
	if n > 0 && m.Line.At(n-1).Turn() == engine.Chance {
		n--
	}
	for n > len(m.Opening().Moves) && m.Line.At(n-1).Turn() != engine.Chance {
		n--
		if m.Line.Move(n) == engine.Pass && n > 0 && m.Line.At(n-1).Turn() == engine.Chance {
			n-- // a pass alone tells too little
		} else if m.Dice.Seal == "" || !rolls(m, n) {
			break
		}
	}
	for ; n < m.Line.Len(); n++ {
		before, move := m.Line.At(n), m.Line.Move(n)
		e := match.Event{Kind: match.Moved, Move: move, By: m.Player(before.Turn()).ID}
		if before.Turn() == engine.Chance {
			e.Kind = match.Rolled
		} else if side, times := resigner(before, move); times > 0 {
			e = match.Event{Kind: match.Resigned, By: m.Player(side).ID, Times: times}
		}
		events = append(events, e)
	}
	return events
}

// resigner returns the side that a move resigns a game for, and the number of stakes; 0 if the move does something
// else.
func resigner(p engine.Position, move engine.Move) (engine.Side, int) {
	s, ok := p.(engine.StakeGame)
	if !ok {
		return engine.Nobody, 0
	}
	for _, side := range sides {
		for _, times := range s.Resignations(side) {
			if m, err := s.Resign(side, times); err == nil && m == move {
				return side, times
			}
		}
	}
	return engine.Nobody, 0
}

// sentence says an event that happened in a position; nil for events that only concern their author, or that the end of
// the game tells.
func (a Audience) sentence(m *match.Match, e match.Event, p engine.Position) []chat.Span {
	at, key := "", a.eventKey(m, e, p)
	if !a.Voice.Has(key) {
		return nil
	}
	if e.Kind == match.Moved {
		_, at = engine.WordOf(p, e.Move)
	}
	return a.sayMatch(m, key, speech.Person("Player", User(actor(m, e, p))), opponent(m),
		speech.Text("Dice", m.Dice.Seal), speech.Text("Word", e.Word), speech.Text("Words", e.Words),
		speech.Text("Move", a.Voice.Move(p, string(e.Move))), speech.Text("At", a.Voice.Move(p, at)),
		speech.Text("Time", a.spanOf(e)), speech.Text("Hour", hourOf(e)), speech.Count(times(m, e, p)))
}

// eventKey returns the key of the sentence for an event: its kind with the first applicable word for which there is a
// sentence.
func (a Audience) eventKey(m *match.Match, e match.Event, p engine.Position) string {
	key := "event." + string(e.Kind)
	move, _ := engine.WordOf(p, e.Move)
	for _, of := range []phrase{
		{"undo-bot", isUndoByBot(e)}, {string(e.Offer), true}, {string(e.Reminder), true}, {string(e.Ruling), true},
		{move, true}, {"forced", e.Forced},
		{"resumed", m.Setup.Source != nil}, {"anyone", m.Setup.Opponent.Anyone()},
		{"chosen", m.Setup.Side != engine.Nobody || m.Setup.Theirs}, {"begun", m.First.ID != ""},
		{"grace", e.By == ""}, {"back", e.Kind == match.Away && !e.Until.After(e.At)},
		{"waiting", p.Turn() != m.Side(e.By)}, // the author's clock does not run
		{"open", m.First.ID == ""}, {"unreached", !m.Clock.Unreached.IsZero()}, {"void", m.Status == match.Void},
	} {
		if of.holds && a.Voice.Has(key+"-"+of.word) {
			return key + "-" + of.word
		}
	}
	return key
}

// actor returns the player whom an event is about.
func actor(m *match.Match, e match.Event, p engine.Position) match.Player {
	switch {
	case e.Who != nil:
		return *e.Who
	case e.Kind == match.Reminded: // the player on turn then, not now
		return m.Player(p.Turn())
	}
	for _, player := range []match.Player{m.Opponent, m.Reader, m.Setup.Arbiter} {
		if player.ID == e.By {
			return player
		}
	}
	return m.Challenger
}

// times returns the number in the sentence for an event: of moves before an imported challenge, or of points that a
// resignation costs.
func times(m *match.Match, e match.Event, p engine.Position) int {
	n := e.Times * stakeOf(p)
	for i := range len(m.Setup.Played) {
		if e.Kind == match.Challenged && m.Line.At(i).Turn() != engine.Chance {
			n++
		}
	}
	return n
}

// opponent returns the fact that names the player who is challenged, "" for anyone.
func opponent(m *match.Match) speech.Fact { return speech.Person("Opponent", User(m.Opponent)) }

// thrown says the throw that is move number n of the line, together with the next event if that is the only move.
func (a Audience) thrown(m *match.Match, n int, e, next match.Event) []chat.Span {
	p := m.Line.At(n + 1)
	before, after := throw(m.Line.At(n)), throw(p)
	if before.Each && noChoice(next) {
		return append(a.thrown(m, n, e, match.Event{}), Line(a.sentence(m, next, p))...)
	}
	key := firstOf(phrase{"event.rolled-tie", after.By == engine.Nobody}, phrase{"event.rolled-opening", before.Each},
		phrase{"event.rolled-pass", next.Move == engine.Pass}, phrase{"event.rolled-forced", noChoice(next)},
		phrase{"event.rolled", true})
	spans := a.sayMatch(m, key, person("Player", m, after.By), speech.Text("Dice", spaced(e.Move)),
		speech.Text("A", string(e.Move[:1])), speech.Text("B", string(e.Move[len(e.Move)-1:])),
		speech.Text("Move", a.Voice.Move(p, string(next.Move))))
	// a Crawford game begins
	if engine.StandingOf(p).Crawford && after.By != engine.Nobody && before.By == engine.Nobody {
		spans = append(spans, Line(a.Voice.Say("crawford"))...)
	}
	return spans
}

// waits reports whether the throw that is move number n of the line is the one that its player has to play now.
func waits(m *match.Match, n int) bool {
	return m.Status == match.Playing && n+1 == m.Line.Len() && !throw(m.Line.At(n)).Each &&
		m.Turn() == throw(m.Line.At(n+1)).By
}

// noChoice reports whether an event is a move that the throw before it forced.
func noChoice(e match.Event) bool {
	return e.Kind == match.Moved && (e.Forced || e.Move == engine.Pass)
}

// spaced returns a throw as it is shown: "3-1".
func spaced(m engine.Move) string { return strings.Join(strings.Split(string(m), ""), "-") }

// isBoardNew reports whether an event changes the board, or comes after so long that the board should be shown again.
func isBoardNew(m *match.Match, e match.Event) bool {
	switch e.Kind {
	case match.Challenged:
		return len(m.Setup.Played) > 0 || m.Setup.Start != ""
	case match.Ruled:
		return e.Ruling == match.Back
	case match.Reminded:
		return isStale(m, e.At)
	}
	return slices.Contains([]match.Kind{match.Accepted, match.Imported, match.Rolled, match.Touched, match.Moved,
		match.Agreed, match.Resigned, match.Next}, e.Kind)
}

// Beside reports whether events are only about offers and time, so that the board need not be shown again.
func Beside(m *match.Match, events []match.Event) bool {
	beside := []match.Kind{match.Offered, match.Refused, match.Retracted, match.Reminded, match.Gave, match.Away,
		match.Reminds, match.Salted}
	return m.Status == match.Playing && !slices.ContainsFunc(events, func(e match.Event) bool {
		return !slices.Contains(beside, e.Kind) || e.Kind == match.Reminded && isStale(m, e.At)
	})
}
