// Package router handles the events of adapters: it makes a Request of an event, finds the command that is meant, runs
// it, and sends the Result. It also keeps open questions, completes typed text, and shows boards again that may have
// been missed.
package router

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode"

	"tabuleiro/bot/account"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/cache"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/command"
	"tabuleiro/bot/exercise"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/intent"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/notify"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/show"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Config has the parts of a Router. All fields are required.
type Config struct {
	Archive   *archive.Archive
	Notifier  *notify.Notifier
	Now       func() time.Time
	GuideFor  func(view.Preferences, chat.Event) guide.Guide // makes the guide for the author of an event
	Languages view.Languages
	Reader    *intent.Reader // classifies sentences
	Meter     *meter.Meter
	Log       *slog.Logger

	// Act reads a text as a command on the room's tournament or ladder: see club.Club.Act.
	Act func(*request.Request) (name, act string, is bool)

	// the handlers of the commands
	Players    matches.Players
	Moves      matches.Moves
	Exercises  exercise.Exercises
	Viewer     *show.Viewer
	Settings   account.Settings
	Blocks     *people.Blocklists
	Standings  account.Standings
	Records    *account.Records
	Status     request.Command
	Tournament request.Command
	Ladder     request.Command
}

// Router handles the events that adapters receive. It is a chat.Handler.
type Router struct {
	Config
	Commands map[string]request.Command // by the names of command.Table, and answers to sentences: see intent.IsAnswer
	shown    *cache.LRU[chat.Room, request.BoardShown]
}

// New makes a router.
func New(config Config) *Router {
	c := &Router{Config: config, shown: cache.New[chat.Room, request.BoardShown](matches.Drafting, matches.AMoment)}
	c.Commands = c.commands()
	return c
}

// Send answers an event with a message, and returns its ref or "". A failure is only logged: the author can ask again.
func (c *Router) Send(ctx context.Context, e chat.Event, m chat.Message) chat.Ref {
	a := c.Players.Services.Adapter(e.Room.Service())
	if a == nil {
		return ""
	}
	m, err := c.Players.Registry.Local(ctx, e.Room, m)
	c.Archive.Warn(err, "accounts cannot be looked up")
	m.Answers, m.Once = e.Reply, answerName(e, m)
	done := c.Meter.Speaks(a.Name(), meter.Answer)
	ref, err := a.Send(ctx, e.Room, m)
	done(err)
	c.Archive.Warn(err, "answer not sent", "room", e.Room)
	return ref
}

// answerName returns the idempotency key of an answer, "" if the event has no id. Another process that answers the
// event again gets the same key.
func answerName(e chat.Event, m chat.Message) string {
	if e.ID == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(e.ID + "\n" + chat.PlainText(m.Text)))
	return hex.EncodeToString(sum[:8])
}

// outage is how long Hear waits for its context to end after the store was lost.
const outage = 8 * time.Second

// Hear handles one event; it completes even if the context ends meanwhile. If the store is lost it waits for the
// context to end, so that the next process handles the event, and apologizes after outage.
func (c *Router) Hear(ctx context.Context, e chat.Event) {
	defer c.Meter.Heard(e.Room.Service())()
	ended := ctx.Done()
	ctx = context.WithoutCancel(ctx)
	voice := c.Languages.Voice(nil, e.Locale)
	trouble := func() { c.Send(ctx, e, chat.Message{Text: voice.Say("trouble")}) }
	defer func() {
		if p := recover(); p != nil {
			c.Meter.Panicked()
			c.Log.Error("panic while answering", "event", e.ID, "room", e.Room, "panic", p, "stack", string(debug.Stack()))
			trouble()
		}
	}()
	req := c.newRequest(ctx, e)
	voice = req.Guide.Voice
	if e.Private { // messages arrive there again
		c.inPlay(ctx, e.Room, func(id string) bool { return c.Players.Opened(ctx, id, e.Room) })
	}
	if !e.Tap {
		c.Moves.Drafts.Hear(req.Author.ID)
	}
	h, err := c.answer(req)
	switch no, ok := errors.AsType[request.Refused](err); {
	case ok:
		h.Result = no.Result
	case errors.Is(err, storage.ErrLost), errors.Is(err, storage.ErrAway):
		c.Log.Error("the outcome of an event cannot be stored", "event", e.ID, "room", e.Room, "error", err)
		select {
		case <-ended:
			return
		case <-time.After(outage):
			trouble()
		}
	case err != nil && !errors.Is(err, request.ErrNothing):
		c.Log.Error("answer", "event", e.ID, "room", e.Room, "error", err)
		trouble()
	}
	if h.Result == nil {
		h.Result = request.Say()
	}
	if h.Question == nil { // else the next event may answer it, and must wait
		change.Decided(req)
	}
	c.tell(req, h)
}

// tell sends the result of a request, and updates the open question and the board with buttons.
func (c *Router) tell(req *request.Request, h *messageHandler) {
	if h.Board != nil && len(h.Messages) == 1 { // an open challenge has its links and codes again
		c.Notifier.AddInvitations(&h.Messages[0], req.Room, h.Board, req.Event.Room)
	}
	replaceQuestion(req, h)
	var said []chat.Ref
	for _, m := range h.Messages {
		said = append(said, c.Send(req.Ctx, req.Event, m))
	}
	c.Archive.Warn(c.keepQuestion(req, h, said), "a question cannot be stored; only its buttons answer it",
		"event", req.Event.ID, "room", req.Event.Room)
	if h.closed != nil && !slices.Contains(said, h.closed.Own) { // else the answer has replaced that message
		c.Notifier.Overtake(req.Ctx, req.Event.Room, h.closed.Own, h.closed.DeleteWhenClosed)
	}
	if len(said) != 1 || said[0] == "" || h.Messages[0].Private || req.Event.Hidden {
		return
	}
	if h.Board != nil {
		c.Notifier.NoteReshown(h.Board, req.Event.Room, said[0])
	}
}

// newRequest makes the request of an event: it cleans the texts and finds the author, preferences and language.
func (c *Router) newRequest(ctx context.Context, e chat.Event) *request.Request {
	req := request.New(ctx, e)
	req.Unknown = c.Players.Registry.Hear(ctx, &req.Event)
	req.Event.From = view.Clean(req.Event.From)
	req.Event.Text = speech.Clean(e.Text, request.LongestText)
	req.Board = c.Moves.Find.Board(ctx, req.Event)
	req.Author = match.Player{ID: req.Event.From.ID, Handle: req.Event.From.Handle, Name: req.Event.From.Name}
	nested := slices.DeleteFunc([]chat.Room{e.Room, e.Around, e.Server}, func(r chat.Room) bool { return r == "" })
	for i := 1; i < len(nested); i++ {
		c.Archive.Warn(c.Archive.NestUnder(ctx, nested[i-1], nested[i]), "the settings of the enclosing room cannot be copied",
			"room", nested[i-1])
	}
	if _, ok := c.Languages.Book.In(e.Spoken); ok && e.Spoken != "" {
		req.Event.Locale = e.Spoken
	}
	req.Shown, _ = c.shown.Get(e.Room)
	c.shown.Remove(e.Room)
	req.Guide = c.GuideFor(c.Archive.Preferences(ctx, req.Owner()), req.Event)
	req.Guide.Reader = req.Author
	req.Room = req.Guide.Voice
	return req.InOwn(c.Archive)
}

// routes are tried in order until one takes the event. takeAnswer only turns an answer to an open question into the
// press of its button, and lets a later route take that.
var routes = []func(*Router, *messageHandler) (taken bool, err error){
	(*Router).takeFile, (*Router).takeRepeated, (*Router).takeSurplus, (*Router).takeNameless, (*Router).takeAnswer,
	(*Router).takeCommand, (*Router).takeMove, (*Router).takeExercise, (*Router).takeConsent, (*Router).takeWords,
}

// messageHandler is an event being routed, with its result.
type messageHandler struct {
	*request.Result
	req    *request.Request  // as the routes have completed it
	closed *request.Question // the open question, if the event answers or leaves it; nil if none
}

// answer passes the event to the first route that takes it.
func (c *Router) answer(req *request.Request) (*messageHandler, error) {
	h := &messageHandler{req: req}
	for _, take := range routes {
		taken, err := take(c, h)
		if taken || err != nil {
			c.closeQuestion(h, err)
			return h, err
		}
	}
	return h, nil
}

// takeSurplus takes texts to the bot from authors who exceed the rate limit.
func (c *Router) takeSurplus(h *messageHandler) (taken bool, err error) {
	if _, _, command := h.req.Command(); command || h.req.Event.Addressed {
		err = c.Moves.Paces.Allow(h.req, c.Now())
	}
	return err != nil, err
}

// takeNameless takes events of anonymous authors, except for commands open to them.
func (c *Router) takeNameless(h *messageHandler) (taken bool, err error) {
	name, _, is := h.req.Command()
	switch {
	case h.req.Author.ID != "" || command.Named(name).Anonymous:
		return false, nil
	case h.req.SaidToBot() || is && name != "":
		return true, h.req.Refuse(h.req.PerService("nameless"))
	}
	return true, nil
}

// takeFile takes events without text, and those whose author or file could not be read.
func (c *Router) takeFile(h *messageHandler) (taken bool, err error) {
	file := h.req.Event.File
	switch {
	case h.req.Unknown != nil:
		return true, h.req.Unknown
	case file != nil && file.Lost != nil:
		return true, matches.Lost(h.req, file)
	case h.req.Event.Text == "" && file != nil && h.req.SaidToBot() && h.req.Author.ID != "":
		h.Result, err = c.Commands["import"](h.req, "")
		return true, err
	}
	return h.req.Event.Text == "", nil
}

// takeCommand takes slash commands and pressed buttons.
func (c *Router) takeCommand(h *messageHandler) (taken bool, err error) {
	if !h.req.Event.Tap && !strings.HasPrefix(h.req.Event.Text, "/") {
		return false, nil
	}
	name, rest, ok := h.req.Command()
	switch {
	case !ok && h.req.Event.Tap:
		return true, h.req.Refuse("old-board") // the text of a button is always a command
	case !ok && (!h.req.Event.Addressed || h.req.Event.Shared): // a slash alone, perhaps for another bot
		return true, nil
	case !ok:
		name = "help"
	case name == "":
		of, act, is := c.Act(h.req) // "/join"
		if !is {
			h.Result, err = c.unknownCommand(h.req, rest)
			return true, err
		}
		h.req, name, rest = asCommand(h.req, of, act), of, act
	}
	return true, c.run(h, name, rest)
}

// commandLanguage returns the language of the command word that a text begins with: the author's, unless that language
// has no such word.
func commandLanguage(req *request.Request, name string) string {
	word, _, _ := strings.Cut(strings.TrimPrefix(req.Event.Text, "/"), " ")
	own := req.Guide.Voice.Language
	for _, language := range append([]string{own}, speech.Languages...) {
		if v, _ := req.Guide.Languages.Book.In(language); slices.Contains(v.Words(name), strings.ToLower(word)) {
			return language
		}
	}
	return own
}

// run runs a command that was typed, pressed or derived from words. If its words were not understood, it may read the
// text as a sentence instead.
func (c *Router) run(h *messageHandler, name, rest string) (err error) {
	if !h.req.Meant {
		h.req = c.inLanguage(h.req, commandLanguage(h.req, name))
	}
	h.Result, err = c.command(h.req, name, rest)
	if h.req.Event.Tap || h.req.Meant {
		return err
	}
	if answer, other, failed := c.again(h.req, name, rest, err); other {
		h.Result, err = answer, failed
	}
	return err
}

// takeMove takes text in the form of a move in a match that the author plays here, legal or not, with or without polite
// words.
func (c *Router) takeMove(h *messageHandler) (taken bool, err error) {
	req := h.req
	text, asked, is := c.move(req)
	if !is {
		return false, nil
	}
	if h.Result, taken, err = c.Exercises.Hears(req, text, false); taken || err != nil {
		return true, err
	}
	h.Result, err = c.Moves.Move(req.With(func(said *request.Request) { said.Meant = asked }), text, false)
	return true, err
}

// move returns the move that a text contains, without polite words after it: "11-15 good luck". It is to be asked about
// if others are before or in it, as in "I play 11-15", except for the command's word alone. A move in numbers or names
// of squares may be illegal; one in words, such as "roll", must be legal.
func (c *Router) move(req *request.Request) (move string, asked, is bool) {
	text, book := req.Event.Text, req.Guide.Languages.Book
	numbers := strings.ContainsFunc(text, unicode.IsDigit)
	if numbers && c.Moves.IsMoveHere(req, text) || c.Moves.IsDiceMove(req) {
		return text, false, true
	}
	words := strings.Fields(text)
	first, _, _ := strings.Cut(text, " ")
	asked = book.Command(first) != "move"
	for len(words) > 0 && isPolite(req, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	said := func() string { return strings.TrimRight(strings.Join(words, " "), ",;.!") }
	if !numbers || !req.Event.Addressed || c.Moves.IsMoveHere(req, said()) {
		return said(), false, numbers && req.Event.Addressed
	}
	for len(words) > 0 && isPolite(req, words[0]) {
		words = words[1:]
	}
	words = slices.DeleteFunc(words, func(w string) bool {
		return book.Meaning("beside-move", w) || c.played(req, w) != nil
	})
	_, sized := speech.BoardSize(said()) // "jogar 8x8"
	return said(), asked, !sized && len(c.Reader.Games(said())) == 0 && c.Moves.IsMoveHere(req, said())
}

// isPolite reports whether a word is a polite one, or one of moving, which may follow anything.
func isPolite(req *request.Request, word string) bool {
	book, w := req.Guide.Languages.Book, strings.Join(speech.Words(word), "")
	return w == "" || book.Meaning("beside-kind", w) || book.Meaning("beside-move", w) || book.Means("thanks", w) ||
		book.Means("small-talk", w)
}

// takeExercise takes answers to a lesson or puzzle, and words that ask for the next one.
func (c *Router) takeExercise(h *messageHandler) (taken bool, err error) {
	req := h.req
	name, rest := c.Exercises.GoesOn(req)
	_, _, command := req.Command()
	if name == "" && command && !c.Exercises.Expects(req) {
		return false, nil
	}
	if name != "" {
		h.req = asCommand(req, name, rest)
		return true, c.run(h, name, rest)
	}
	h.Result, taken, err = c.Exercises.Hears(req, req.Event.Text, false)
	return taken, err
}

// takeConsent takes a yes or no to a challenge, an offer or a double that awaits the author.
func (c *Router) takeConsent(h *messageHandler) (taken bool, err error) {
	h.Result, taken, err = c.Players.AnswerInWords(h.req)
	return taken, err
}

// takeWords takes all other texts: commands without a slash, and sentences.
func (c *Router) takeWords(h *messageHandler) (taken bool, err error) {
	name, rest, ok := "", "", false
	h.req, name, rest, ok = c.commandInWords(h.req)
	switch {
	case !ok:
		h.Result, err = c.text(h.req)
	case name == "play" && !h.req.Meant && len(c.Reader.Games(rest)) > 0 && c.played(h.req, "") != nil:
		h.Result, err = c.askAnother(h.req, rest)
	default:
		err = c.run(h, name, rest)
	}
	return true, err
}

// commandInWords returns the command that a text without a slash is, and the request for it. If the text is a sentence
// that only begins with a command word and clearly means another command, it returns that one.
func (c *Router) commandInWords(req *request.Request) (said *request.Request, name, rest string, ok bool) {
	if name, rest, ok = c.contestCommand(req); ok {
		return asCommand(req, name, rest), name, rest, true
	}
	name, rest, ok = req.Command()
	wished := wish(req)
	switch {
	case ok:
	case wished != "":
		return asCommand(req, wished, ""), wished, "", true
	case change.IsWord(req):
		name, rest, ok = "dice", req.Event.Text, true
	}
	if !ok || speech.Asks(req.Event.Text) && intent.OnlyAsked(strings.TrimSpace(name+" "+rest)) {
		return req, "", "", false
	}
	if !req.NamesLanguage() && name != "help" && !areArguments(req, name, rest) && c.isSentence(req, req.Event.Text) {
		if w := c.intentOf(req, req.Event.Text); w.way == intent.Do && w.name != name {
			return asCommand(w.req, w.name, w.rest), w.name, w.rest, true
		}
	}
	return req, name, rest, true
}

// wish returns the command whose word is in a text to the bot with nothing but words of offering or wishing around it:
// "I offer a draw"; "" if there is none.
func wish(req *request.Request) (name string) {
	book, text := req.Guide.Languages.Book, req.Event.Text
	if !req.SaidToBot() || book.Wonders(text) {
		return ""
	}
	for _, w := range speech.Words(text) {
		switch of := book.Command(w); {
		case book.Means("yes", w), book.Means("no", w), book.Meaning("intent-not", w):
			return ""
		case name == "" && command.Named(of).Binding:
			name = of
		case !book.Meaning("beside-offer", w) && !book.Meaning("intent-this", w):
			return ""
		}
	}
	return name
}

// areArguments reports whether all words after a command are of a kind that it takes: it is no sentence.
func areArguments(req *request.Request, name, rest string) bool {
	of := command.Named(name)
	return !slices.ContainsFunc(strings.Fields(req.Guide.JoinNames(rest)), func(word string) bool {
		means := func(key string) bool { return req.Guide.Languages.Book.Meaning(key, word) }
		given := slices.ContainsFunc(of.Args, func(a command.Arg) bool { return slices.ContainsFunc(a.Values, means) })
		game := of.Takes(command.Games) && req.Guide.Game(word) != nil
		return !given && !game && !strings.ContainsAny(word, "#@=0123456789")
	})
}

// contestCommand returns the command that a text is for the room's tournament or ladder; the text of a position is the
// command "analyse".
func (c *Router) contestCommand(req *request.Request) (name, rest string, is bool) {
	if name, rest, is = c.Act(req); is {
		return name, rest, is
	}
	return "analyse", req.Event.Text, req.Event.Addressed && show.IsPosition(req.Guide.Games, req.Event.Text)
}

// text handles text that is no command: a sentence, or talk.
func (c *Router) text(req *request.Request) (*request.Result, error) {
	if answer, ok := matches.TalksOn(req); ok {
		return answer, nil
	}
	if c.Moves.IsScoreTalk(req) {
		return nil, nil
	}
	if c.isSentence(req, req.Event.Text) {
		w := c.intentOf(req, req.Event.Text)
		if answer, understood, err := c.grant(w); understood {
			return answer, err
		}
		if answer, err := c.Exercises.Explains(req); answer != nil || err != nil {
			return answer, err
		}
		req = w.req
	}
	return c.Moves.Move(req, req.Event.Text, false)
}

// command runs a command.
func (c *Router) command(req *request.Request, name, rest string) (*request.Result, error) {
	if foreign(req, name, rest) {
		return nil, req.Refuse("not-your-menu", speech.Text("Command", req.Guide.Voice.Typed(name)))
	}
	if of, what, is := c.aboutLast(req, name, rest); is {
		req, name, rest = asCommand(req, of, what), of, what
	}
	if name != "import" { // its text may be a whole file
		rest = req.Guide.JoinNames(rest)
	}
	// the language is needed for later announcements, as Discord tells none with typed text
	if req.Event.Private && req.Author.ID != "" && !intent.IsAnswer(name) {
		if err := c.Players.Find.KeepLanguage(req); err != nil {
			return nil, err
		}
	}
	if !req.Event.Tap || req.IsOwnMenu() || !command.Named(name).Personal {
		return c.Commands[name](req, rest)
	}
	// The button is under a board or a greeting for everybody. That message stays, and the answer is sent below it
	// unless it is a board itself.
	answer, err := c.Commands[name](req.Staying(), rest)
	if answer != nil && answer.Board == nil {
		for i := range answer.Messages {
			answer.Messages[i].Instead = false
		}
	}
	return answer, err
}

// takeRepeated takes an event whose outcome is stored in a match already. It only announces the match where that has
// not been done yet.
func (c *Router) takeRepeated(h *messageHandler) (taken bool, err error) {
	req := h.req
	if req.Event.ID == "" {
		return false, nil
	}
	heads, err := c.Archive.Find(req.Ctx, storage.Query{IdempotencyKey: req.Event.ID})
	for _, head := range heads {
		events, err := c.Archive.Events(req.Ctx, head.ID)
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(events, func(e match.Event) bool {
			return e.IdempotencyKey == req.Event.ID && c.Now().Sub(e.At) < request.RedeliveryWindow
		}) {
			c.Log.Info("heard again", "event", req.Event.ID, "match", head.ID)
			c.Notifier.Notify(req.Ctx, head.ID, req.Origin())
			return true, nil
		}
	}
	return false, err
}

// unknownCommand answers a slash before a word that is no command.
func (c *Router) unknownCommand(req *request.Request, word string) (*request.Result, error) {
	switch {
	case (req.Event.Addressed || req.Guide.Caps.Talk) && c.Moves.IsMoveHere(req, req.Event.Text[1:]):
		return c.Moves.Move(req, req.Event.Text[1:], false) // a move typed like a command
	case !req.Event.Addressed || req.Event.Shared:
		return nil, nil
	}
	w := c.intentOf(req, req.Event.Text[1:])
	if w.way != intent.Do { // without its arguments
		w = c.intentOf(req, word)
	}
	if right := misspelt(req, word); w.way != intent.Do && right != "" {
		_, rest, _ := strings.Cut(req.Event.Text, " ")
		return req.DidYouMean(strings.TrimSpace("/"+right+" "+rest), ""), nil
	}
	if answer, understood, err := c.grant(w); understood {
		return answer, err
	}
	return nil, req.Refuse("unknown-command", speech.Text("Command", word))
}

// misspelt returns the command's word from which a word differs by one slip, preferably in the author's language; "" if
// there is none.
func misspelt(req *request.Request, word string) string {
	for _, language := range append([]string{req.Guide.Voice.Language}, speech.Languages...) {
		voice, _ := req.Guide.Languages.Book.In(language)
		for _, c := range command.Public() {
			for _, right := range voice.Words(c.Name) {
				if speech.IsSlip(speech.Fold(right), speech.Fold(word)) {
					return right
				}
			}
		}
	}
	return ""
}
