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

// Facts are what can be asked about a match that is going on, as they are named behind the command that shows it:
// "/board score".
var Facts = []string{"whose", "time", "score", "pips", "pieces", "winning", "doubling", "cube", "sides", "rolled",
	"made", "played"}

// Fact tells one thing about a match and, of one that is not being played, what became of it. All of it is to be seen
// on the board, and helps neither player.
func (a Audience) Fact(m *match.Match, what string) []chat.Span {
	switch score := a.stands(m); {
	case m.Status != match.Playing:
		return a.Gist(m)
	case what == "whose":
		return a.turn(m)
	case what == "time":
		return a.timeLeft(m)
	case what == "score" && score != nil:
		return score
	case what == "pips" && m.Line.View().Points != nil:
		return a.bothSides("told-pips", m, m.Line.View().Points.Pips)
	case what == "pieces":
		return a.piecesLeft(m)
	case what == "cube":
		return a.cube(m)
	case what == "sides":
		return a.Voice.Say("told-sides", speech.Person("First", User(m.Player(engine.First))),
			speech.Text("A", a.sided(m, engine.First)), speech.Person("Second", User(m.Player(engine.Second))),
			speech.Text("B", a.sided(m, engine.Second)))
	case what == "rolled":
		return a.rolled(m)
	case what == "played":
		return a.lastPlayed(m)
	case what == "made":
		return a.Voice.Say("told-made", speech.Count(m.Moves()))
	case score != nil:
		return slices.Concat(a.ahead(m), []chat.Span{{Text: " "}}, score)
	}
	return a.ahead(m)
}

// lastPlayed tells the last move, in a game with dice behind its roll.
func (a Audience) lastPlayed(m *match.Match) []chat.Span {
	lines := a.eventLines(m, latest(m), true)
	if len(lines) == 0 {
		return a.Voice.Say("told-unplayed")
	}
	lines[0].Text = strings.TrimPrefix(lines[0].Text, "\n")
	return lines
}

// At tells what is on a square, or point, of the board of a match, or on a row of it: "c3", "12".
func (a Audience) At(m *match.Match, place string, row bool) []chat.Span {
	scene := sceneOf(m)
	scene.Count, scene.Theme = a.count(m), a.theme()
	text, known := scene.at(a.Voice, place, row)
	switch {
	case !known && row:
		return a.Voice.Say("told-no-row", speech.Text("Word", place))
	case !known:
		return a.Voice.Say("told-no-square", speech.Text("Word", place))
	}
	return []chat.Span{{Text: strings.Join(text, " ")}}
}

// timeLeft tells whose turn it is and how much time there is, with a clock for both; without a limit that there is
// none.
func (a Audience) timeLeft(m *match.Match) []chat.Span {
	left := a.left(m)
	if left == nil {
		return a.Voice.Say("time-none", speech.Text("ID", m.ID))
	}
	told := chat.Message{Text: a.turn(m)}
	a.clocks(&told, m, nil)
	return told.Text
}

// cube tells what a game is played for, and where the cube is.
func (a Audience) cube(m *match.Match) []chat.Span {
	p := m.Line.View().Points
	switch {
	case p == nil || p.NoCube:
		return a.Voice.Say("rule.cube-off")
	case engine.StandingOf(m.Line.Position()).Crawford:
		return a.Voice.Say("words.crawford")
	}
	owner := speech.Text("Player", "") // in the middle
	if p.Owner == engine.First || p.Owner == engine.Second {
		owner = speech.Person("Player", User(m.Player(p.Owner)))
	}
	return a.Voice.Say("told-cube", speech.Count(p.Cube), owner)
}

// sided is the colour of a side with its sign.
func (a Audience) sided(m *match.Match, s engine.Side) string {
	name := strings.ToLower(a.colourName(m, s))
	if sign := a.mark(m, s); sign != name {
		name += " " + sign
	}
	return name
}

// rolled tells the throw that is to be played or, before the dice are thrown, the last one that was.
func (a Audience) rolled(m *match.Match) []chat.Span {
	if throw(m.Line.Position()).Dice[0] != 0 {
		return a.turn(m)
	}
	for n := m.Line.Len(); n >= 0; n-- {
		if t := throw(m.Line.At(n)); t.Dice[0] != 0 && t.By != engine.Nobody {
			return a.Voice.Say("told-rolled", speech.Person("Player", User(m.Player(t.By))),
				speech.Text("Dice", strconv.Itoa(t.Dice[0])+"-"+strconv.Itoa(t.Dice[1])))
		}
	}
	return a.turn(m)
}

// stands is the score of several games; nil of a single one.
func (a Audience) stands(m *match.Match) []chat.Span {
	st := engine.StandingOf(m.Line.Position())
	length := ""
	if st.Length > 1 {
		length = strconv.Itoa(st.Length)
	}
	first, second := strconv.Itoa(st.Score[0]), strconv.Itoa(st.Score[1])
	if m.Setup.Several() {
		first, second = points(m, engine.First), points(m, engine.Second)
	} else if length == "" && !st.Endless {
		return nil
	}
	return a.Voice.Say("score", speech.Person("First", User(m.Player(engine.First))), speech.Text("A", first),
		speech.Person("Second", User(m.Player(engine.Second))), speech.Text("B", second), speech.Text("Length", length))
}

// pieces are how many each side has, and how many kings are among them.
func pieces(m *match.Match) (all, kings [2]int) {
	view := m.Line.View()
	for _, c := range view.Cells {
		if c.Side == engine.First || c.Side == engine.Second {
			all[c.Side-engine.First]++
			if c.King {
				kings[c.Side-engine.First]++
			}
		}
	}
	if p := view.Points; p != nil {
		all = p.Bar
		for _, point := range p.Points {
			if point.Side == engine.First || point.Side == engine.Second {
				all[point.Side-engine.First] += point.Count
			}
		}
	}
	return all, kings
}

// piecesLeft tells how many pieces each side has.
func (a Audience) piecesLeft(m *match.Match) []chat.Span {
	all, kings := pieces(m)
	told := a.bothSides("told-pieces", m, all)
	if kings != [2]int{} {
		told = slices.Concat(told, []chat.Span{{Text: " "}}, a.bothSides("told-kings", m, kings))
	}
	return told
}

// ahead tells who is ahead, by what can be counted: the race, or the pieces. Where there are kings it leaves the
// judging to the reader.
func (a Audience) ahead(m *match.Match) []chat.Span {
	counted, kings := pieces(m)
	key, level, first := "ahead-pieces", "level-pieces", counted[0] > counted[1]
	if p := m.Line.View().Points; p != nil {
		key, level, counted = "ahead-pips", "level-pips", p.Pips
		first = counted[0] < counted[1]
	}
	switch {
	case kings != [2]int{}:
		return a.piecesLeft(m)
	case counted[0] == counted[1]:
		return a.Voice.Say(level, speech.Text("A", strconv.Itoa(counted[0])))
	case first:
		return a.bothSides(key, m, counted)
	}
	return a.Voice.Say(key, speech.Person("First", User(m.Player(engine.Second))),
		speech.Text("A", strconv.Itoa(counted[1])),
		speech.Person("Second", User(m.Player(engine.First))), speech.Text("B", strconv.Itoa(counted[0])))
}

// bothSides is a sentence with a number for each side.
func (a Audience) bothSides(key string, m *match.Match, of [2]int) []chat.Span {
	return a.Voice.Say(key, speech.Person("First", User(m.Player(engine.First))), speech.Text("A", strconv.Itoa(of[0])),
		speech.Person("Second", User(m.Player(engine.Second))), speech.Text("B", strconv.Itoa(of[1])))
}
