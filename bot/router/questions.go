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

// answerWindow is how long a question accepts words that are no reply to its message. Its buttons work longer.
const answerWindow = 5 * time.Minute

// otherCommandGrace is how long after a question a yes still answers it although the author has asked something else in
// between.
const otherCommandGrace = time.Minute

// questionTTL is how long words may answer a question at all, so that a reply to yesterday's message ends no match. Its
// buttons work longer.
const questionTTL = 24 * time.Hour

// staleQuestionTTL is after what time without an answer the message of a question opened by a button is deleted.
const staleQuestionTTL = 10 * time.Minute

// notes stores the open questions, by person and room.
var notes = kv.New[request.Question](kv.Schema{Name: "question/", Owner: kv.Person,
	Bound: "one a person and room, for a day"})

func nameOf(req *request.Request) string { return req.Author.ID + "/" + string(req.Event.Room) }

// endQuestions deletes expired questions, and the messages of those that a button opened.
func (c *Router) endQuestions(ctx context.Context) error {
	return notes.Each(ctx, c.Archive, "", func(name string) error {
		q, there, err := notes.Get(ctx, c.Archive, name)
		old := c.Now().Sub(q.At)
		if err != nil || there && old < staleQuestionTTL || !q.DeleteWhenClosed && there && old < questionTTL {
			return err
		}
		if _, room, _ := strings.Cut(name, "/"); q.DeleteWhenClosed {
			c.Notifier.Overtake(ctx, chat.Room(room), q.Own, true)
		}
		return notes.Delete(ctx, c.Archive, name)
	})
}

// keepQuestion stores the question of a result after its messages were sent; said has their refs.
func (c *Router) keepQuestion(req *request.Request, h *messageHandler, said []chat.Ref) error {
	if h.Question == nil {
		return nil
	}
	q := *h.Question
	if len(said) > 0 {
		q.Own = said[0]
	}
	if req.Event.Tap && (q.Text != "" || !q.ClearWhenLeft) { // else the message is worth keeping, and only loses its buttons
		q.ClearWhenLeft, q.DeleteWhenClosed = true, true
	}
	q.Moment = req.Moment(c.Now())
	return notes.Put(req.Ctx, c.Archive, nameOf(req), q)
}

// takeAnswer turns the answer to an open question into the press of its button, and leaves every event to the next
// routes. People also say yes and no to each other, so an answer must reply to the question or come soon and
// undisturbed, and a yes must be meant for the bot. What becomes of the question:
//
//	an event sent before it was asked   stays open
//	an answer that counts               is closed once the button has done its work
//	an answer that does not count       stays open; see countsReply
//	anything else                       see leaveQuestion
func (c *Router) takeAnswer(h *messageHandler) (taken bool, err error) {
	open, there, err := notes.Get(h.req.Ctx, c.Archive, nameOf(h.req))
	if err != nil || !there || c.Now().Sub(open.At) >= questionTTL {
		return false, err
	}
	q := &open
	h.req = h.req.With(func(with *request.Request) { with.Open = q })
	if h.req.Unaware(q.Moment) {
		return false, nil
	}
	button, answers, safe := c.readReply(h.req, q)
	if h.req.Event.Tap || !answers || q.Text == "" {
		return false, c.leaveQuestion(h, *q)
	}
	if counts, err := c.countsReply(h.req, q, safe); !counts || err != nil {
		return false, err
	}
	if h.closed = q; button == "" {
		return false, h.req.Refuse("left-alone")
	}
	h.req = h.req.With(func(pressed *request.Request) {
		e := &pressed.Event
		e.Tap, e.Quoted, e.Opener, e.Text = true, q.Text, chat.User{ID: pressed.Author.ID}, button
		pressed.Board = request.Quoted(q.Text)
	})
	return false, nil
}

// readReply reads a text as a yes, a no, or another button of a question. It returns the text of that button, whether
// the text answers at all, and whether carrying it out is harmless even if it was said to somebody else.
func (c *Router) readReply(req *request.Request, q *request.Question) (button string, answers, safe bool) {
	book, text := req.Guide.Languages.Book, req.Event.Text
	name, _, _ := strings.Cut(strings.TrimPrefix(q.Yes, "/"), " ")
	said := matches.ConsentTo(req, book.Command(name), q.Text+" "+q.Yes)
	first, _, _ := strings.Cut(text, ",") // "no, I'd rather go on"
	way := q.Ways[request.Answer(text)]
	switch {
	case said.Yes, book.Meaning("intent-yes", text):
		return q.Yes, q.Yes != "", way != "" && req.SaidToBot()
	case said.No, book.Meaning("intent-no", text), book.Means("no", first):
		return cmp.Or(way, q.No), true, true
	case way == "":
		way = c.chosen(req, q)
	}
	return way, way != "", req.SaidToBot() || q.Listed && way != q.Yes
}

// countsReply reports whether a reply counts as an answer: it answers the message of the question, or comes within
// answerWindow, with no event in the author's matches in between. A reply that is not safe must also come in a private
// chat or a terminal; else the error asks what it is meant for.
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

// leaveQuestion decides what an event that does not answer the open question leaves of it: its buttons and a yes or no,
// if the author only asks something in between; its buttons, while the author talks to others and a button has opened
// it; else nothing.
func (c *Router) leaveQuestion(h *messageHandler, q request.Question) error {
	e := h.req.Event
	asks := speech.Asks(e.Text) && h.req.SaidToBot() && !e.Tap
	switch {
	case asks && q.Yes != "" && !q.ClearWhenLeft && c.Now().Sub(q.At) < otherCommandGrace:
		q.Ways = nil
		return notes.Put(h.req.Ctx, c.Archive, nameOf(h.req), q)
	case q.DeleteWhenClosed && !e.Addressed:
		q.Text, q.Yes, q.No, q.Ways = "", "", "", nil
		return notes.Put(h.req.Ctx, c.Archive, nameOf(h.req), q)
	case !q.ClearWhenLeft, e.Tap && e.Hidden: // the press has replaced the hidden message
		q.Own = ""
	}
	h.closed = &q
	return nil
}

// closeQuestion deletes the question that the event has answered or left, unless the event has failed with err: then it
// stays open for another try.
func (c *Router) closeQuestion(h *messageHandler, err error) {
	if err != nil && !errors.As(err, new(request.Refused)) && !errors.Is(err, request.ErrNothing) {
		h.closed = nil
	}
	if h.closed != nil {
		e := h.req.Event
		c.Archive.Warn(notes.Delete(h.req.Ctx, c.Archive, nameOf(h.req)), "a question cannot be closed", "event", e.ID,
			"room", e.Room)
	}
}

// replaceQuestion sends answers to a pressed button silently if they are private and have buttons themselves. They
// replace the message of the open question if its button was pressed.
func replaceQuestion(req *request.Request, h *messageHandler) {
	for i := range h.Messages {
		m := &h.Messages[i]
		if !req.Event.Tap || !m.Private || len(m.Buttons) == 0 {
			continue
		}
		m.Quiet = true
		alone := req.Event.Private || !req.Guide.Caps.Privates // else the answer is shown privately
		open := h.req.Open
		m.Instead = m.Instead || alone && open != nil && open.Own != "" && open.Own == req.Event.Pressed
	}
}

// chosen returns the text of the button that the author's words name: by its label, its position or, in a list of
// matches, the game or opponent; "" if they name none. Names of several matches become the command with those names,
// which asks again.
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

// naming splits the words of a text into an answer, names of some of the matches, each after a blank, and a position in
// the list, 0 if none is named.
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
		// a number of points is no position in a list of matches: "to 3 points"
		case q.Listed && book.Meaning("intent-points", w), !book.Meaning("intent-filler", w) && !book.Meaning("intent-answer", w):
			said = strings.TrimSpace(said + " " + w)
		}
	}
	return said, names, place
}
