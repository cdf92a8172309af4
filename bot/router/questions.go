package router

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
)

// answerWindow is how long a question waits for words that do not answer its own message. Later its buttons still count.
const answerWindow = 5 * time.Minute

// otherCommandGrace is for how long something else may be asked before a question is answered.
const otherCommandGrace = time.Minute

// questionTTL is how long a question is open at the most: a reply to a message of yesterday ends no match. Its buttons say
// themselves what they are for.
const questionTTL = 24 * time.Hour

// staleQuestionTTL is how long a question that a button was pressed for lies in a room where nobody answers it.
const staleQuestionTTL = 10 * time.Minute

// notes has the questions that are open: the person, and the room, are their names.
var notes = kv.New[request.Question](kv.Schema{Name: "question/", Owner: kv.Person,
	Bound: "one a person and room, for a day"})

func nameOf(req *request.Request) string { return req.Author.ID + "/" + string(req.Event.Room) }

// questionOf is what the author has open in the room, nil if nothing is any more.
func (c *Router) questionOf(req *request.Request) (*request.Question, error) {
	q, there, err := notes.Get(req.Ctx, c.Archive, nameOf(req))
	if err != nil || !there || c.Now().Sub(q.At) >= questionTTL {
		return nil, err
	}
	return &q, nil
}

// putQuestion keeps what the author has open in the room; nil: nothing.
func (c *Router) putQuestion(req *request.Request, q *request.Question) error {
	if q == nil {
		return notes.Delete(req.Ctx, c.Archive, nameOf(req))
	}
	return notes.Put(req.Ctx, c.Archive, nameOf(req), *q)
}

// endQuestions has the store know no question that is not open any more, and takes messages of such questions away.
func (c *Router) endQuestions(ctx context.Context) error {
	return notes.Each(ctx, c.Archive, "", func(name string) error {
		q, there, err := notes.Get(ctx, c.Archive, name)
		old := c.Now().Sub(q.At)
		if err != nil || there && old < staleQuestionTTL || !q.Goes && there && old < questionTTL {
			return err
		}
		if _, room, _ := strings.Cut(name, "/"); q.Goes {
			c.Notifier.Overtake(ctx, chat.Room(room), q.Own, true)
		}
		return notes.Delete(ctx, c.Archive, name)
	})
}

// keepQuestion notes what the author has opened or closed, when all that was to be said has become the messages of some
// refs.
func (c *Router) keepQuestion(req *request.Request, h *messageHandler, said []chat.Ref) error {
	if h.Question == nil {
		return nil
	}
	q := *h.Question
	if len(said) > 0 {
		q.Own = said[0]
	}
	if req.Event.Tap && (q.Text != "" || !q.Brief) { // else it is told something, and only its buttons go
		q.Brief, q.Goes = true, true
	}
	q.Moment = req.Moment(c.Now())
	return c.putQuestion(req, &q)
}

// takeAnswer makes a yes or no that is all that was said the press of the button that says it, and takes nothing. People
// say both to each other, and a match is not to be lost by that. So it has to answer the question itself, or else come
// soon, before the author turns to anything else and before anything happens that could ask something, too; and a yes,
// or a number that does as one of the buttons, counts without that only where nobody but the bot can be meant. A no does
// no harm.
func (c *Router) takeAnswer(h *messageHandler) (taken bool, err error) {
	q, err := c.questionOf(h.req)
	if h.open = q; q == nil || err != nil {
		return false, err
	}
	h.req = h.req.With(func(with *request.Request) { with.Open = q })
	if h.req.Unaware(q.Moment) {
		return false, nil
	}
	says, answers, safe := c.readReply(h.req, q)
	if h.req.Event.Tap || !answers || q.Text == "" {
		return false, c.leaveQuestion(h.req, q, h)
	}
	if counts, err := c.countsReply(h.req, q, safe); !counts || err != nil {
		return false, err
	}
	if h.answered = q; says == "" {
		return false, h.req.Refuse("left-alone")
	}
	h.req = h.req.With(func(pressed *request.Request) {
		e := &pressed.Event
		e.Tap, e.Quoted, e.Opener, e.Text = true, q.Text, chat.User{ID: pressed.Author.ID}, says
		pressed.Board = request.Quoted(q.Text)
	})
	return false, nil
}

// readReply reads a text as a yes, a no, or another button of an open question: what the button says that it presses, ""
// if none does, and whether it does no harm where it was said to somebody else.
func (c *Router) readReply(req *request.Request, q *request.Question) (says string, answers, safe bool) {
	book, text := req.Guide.Languages.Book, req.Event.Text
	name, _, _ := strings.Cut(strings.TrimPrefix(q.Yes, "/"), " ")
	said := matches.ConsentTo(req, book.Command(name), q.Text+" "+q.Yes)
	first, _, _ := strings.Cut(text, ",") // "no, I'd rather go on"
	way := q.Ways[request.Answer(text)]
	switch {
	case said.Yes || book.Meaning("intent-yes", text):
		return q.Yes, q.Yes != "", way != "" && req.Direct()
	case said.No || book.Meaning("intent-no", text) || book.Means("no", first):
		return cmp.Or(way, q.No), true, true
	case way == "":
		way = c.chosen(req, q)
	}
	return way, way != "", req.Direct() || q.Listed && way != q.Yes
}

// countsReply reports whether a reply counts: to the message of the question itself, or soon, where nothing has
// happened since that could ask something, too, and nobody else can be meant.
func (c *Router) countsReply(req *request.Request, q *request.Question, safe bool) (bool, error) {
	first, _, _ := strings.Cut(q.Text, "\n")
	if strings.Contains(speech.Fold(req.Event.Quoted), speech.Fold(first)) {
		return true, nil
	}
	mine, err := c.Moves.Find.Mine(req)
	later := func(m *match.Match) bool { return m.Latest.After(q.At) }
	if err != nil || req.Event.Quoted != "" || slices.ContainsFunc(mine, later) || c.Now().Sub(q.At) > answerWindow {
		return false, err
	}
	if !safe && !req.Event.Private && !req.Guide.Caps.Together {
		return false, req.Refuse("yes-to-what")
	}
	return true, nil
}

// closeQuestion closes the question that the author has answered, now that the answer has had its effect: if it has
// failed, the question is still open when the author says it again, or when the event is dealt with again.
func (c *Router) closeQuestion(h *messageHandler, err error) {
	var no request.Refused
	if h.answered == nil || err != nil && !errors.As(err, &no) && !errors.Is(err, request.ErrNothing) {
		return
	}
	h.left = h.answered
	if err := c.putQuestion(h.req, nil); err != nil {
		e := h.req.Event
		c.Log.Warn("an answered question is still open", "event", e.ID, "room", e.Room, "error", err)
	}
}

// leaveQuestion has no word answer a question any more, as the author turns to something else. A question that a button
// has brought up stays while the author talks with others, and one that may be answered with a yes while the author
// asks something soon.
func (c *Router) leaveQuestion(req *request.Request, q *request.Question, h *messageHandler) error {
	left := *q
	if speech.Asks(req.Event.Text) && req.Direct() && !req.Event.Tap && q.Yes != "" && !q.Brief && c.Now().Sub(q.At) < otherCommandGrace {
		left.Ways = nil
		return c.putQuestion(req, &left)
	}
	left.Text, left.Yes, left.No, left.Ways = "", "", "", nil
	if q.Goes && !req.Event.Addressed {
		return c.putQuestion(req, &left)
	}
	if !q.Brief || req.Event.Tap && req.Event.Hidden { // a hidden message goes when it is pressed
		left.Own = ""
	}
	h.left = &left
	return c.putQuestion(req, nil)
}

// goesOn has what is asked of an author who has pressed a button of a question take its place, and what a button was
// pressed for elsewhere ring for nobody.
func goesOn(req *request.Request, h *messageHandler) {
	for i := range h.Messages {
		m := &h.Messages[i]
		if !req.Event.Tap || !m.Private || len(m.Buttons) == 0 {
			continue
		}
		m.Quiet = true
		alone := req.Event.Private || !req.Guide.Caps.Privates // else it is told privately
		m.Instead = m.Instead || alone && h.open != nil && h.open.Own != "" && h.open.Own == req.Event.Pressed
	}
}

// chosen is what the button says that the author's words name, of those under a question with several: by what it is
// called, by its place, and of matches by the game or the opponent. Where they fit several matches the question is put
// once more; "" if they answer nothing.
func (c *Router) chosen(req *request.Request, q *request.Question) string {
	if len(q.Ways) == 0 || req.Event.Tap || strings.HasPrefix(req.Event.Text, "/") ||
		req.Guide.Languages.Book.Wonders(req.Event.Text) {
		return ""
	}
	var mine []*match.Match
	if q.Listed {
		mine, _ = c.Moves.Find.Mine(req) // none, with an error
	}
	switch said, names, place := naming(req, q, mine); {
	case said != "":
		return q.Ways[said]
	case names != "":
		return q.Yes + names
	default:
		return q.Ways[strconv.Itoa(place)]
	}
}

// naming are the words of a text that say something, those that name some of the matches, each with a blank before
// it, and the place in the list, 0 if it names none.
func naming(req *request.Request, q *request.Question, mine []*match.Match) (said, names string, place int) {
	book := req.Guide.Languages.Book
	for _, w := range speech.Words(req.Event.Text) {
		at := book.Place(w)
		if n, is := book.Number(w); is && !q.Listed {
			at = n
		}
		if book.Meaning("intent-house", w) {
			w = "house"
		}
		switch {
		case slices.ContainsFunc(mine, func(m *match.Match) bool { return req.Naming(m, w) > 0 }):
			names += " " + w
		case at == speech.Last:
			for place = 0; q.Ways[strconv.Itoa(place+1)] != ""; {
				place++
			}
		case at > 0 && place == 0:
			place = at
		// which counts no matches: "to 3 points"
		case q.Listed && book.Meaning("intent-points", w), !book.Meaning("intent-filler", w) && !book.Meaning("intent-answer", w):
			said = strings.TrimSpace(said + " " + w)
		}
	}
	return said, names, place
}
