package intent

import (
	"slices"
	"strings"
)

// State is what is open for the author of a text.
type State struct {
	Match  bool // the author plays a match
	Priced bool // help counts against the author, with the puzzle that was set last
}

// Action is what to do with a reading.
type Action int

// Actions, from the least that is done.
const (
	Ask   Action = iota // say that it was not understood
	Offer               // offer the command as one button
	Do                  // carry the command out
)

// Thresholds on the probability of a class.
const (
	bindingP = 0.97 // to begin a match
	doingP   = 0.92
	spokenP  = 0.7 // to answer with a sentence
	offerP   = 0.46
)

// Decide returns what to do with a command that a text means with probability p. What only shows something, or is
// undone by a button, is done if it is sure; what begins, replaces, ends or binds is offered, except a match with game
// and opponent named while nothing else is played.
func Decide(command string, s Slots, p float64, state State) Action {
	name, _, _ := strings.Cut(command, " ")
	isAnswer := IsAnswer(name)
	switch {
	case p < offerP || command == Talk || p < spokenP && isAnswer:
		return Ask
	case isAnswer, name == "rematch" && state.Match: // a sentence, or a question
		return Do
	case p < doingP || state.Priced && costs(command):
		return Offer
	case Binds(command) && (name != "play" || state.Match || p < bindingP || !s.namesMatch()):
		return Offer
	}
	return Do
}

// namesMatch reports whether the game and the opponent of a match are named.
func (s Slots) namesMatch() bool {
	return s["game"] != "" && s["house"]+s["level"]+s["handle"] != ""
}

// costs reports whether a command helps with a puzzle.
func costs(command string) bool { return command == "hint" || command == "puzzle solution" }

// IsAnswer reports whether a class is no command but is answered with a sentence, which no button can offer.
func IsAnswer(name string) bool { return slices.Contains(answers, name) }

var answers = strings.Fields("thanks praised bye never sorry stays unplayed resume way talk differ priced no-level-lower no-level-higher level-next")

// bindings are the commands that begin something, or do it to a match or to another person, and are not taken back by a
// button. Others show something, or ask themselves before they do it.
var bindings = strings.Fields("play rematch move accept decline cancel draw undo stop claim give pause block unblock unlink")

// harmless are acts in a tournament or on a ladder that only show it, or that a button undoes.
var harmless = strings.Fields("table join leave")

// Binds reports whether a command begins, replaces, ends or binds something.
func Binds(command string) bool {
	name, rest, _ := strings.Cut(command, " ")
	words := slices.DeleteFunc(strings.Fields(rest), func(w string) bool { return w[0] == '#' })
	switch name {
	case "tournament", "ladder":
		return len(words) > 0 && !slices.Contains(harmless, words[len(words)-1])
	case "away":
		return rest != "0"
	case "cancel": // an offer of one's own may be made again
		return rest != "offer"
	case "play": // which begins nothing while it asks
		return rest != "" && !strings.Contains(rest, "??") && !strings.Contains(rest, "=?")
	}
	return slices.Contains(bindings, name)
}

// OnlyAsked reports whether a question with a command in it does not give it, as "accept?" does not accept.
func OnlyAsked(command string) bool {
	name, _, _ := strings.Cut(command, " ")
	return (Binds(command) || name == "away" || name == "link") && !slices.Contains([]string{"play", "draw", "undo"}, name)
}
