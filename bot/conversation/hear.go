package conversation

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode"

	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/command"
	"tabuleiro/bot/intent"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/request"
	"tabuleiro/bot/show"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// outage is how long an event whose outcome cannot be stored waits for the end of a process that has lost its store.
const outage = 8 * time.Second

// Hear deals with one event. It finishes what it began even if the context ends meanwhile. An event at which the store is
// lost is left to the next process: Hear waits for the end of this one.
func (c *Conversation) Hear(ctx context.Context, e chat.Event) {
	defer c.Meter.Heard(e.Room.Service())()
	ended := ctx.Done()
	ctx = context.WithoutCancel(ctx)
	trouble := func() {
		voice := c.Languages.Voice(nil, e.Locale)
		c.Send(ctx, e, chat.Message{Text: voice.Say("trouble")})
	}
	defer func() {
		if p := recover(); p != nil {
			c.Meter.Panicked()
			c.Log.Error("panic while answering", "event", e.ID, "room", e.Room, "panic", p, "stack", string(debug.Stack()))
			trouble()
		}
	}()
	req := c.newRequest(ctx, e)
	trouble = func() { c.Send(ctx, e, chat.Message{Text: req.Guide.Voice.Say("trouble")}) }
	if e.Private {
		c.reached(ctx, e.Room)
	}
	if !e.Tap {
		c.Moves.Drafts.Hear(req.Author.ID)
	}
	o, err := c.answer(req)
	var no request.Refused
	switch {
	case errors.As(err, &no):
		o.Result = no.Result
	case errors.Is(err, storage.ErrLost), errors.Is(err, storage.ErrAway):
		c.Log.Error("the store does not take what comes of an event", "event", e.ID, "room", e.Room, "error", err)
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
	if o.Result == nil {
		o.Result = request.Say()
	}
	if o.Question == nil { // which the next event may answer
		change.Decided(req)
	}
	c.tell(req, o)
}

// outcome is what came of an event.
type outcome struct {
	*request.Result
	open *request.Question // what the author had open when the event came; nil: nothing
	left *request.Question // that, if the author has closed it by the event
	name string            // the command that it was, "" if none

	answered *request.Question // that, if the event answers it
}

// tell says what came of a request, and puts in order what that leaves behind.
func (c *Conversation) tell(req *request.Request, o outcome) {
	c.addWays(req, o.Result)
	goesOn(req, o)
	var said []chat.Ref
	for _, m := range o.Messages {
		said = append(said, c.Send(req.Ctx, req.Event, m))
	}
	if err := c.Questions.keep(req, o, said); err != nil {
		c.Log.Warn("the answer to a question can only be pressed", "event", req.Event.ID, "room", req.Event.Room, "error",
			err)
	}
	c.putInOrder(req.Ctx, req.Event.Room, o.left, said...)
	c.retirePast(req, o.Past)
	if len(said) != 1 || said[0] == "" || o.Messages[0].Private || req.Event.Hidden {
		return
	}
	if o.Board != nil {
		c.Speaker.ShownAgain(o.Board, req.Event.Room, said[0])
	}
	if o.Shown != nil {
		o.Shown(said[0])
	}
}

// addWays tells with a challenge that waits and is shown again how it can be accepted from elsewhere, as when it was
// made.
func (c *Conversation) addWays(req *request.Request, answer *request.Result) {
	m, a := answer.Board, c.Services.Adapter(req.Event.Room.Service())
	if m == nil || m.Status != match.Open || a == nil || len(answer.Messages) != 1 {
		return
	}
	head, err := c.Archive.Head(req.Ctx, m.ID)
	if err != nil {
		c.Log.Warn("how a challenge can be accepted is not told", "match", m.ID, "error", err)
		return
	}
	for _, p := range head.Places {
		if p.Room == string(req.Event.Room) {
			c.Speaker.AddWays(&answer.Messages[0], a, req.Room, m, p)
		}
	}
}

// retirePast takes the buttons off an earlier board when one was pressed: none of them counts any more.
func (c *Conversation) retirePast(req *request.Request, past *match.Match) {
	r, ok := c.Services.Adapter(req.Event.Room.Service()).(chat.Retirer)
	if !ok || past == nil || req.Event.Pressed == "" {
		return
	}
	head, err := c.Archive.Head(req.Ctx, past.ID)
	// it has become the present board
	present := func(p storage.Place) bool { return chat.Ref(p.Ref) == req.Event.Pressed }
	if err == nil && !slices.ContainsFunc(head.Places, present) {
		err = r.Retire(req.Ctx, req.Event.Room, req.Event.Pressed)
	}
	if err != nil {
		c.Log.Info("old buttons stay", "match", past.ID, "room", req.Event.Room, "error", err)
	}
}

// newRequest cleans the texts of an event, and finds out what counts where its author is.
func (c *Conversation) newRequest(ctx context.Context, e chat.Event) *request.Request {
	req := request.New(ctx, e)
	req.Unknown = c.Registry.Hear(ctx, &req.Event)
	req.Event.From = tell.Clean(req.Event.From)
	req.Event.Text = speech.Clean(e.Text, request.LongestText)
	req.Board = c.Moves.Find.Board(ctx, req.Event)
	req.Author = match.Player{ID: req.Event.From.ID, Handle: req.Event.From.Handle, Name: req.Event.From.Name}
	nested := slices.DeleteFunc([]chat.Room{e.Room, e.Around, e.Server}, func(r chat.Room) bool { return r == "" })
	for i := 1; i < len(nested); i++ {
		if err := c.Archive.NestUnder(ctx, nested[i-1], nested[i]); err != nil {
			c.Log.Warn("a room does not have the settings of the one around it", "room", nested[i-1], "error", err)
		}
	}
	if _, ok := c.Languages.Book.In(e.Spoken); ok && e.Spoken != "" {
		req.Event.Locale = e.Spoken
	}
	req.Shown = c.justShown(e.Room)
	req.Preferences = c.Archive.Preferences(ctx, req.Owner())
	req.Guide = c.GuideFor(req.Preferences, req.Event)
	req.Guide.Reader = req.Author
	req.Room = req.Guide.Voice
	return req.InOwn(c.Archive)
}

// answer finds out what is wanted and does it.
func (c *Conversation) answer(req *request.Request) (o outcome, err error) {
	file := req.Event.File
	switch {
	case req.Unknown != nil:
		return o, req.Unknown
	case file != nil && file.Lost != nil:
		return o, matches.Lost(req, file)
	case req.Event.Text == "" && file != nil && req.Direct() && req.Author.ID != "":
		o.Result, err = c.Commands["import"](req, "")
		return o, err
	case req.Event.Text == "":
		return o, nil
	}
	if repeated, err := c.repeated(req); repeated || err != nil {
		return o, err
	}
	heard := req
	defer func() { c.Questions.close(heard, &o, err) }()
	req, err = c.Questions.answer(req, &o)
	if err != nil {
		return o, err
	}
	if c.isMove(req) {
		o.Result, err = c.play(req)
		return o, err
	}
	name, rest, ok := req.Command()
	if !ok && (req.Event.Addressed || req.Board != "") && change.IsWord(req, req.Event.Text) {
		name, rest, ok = "dice", req.Event.Text, true
	}
	slash := strings.HasPrefix(req.Event.Text, "/")
	taught := !slash && c.Lessons.Expects(req)
	if ok && !slash && (taught || c.Moves.Expects(req) || speech.Asks(req.Event.Text) &&
		intent.OnlyAsked(strings.TrimSpace(name+" "+rest))) {
		ok = false
	}
	var guesses []intent.Meaning
	move, draw := c.beside(req, slash || taught || ok && name != "play")
	if move != "" {
		name, ok = "move", true
	} else if of, what := c.Lessons.GoesOn(req); of != "" {
		name, rest, ok = of, what, true
		req = saying(req, name, rest)
	} else if club, act, is := c.Act(req); is {
		name, rest, ok = club, act, true
		req = saying(req, name, rest)
	} else if id := c.goesAhead(req, slash || taught); id != "" {
		name, rest, ok = "accept", "#"+id, true
		req = saying(req, name, rest)
	} else if of, act, is := beginning(c, req); is && !slash && !taught {
		name, rest, ok = of, act, true
		req = saying(req, name, rest)
	} else if of, act, is := joins(c, req); is && !slash && !taught {
		name, rest, ok = of, act, true
		req = saying(req, name, rest)
	} else if text := req.Event.Text; !slash && req.Event.Addressed && show.IsPosition(req.Guide.Games, text) {
		name, rest, ok = "analyse", text, true
		req = saying(req, name, rest)
	} else if board := c.askedHere(req); board != "" {
		name, rest, ok = "board", board, true
		req = saying(req, name, rest)
	} else if !slash && !taught && !request.NamesLanguage(req) && (!ok || rest != "" || name == "play") &&
		c.plain(req, req.Event.Text) {
		var as *request.Request
		var meant, behind string
		// a command is typed so, too
		if as, meant, behind, guesses = c.meant(req, req.Event.Text); as != nil &&
			(!ok || guesses[0].Whole || meant == name && behind != "") {
			req, name, rest, ok = as, meant, behind, true
		}
	}
	if ok || req.Event.Addressed {
		if err := c.Paces.Pay(req, c.Now()); err != nil {
			o.answered = nil // the answer is not taken
			return o, err
		}
	}
	switch {
	case move != "":
		o.name = name
		o.Result, err = playBeside(c, req, move, draw)
	case !ok:
		o.Result, err = c.text(req, guesses)
	case name == "":
		o.Result, err = c.unknownCommand(req, rest)
	default:
		o.name = name
		left := rather(c, heard, name)
		o.Result, err = c.command(req, name, rest)
		if answer, other, failed := c.again(req, name, rest, err); other {
			o.Result, err = answer, failed
		}
		if left != nil && err == nil {
			o.Result = stillWaits(req, left, o.Result)
		}
		if about := o.about(heard); name == "tournament" && (len(guesses) > 0 || about != heard.Event.Text) && err == nil {
			o.Result = invited(c, req, about, rest, o.Result)
		}
	}
	return o, err
}

// isMove reports whether a text has the form of a move in a match that its author plays here, be it legal or not.
func (c *Conversation) isMove(req *request.Request) bool {
	text := req.Event.Text
	return !req.Event.Tap && !strings.HasPrefix(text, "/") && req.Author.ID != "" &&
		strings.ContainsFunc(text, unicode.IsDigit) && c.Moves.Played(req, text)
}

// play plays a move, in the lesson or the puzzle that was shown last if it is one there.
func (c *Conversation) play(req *request.Request) (*request.Result, error) {
	if req.Event.Addressed {
		if err := c.Paces.Pay(req, c.Now()); err != nil {
			return nil, err
		}
	}
	if answer, taken, err := c.Lessons.Hears(req, req.Event.Text, false); taken || err != nil {
		return answer, err
	}
	return c.Moves.Move(req, req.Event.Text, false)
}

// text deals with what is no command: an answer, a move, or talk that may mean something.
func (c *Conversation) text(req *request.Request, guesses []intent.Meaning) (*request.Result, error) {
	switch {
	case req.Author.ID == "" && req.Direct():
		return nil, req.Note(req.PerService("nameless"))
	case req.Author.ID == "":
		return nil, nil
	case req.Event.Tap:
		return nil, req.Note("old-board") // buttons say commands
	}
	if answer, ok, err := c.Players.Bare(req); ok || err != nil {
		return answer, err
	}
	if answer, ok := matches.TalksOn(req); ok {
		return answer, nil
	}
	if answer, taken, err := c.Lessons.Hears(req, req.Event.Text, false); taken || err != nil {
		return answer, err
	}
	if c.Moves.Talk(req) {
		return nil, nil
	}
	if matches.BareAnswer(req) {
		return c.bare(req)
	}
	if len(guesses) == 0 && c.plain(req, req.Event.Text) {
		if answer, err := c.Lessons.Explains(req); answer != nil || err != nil {
			return answer, err
		}
	}
	if answer, err := c.guess(req, guesses); answer != nil || err != nil {
		return answer, err
	}
	return c.Moves.Move(req, req.Event.Text, false)
}

// command carries a command out.
func (c *Conversation) command(req *request.Request, name, rest string) (*request.Result, error) {
	switch {
	case req.Author.ID == "" && !command.Named(name).Anonymous:
		return nil, req.Note(req.PerService("nameless"))
	case foreign(req, name, rest):
		return nil, req.Note("not-your-menu", speech.Text("Command", req.Guide.Voice.Typed(name)))
	}
	req, name, rest = aboutLast(c, req, name, rest)
	if slices.Contains(wordless, name) {
		return only(c, req, name, rest)
	}
	if err := c.Players.Quotas.Blocks.KeepHandle(req); err != nil {
		return nil, err
	}
	// from now on the person may be challenged, and Discord tells no language with what is typed
	if req.Event.Private && req.Author.ID != "" {
		if err := c.Players.Find.KeepLanguage(req); err != nil {
			return nil, err
		}
	}
	if !req.Event.Tap || req.Opened() || !command.Named(name).Personal {
		return c.Commands[name](req, rest)
	}
	// Under a board, or under what greets everybody: it stays, and the answer goes below it, if that is no board itself.
	answer, err := c.Commands[name](req.Staying(), rest)
	if answer != nil && answer.Board == nil {
		for i := range answer.Messages {
			answer.Messages[i].Instead = false
		}
	}
	return answer, err
}

// repeated tells whether an event was dealt with before. If what came of it has not been said here yet, the present
// state is the answer; otherwise the author has it already, and hearing it twice would only confuse.
func (c *Conversation) repeated(req *request.Request) (bool, error) {
	if req.Event.ID == "" {
		return false, nil
	}
	heads, err := c.Archive.Find(req.Ctx, storage.Query{Cause: req.Event.ID})
	if err != nil {
		return false, err
	}
	for _, h := range heads {
		events, err := c.Archive.Events(req.Ctx, h.ID)
		if err != nil {
			return false, err
		}
		lately := func(e match.Event) bool {
			return e.Cause == req.Event.ID && c.Now().Sub(e.At) < request.RedeliveryWindow
		}
		if !slices.ContainsFunc(events, lately) {
			continue
		}
		c.Log.Info("heard again", "event", req.Event.ID, "match", h.ID)
		c.Speaker.Say(req.Ctx, h.ID, req.Cause())
		return true, nil
	}
	return false, nil
}

// unknownCommand deals with a slash before a word that is no command.
func (c *Conversation) unknownCommand(req *request.Request, word string) (*request.Result, error) {
	switch {
	case (req.Event.Addressed || req.Guide.Caps.Talk) && c.Moves.Played(req, req.Event.Text[1:]):
		return c.Moves.Move(req, req.Event.Text[1:], false) // a move, with a slash, as commands have it
	case !req.Event.Addressed || req.Event.Shared:
		return nil, nil
	}
	_, rest, _ := strings.Cut(req.Event.Text, " ")
	if as, name, behind, guesses := c.meant(req, req.Event.Text[1:]); as != nil && guesses[0].Whole {
		return c.command(as, name, behind)
	}
	if all := misspelt(req, word, rest); len(all) > 0 {
		return request.DidYouMean(req, all, nil), nil
	}
	unknown := req.Guide.Voice.Say("unknown-command", speech.Text("Command", word))
	return request.Say(chat.Message{Text: unknown, Private: true}), nil
}
