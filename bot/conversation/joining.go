package conversation

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
)

// contest is what is typed behind the command for tournaments, of a sentence that announces one: of which system it is,
// and when it starts. Of a game alone, or nothing, where people are named or the system is; any other act is as it is.
func contest(c *Conversation, req *request.Request, rest string) string {
	text := req.Event.Text
	system := systemIn(req, text)
	switch {
	case rest != "" && req.Guide.Game(rest) == nil:
		return rest
	case rest == "" && (underWay(c, req) || questions(req, text) || system != "round" && len(named(c, req, text)) == 0):
		return rest
	case rest == "":
		rest = "create"
	}
	if system != "" {
		rest += " system=" + system
	}
	now := c.Players.Local(req)
	if start := matches.StartIn(text, now); startable(start, now) {
		rest += " starts=" + match.Span(start.Sub(now).Round(time.Second)).String()
	}
	return rest
}

// surelyContest tells whether a command only joins the tournament that waits, or announces one of which the text says
// more than its game: what is likely to be meant so is done, as it can be undone.
func surelyContest(c *Conversation, req *request.Request, name, rest string) bool {
	first, act, _ := strings.Cut(rest, " ")
	switch {
	case name != "tournament":
		return false
	case rest == "join", strings.HasPrefix(first, "#") && act == "join", strings.Contains(act, "="):
		return true
	}
	text := req.Event.Text
	return req.Guide.Game(rest) != nil && (!matches.StartIn(text, c.Now()).IsZero() || len(named(c, req, text)) > 0)
}

// startable tells whether a tournament can begin by itself at a moment.
func startable(at, now time.Time) bool {
	return !at.IsZero() && at.Sub(now) >= time.Hour && at.Sub(now) <= 366*24*time.Hour
}

// questions tells whether a text is a question, which announces nothing.
func questions(req *request.Request, text string) bool {
	words := speech.Words(text)
	return speech.Asks(text) || len(words) > 0 &&
		req.Guide.Languages.Book.Meaning("intent-question", words[0])
}

// systemIn is the system of a tournament that a text names, as it is typed; "" if it names none.
func systemIn(req *request.Request, text string) string {
	for i, key := range []string{"intent-system-round", "intent-system-cup"} {
		if req.Guide.Languages.Book.Phrased(key, text) {
			return []string{"round", "cup"}[i]
		}
	}
	return ""
}

// named are the people whom a text names beside a tournament: a day is none.
func named(c *Conversation, req *request.Request, text string) []string {
	return slices.DeleteFunc(c.Grammar.Names(text, req.Guide.Voice.Language), func(name string) bool {
		return !matches.StartIn(name, c.Now()).IsZero()
	})
}

// underWay tells whether a tournament of the room waits for people, or is played with the author.
func underWay(c *Conversation, req *request.Request) bool {
	waits, _, _ := c.acts(req, "join")
	mine, _, _ := c.acts(req, req.Guide.Voice.Typed("quit"))
	return waits == "tournament" || mine == "tournament"
}

// about is the sentence that an event is about: that of the question which it answers, if it is one about a tournament,
// else what was heard.
func (o outcome) about(heard *request.Request) string {
	q := o.open
	if q != nil && q.About != "" && (o.answered == q || heard.Event.Tap && heard.Event.Pressed == q.Own) {
		return q.About
	}
	return heard.Event.Text
}

// invited adds to what a sentence about a tournament has come to what it does not do: a line for each of those whom it
// names, who join it themselves, and one about those who are not known; and that it cannot begin when the sentence
// says. Rest is what was typed behind the command.
func invited(c *Conversation, req *request.Request, said, rest string, answer *request.Result) *request.Result {
	if first, _, _ := strings.Cut(rest, " "); first != "create" && req.Guide.Game(first) == nil {
		return answer
	}
	opened := underWay(c, req)
	names := named(c, req, said)
	people := c.Players.Named(req, said, names)
	join := speech.Text("Join", req.Room.Typed("tournament")+" "+req.Room.Typed("join"))
	var lines [][]chat.Span
	if opened {
		for _, who := range people {
			lines = append(lines, req.Room.Say("tournament-called", speech.Person("Player", who), join))
		}
		names = slices.DeleteFunc(names, func(name string) bool {
			return slices.ContainsFunc(people, func(u chat.User) bool {
				first, _, _ := strings.Cut(u.Name, " ")
				return slices.Contains([]string{speech.Fold(first), "@" + speech.Fold(u.Handle)}, speech.Fold(name))
			})
		})
	}
	if key := "tournament-strangers"; len(names) > 0 {
		if !opened {
			key = "tournament-themselves"
		}
		lines = append(lines, req.Room.Say(key, speech.Text("Names", strings.Join(names, ", ")), join))
	}
	now := c.Players.Local(req)
	if start := matches.StartIn(said, now); opened && !start.IsZero() && !startable(start, now) {
		begin := speech.Text("Begin", req.Room.Typed("tournament")+" "+req.Room.Typed("begin"))
		lines = append(lines, req.Room.Say("tournament-no-start", begin))
	}
	if len(lines) == 0 {
		return answer
	}
	if answer == nil {
		answer = &request.Result{}
	}
	call := lines[0]
	for _, line := range lines[1:] {
		call = append(append(call, chat.Span{Text: "\n"}), line...)
	}
	answer.Messages = append(answer.Messages, chat.Message{Text: call})
	return answer
}

// joining is what is joined by somebody who names nothing: the tournament here that waits for people, else the only
// challenge that may be accepted, else what is offered in a match, else the ladder here; where there is none, what is
// going on here is shown.
func (c *Conversation) joining(req *request.Request) (name, rest string) {
	name, rest, is := c.acts(req, "join")
	if is && name == "tournament" {
		return name, rest
	}
	if id := c.Players.Waits(req, true); id != "" {
		return "accept", "#" + id
	}
	if c.Moves.Find.AnyMine(req, func(m *match.Match) bool {
		return request.Can(m, req.Author, match.Accepted,
			match.Agreed)
	}) {
		return "accept", ""
	}
	if is {
		return name, rest
	}
	if name, _, is := c.acts(req, "table"); is { // which says why not
		return name, "join"
	}
	return "games", "room"
}

// beginning is what begins the tournament that gathers here where nothing else is said: "let's start"; whoever may not
// is told so.
func beginning(c *Conversation, req *request.Request) (name, rest string, is bool) {
	book := req.Guide.Languages.Book
	begins := false
	for _, w := range strings.FieldsFunc(strings.ReplaceAll(req.Event.Text, "'", ""),
		func(r rune) bool { return !unicode.IsLetter(r) && r != '?' }) {
		switch {
		case book.Meaning("intent-begin", w):
			begins = true
		case !book.Meaning("intent-begin-with", w):
			return "", "", false
		}
	}
	if req.Event.Tap || !begins {
		return "", "", false
	}
	name, rest, is = c.acts(req, req.Guide.Voice.Typed("begin"))
	return name, rest, is && name == "tournament"
}

// joins is what joins the tournament that has just been announced here, where somebody says so in a few words to
// nobody: "I'm in".
func joins(c *Conversation, req *request.Request) (name, rest string, is bool) {
	e := req.Event
	if e.Tap || e.Private || e.Addressed || e.Quoted != "" || req.Author.ID == "" ||
		len(strings.Fields(e.Text)) > mostJoining {
		return "", "", false
	}
	guesses := c.Grammar.Read(e.Text, req.Guide.Voice.Language)
	if len(guesses) == 0 || guesses[0].Command != "tournament join" || !guesses[0].Whole && !guesses[0].Likely {
		return "", "", false
	}
	name, rest, is = c.Act(req.With(func(said *request.Request) { said.Event.Text, said.Meant = "join", true }))
	return name, rest, is && name == "tournament"
}

// mostJoining is how many words somebody joins with who speaks to nobody.
const mostJoining = 3

// entrants is what shows who takes part: the table of the room or, without one, who plays there.
func entrants(c *Conversation, req *request.Request) (name, rest string) {
	if name, act, is := c.acts(req, "table"); is {
		return name, act
	}
	if req.Event.Private {
		return "games", ""
	}
	return "games", "room"
}

// whom is what shows against whom the author plays: the matches or, before the first one of a tournament, its table.
func whom(c *Conversation, req *request.Request) (name, rest string) {
	if underWay(c, req) && !c.Moves.Find.AnyMine(req, func(m *match.Match) bool { return m.Status == match.Playing }) {
		return entrants(c, req)
	}
	return "games", ""
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
