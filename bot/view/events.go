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

// news are events of a match that are told together.
type news struct {
	m      *match.Match
	events []match.Event
	turn   bool // it is said below them what is to be played
}

// term is a word with the condition under which it applies.
type term struct {
	word  string
	holds bool
}

// choose returns the first word whose condition holds, "" if none does.
func choose(terms ...term) string {
	for _, w := range terms {
		if w.holds {
			return w.word
		}
	}
	return ""
}

// isUndoByBot reports whether an event is the agreement of the computer to take back a move, which says all there is to
// say.
func isUndoByBot(e match.Event) bool {
	return e.Kind == match.Agreed && e.Offer == match.Undo && computer.Is(e.By)
}

// next is the event that follows; zero if none does.
func (n news) next(i int) (e match.Event) {
	if i+1 < len(n.events) {
		e = n.events[i+1]
	}
	return e
}

// hasBegun reports whether the match was challenged and accepted in these events.
func (n news) hasBegun() bool {
	return HasKind(n.events, match.Challenged) && HasKind(n.events, match.Accepted)
}

// isBotsGame reports whether a match against the computer has begun in these events.
func (n news) isBotsGame() bool {
	side, _ := computer.Side(n.m)
	return side != engine.Nobody && n.hasBegun()
}

// isSilent reports whether nothing is said of the i-th event, before which the line had so many moves.
func (n news) isSilent(i, at int) bool {
	e, byBot := n.events[i], n.isBotsGame()
	switch e.Kind {
	case match.Touched: // it is said with what is to be played
		return at == n.m.Line.Len()
	case match.Rolled:
		return n.turn && i+1 == len(n.events) && waits(n.m, at)
	case match.Moved: // by the roll before it, after which there was no choice, or by the one that follows it
		return i > 0 && n.events[i-1].Kind == match.Rolled && noChoice(e) ||
			isDice(n.m.Line.Position()) && rolls(n.m, at)
	case match.Challenged: // in a tournament neither has challenged the other, and the computer plays with everybody
		return n.m.Setup.Tournament != "" || byBot && n.m.Setup.Source == nil
	case match.Accepted:
		return byBot
	case match.Offered:
		return isUndoByBot(n.next(i))
	}
	return false
}

// eventLines says the events of a match, each in a line of its own. turn reports that what is to be played is said
// below them.
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
			if n.hasBegun() { // else the challenge has said it
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

// event says the i-th event, before which the line had so many moves unless something was taken back; nil if nothing is
// said of it.
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

// played is the number of moves that an event adds to the line.
func played(e match.Event) int {
	if e.Kind == match.Moved || e.Kind == match.Rolled || e.Kind == match.Agreed && e.Offer == match.Resign ||
		e.Kind == match.Resigned && e.Times > 0 {
		return 1
	}
	return 0
}

// rolls reports whether the move number n of the line only decides to roll the dice, which fall at once.
func rolls(m *match.Match, n int) bool {
	p, after := m.Line.At(n), m.Line.At(n+1)
	return after.Turn() == engine.Chance && (throw(after).By == p.Turn() || throw(p).By == engine.Nobody)
}

// reason says how a game ended with a position, in a match that goes on; nil if it has not.
func (a Audience) reason(m *match.Match, p engine.Position) []chat.Span {
	return a.ended(m, engine.StandingOf(p).Ended, User)
}

// wonBy says who has won a match of several games on the board; nil if nobody has.
func (a Audience) wonBy(m *match.Match, p engine.Position) []chat.Span {
	s := engine.StandingOf(p)
	most := max(s.Score[0], s.Score[1])
	if s.Length <= 1 || most < s.Length {
		return nil
	}
	winner, lead := s.Lead()
	return a.Voice.Say("match-won", person("Winner", m, winner), speech.Number("A", most), speech.Number("B", most-lead))
}

// score says the score of a match of several games on the board, or who has won it; nil in a single game.
func (a Audience) score(m *match.Match, p engine.Position) []chat.Span {
	s := engine.StandingOf(p)
	if won := a.wonBy(m, p); won != nil || s.Length <= 1 && !s.Endless {
		return won
	}
	return a.bothSides("score", m, s.Score, speech.Positive("Length", s.Length)) // 0: it is endless
}

// latest are the events that led to the present board: the last move and, with dice, the throw after it and the
// decision to throw.
func latest(m *match.Match) (events []match.Event) {
	n := m.Line.Len()
	if n > 0 && m.Line.At(n-1).Turn() == engine.Chance {
		n--
	}
	for n > len(m.Opening().Moves) && m.Line.At(n-1).Turn() != engine.Chance {
		n--
		if m.Line.Move(n) == engine.Pass && n > 0 && m.Line.At(n-1).Turn() == engine.Chance {
			n-- // what came before is to be known, too
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

// resigner is the side that resigns a game by a move, and for how many stakes; 0 if the move does something else.
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

// sentence says an event that came when a position was on the board; nil for events that are for their authors alone,
// or that the end of the game tells.
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

// eventKey is the key of the sentence for an event: that of the first word that applies and for which the kind has a
// sentence.
func (a Audience) eventKey(m *match.Match, e match.Event, p engine.Position) string {
	key := "event." + string(e.Kind)
	move, _ := engine.WordOf(p, e.Move)
	for _, of := range []term{
		{"undo-bot", isUndoByBot(e)}, {string(e.Offer), true}, {string(e.Reminder), true}, {string(e.Ruling), true},
		{move, true}, {"forced", e.Forced},
		{"resumed", m.Setup.Source != nil}, {"anyone", m.Setup.Opponent.Anyone()},
		{"chosen", m.Setup.Side != engine.Nobody || m.Setup.Theirs}, {"begun", m.First.ID != ""},
		{"grace", e.By == ""}, {"back", e.Kind == match.Away && !e.Until.After(e.At)},
		{"waiting", p.Turn() != m.Side(e.By)}, // no clock stops now
		{"open", m.First.ID == ""}, {"unreached", !m.Clock.Unreached.IsZero()}, {"void", m.Status == match.Void},
	} {
		if of.holds && a.Voice.Has(key+"-"+of.word) {
			return key + "-" + of.word
		}
	}
	return key
}

// actor is the player whom an event is about.
func actor(m *match.Match, e match.Event, p engine.Position) match.Player {
	switch {
	case e.Who != nil:
		return *e.Who
	case e.Kind == match.Reminded: // the match may have gone on
		return m.Player(p.Turn())
	}
	for _, player := range []match.Player{m.Opponent, m.Reader, m.Setup.Arbiter} {
		if player.ID == e.By {
			return player
		}
	}
	return m.Challenger
}

// times is the number in the sentence for an event: how many moves were played before a challenge, or how many points a
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

// opponent is the fact that names the player who is challenged, "" for anyone.
func opponent(m *match.Match) speech.Fact { return speech.Person("Opponent", User(m.Opponent)) }

// thrown says the throw that is the move number n of the line, with the only move that there was then if the next event
// is it.
func (a Audience) thrown(m *match.Match, n int, e, next match.Event) []chat.Span {
	p := m.Line.At(n + 1)
	before, after := throw(m.Line.At(n)), throw(p)
	if before.Each && noChoice(next) {
		return append(a.thrown(m, n, e, match.Event{}), Line(a.sentence(m, next, p))...)
	}
	key := choose(term{"event.rolled-tie", after.By == engine.Nobody}, term{"event.rolled-opening", before.Each},
		term{"event.rolled-pass", next.Move == engine.Pass}, term{"event.rolled-forced", noChoice(next)},
		term{"event.rolled", true})
	spans := a.sayMatch(m, key, person("Player", m, after.By), speech.Text("Dice", spaced(e.Move)),
		speech.Text("A", string(e.Move[:1])), speech.Text("B", string(e.Move[len(e.Move)-1:])),
		speech.Text("Move", a.Voice.Move(p, string(next.Move))))
	// A game begins.
	if engine.StandingOf(p).Crawford && after.By != engine.Nobody && before.By == engine.Nobody {
		spans = append(spans, Line(a.Voice.Say("crawford"))...)
	}
	return spans
}

// waits reports whether the throw that is the move number n of the line, by one player, is the one that this player has
// to play now.
func waits(m *match.Match, n int) bool {
	return m.Status == match.Playing && n+1 == m.Line.Len() && !throw(m.Line.At(n)).Each &&
		m.Turn() == throw(m.Line.At(n+1)).By
}

// noChoice reports whether an event is a move that followed from the throw before it.
func noChoice(e match.Event) bool {
	return e.Kind == match.Moved && (e.Forced || e.Move == engine.Pass)
}

// spaced is a throw as it is said: "3-1".
func spaced(m engine.Move) string { return strings.Join(strings.Split(string(m), ""), "-") }

// isBoardNew reports whether an event changes what the board shows, or comes when the board counts as forgotten.
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

// Beside reports whether events are about offers and time alone, so that the board need not come again.
func Beside(m *match.Match, events []match.Event) bool {
	beside := []match.Kind{match.Offered, match.Refused, match.Retracted, match.Reminded, match.Gave, match.Away,
		match.Reminds, match.Salted}
	return m.Status == match.Playing && !slices.ContainsFunc(events, func(e match.Event) bool {
		return !slices.Contains(beside, e.Kind) || e.Kind == match.Reminded && isStale(m, e.At)
	})
}
