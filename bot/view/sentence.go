package view

import (
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// sides are the two of a match.
var sides = [...]engine.Side{engine.First, engine.Second}

// sayMatch is a sentence about a match: what is not given of what it names is known of the match.
func (a Audience) sayMatch(m *match.Match, key string, given ...speech.Fact) []chat.Span {
	turn := m.Turn()
	return a.Voice.Say(key, append([]speech.Fact{
		person("First", m, engine.First), speech.Text("FirstMark", a.mark(m, engine.First)),
		person("Second", m, engine.Second), speech.Text("SecondMark", a.mark(m, engine.Second)),
		person("Player", m, turn), person("Turn", m, turn), speech.Text("Mark", a.mark(m, turn)),
		speech.Text("Colour", a.colourName(m, turn)), person("Opponent", m, turn.Other()),
		speech.Person("Challenger", User(m.Challenger)), speech.Text("Dice", rolledDice(m.Line.Position())),
		speech.Text("ID", m.ID), speech.Text("Tournament", m.Setup.Tournament),
		speech.Text("A", points(m, engine.First)), speech.Text("B", points(m, engine.Second)),
	}, given...)...)
}

// person is the fact that names the player of a side.
func person(name string, m *match.Match, s engine.Side) speech.Fact {
	return speech.Person(name, User(m.Player(s)))
}

// plain is a text without styles.
func plain(text string) []chat.Span { return []chat.Span{{Text: text}} }

// command is what is typed for a command and a match.
func (v Voice) command(m *match.Match, name string, rest ...string) string {
	return strings.Join(append([]string{v.Typed(name), "#" + m.ID}, rest...), " ")
}

// button says a command about a match, under a label by its key.
func (v Voice) button(m *match.Match, label, command string, rest ...string) chat.Button {
	return chat.Button{Label: v.Text(label), Says: v.command(m, command, rest...)}
}

// page is another part of something long, with the label of the button to it; it is on if there is such a part.
type page struct {
	label string
	to    int
	on    bool
}

// pager is the buttons for other parts of something long.
func pager(says func(to int) string, pages ...page) (row []chat.Button) {
	for _, p := range pages {
		if p.on {
			row = append(row, chat.Button{Label: p.label, Says: says(p.to)})
		}
	}
	return row
}

// addText puts the text of a board below its picture, for those who want both.
func (a Audience) addText(message *chat.Message) {
	if a.Look.Show == "both" && message.Board != nil && message.Board.PNG != nil {
		message.Text = append(message.Text, chat.Span{Text: "\n\n"}, Mono(message.Board.Text))
	}
}

// isDice reports whether dice are rolled in a position's game.
func isDice(p engine.Position) bool {
	_, is := p.(engine.DicePosition)
	return is
}

// isStake reports whether a position's game is played for a stake.
func isStake(p engine.Position) bool {
	_, is := p.(engine.StakeGame)
	return is
}

// throw is how it stands with the dice; zero where there are none.
func throw(p engine.Position) engine.Throw {
	if r, ok := p.(engine.DicePosition); ok {
		return r.Throw()
	}
	return engine.Throw{}
}

// stakeOf is the number of points a game is played for, 1 where there is no stake.
func stakeOf(p engine.Position) int {
	if c, ok := p.(engine.StakeGame); ok {
		return c.Stake()
	}
	return 1
}

// asOf is a match as it was after n moves, to be looked at.
func asOf(m *match.Match, n int) *match.Match {
	then := *m
	if n < m.Line.Len() {
		then.Line, then.Status = m.Line.Back(m.Line.Len()-n), match.Playing
		then.Ended, then.Outcome = engine.Outcome{}, engine.Outcome{}
	}
	return &then
}
