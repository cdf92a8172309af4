// Package request defines Request, an event with its author, room and language, and Result, the answer to it. Commands
// are functions from a Request to a Result.
//
// A Request is never changed: With returns a changed copy. The package also finds out from the text alone which command
// it is, which match it names and which question it answers.
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

// InOwn returns the request with answers in the author's own language, where only the author sees them.
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

// Speaking returns the request with new preferences of the room, and the language that follows from them.
func (req *Request) Speaking(chosen view.Preferences) *Request {
	return req.With(func(r *Request) {
		r.Guide.Voice = r.Guide.Languages.Voice(chosen, r.Event.Locale)
		r.Room = r.Guide.Voice
	})
}

// RedeliveryWindow is how long an event can be delivered again. After that a service may reuse its id.
const RedeliveryWindow = 7 * 24 * time.Hour

// BoardShown is the board that Router.ShowAgain has last shown in a room. It is only cached: if it is lost, a board is
// shown twice.
type BoardShown struct {
	Match string
	N     int // events of the match
}

// Sees reports whether the author has just been shown the current board. Telegram, for example, sends "/start" when
// somebody unblocks the bot, which would show it again.
func (req *Request) Sees(m *match.Match) bool { return req.Shown.Match == m.ID && req.Shown.N == m.N }

// Request is an event being handled, with its author and how to speak to them. It is immutable: With returns a changed
// copy, and methods depend only on the request and their arguments.
type Request struct {
	Ctx      context.Context
	Event    chat.Event // with its texts cleaned
	Author   match.Player
	Account  string           // the author's account at the service
	Device   string           // language of the author's device
	Unknown  error            // why the owner of the account could not be looked up; nil if known
	Board    string           // the match whose board the event answers, "" if it answers none
	Guide    guide.Guide      // in the language for the author: their own where only they see it
	Room     view.Voice       // the voice for everybody in the room, with the preferences that apply there
	Stays    bool             // keep the message whose button was pressed
	Menu     bool             // the event completes what a menu was opened for
	Open     *Question        // the author's question that was open before the event; nil if none
	Shown    BoardShown       // the board reshown just before the event; zero if none
	Meant    bool             // the text is a command derived from a sentence, or a move from among other words
	Trial    bool             // only find out whether the command would be refused: change nothing
	readings map[reading]read // cache of Read
}

// scoreForm matches the score of a game as people write it: 2-1, 1:0, 3 x 2.
var scoreForm = regexp.MustCompile(`^[0-9] *[-:x] *[0-9][ !?.,]*$`)

// Score reports whether the whole text of the event looks like the score of a game. That is talk, unless it is a legal
// move of the author, or was said to the bot by a player.
func (req *Request) Score(text string) bool {
	plain, _ := engine.Normalize(text)
	return text == req.Event.Text && scoreForm.MatchString(plain)
}

// Typed returns a fact with the word for a command as it is typed in the author's language.
func (req *Request) Typed(fact, command string) speech.Fact {
	return speech.Text(fact, req.Guide.Voice.Typed(command))
}

// SaidToBot reports whether the text was said to the bot itself: in a private chat, in a terminal, or addressed to it in a
// group, without a reply to one of its messages, under which people also talk about the game, or Meant. A direct text
// gets an answer even if it is neither a command nor a move.
func (req *Request) SaidToBot() bool {
	return req.Event.Addressed && (req.Meant || req.PlaysBot() || req.Event.Quoted == "" && req.Board == "")
}

// PlaysBot reports whether the bot is the opponent when none is named, as in private chats and in a terminal.
func (req *Request) PlaysBot() bool { return req.Event.Private || req.Guide.Caps.Together }

// Audience returns how a match is shown to the author: in a private chat, from the author's side.
func (req *Request) Audience(m *match.Match) view.Audience {
	a := req.Guide.Audience
	if !req.Event.Private {
		return a.Facing(m, engine.Nobody)
	}
	a.Only = req.Author.ID
	return a.Facing(m, m.Side(a.Only))
}

// ForRoom is like Audience in the language of the room.
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

// Owner returns the owner of the preferences that apply here: the person in a private chat, else the room.
func (req *Request) Owner() archive.Owner {
	if req.Event.Private {
		return archive.OfPerson(req.Author.ID)
	}
	return archive.OfRoom(req.Event.Room)
}

// Origin describes the event as the cause of a notification.
func (req *Request) Origin() notify.Origin {
	is := notify.Origin{Room: req.Event.Room, Locale: req.Event.Locale, Reply: req.Event.Reply, Pressed: req.Event.Pressed}
	if !req.continuesQuestion() { // else the pressed message is removed in any case
		is.Menu = req.Menu && req.IsOwnMenu() && !req.Event.Hidden
		is.Button = req.Event.Tap && !req.Event.Hidden && !req.Stays
		is.Asked = req.Questioned() && !req.Stays
	}
	return is
}

var language = view.ChoiceNamed("language")

// NamesLanguage reports whether the whole text is the name of a language. That has precedence over games of the same
// name.
func (req *Request) NamesLanguage() bool {
	word := strings.Trim(req.Event.Text, " .!¡")
	_, is := req.Guide.Settings().ValueIn(language, word)
	return is && len(word) > 3
}

// conditional reports whether a word that may mean "yes" or "if" means "if", as it does before moves: "/si 21-17
// 12-16". Without a slash it takes two moves, as one may follow a yes.
func (req *Request) conditional(word, more string, slash bool) bool {
	moves := strings.Fields(more)
	return (slash || len(moves) > 1) && len(moves) > 0 && moves[0][0] != '@' &&
		strings.ContainsAny(moves[0], "0123456789") &&
		req.Guide.Languages.Book.Means("if", word)
}

// Command splits a text into a command and its arguments: it begins with a slash or, if said to the bot itself or in
// reply to a board, with a command word. For an unknown word after a slash the name is "" and rest is that word.
func (req *Request) Command() (name, rest string, ok bool) {
	text := req.Event.Text
	word, rest, _ := strings.Cut(text, " ")
	word, slash := strings.CutPrefix(word, "/")
	word, _, _ = strings.Cut(word, "@") // the address in /help@tabuleiro is the adapter's to check
	_, more := Named(rest)
	if word == "" || !slash && !req.SaidToBot() && (!req.Event.Addressed || more != "") {
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

// parseCommand returns the command that a word names, and its arguments. Without a slash the text may be talk, and ok
// is false.
func (req *Request) parseCommand(name, word, rest string, slash bool) (string, string, bool) {
	_, more := Named(rest)
	book := req.Guide.Languages.Book
	if name == "accept" && req.conditional(word, more, slash) {
		return "if", rest, true
	}
	bare := book.Means("yes", word) || book.Means("no", word)
	if !slash && (more != "" && (bare || name == "start") || bare && !req.SaidToBot()) {
		return "", "", false // so people talk
	}
	return name, rest, true
}

// PerService returns the variant of a sentence's key for the author's service, such as "nameless-terminal", if there is
// one, else the key.
func (req *Request) PerService(key string) string {
	if own := key + "-" + req.Event.Room.Service(); req.Guide.Voice.Has(own) {
		return own
	}
	return key
}

// LimitKey returns the key of the author's rate limit. Anonymous people of a room share one.
func (req *Request) LimitKey() string { return cmp.Or(req.Author.ID, string(req.Event.Room)) }

// LongestText bounds a text, in characters.
const LongestText = 1000

// New makes a request with nothing but its event.
func New(ctx context.Context, e chat.Event) *Request {
	return &Request{Ctx: ctx, Event: e, Account: e.From.ID, Device: e.Locale, readings: map[reading]read{}}
}

// With returns a changed copy of the request.
func (req *Request) With(change func(*Request)) *Request {
	changed := *req
	change(&changed)
	return &changed
}

// Staying returns the request with Stays set.
func (req *Request) Staying() *Request { return req.With(func(r *Request) { r.Stays = true }) }

// Moment is a time by two clocks: when something happened here, and when the text that caused it was sent.
type Moment struct {
	At time.Time `json:"at,omitzero"` // by the clock of this program
	// when its cause was sent, by the clock of the service; zero if unknown
	Said    time.Time `json:"said,omitzero"`
	Service string    `json:"service,omitzero"` // of the cause; "" if there is none
	Cause   string    `json:"cause,omitzero"`   // id of the event that caused it
}

// Moment returns the Moment of something that the event causes now.
func (req *Request) Moment(now time.Time) Moment {
	return Moment{At: now, Said: req.Event.Said, Service: req.Event.Room.Service(), Cause: req.Event.ID}
}

// Unaware reports whether the event is a text fetched again after a restart or a gap, and was sent before something
// happened. Carrying it out may then do what its author never meant.
func (req *Request) Unaware(of Moment) bool {
	e := req.Event
	switch {
	case e.Reread.IsZero():
		return false
	case of.Service != e.Room.Service() || of.Said.IsZero(): // its time by this service is unknown
		return !of.At.Before(e.Reread)
	case !e.Said.Equal(of.Said):
		return e.Said.Before(of.Said)
	}
	return number(e.ID) <= number(of.Cause)
}

// number returns the sequence number at the end of an event's id, 0 if there is none.
func number(id string) uint64 {
	before := strings.LastIndexFunc(id, func(r rune) bool { return r < '0' || r > '9' })
	n, _ := strconv.ParseUint(id[before+1:], 10, 64) // 0, with an error
	return n
}

// TakeAsked removes the id of the person asked from the text of a button, and returns an error to everybody else who
// presses it.
func (req *Request) TakeAsked(command, text string) (rest string, err error) {
	rest, whose, found := strings.Cut(text, " ")
	switch {
	case found && whose == req.Author.ID: // pressed, or in a terminal by its letter
		return rest, nil
	case found && req.Event.Tap, strings.Contains(whose, ":"): // somebody else's button
		return text, req.Refuse("forget-other", req.Typed("Forget", command))
	}
	return text, nil
}

// Questioned reports whether the author has pressed a button under a question about a match. Unlike a board, the
// message of a question has no match id.
func (req *Request) Questioned() bool {
	return req.Event.Tap && req.Event.Quoted != "" && req.Board == ""
}

// IsOwnMenu reports whether the author has pressed a button of a menu that they opened. It is false if the opener is
// unknown; then the author gets a menu of their own.
func (req *Request) IsOwnMenu() bool {
	return req.Event.Tap && req.Board == "" &&
		(req.Event.Private || req.Event.Hidden || req.Event.Opener.ID == req.Author.ID)
}

// Question is a question to a person in a room that is still open: a confirmation, or a choice of what to do, in a
// message of its own. It is stored so that the message can be removed after a restart; its buttons work without it.
type Question struct {
	Text string `json:"text,omitempty"` // of the message; "" if words cannot answer it
	Yes  string `json:"yes,omitempty"`  // text of its yes button; "" if several buttons mean yes
	No   string `json:"no,omitempty"`   // text of its no button; "" if there is none

	Ways   map[string]string `json:"ways,omitempty"`   // texts of buttons by the words that stand for them
	Listed bool              `json:"listed,omitempty"` // the keys of Ways are positions in a list

	Moment // when it was asked

	Own              chat.Ref `json:"own,omitempty"`   // its message; "" if it cannot be changed
	ClearWhenLeft    bool     `json:"brief,omitempty"` // Own loses its buttons when the author turns to something else
	DeleteWhenClosed bool     `json:"goes,omitempty"`  // it was opened by a button; Own is deleted when it is closed
}

// continuesQuestion reports whether the author has pressed a button of the open question, in a message that is deleted
// when the question is closed.
func (req *Request) continuesQuestion() bool {
	q := req.Open
	return req.Event.Tap && q != nil && q.DeleteWhenClosed && q.Own != "" && q.Own == req.Event.Pressed
}

// Asks returns a message whose confirming buttons carry the author's id, so that nobody else can end a match with them.
// The author may also type the answer.
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
