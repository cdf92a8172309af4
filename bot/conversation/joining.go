package conversation

import (
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
)

// invited adds to what has opened a tournament a line for each of those whom its author has named: they join it
// themselves.
func invited(c *Conversation, req *request.Request, said string, answer *request.Result) *request.Result {
	_, _, opened := c.acts(req, "join")
	people := c.Players.Named(req, said)
	if !opened || len(people) == 0 {
		return answer
	}
	if answer == nil {
		answer = &request.Result{}
	}
	var call []chat.Span
	for _, who := range people {
		line := req.Room.Say("tournament-called", speech.Person("Player", who), speech.Text("Join", req.Room.Typed("tournament")+" "+req.Room.Typed("join")))
		if call != nil {
			line = append([]chat.Span{{Text: "\n"}}, line...)
		}
		call = append(call, line...)
	}
	answer.Messages = append(answer.Messages, chat.Message{Text: call})
	return answer
}

// joining is what is joined by somebody who names nothing: the tournament here that waits for people, else the only
// challenge that may be accepted, else the ladder here; where there is none, what is going on here is shown.
func (c *Conversation) joining(req *request.Request) (name, rest string) {
	name, rest, is := c.acts(req, "join")
	if is && name == "tournament" {
		return name, rest
	}
	if id := c.Players.Waits(req, true); id != "" {
		return "accept", "#" + id
	}
	if is {
		return name, rest
	}
	if name, _, is := c.acts(req, "table"); is { // which says why not
		return name, "join"
	}
	return "games", "room"
}

// acts is what a word does to the tournament or the ladder of the room.
func (c *Conversation) acts(req *request.Request, word string) (name, act string, is bool) {
	return c.Act(req.With(func(said *request.Request) { said.Event.Text = word }))
}

// tabled tells whether a table is named in a text.
func tabled(req *request.Request) bool {
	return slices.ContainsFunc(strings.Fields(req.Event.Text), func(w string) bool {
		return req.Guide.Languages.Book.Means("table", strings.Trim(w, ",.?¿!¡"))
	})
}
