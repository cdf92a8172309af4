package tell

import (
	"slices"
	"strconv"
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
	message := chat.Message{Text: a.Title(m), Private: true}
	say := func(sentences ...string) {
		for _, s := range sentences {
			message.Text = append(message.Text, Line([]chat.Span{{Text: s}})...)
		}
	}
	message.Text = append(message.Text, a.end(m)...)
	scene := sceneOf(m)
	scene.Theme = a.theme()
	n, own := lastMove(m, side)
	if !since || m.Line.Len() == 0 || anotherGame(m, n) {
		say(scene.Words(a.Voice)...)
		for _, line := range a.counts(m) {
			message.Text = append(message.Text, Line(line)...)
		}
		return message
	}
	if !own {
		say(scene.last(a.Voice)...)
	} else if moves := a.movesSince(m, n); moves != nil {
		say(a.Voice.Text("words.since", speech.Text("Moves", strings.Join(moves, ", "))))
	} else {
		say(a.Voice.Text("words.since-none"))
	}
	say(scene.Since(sceneOf(asOf(m, n)), a.Voice)...)
	say(scene.numbering(a.Voice)...)
	return message
}

// lastMove is the number of moves of a match that had been made after the last one of a side; before the last one of
// all and
// false if the side has made none. To throw the dice is no move here.
func lastMove(m *match.Match, side engine.Side) (n int, own bool) {
	for k := m.Line.Len() - 1; k >= 0; k-- {
		turn := m.Line.At(k).Turn()
		switch {
		case decides(m, k):
		case turn == side:
			return k + 1, true
		case n == 0:
			n = k
		}
	}
	return n, false
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
	turn := m.Line.At(k).Turn()
	return turn == engine.Chance || rolls(m, k, match.Event{By: m.Player(turn).ID})
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

// Since tells only what is not as it was on another board of the same game: whose turn it is, and for each side the
// places that its pieces left and those where they are now.
func (s Scene) Since(before Scene, v Voice) []string {
	list := slices.Concat(s.turn(v), s.duty(v))
	for _, side := range []engine.Side{engine.First, engine.Second} {
		var parts []string
		for _, change := range s.changes(before, v, side) {
			parts = append(parts, v.Text(change.key, speech.Text("List", strings.Join(change.places, ", "))))
		}
		if parts != nil {
			list = append(list, v.Text("words.side", s.side(v, "Side", side), speech.Text("What", strings.Join(parts, "; "))))
		}
	}
	return list
}

// change is what is new about some places, under the key of the words for it.
type change struct {
	key    string
	places []string
}

// changes are what is not as it was about the pieces of a side.
func (s Scene) changes(before Scene, v Voice, side engine.Side) (list []change) {
	add := func(key string, places []string) {
		if places != nil {
			list = append(list, change{key, places})
		}
	}
	if s.View.Points != nil {
		was, is := before.counted(side, s.count(v)), s.counted(side, s.count(v))
		var gone, now []string
		for place, n := range is {
			switch {
			case n == was[place]:
			case n == 0 && place < onBar:
				gone = append(gone, strconv.Itoa(place))
			case n > 0:
				now = append(now, s.many(v, n, place))
			}
		}
		add("words.left", gone)
		add("words.now", now)
		return list
	}
	var gone, men, kings []int
	for i, c := range s.View.Cells {
		switch old := before.View.Cells[i]; {
		case c.Side != side && old.Side == side:
			gone = append(gone, i)
		case c.Side == side && (old.Side != side || c.King != old.King) && c.King:
			kings = append(kings, i)
		case c.Side == side && old.Side != side:
			men = append(men, i)
		}
	}
	add("words.left", s.runs(v, gone))
	add("words.came", s.runs(v, men))
	add("words.came-kings", s.runs(v, kings))
	return list
}
