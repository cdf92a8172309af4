package request

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Refusal returns the reason why a match does not allow something. If the match has ended, it replaces the question
// whose button was pressed.
func (req *Request) Refusal(m *match.Match, code engine.Code) chat.Message {
	no := req.Audience(m).Refusal(m, code)
	no.Instead = req.Questioned() && m.Status.Ended()
	return no
}

// Waiting returns a message that shows the author an unanswered challenge, after the reason for showing it.
func (req *Request) Waiting(m *match.Match, why []chat.Span) chat.Message {
	to := req.Audience(m)
	if !req.Guide.Caps.Together { // others do not see the buttons
		to.Only = req.Author.ID
	}
	waiting := to.Present(m)
	waiting.Text = append(append(why, chat.Span{Text: "\n"}), waiting.Text...)
	waiting.Private, waiting.Turn = true, chat.User{}
	return waiting
}

// Command is a function that runs a command; text has its arguments.
type Command func(req *Request, text string) (*Result, error)

// NoSuchMatch returns an error for an id of a match that does not exist, or that the author may not see.
func (req *Request) NoSuchMatch(id string) error {
	return req.Refuse("no-such-match", speech.Text("ID", speech.Clean(id, view.LongestName)), req.Typed("Games", "games"))
}

// NothingElse returns an error if a command that takes only a match is followed by words other than names of the match.
func (req *Request) NothingElse(m *match.Match, command, rest string) error {
	if m == nil {
		return nil
	}
	if rest = req.WithoutNames(m, rest); rest == "" {
		return nil
	}
	return req.Extra(rest, req.Guide.Voice.Typed(command)+" #"+m.ID)
}

// Extra returns an error for words that a command does not take, with a button for the command without them.
func (req *Request) Extra(words, enough string) error {
	no := req.Privately("extra-words", speech.Text("Word", speech.Clean(words, view.LongestName)),
		speech.Text("Command", enough))
	no.Told, no.Buttons = true, [][]chat.Button{{{Label: enough, Says: enough}}}
	return Replace(no)
}

// Result is the answer to a request in the author's room; nil for none.
type Result struct {
	Messages []chat.Message
	Question *Question    // that the messages ask the author; nil if none
	Board    *match.Match // whose current board the messages show; nil if none
}

// Say returns a result of messages alone.
func Say(messages ...chat.Message) *Result { return &Result{Messages: messages} }

// Ask returns a result of a message and the question that it asks.
func Ask(m chat.Message, q *Question) *Result {
	return &Result{Messages: []chat.Message{m}, Question: q}
}

// Refused is an error that carries the result to send instead.
type Refused struct {
	Result  *Result
	Misread bool // a word of the text was not understood
}

func (Refused) Error() string { return "refused" }

// WhichGame returns a message that asks which game a position belongs to, with buttons that run a command on it.
func (req *Request) WhichGame(list []engine.Record, command, text string) chat.Message {
	m := req.Privately("sight-which-game")
	for _, r := range list {
		req.Guide.Offer(&m, req.Guide.Voice.Text("game."+r.Game.Name),
			req.Guide.Voice.Typed(command)+" "+req.Guide.TypedGame(r.Game)+" "+text)
	}
	return m
}

// Replace returns an error that ends a command with a message to the author.
func Replace(m chat.Message) error { return Refused{Result: Say(m)} }

// ErrNothing ends a command without an answer.
var ErrNothing = errors.New("nothing is said")

// Refuse returns an error that ends a command with a sentence for the author.
func (req *Request) Refuse(key string, facts ...speech.Fact) error {
	return Replace(req.Privately(key, facts...))
}

// NotPlaying returns an error for a command about a match that is over, or still a challenge.
func (req *Request) NotPlaying(m *match.Match) error {
	open := map[bool]string{true: "yes"}[m.Status == match.Open]
	return req.Refuse("not-playing", speech.Text("ID", m.ID), speech.Text("Open", open))
}

// UnknownGame returns an error for a text that names none of the games.
func (req *Request) UnknownGame(text string, games []*engine.Game) error {
	return req.Misread("no-such-game", speech.Text("Word", speech.Clean(text, view.LongestName)),
		speech.Text("Games", req.Guide.GameNames(games)))
}

// Misread is like Refuse for a word that was not understood: the router may still read the text as a sentence.
func (req *Request) Misread(key string, facts ...speech.Fact) error {
	return Refused{Result: Say(req.Privately(key, facts...)), Misread: true}
}

// DidYouMean offers a command, which a yes confirms. label describes it in words; if it is "", it is made from the
// command.
func (req *Request) DidYouMean(says, label string) *Result {
	label = cmp.Or(label, strings.ReplaceAll(strings.TrimPrefix(says, "/"), "=", " "))
	words := req.Guide.Voice.Text("in-words", speech.Text("Words", label))
	m := req.Privately("did-you-mean", speech.Text("Command", words))
	m.Told, m.Buttons = true, [][]chat.Button{{{Label: label, Says: says}}}
	return Ask(m, &Question{Text: chat.PlainText(m.Text), Yes: says, No: req.Guide.Voice.Typed("start"), ClearWhenLeft: true})
}

// AskMatch returns an error that asks which match a command is for. A yes names none, so the question is repeated.
func (req *Request) AskMatch(some []*match.Match, command, rest string) error {
	asked := req.Guide.Lists().WhichMatch(some, command, rest)
	v, ways := req.Guide.Voice, map[string]string{}
	for i, row := range asked.Buttons {
		ways[strconv.Itoa(i+1)] = row[0].Says
	}
	return Refused{Result: Ask(asked, &Question{Text: chat.PlainText(asked.Text),
		Yes: strings.TrimSpace(v.Typed(command) + " " + rest), No: v.Typed("games"),
		Ways: ways, Listed: true, ClearWhenLeft: true})}
}

// NoMatch returns an error that tells an author without a match here how to begin one. It offers those matches of
// others that the command may be about.
func (req *Request) NoMatch(others []*match.Match, command, rest string) error {
	m := req.Privately("no-match")
	if len(others) > 0 {
		list := req.Guide.Lists().WhichMatch(others, command, rest)
		list.Text = append(req.Guide.Voice.Say("no-match-own", req.Typed("Play", "play")), list.Text[1:]...)
		m = list
	}
	m.Buttons = append(m.Buttons, req.Guide.Reading().Begins())
	return Replace(m)
}

// Privately returns a sentence that only the author sees, where the service can do that.
func (req *Request) Privately(key string, facts ...speech.Fact) chat.Message {
	return chat.Message{Text: req.Guide.Voice.Say(key, facts...), Private: true}
}
