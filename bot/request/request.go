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

// ZoneOf returns the default time zone of a language.
func ZoneOf(v view.Voice) *time.Location {
	zone, err := time.LoadLocation(v.Text("usual-zone"))
	if err != nil {
		return time.UTC
	}
	return zone
}

// ZoneName names the time zone of the author, whose preferences are given.
func (req *Request) ZoneName(mine view.Preferences) string {
	return req.Guide.Settings().ZoneName(cmp.Or(mine.Location(), ZoneOf(req.Guide.Voice)))
}

// InOwn returns the request with private answers in the author's own language.
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

// Speaking returns the request with preferences that have just changed.
func (req *Request) Speaking(chosen view.Preferences) *Request {
	return req.With(func(r *Request) {
		r.Preferences = chosen
		r.Guide.Voice = r.Guide.Languages.Voice(chosen, r.Event.Locale)
		r.Room = r.Guide.Voice
	})
}

// RedeliveryWindow is how long an event can be delivered again. After that a service may reuse its id.
const RedeliveryWindow = 7 * 24 * time.Hour

// BoardShown is the board that was shown last in a room to somebody who came back. If it is lost a board is shown
// twice.
type BoardShown struct {
	Match string
	N     int // events of the match
}

// Sees reports whether the author has just been shown the board as it is: coming back and asking for it are one event
// where a service says "/start" for somebody who unblocks the bot.
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

// scoreForm matches the score of a game as people write it: 2-1, 1:0, 3 x 2.
var scoreForm = regexp.MustCompile(`^[0-9] *[-:x] *[0-9][ !?.,]*$`)

// Score reports whether a text is all that was said, without a command, and looks like a score: that is talk, and
// answered only where it is a legal move of its author, or would be one if no other had to be played and it is said to
// the bot itself.
func (req *Request) Score(text string) bool {
	plain, _ := engine.Normalize(text)
	return text == req.Event.Text && scoreForm.MatchString(plain)
}

// Typed returns a fact with what is typed for a command.
func (req *Request) Typed(fact, command string) speech.Fact {
	return speech.Text(fact, req.Guide.Voice.Typed(command))
}

// Direct reports whether the text was said to the bot itself, and not under one of its boards in a group, where people
// also talk about the game. Then it gets an answer even if it is neither a command nor a move.
func (req *Request) Direct() bool {
	return req.Event.Addressed && (req.PlaysBot() || req.Event.Quoted == "" && req.Board == "")
}

// PlaysBot reports whether the bot is the opponent unless another is named, since nobody else is in the room.
func (req *Request) PlaysBot() bool { return req.Event.Private || req.Guide.Caps.Together }

// Audience returns how a match is shown here: from the author's side where nobody else looks on.
func (req *Request) Audience(m *match.Match) view.Audience {
	own, a := engine.Nobody, req.Guide.Audience
	if req.Event.Private {
		own, a.Only = m.Side(req.Author.ID), req.Author.ID
	}
	a.Look = req.Preferences.BoardStyle(m, own)
	return a
}

// ForRoom is Audience in the language of the room.
func (req *Request) ForRoom(m *match.Match) view.Audience {
	a := req.Audience(m)
	a.Voice = req.Room
	return a
}

// RoomGuide returns the guide in the language of the room.
func (req *Request) RoomGuide() guide.Guide {
	g := req.Guide
	g.Voice = req.Room
	return g
}

// Owner returns whose preferences count here.
func (req *Request) Owner() archive.Owner {
	if req.Event.Private {
		return archive.OfPerson(req.Author.ID)
	}
	return archive.OfRoom(req.Event.Room)
}

// Origin returns the event as the reason of a notification.
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

// NamesLanguage reports whether the whole text is the name of a language, even if a game has that name, too.
func (req *Request) NamesLanguage() bool {
	word := strings.Trim(req.Event.Text, " .!¡")
	_, is := req.Guide.Settings().ValueIn(language, word)
	return is && len(word) > 3
}

// conditional reports whether a word that means yes means if, as it does before moves: "/si 21-17 12-16". Without a
// slash a single move may be one that is played with a yes.
func (req *Request) conditional(word, more string, slash bool) bool {
	moves := strings.Fields(more)
	return (slash || len(moves) > 1) && len(moves) > 0 && moves[0][0] != '@' &&
		strings.ContainsAny(moves[0], "0123456789") &&
		req.Guide.Languages.Book.Means("if", word)
}

// Command splits a text into a command and what follows: it begins with a slash or, said to the bot itself or alone
// under a board, with a word for a command. The name is "" for an unknown word behind a slash, which is then rest.
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

// parseCommand returns the command that a word names, and what follows; without a slash it may be talk.
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

// PerService returns the key of a sentence for the author's service, "nameless-terminal" say, if there is one.
func (req *Request) PerService(key string) string {
	if own := key + "-" + req.Event.Room.Service(); req.Guide.Voice.Has(own) {
		return own
	}
	return key
}

// LimitKey returns whose limit counts. Those in a room who hide their names share one.
func (req *Request) LimitKey() string { return cmp.Or(req.Author.ID, string(req.Event.Room)) }

// LongestText bounds a text, in characters.
const LongestText = 1000

// New makes a request that knows nothing but the event.
func New(ctx context.Context, e chat.Event) *Request {
	return &Request{Ctx: ctx, Event: e, Account: e.From.ID, Device: e.Locale, readings: map[reading]read{}}
}

// With returns a changed copy of the request.
func (req *Request) With(change func(*Request)) *Request {
	changed := *req
	change(&changed)
	return &changed
}

// Staying returns the request in which the message with the pressed button stays.
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

// number returns the number at the end of an event's id, by which a service counts; 0 if there is none.
func number(id string) uint64 {
	before := strings.LastIndexFunc(id, func(r rune) bool { return r < '0' || r > '9' })
	n, _ := strconv.ParseUint(id[before+1:], 10, 64) // 0, with an error
	return n
}

// TakeAsked removes the id of the person who was asked from the text of a button, and refuses everybody else.
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

// Questioned reports whether the author has pressed a button under a question about a match, which unlike a board has
// no id.
func (req *Request) Questioned() bool {
	return req.Event.Tap && req.Event.Quoted != "" && req.Board == ""
}

// IsOwnMenu reports whether the author has pressed a button of their own menu. It is false if nobody is known to own
// it, and then the author gets another one.
func (req *Request) IsOwnMenu() bool {
	return req.Event.Tap && req.Board == "" &&
		(req.Event.Private || req.Event.Hidden || req.Event.Opener.ID == req.Author.ID)
}

// Question is what somebody has opened in a room and not closed: a question before something that cannot be undone, or
// what else may be done, in a message of its own. It is stored, so that the message can be removed after a restart; its
// buttons work without it.
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

// goesOn reports whether the author has pressed a button of the open question, in a message that is removed.
func (req *Request) goesOn() bool {
	return req.Event.Tap && req.Open != nil && req.Open.Goes && req.Open.Own != "" && req.Open.Own == req.Event.Pressed
}

// Asks returns a question whose buttons work for the author alone, so that nobody else ends a match by one. The author
// may also type the answer.
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

// Answer normalizes a text to a key of Question.Ways.
func Answer(text string) string { return strings.TrimRight(strings.TrimSpace(text), ".!") }
