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

// Audience is the people in a room as far as a match has to be told to them.
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

	// Away is for a match in which the one who has to answer or move is on another service: here there is nothing to press
	// for that.
	Away bool

	// Rolls reports whether the dice of the player to move are rolled at once, before a double could be thought of; nil:
	// nobody's are.
	Rolls func(*match.Match) bool

	// Beside is for what is said beside a board that stays and keeps its buttons.
	Beside bool

	puzzle bool   // it is told of no match but a puzzle, or a step of a lesson: see Puzzle.Match
	tries  string // what a button says that tries a move, but for the move; "" for one that plays it

	// Secret is that of the link by which somebody has come to a match, "" if that was not the way. Buttons repeat it.
	Secret string
}

// User is a player as a chat knows one; the players of a game from a file are known to none, and neither is the computer.
func User(p match.Player) chat.User {
	u := chat.User{ID: p.ID, Handle: p.Handle, Name: p.Name}
	if level, robot := computer.Level(p.ID); robot {
		u.ID, u.Robot, u.Level = "", true, engine.LevelName(level)
	} else if strings.HasPrefix(p.ID, "file:") {
		u.ID = ""
	}
	return Clean(u)
}

// Player is a person of a chat as a match knows one.
func Player(u chat.User) match.Player {
	u = Clean(u)
	return match.Player{ID: u.ID, Handle: u.Handle, Name: u.Name}
}

// Clean makes the names of a person safe to show. Without a name that can be seen it is the handle, and without that
// the number that the service has for the person.
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

// ServiceName is what a service is called: the same in every language.
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

// Mono is a text in a fixed width.
func Mono(text string) chat.Span { return chat.Span{Text: text, Mono: true} }

// Plays reports whether a person is one of a match, be it as the reader of a game from a file.
func Plays(m *match.Match, p match.Player) bool {
	return m.Challenger.Is(p) || m.Opponent.Is(p) || m.Reader.ID != "" && m.Reader.ID == p.ID
}
