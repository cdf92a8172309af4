package intent

import (
	"slices"
	"strings"
)

// State is what is open for the author of a text where it was said. What a short word means depends on it.
type State struct {
	Open     bool // a challenge, an offer or a double waits for the author
	Turn     bool // the author is on turn in a match
	Match    bool // the author plays a match, or has just played one
	Exercise bool // a puzzle or a lesson is what was shown last
	Group    bool // others read along
}

// Way is what to do with a reading.
type Way int

// Ways, from the least that is done.
const (
	Ask   Way = iota // say that it was not understood
	Offer            // offer the command as one button
	Do               // carry the command out
)

// Least probabilities of a class for what is done with it.
const (
	bindingP = 0.97 // to begin a match
	doingP   = 0.9
	spokenP  = 0.6 // to answer with a sentence
	offerP   = 0.42
)

// Decide returns the way to deal with a command that a text comes to. What shows something, or is undone by a button, is
// done; what begins, replaces, ends or binds is offered, unless it begins a match of which game and opponent are named,
// while nothing else is played.
func Decide(command string, s Slots, p float64, state State) Way {
	name, rest, _ := strings.Cut(command, " ")
	switch {
	case p < offerP || command == Talk || p < spokenP && slices.Contains(answers, name):
		return Ask
	case slices.Contains(answers, name) || name == "play" && !Binds(command): // a sentence, or a question
		return Do
	case p < doingP:
		return Offer
	case !Binds(command):
		return Do
	}
	named := s.Game != "" && (s.Handle != "" || slices.ContainsFunc(strings.Fields(rest), isOpponent))
	if name == "play" && named && !state.Match && p >= bindingP {
		return Do
	}
	return Offer
}

func isOpponent(word string) bool { return word == "house" }

// answers are the classes that are no commands, but are answered with a sentence, which no button can offer.
var answers = strings.Fields("thanks bye never sorry stays unplayed resume way talk differ")

// bindings are the commands that begin something, or do it to a match or to another person, and are not taken back by a
// button. Others show something, or ask themselves before they do it.
var bindings = strings.Fields("play rematch move accept decline cancel draw undo stop claim give pause block unblock")

// Binds reports whether a command begins, replaces, ends or binds something.
func Binds(command string) bool {
	name, rest, _ := strings.Cut(command, " ")
	if name == "tournament" || name == "ladder" {
		return rest != "" && rest != "table"
	}
	asks := strings.Contains(rest, "??") || strings.Contains(rest, "=?") // and begins nothing yet, as the bare word
	return slices.Contains(bindings, name) && !(name == "play" && (rest == "" || asks))
}

// OnlyAsked reports whether a question with a command in it does not give it, as "accept?" does not accept.
func OnlyAsked(command string) bool {
	name, _, _ := strings.Cut(command, " ")
	return (Binds(command) || slices.Contains(statuses, name)) && !slices.Contains([]string{"play", "draw", "undo"}, name)
}

// statuses are the commands that bind nobody, but are not given by a question.
var statuses = strings.Fields("away link unlink")
