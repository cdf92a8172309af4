// Package view presents matches as messages: it turns a match, its events, a voice and a style into a chat.Message. Its
// functions that "say" something return spans of text in the language of the voice.
//
// The package is pure: it reads no store, calls no service and no clock, so a test needs only a table of positions.
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

// LongestName is the maximum number of characters of a name that are shown.
const LongestName = 32

// Audience describes the readers of a message: how to speak to them, what the service can do in their room, and how
// boards look.
type Audience struct {
	Voice Voice
	Caps  chat.Caps
	Look  BoardStyle
	Draw  func(engine.View, render.Style) []byte // draws a PNG; nil, or returning nil: no pictures

	Now time.Time // time at which the match is shown; zero for that of its last event

	// Only is the id of the only reader, "" if there may be several.
	Only string

	// Waiting is the number of other matches that await that reader.
	Waiting int

	// Away reports that the player who has to answer or move is on another service, so that this room needs no buttons
	// for that.
	Away bool

	// Rolls reports whether the bot rolls automatically for the player to move, before that player could double; nil
	// for nobody.
	Rolls func(*match.Match) bool

	// Beside reports that the message is a line beside a board that keeps its buttons.
	Beside bool

	puzzle bool   // the match is a puzzle or a step of a lesson: see Puzzle.Match
	tries  string // command before the move in buttons that only try it; "" where buttons play moves

	// Secret is the secret of the link by which the reader opened the match, "" if there was none; buttons repeat it.
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

// Clean makes the names of a user safe to show. Without a visible name it uses the handle, or else the user's number at
// the service.
func Clean(u chat.User) chat.User {
	u.Name = speech.Clean(u.Name, LongestName)
	u.Handle = speech.Clean(u.Handle, LongestName)
	u.Name = strings.ReplaceAll(u.Name, "://", ":\u2060//") // so that it is no link
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

// Mono returns a text in a fixed-width font.
func Mono(text string) chat.Span { return chat.Span{Text: text, Mono: true} }

// Plays reports whether a person plays in a match, or imported it from a file.
func Plays(m *match.Match, p match.Player) bool {
	return m.Challenger.Is(p) || m.Opponent.Is(p) || m.Reader.ID != "" && m.Reader.ID == p.ID
}

// sides are both sides of a match.
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

// person returns the fact that names the player of a side.
func person(name string, m *match.Match, s engine.Side) speech.Fact {
	return speech.Person(name, User(m.Player(s)))
}

// plain returns a text without styles.
func plain(text string) []chat.Span { return []chat.Span{{Text: text}} }

// command returns the text of a command on a match.
func (v Voice) command(m *match.Match, name string, rest ...string) string {
	return strings.Join(append([]string{v.Typed(name), "#" + m.ID}, rest...), " ")
}

// button returns a button for a command on a match; label is the key of its label.
func (v Voice) button(m *match.Match, label, command string, rest ...string) chat.Button {
	return chat.Button{Label: v.Text(label), Says: v.command(m, command, rest...)}
}

// page is a button to another part of something long; it is shown if on.
type page struct {
	label string
	to    int
	on    bool
}

// pager returns the buttons of the pages that are on.
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

// stakeOf returns the number of points a game is played for, 1 where there is no stake.
func stakeOf(p engine.Position) int {
	if c, ok := p.(engine.StakeGame); ok {
		return c.Stake()
	}
	return 1
}

// asOf returns a copy of a match as it stood after n moves, for display.
func asOf(m *match.Match, n int) *match.Match {
	then := *m
	if n < m.Line.Len() {
		then.Line, then.Status = m.Line.Back(m.Line.Len()-n), match.Playing
		then.Ended, then.Outcome = engine.Outcome{}, engine.Outcome{}
	}
	return &then
}
