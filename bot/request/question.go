package request

import (
	"strings"

	"tabuleiro/bot/chat"
)

// TakeAsked takes the id of the person who was asked out of the text of a button, and refuses everybody else.
func (req *Request) TakeAsked(command, text string) (rest string, err error) {
	rest, whose, found := strings.Cut(text, " ")
	switch {
	case found && whose == req.Author.ID: // pressed, or at a keyboard typed by its sign
		return rest, nil
	case found && req.Event.Tap, strings.Contains(whose, ":"): // the other's button, pressed or by its sign
		return text, req.Refuse("forget-other", req.Typed("Forget", command))
	}
	return text, nil
}

// Questioned reports whether the author has pressed a button under a question about a match, which has no number as
// boards have.
func (req *Request) Questioned() bool {
	return req.Event.Tap && req.Event.Quoted != "" && req.Board == ""
}

// IsOwnMenu reports whether the author has pressed a button of a menu of the author's own. One that answers nobody, or
// of which that is not known any more, is not: the one who presses there gets another one.
func (req *Request) IsOwnMenu() bool {
	return req.Event.Tap && req.Board == "" &&
		(req.Event.Private || req.Event.Hidden || req.Event.Opener.ID == req.Author.ID)
}

// Question is what somebody has opened in a room and not closed: the question whether the person really wants what
// cannot be taken back, or what else may be done. It is a message of its own, never a part of one that others need,
// too. It is kept in the store, so that the message can be taken away after a restart, too; what its buttons say they
// say without it.
type Question struct {
	Text string `json:"text,omitempty"` // as it was asked, "" if no word can answer it
	Yes  string `json:"yes,omitempty"`  // what its button says, "" where there is more than one way to say it
	No   string `json:"no,omitempty"`   // what its button says, "" where none does

	Ways   map[string]string `json:"ways,omitempty"`   // what buttons say, by the words that answer as they do
	Listed bool              `json:"listed,omitempty"` // these are the numbers of things in a list, of which one is meant

	Moment // when it was asked

	Own chat.Ref `json:"own,omitempty"` // its message, "" if there is none to be changed
	// whatever the author says to the bot or presses next, the buttons of Own have done their service
	Brief bool `json:"brief,omitempty"`
	Goes  bool `json:"goes,omitempty"` // a button was pressed for it: when it has done its service, Own goes
}

// goesOn reports whether the author has pressed a button of the question that is open, in a message that is taken away.
func (req *Request) goesOn() bool {
	return req.Event.Tap && req.Open != nil && req.Open.Goes && req.Open.Own != "" && req.Open.Own == req.Event.Pressed
}

// Asks has the buttons that give a command be those of the author: where all see a question, nobody else ends a match
// by one. The author may also type the answer.
func (req *Request) Asks(command string, asked chat.Message) *Result {
	q := Question{Text: chat.PlainText(asked.Text)}
	ways := 0
	for _, row := range asked.Buttons {
		for i := range row {
			if v := req.Guide.Voice; !strings.HasPrefix(row[i].Says, v.Typed(command)+" ") ||
				row[i].Says == v.Typed(command)+" "+v.Typed("no") {
				q.No = row[i].Says
				continue
			}
			row[i].Says += " " + req.Author.ID
			q.Yes = row[i].Says
			ways++
		}
	}
	if ways != 1 {
		q.Yes = ""
	}
	return Ask(asked, &q)
}

// Answer is a text as Ways has those that answer.
func Answer(text string) string { return strings.TrimRight(strings.TrimSpace(text), ".!") }
