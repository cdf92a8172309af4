package view

import (
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Words tells the board of a match in words. With since it tells only what is not as it was after the last move of a
// side, or before the last move if the reader has no side or has not moved. Where another game has begun meanwhile it
// tells everything.
func (a Audience) Words(m *match.Match, side engine.Side, since bool) chat.Message {
	message := a.message(m)
	message.Private = true
	say := func(sentences ...string) {
		for _, s := range sentences {
			message.AddLine(plain(s))
		}
	}
	message.AddLine(a.Result(m))
	scene := a.scene(m, LastView(m))
	n, own := lastMove(m, side)
	if !since || m.Line.Len() == 0 || anotherGame(m, n) {
		say(scene.Words()...)
		message.AddLine(a.counts(m)...)
		return message
	}
	if !own {
		say(scene.last()...)
	} else if moves := a.movesSince(m, n); moves != nil {
		say(a.Voice.Text("words.since", speech.Text("Moves", strings.Join(moves, ", "))))
	} else {
		say(a.Voice.Text("words.since-none"))
	}
	then := asOf(m, n)
	say(scene.Since(a.scene(then, LastView(then)))...)
	say(scene.numbering()...)
	return message
}

// lastMove is the number of moves of a match that had been made after the last one of a side; before the last one of
// all and false if the side has made none. To throw the dice is no move here.
func lastMove(m *match.Match, side engine.Side) (n int, own bool) {
	for k := range m.Line.Len() {
		if decides(m, k) {
			continue
		}
		if m.Line.At(k).Turn() == side {
			n, own = k+1, true
		} else if !own {
			n = k
		}
	}
	return n, own
}

// anotherGame reports whether one has begun after n moves of a match.
func anotherGame(m *match.Match, n int) bool {
	for k := n; k < m.Line.Len(); k++ {
		if engine.StandingOf(m.Line.At(k)).Ended.Decided() {
			return true
		}
	}
	return false
}

// decides reports whether the move number k of a match only leads to a throw, or is one.
func decides(m *match.Match, k int) bool {
	return m.Line.At(k).Turn() == engine.Chance || rolls(m, k)
}

// movesSince are the moves of a match after the first n, as they are heard: plays as ways in the numbers of the board.
func (a Audience) movesSince(m *match.Match, n int) (moves []string) {
	for k := n; k < m.Line.Len(); k++ {
		p, move := m.Line.At(k), m.Line.Move(k)
		text, hops := a.Voice.Move(p, string(move)), p.Trace(move).Hops
		if label, _ := a.Voice.word(p, move); label != "" {
			text = strings.ToLower(label)
		}
		if hops != nil {
			text = a.Voice.hops(p.View(), hops)
		}
		if !decides(m, k) {
			moves = append(moves, text)
		}
	}
	return moves
}

// lastMoves is the number of moves before a draw by counting that is said.
const lastMoves = 3

// counts are lines that tell what is counted towards a draw, so that none comes as a surprise.
func (a Audience) counts(m *match.Match) (lines [][]chat.Span) {
	for _, c := range m.Line.Counts() {
		left := speech.Text("Left", "")
		if n := c.Most - c.Number; n <= lastMoves {
			left = speech.Number("Left", n)
		}
		lines = append(lines, a.Voice.Say("count-"+string(c.Of), speech.Number("Number", c.Number),
			speech.Number("Most", c.Most), left))
	}
	return lines
}
