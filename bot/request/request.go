// Package request is what all rooms of the bot speak in: a Request, which is what was heard, by whom, where, and how
// its author is spoken to; and a Result, which is what comes of it. A Request is made once and never changed; a Result
// is returned, and nothing is set on the way to be read above. Commands are functions from one to the other. The
// package reads from words alone which command a text is, which match it names, which question it answers.
package request

import (
	"cmp"
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/notify"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// ZoneOf is the zone of those who are spoken to in a language, unless they say otherwise.
func ZoneOf(v view.Voice) *time.Location {
	zone, err := time.LoadLocation(v.Text("usual-zone"))
	if err != nil {
		return time.UTC
	}
	return zone
}

// ZoneName is what the zone is called of the author, who has such preferences.
func (req *Request) ZoneName(mine view.Preferences) string {
	return req.Guide.Settings().ZoneName(cmp.Or(mine.Location(), ZoneOf(req.Guide.Voice)))
}

// InOwn has answers for the author's eyes only be in the author's language.
func (req *Request) InOwn(a *archive.Archive) *Request {
	if req.Event.Private || req.Author.ID == "" || !req.Guide.Caps.Privates && !req.Event.Tap {
		return req
	}
	own := a.Preferences(req.Ctx, archive.OfPerson(req.Author.ID))["language"].Value
	for _, lang := range []string{own, req.Device} {
		if v, ok := req.Guide.Languages.Book.In(lang); ok && lang != "" {
			return req.With(func(own *Request) { own.Guide.Voice.Voice = v })
		}
	}
	return req
}

// Speaking is the request where the room has chosen something else by now.
func (req *Request) Speaking(chosen view.Preferences) *Request {
	return req.With(func(r *Request) {
		r.Preferences = chosen
		r.Guide.Voice = r.Guide.Languages.Voice(chosen, r.Event.Locale)
		r.Room = r.Guide.Voice
	})
}

// RedeliveryWindow is how long an event can be delivered again. Services count on afterwards, or begin to count anew:
// then an old name is that of another event.
const RedeliveryWindow = 7 * 24 * time.Hour

// BoardShown is the board that was shown last in a room where the bot can speak again. It is cheap to lose: it is shown
// twice then.
type BoardShown struct {
	Match string
	N     int // events of the match
}

// Sees reports whether the author has just been shown the board of a match as it is: coming back and asking for it are
// one thing where a service says "/start" for the one who unblocks the bot.
func (req *Request) Sees(m *match.Match) bool { return req.Shown.Match == m.ID && req.Shown.N == m.N }

// Request is one event being dealt with: what was said and by whom, and how the author is spoken to. It is made once
// and never changed: where more becomes known of it, With makes another one. The result of a method follows from it and
// from the arguments.
type Request struct {
	Ctx         context.Context
	Event       chat.Event // with its texts cleaned
	Author      match.Player
	Account     string           // of the author, by which the service knows the person
	Device      string           // language of the author's device
	Unknown     error            // why it is not known whose account that is
	Board       string           // the match whose board the event answers, "" if it answers none
	Preferences view.Preferences // of the room
	Guide       guide.Guide      // how the author is spoken to, where others do not see it in the author's own language
	Room        view.Voice       // how all who are here are spoken to
	Stays       bool             // the message with the button that was pressed tells something that is to be read on
	Menu        bool             // the event ends what a menu was for
	Open        *Question        // what the author had open when the event came, nil if nothing
	Shown       BoardShown       // before the event, to an author who had come back; zero if none was
	Meant       bool             // the text is the command that the author's own words come to
	readings    map[reading]read // kept so that a text is read once
}

// scoreForm is how people write how a game ended: 2-1, 1:0, 3 x 2.
var scoreForm = regexp.MustCompile(`^[0-9] *[-:x] *[0-9][ !?.,]*$`)

// Score reports whether a text is all that was said, without a command, and looks like a score: that is talk, and
// answered only where it is a legal move of its author, or would be one if no other had to be played and it is said to
// the bot itself.
func (req *Request) Score(text string) bool {
	plain, _ := engine.Normalize(text)
	return text == req.Event.Text && scoreForm.MatchString(plain)
}

// Typed is the fact of what is typed for a command.
func (req *Request) Typed(fact, command string) speech.Fact {
	return speech.Text(fact, req.Guide.Voice.Typed(command))
}

// Direct reports whether the text was said to the bot itself, and not under one of its boards in a group, where people
// also talk about the game. Then it gets an answer even if it is neither a command nor a move.
func (req *Request) Direct() bool {
	return req.Event.Addressed && (req.PlaysBot() || req.Event.Quoted == "" && req.Board == "")
}

// PlaysBot reports whether whom the author plays with goes without saying: the bot, as nobody else is there or may be.
func (req *Request) PlaysBot() bool { return req.Event.Private || req.Guide.Caps.Together }

// Audience is how a match is told here: from the author's own side where nobody else looks on.
func (req *Request) Audience(m *match.Match) view.Audience {
	own, a := engine.Nobody, req.Guide.Audience
	if req.Event.Private {
		own, a.Only = m.Side(req.Author.ID), req.Author.ID
	}
	a.Look = req.Preferences.BoardStyle(m, own)
	return a
}

// ForRoom is to in the language of the room.
func (req *Request) ForRoom(m *match.Match) view.Audience {
	a := req.Audience(m)
	a.Voice = req.Room
	return a
}

// RoomGuide is the guide in the language of the room.
func (req *Request) RoomGuide() guide.Guide {
	g := req.Guide
	g.Voice = req.Room
	return g
}

// Owner is whose preferences count here.
func (req *Request) Owner() archive.Owner {
	if req.Event.Private {
		return archive.OfPerson(req.Author.ID)
	}
	return archive.OfRoom(req.Event.Room)
}

// Origin is the event as the reason for what is said.
func (req *Request) Origin() notify.Origin {
	is := notify.Origin{Room: req.Event.Room, Locale: req.Event.Locale, Reply: req.Event.Reply, Pressed: req.Event.Pressed}
	if !req.goesOn() { // that message is taken away in any case
		is.Menu = req.Menu && req.IsOwnMenu() && !req.Event.Hidden
		is.Button = req.Event.Tap && !req.Event.Hidden && !req.Stays
		is.Asked = req.Questioned() && !req.Stays
	}
	return is
}

var language = view.ChoiceNamed("language")

// NamesLanguage reports whether all that is said is the name of a language, although a game may be called so, too.
func (req *Request) NamesLanguage() bool {
	word := strings.Trim(req.Event.Text, " .!¡")
	_, is := req.Guide.Settings().ValueIn(language, word)
	return is && len(word) > 3
}

// conditional reports whether a word that means yes means if, as it does before moves: "/si 21-17 12-16". Without a
// slash
// one move alone may be played with a yes.
func (req *Request) conditional(word, more string, slash bool) bool {
	moves := strings.Fields(more)
	return (slash || len(moves) > 1) && len(moves) > 0 && moves[0][0] != '@' &&
		strings.ContainsAny(moves[0], "0123456789") &&
		req.Guide.Languages.Book.Means("if", word)
}

// Command splits a text into a command and what follows. It is one if it begins with a slash. Said to the bot itself a
// word for a command is enough, and so it is under a board if nothing else is said. The name is "" for a slash word
// that the bot does not know, which is then rest.
func (req *Request) Command() (name, rest string, ok bool) {
	text := req.Event.Text
	word, rest, _ := strings.Cut(text, " ")
	word, slash := strings.CutPrefix(word, "/")
	word, _, _ = strings.Cut(word, "@") // the address in /help@tabuleiro is the adapter's to check
	_, more := Named(rest)
	if word == "" || !slash && !req.Direct() && (!req.Event.Addressed || more != "") {
		return "", "", false
	}
	book := req.Guide.Languages.Book
	next, after, _ := strings.Cut(rest, " ")
	switch name := book.Command(word); {
	case name != "":
		return req.parseCommand(name, word, rest, slash)
	case !slash && req.NamesLanguage():
		return "language", strings.Trim(text, " .!¡"), true
	case req.Guide.Game(word) != nil:
		return "play", word + " " + cmp.Or(rest, map[bool]string{true: "house"}[req.PlaysBot()]), true
	case slash && next != "" && book.Command(word+next) != "": // "/por qué"
		return book.Command(word + next), after, true
	}
	return "", word, slash
}

// parseCommand is the command that a word names, with what is behind it; without a slash it may be talk.
func (req *Request) parseCommand(name, word, rest string, slash bool) (string, string, bool) {
	_, more := Named(rest)
	book := req.Guide.Languages.Book
	if name == "accept" && req.conditional(word, more, slash) {
		return "if", rest, true
	}
	bare := book.Means("yes", word) || book.Means("no", word)
	if !slash && (more != "" && (bare || name == "start") || bare && !req.Direct()) {
		return "", "", false // so people talk
	}
	return name, rest, true
}

// PerService is the key of a sentence as it is said in the author's service: "nameless-terminal" where there is one.
func (req *Request) PerService(key string) string {
	if own := key + "-" + req.Event.Room.Service(); req.Guide.Voice.Has(own) {
		return own
	}
	return key
}

// LimitKey is whose pace counts: those in a room who hide their names have one together.
func (req *Request) LimitKey() string { return cmp.Or(req.Author.ID, string(req.Event.Room)) }

// LongestText is the number of characters of a text that are looked at.
const LongestText = 1000

// New is a request of which nothing is known but the event.
func New(ctx context.Context, e chat.Event) *Request {
	return &Request{Ctx: ctx, Event: e, Account: e.From.ID, Device: e.Locale, readings: map[reading]read{}}
}

// With is the request with something else known of it.
func (req *Request) With(change func(*Request)) *Request {
	changed := *req
	change(&changed)
	return &changed
}

// Staying is the request where the message with the button that was pressed tells something that is to be read on.
func (req *Request) Staying() *Request { return req.With(func(r *Request) { r.Stays = true }) }

// Moment is when something came about.
type Moment struct {
	At time.Time `json:"at,omitzero"` // by the clock of this program
	// when that was said of which it came, by the clock of the service; zero: not known
	Said    time.Time `json:"said,omitzero"`
	Service string    `json:"service,omitzero"` // where it was said; "": nowhere
	Cause   string    `json:"cause,omitzero"`   // the id of that event
}

// Moment is the moment of something that the event has led to now.
func (req *Request) Moment(now time.Time) Moment {
	return Moment{At: now, Said: req.Event.Said, Service: req.Event.Room.Service(), Cause: req.Event.ID}
}

// Unaware reports whether the event is a text heard again after a start or a gap whose author said it before something
// came about. It may have been refused then, and would by now do what its author never meant.
func (req *Request) Unaware(of Moment) bool {
	e := req.Event
	switch {
	case e.Reread.IsZero():
		return false
	case of.Service != e.Room.Service() || of.Said.IsZero(): // it has no time of this service
		return !of.At.Before(e.Reread)
	case !e.Said.Equal(of.Said):
		return e.Said.Before(of.Said)
	}
	return number(e.ID) <= number(of.Cause)
}

// number is that at the end of an event's id, by which a service counts; 0 if there is none.
func number(id string) uint64 {
	before := strings.LastIndexFunc(id, func(r rune) bool { return r < '0' || r > '9' })
	n, _ := strconv.ParseUint(id[before+1:], 10, 64) // 0, with an error
	return n
}

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
