// Package view puts a match into words and boards: match, events, voice and look in, a chat.Message out.
//
// It is pure: it reads no store, calls no service and asks no clock, so that a table of positions is all a test needs.
package view

import (
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// LongestName is the number of characters of a name that are shown.
const LongestName = 32

// Audience describes the people in a room to whom a match is shown: how they are spoken to, what the service can do
// there, and how boards look.
type Audience struct {
	Voice Voice
	Caps  chat.Caps
	Look  BoardStyle
	Draw  func(engine.View, render.Style) []byte // a picture as PNG, nil if there is none; not called where none is wanted

	Now time.Time // when the match is told; zero: right after its last event

	// Only is the id of the only person who reads it, "" if there may be several.
	Only string

	// Waiting is the number of other matches that wait for that person.
	Waiting int

	// Away reports that the player who has to answer or move is on another service: the buttons for that are not shown
	// here.
	Away bool

	// Rolls reports whether the bot rolls for the player to move at once, before that player could double; nil: for
	// nobody.
	Rolls func(*match.Match) bool

	// Beside reports that the message stands beside a board that stays and keeps its buttons.
	Beside bool

	puzzle bool   // it is told of no match but a puzzle, or a step of a lesson: see Puzzle.Match
	tries  string // what a button says that tries a move, but for the move; "" for one that plays it

	// Secret is that of the link by which the reader has come to a match, "" if there was none. Buttons repeat it.
	Secret string
}

// User converts a player to a user of a chat. The computer and the players of a game from a file have no id there.
func User(p match.Player) chat.User {
	u := chat.User{ID: p.ID, Handle: p.Handle, Name: p.Name}
	if level, robot := computer.Level(p.ID); robot {
		u.ID, u.Robot, u.Level = "", true, engine.LevelName(level)
	} else if strings.HasPrefix(p.ID, "file:") {
		u.ID = ""
	}
	return Clean(u)
}

// Player converts a user of a chat to a player of a match.
func Player(u chat.User) match.Player {
	u = Clean(u)
	return match.Player{ID: u.ID, Handle: u.Handle, Name: u.Name}
}

// Clean makes the names of a user safe to show. Without a visible name it uses the handle, or else the number by which
// the service knows the user.
func Clean(u chat.User) chat.User {
	u.Name = speech.Clean(u.Name, LongestName)
	u.Handle = speech.Clean(u.Handle, LongestName)
	u.Name = strings.ReplaceAll(u.Name, "://", ":\u2060//") // or it would be a link
	if !speech.Visible(u.Name) {
		u.Name = u.Handle
	}
	if u.Name == "" && u.ID != "" {
		_, u.Name, _ = strings.Cut(u.ID, ":")
	}
	return u
}

// ServiceName returns the name of a service, which is the same in every language.
func ServiceName(service string) string {
	if service == "" {
		return ""
	}
	return strings.ToUpper(service[:1]) + service[1:]
}

// Line puts spans on a line of their own.
func Line(spans []chat.Span) []chat.Span {
	return append([]chat.Span{{Text: "\n"}}, spans...)
}

// Mono returns a text in a fixed width.
func Mono(text string) chat.Span { return chat.Span{Text: text, Mono: true} }

// Plays reports whether a person plays in a match, or imported it from a file.
func Plays(m *match.Match, p match.Player) bool {
	return m.Challenger.Is(p) || m.Opponent.Is(p) || m.Reader.ID != "" && m.Reader.ID == p.ID
}

// sides are the two of a match.
var sides = [...]engine.Side{engine.First, engine.Second}

// sayMatch says a sentence about a match. Facts that are not given are taken from the match.
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

// throw returns the state of the dice, zero in a game without dice.
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

// asOf returns a copy of a match as it stood after n moves, to be shown.
func asOf(m *match.Match, n int) *match.Match {
	then := *m
	if n < m.Line.Len() {
		then.Line, then.Status = m.Line.Back(m.Line.Len()-n), match.Playing
		then.Ended, then.Outcome = engine.Outcome{}, engine.Outcome{}
	}
	return &then
}
