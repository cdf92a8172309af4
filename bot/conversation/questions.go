package conversation

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/notebook"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
)

// answering is how long a question waits for words that do not answer its own message. Later its buttons still count.
const answering = 5 * time.Minute

// aside is for how long something else may be asked before a question is answered.
const aside = time.Minute

// lapsing is how long a question is open at the most: a reply to a message of yesterday ends no match. Its buttons say
// themselves what they are for.
const lapsing = 24 * time.Hour

// lying is how long a question that a button was pressed for lies in a room where nobody answers it.
const lying = 10 * time.Minute

// notes has the questions that are open: the person, and the room, are their names.
var notes = notebook.New[request.Question](notebook.Kind{Name: "question/", Of: notebook.Person,
	Bound: "one a person and room, for a day"})

func nameOf(req *request.Request) string { return req.Author.ID + "/" + string(req.Event.Room) }

// questionOf is what the author has open in the room, nil if nothing is any more.
func (c *Conversation) questionOf(req *request.Request) (*request.Question, error) {
	q, there, err := notes.Get(req.Ctx, c.Archive, nameOf(req))
	if err != nil || !there || c.Now().Sub(q.At) >= lapsing {
		return nil, err
	}
	return &q, nil
}

// putQuestion keeps what the author has open in the room; nil: nothing.
func (c *Conversation) putQuestion(req *request.Request, q *request.Question) error {
	if q == nil {
		return notes.Delete(req.Ctx, c.Archive, nameOf(req))
	}
	return notes.Put(req.Ctx, c.Archive, nameOf(req), *q)
}

// endQuestions has the store know no question that is not open any more, and takes messages of such questions away.
func (c *Conversation) endQuestions(ctx context.Context) error {
	return notes.Each(ctx, c.Archive, "", func(name string) error {
		q, there, err := notes.Get(ctx, c.Archive, name)
		old := c.Now().Sub(q.At)
		if err != nil || there && old < lying || !q.Goes && there && old < lapsing {
			return err
		}
		if _, room, _ := strings.Cut(name, "/"); q.Goes {
			c.putInOrder(ctx, chat.Room(room), &q)
		}
		return notes.Delete(ctx, c.Archive, name)
	})
}

// keepQuestion notes what the author has opened or closed, when all that was to be said has become the messages of some
// refs.
func (c *Conversation) keepQuestion(req *request.Request, h *hearing, said []chat.Ref) error {
	if h.Question == nil {
		return nil
	}
	q := *h.Question
	mine, err := c.Moves.Find.Mine(req)
	if err != nil {
		return err
	}
	for _, m := range mine {
		q.Heard += m.N
	}
	if len(said) > 0 {
		q.Own = said[0]
	}
	if q.Insists && !req.Event.Tap && !req.Guide.Languages.Book.Means("no", req.Event.Text) {
		q.Ways = map[string]string{request.Answer(req.Event.Text): q.Yes}
	}
	if req.Event.Tap && (q.Text != "" || !q.Brief) { // else it is told something, and only its buttons go
		q.Brief, q.Goes = true, true
	}
	q.Moment = req.Moment(req.Guide.Now)
	return c.putQuestion(req, &q)
}

// pressAnswer makes a yes or no that is all that was said the press of the button that says it. People say both to each
// other, and a match is not to be lost by that. So it has to answer the question itself, or else come soon, before the
// author turns to anything else and before anything happens that could ask something, too; and a yes, or a number that
// does as one of the buttons, counts without that only where nobody but the bot can be meant. A no does no harm. It
// returns the request as it is then.
func (c *Conversation) pressAnswer(req *request.Request, h *hearing) (*request.Request, error) {
	q, err := c.questionOf(req)
	if h.open = q; q == nil || err != nil {
		return req, err
	}
	req = req.With(func(with *request.Request) { with.Open = q })
	if req.Unaware(q.Moment) {
		return req, nil
	}
	r := c.readReply(req, q)
	if req.Event.Tap || !r.answers || q.Text == "" {
		return req, c.leaveQuestion(req, q, h)
	}
	if counts, err := c.countsReply(req, q, r); !counts || err != nil {
		return req, err
	}
	if h.answered = q; r.says == "" {
		return req, req.Note("left-alone")
	}
	return req.With(func(pressed *request.Request) {
		e := &pressed.Event
		e.Tap, e.Quoted, e.Opener, e.Text = true, q.Text, chat.User{ID: req.Author.ID}, r.says
		pressed.Board = request.Quoted(q.Text)
	}), nil
}

// reply is what a text is to an open question.
type reply struct {
	answers bool
	says    string // what the button says that it presses, "" if none does
	safe    bool   // it does no harm where it was said to somebody else
}

// readReply reads a text as a yes, a no, or another button of an open question.
func (c *Conversation) readReply(req *request.Request, q *request.Question) reply {
	yes, no := yesOrNo(req, q)
	way := q.Ways[request.Answer(req.Event.Text)]
	if way == "" && !yes && !no && !req.Event.Tap {
		way = c.chosen(req, q)
	}
	switch {
	case yes:
		return reply{answers: q.Yes != "", says: q.Yes, safe: way != "" && req.Direct()}
	case no:
		return reply{answers: true, says: cmp.Or(way, q.No), safe: true}
	}
	return reply{answers: way != "", says: way, safe: req.Direct() || q.Listed && way != q.Yes}
}

// countsReply reports whether a reply counts: to the message of the question itself, or soon, where nothing has
// happened since that could ask something, too, and nobody else can be meant.
func (c *Conversation) countsReply(req *request.Request, q *request.Question, r reply) (bool, error) {
	if strings.Contains(speech.Fold(req.Event.Quoted), speech.Fold(firstLine(q.Text))) {
		return true, nil
	}
	heard := q.Heard
	mine, err := c.Moves.Find.Mine(req)
	for _, m := range mine {
		heard -= m.N
	}
	if err != nil || req.Event.Quoted != "" || heard != 0 || c.Now().Sub(q.At) > answering {
		return false, err
	}
	if !r.safe && !req.Event.Private && !req.Guide.Caps.Together {
		return false, req.Note("yes-to-what")
	}
	return true, nil
}

// closeQuestion closes the question that the author has answered, now that the answer has had its effect: if it has
// failed, the question is still open when the author says it again, or when the event is dealt with again.
func (c *Conversation) closeQuestion(h *hearing, err error) {
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
func (c *Conversation) leaveQuestion(req *request.Request, q *request.Question, h *hearing) error {
	left := *q
	if speech.Asks(req.Event.Text) && req.Direct() && !req.Event.Tap && q.Yes != "" && !q.Brief && c.Now().Sub(q.At) < aside {
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
func goesOn(req *request.Request, h *hearing) {
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

// putInOrder takes the buttons off a question that has its answer, or takes it away, unless something said in answer
// has its place.
func (c *Conversation) putInOrder(ctx context.Context, room chat.Room, q *request.Question, said ...chat.Ref) {
	if a := c.Services.Adapter(room.Service()); a != nil && q != nil && !slices.Contains(said, q.Own) {
		c.Speaker.Overtake(ctx, a, room, q.Own, q.Goes)
	}
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}
