package view

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Facts are the questions that can be asked about a running match, as arguments of the board command: "/board score".
var Facts = []string{"whose", "time", "score", "pips", "pieces", "winning", "doubling", "cube", "sides", "rolled",
	"made", "played"}

// questions has the answers to Facts; they return nil where the game has no such thing.
var questions = map[string]func(Audience, *match.Match) []chat.Span{
	"whose": Audience.turn, "time": Audience.timeLeft, "score": Audience.stands, "pieces": Audience.piecesLeft,
	"cube": Audience.cube, "doubling": Audience.cube, "rolled": Audience.rolled, "played": Audience.lastPlayed,
	"pips": Audience.lead,
	"sides": func(a Audience, m *match.Match) []chat.Span {
		return a.sayMatch(m, "told-sides", speech.Text("A", a.sideLabel(m, engine.First)), speech.Text("B", a.sideLabel(m, engine.Second)))
	},
	"made": func(a Audience, m *match.Match) []chat.Span {
		return a.Voice.Say("told-made", speech.Count(MovesMade(m)))
	},
}

// Fact answers one of Facts; everybody can see the answer on the board, so it helps neither player. For a match that is
// not running it is Gist.
func (a Audience) Fact(m *match.Match, what string) []chat.Span {
	if m.Status != match.Playing {
		return a.Gist(m)
	}
	if tell, ok := questions[what]; ok {
		if spans := tell(a, m); spans != nil {
			return spans
		}
	}
	told := chat.Message{Text: a.lead(m)}
	told.Add(a.stands(m))
	return told.Text
}

// lastPlayed says the last move, in a game with dice after its roll.
func (a Audience) lastPlayed(m *match.Match) []chat.Span {
	lines := a.eventLines(m, latest(m), true)
	if len(lines) == 0 {
		return a.Voice.Say("told-unplayed")
	}
	lines[0].Text = strings.TrimPrefix(lines[0].Text, "\n")
	return lines
}

// At says what is on a square, a point, or a row of the board of a match: "c3", "12".
func (a Audience) At(m *match.Match, place string, row bool) []chat.Span {
	text, known := a.scene(m, LastView(m)).at(place, row)
	if !known {
		return a.Voice.Say(firstOf(phrase{"told-no-row", row}, phrase{"told-no-square", true}), speech.Text("Word", place))
	}
	return plain(strings.Join(text, " "))
}

// timeLeft says whose turn it is and the time left, with a clock that of both players, or that there is no limit.
func (a Audience) timeLeft(m *match.Match) []chat.Span {
	if a.left(m) == nil {
		return a.sayMatch(m, "time-none")
	}
	told := chat.Message{Text: a.turn(m)}
	a.clocks(&told, m, nil)
	return told.Text
}

// cube says the stake of a game, and where the cube is.
func (a Audience) cube(m *match.Match) []chat.Span {
	p := m.Line.View().Points
	switch {
	case p == nil || p.NoCube:
		return a.Voice.Say("rule.cube-off")
	case engine.StandingOf(m.Line.Position()).Crawford:
		return a.Voice.Say("words.crawford")
	}
	return a.Voice.Say("told-cube", speech.Count(p.Cube), person("Player", m, p.Owner)) // no owner: in the middle
}

// sideLabel returns the colour of a side with its mark.
func (a Audience) sideLabel(m *match.Match, s engine.Side) string {
	name := strings.ToLower(a.colourName(m, s))
	if sign := a.mark(m, s); sign != name {
		name += " " + sign
	}
	return name
}

// rolled says the throw to be played or, before the roll, the last one.
func (a Audience) rolled(m *match.Match) []chat.Span {
	for n := m.Line.Len(); n >= 0 && throw(m.Line.Position()).Dice[0] == 0; n-- {
		if t := throw(m.Line.At(n)); t.Dice[0] != 0 && t.By != engine.Nobody {
			return a.Voice.Say("told-rolled", person("Player", m, t.By), speech.Text("Dice", rolledDice(m.Line.At(n))))
		}
	}
	return a.turn(m)
}

// stands says the score of several games; nil in a single game.
func (a Audience) stands(m *match.Match) []chat.Span {
	p := m.Line.Position()
	if !m.Setup.Several() {
		return a.score(m, p)
	}
	return a.sayMatch(m, "score", speech.Positive("Length", engine.StandingOf(p).Length))
}

// piecesLeft says how many pieces each side has, and how many of them are kings.
func (a Audience) piecesLeft(m *match.Match) []chat.Span {
	var all, kings [2]int
	scene := a.scene(m, m.Line.View())
	for i, side := range sides {
		for place, n := range scene.occupied(side) {
			switch {
			case n > 0 && scene.View.Points == nil:
				all[i]++
				kings[i] += n - 1
			case place != isOff:
				all[i] += n
			}
		}
	}
	told := chat.Message{Text: a.bothSides("told-pieces", m, all)}
	if kings != [2]int{} {
		told.Add(a.bothSides("told-kings", m, kings))
	}
	return told.Text
}

// lead says the pips or pieces of both sides, without judging them.
func (a Audience) lead(m *match.Match) []chat.Span {
	if p := m.Line.View().Points; p != nil {
		return a.bothSides("told-pips", m, p.Pips)
	}
	return a.piecesLeft(m)
}

// bothSides says a sentence with a number for each side.
func (a Audience) bothSides(key string, m *match.Match, of [2]int, more ...speech.Fact) []chat.Span {
	more = append(more, speech.Number("A", of[0]), speech.Number("B", of[1]))
	return a.sayMatch(m, key, more...)
}

// Words describes the board of a match in words. If since is set, it says only what has changed since the last move of
// a side, or by the last move if the side has made none; it says everything if another game has begun.
func (a Audience) Words(m *match.Match, side engine.Side, since bool) chat.Message {
	message := a.private(m)
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

// lastMove returns the number of moves of a match up to the last one of a side, included; if the side has made none, it
// returns the number of moves before the last one, and false. Rolling the dice does not count.
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

// anotherGame reports whether a game has ended, and so another begun, after n moves of a match.
func anotherGame(m *match.Match, n int) bool {
	for k := n; k < m.Line.Len(); k++ {
		if engine.StandingOf(m.Line.At(k)).Ended.Decided() {
			return true
		}
	}
	return false
}

// movesSince returns the moves of a match after the first n, to be read aloud: plays as the ways of checkers in the
// numbers of the board.
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

// lastMoves is the number of moves before a draw by counting from which on the remaining moves are said.
const lastMoves = 3

// counts returns lines with the counts of moves towards a draw, so that none comes as a surprise.
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

// number matches a square or its row in a written move.
var number = regexp.MustCompile(`\d+`)

// Directions tells the player of a side in which direction its pieces move, with a first move as an example.
func (a Audience) Directions(m *match.Match, side engine.Side) []chat.Span {
	key, example := "way-any", ""
	start, err := m.Game.New(m.Setup.Options)
	for err == nil && start.Turn() == side.Other() {
		for move := range start.Moves() {
			start, err = start.Play(move)
			break
		}
	}
	switch {
	case err != nil:
	case start.Turn() == engine.Chance: // each side numbers the points in its own direction
		key = "way-points"
	default:
		var ways [3]string // a first move to lower numbers, one to none, and one to higher numbers
		for move := range start.Moves() {
			if at := number.FindAllString(string(move), -1); len(at) > 1 {
				from, _ := strconv.Atoi(at[0])
				to, _ := strconv.Atoi(at[len(at)-1])
				way := &ways[1+cmp.Compare(to, from)]
				*way = cmp.Or(*way, string(move))
			}
		}
		example = cmp.Or(ways[2], ways[0])
		key = firstOf(phrase{key, (ways[0] == "") == (ways[2] == "")}, phrase{"way-up", ways[0] == ""},
			phrase{"way-down", true})
	}
	return a.Voice.Say(key, speech.Text("Colour", a.colourName(m, side)), speech.Text("Sign", a.sign(m, side)),
		speech.Text("Example", a.Voice.Move(start, example)))
}
