package conversation

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/notebook"
	"tabuleiro/bot/request"
	"tabuleiro/bot/share"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Questions keeps what people have opened and not closed.
type Questions struct {
	Archive *archive.Archive
	Find    find.Finder
	Now     func() time.Time
}

// answering is how long a question waits for words that do not answer its own message. Later its buttons still count.
const answering = 5 * time.Minute

// lapsing is how long a question is open at the most, in words and under its board: a reply to a message of yesterday
// ends no match. Its buttons say themselves what they are for.
const lapsing = 24 * time.Hour

// notes has the questions that are open: the person, and the room, are their names.
var notes = notebook.New[request.Question](notebook.Kind{Name: "question/", Of: notebook.Person, Bound: "one a person and room, for a day"})

// read is what is open under a name, nil if nothing is any more.
func (s Questions) read(ctx context.Context, name string) (*request.Question, error) {
	q, there, err := notes.Get(ctx, s.Archive, name)
	if err != nil || !there || s.Now().Sub(q.At) >= lapsing {
		return nil, err
	}
	return &q, nil
}

func nameOf(req *request.Request) string { return req.Author.ID + "/" + string(req.Event.Room) }

// of is what the author has open in the room, nil if nothing.
func (s Questions) of(req *request.Request) (*request.Question, error) {
	return s.read(req.Ctx, nameOf(req))
}

// put keeps what the author has open in the room; nil: nothing.
func (s Questions) put(req *request.Request, q *request.Question) error {
	if q == nil {
		return notes.Delete(req.Ctx, s.Archive, nameOf(req))
	}
	return notes.Put(req.Ctx, s.Archive, nameOf(req), *q)
}

// end has the store know no question that is not open any more, in rooms that are this process's.
func (s Questions) end(ctx context.Context, own *share.Share) error {
	names, err := notes.Names(ctx, s.Archive, "")
	for i := 0; i < len(names) && err == nil; i++ {
		err = s.endOld(ctx, own, names[i])
	}
	return err
}

func (s Questions) endOld(ctx context.Context, own *share.Share, name string) error {
	_, room, _ := strings.Cut(name, "/")
	inside, leave, ours := own.Enter(ctx, chat.Room(room))
	if !ours {
		return nil
	}
	defer leave()
	if q, err := s.read(inside, name); q != nil || err != nil {
		return err
	}
	return notes.Delete(inside, s.Archive, name)
}

// keep notes what the author has opened or closed, when all that was to be said has become the messages of some refs.
func (s Questions) keep(req *request.Request, o outcome, said []chat.Ref) error {
	pressed := req.Event.Pressed != "" && slices.Contains(said, req.Event.Pressed)
	old := o.open
	if o.Question == nil {
		if old != nil && pressed && old.Under == req.Event.Pressed {
			return s.put(req, nil) // its buttons are those for the moves
		}
		return nil
	}
	q := *o.Question
	mine, err := s.Find.Mine(req)
	if err != nil {
		return err
	}
	for _, m := range mine {
		q.Heard += m.N
		if pressed && m.ID == req.Quoted() {
			q.Match, q.N, q.Under = m.ID, m.N, req.Event.Pressed
		}
	}
	if q.Under == "" && old != nil { // the board is still to be put in order
		q.Match, q.N, q.Under = old.Match, old.N, old.Under
	}
	if (q.Text != "" || q.Brief) && !pressed && len(said) > 0 {
		q.Own = said[0]
	}
	if q.Insists && !req.Event.Tap && !req.Guide.Languages.Book.Means("no", req.Event.Text) {
		q.Ways = map[string]string{request.Answer(req.Event.Text): q.Yes}
	}
	q.At, q.Said = req.Guide.Now, req.Event.Said
	return s.put(req, &q)
}

// answer makes a yes or no that is all that was said the press of the button that says it. People say both to each
// other, and a match is not to be lost by that. So it has to answer the question itself, or else come soon, before the
// author turns to anything else and before anything happens that could ask something, too; and a yes, or a number that
// does as one of the buttons, counts without that only where nobody but the bot can be meant. A no does no harm. It returns the request as it is then.
func (s Questions) answer(req *request.Request, o *outcome) (*request.Request, error) {
	if req.Author.ID == "" {
		return req, nil
	}
	q, err := s.of(req)
	if o.open = q; q == nil || err != nil {
		return req, err
	}
	req = req.With(func(with *request.Request) { with.Open = q })
	if req.Unaware(request.Moment{At: q.At, Said: q.Said, Service: req.Event.Room.Service()}) {
		return req, nil
	}
	yes, no := req.Guide.Languages.Book.Means("yes", req.Event.Text), req.Guide.Languages.Book.Means("no", req.Event.Text)
	way := q.Ways[request.Answer(req.Event.Text)]
	if way == "" && !yes && !no && !req.Event.Tap {
		way = s.chosen(req, q)
	}
	if req.Event.Tap || !yes && !no && way == "" || q.Text == "" || yes && q.Yes == "" {
		return req, s.leave(req, q, o)
	}
	itself := strings.Contains(speech.Fold(req.Event.Quoted), speech.Fold(firstLine(q.Text)))
	board := q.Under != "" && req.Quoted() == q.Match // which has the question's buttons, and not its words
	if !itself && !(board && no) {
		heard := q.Heard
		mine, err := s.Find.Mine(req)
		for _, m := range mine {
			heard -= m.N
		}
		if err != nil || req.Event.Quoted != "" && !board || heard != 0 || s.Now().Sub(q.At) > answering {
			return req, err
		}
	}
	if !no && !itself && !req.Event.Private && !req.Guide.Caps.Together && !(way != "" && (req.Direct() || q.Listed && way != q.Yes)) {
		return req, req.Note("yes-to-what")
	}
	o.answered = q
	if no && q.No == "" {
		return req, req.Note("left-alone")
	}
	return req.With(func(pressed *request.Request) {
		e := &pressed.Event
		e.Tap, e.Quoted, e.Opener = true, q.Text, chat.User{ID: req.Author.ID}
		if yes {
			way = q.Yes
		}
		e.Text = cmp.Or(way, q.No)
	}), nil
}

// close closes the question that the author has answered, now that the answer has had its effect: if it has failed, the
// question is still open when the author says it again, or when the event is dealt with again.
func (s Questions) close(req *request.Request, o *outcome, err error) {
	var no request.Refused
	if o.answered == nil || err != nil && !errors.As(err, &no) && !errors.Is(err, request.ErrNothing) {
		return
	}
	o.left = o.answered
	if err := s.put(req, nil); err != nil {
		s.Archive.Log.Warn("an answered question is still open", "event", req.Event.ID, "room", req.Event.Room, "error", err)
	}
}

// leave has no word answer a question any more, as the author turns to something else. The buttons stay where they are
// while the author talks with others or presses some; what is said to the bot puts the board in order.
func (s Questions) leave(req *request.Request, q *request.Question, o *outcome) error {
	if q.Text == "" && q.Under != "" && (req.Event.Tap || !req.Event.Addressed) {
		return nil
	}
	left := *q
	left.Text, left.Yes, left.No = "", "", ""
	if !q.Brief || req.Event.Tap && req.Event.Hidden { // what is hidden goes when it is pressed
		left.Own = ""
	}
	if q.Under == "" || req.Event.Addressed && !req.Event.Tap {
		o.left = &left
		return s.put(req, nil)
	}
	return s.put(req, &left)
}

// putInOrder takes the buttons off a question that has its answer, and gives a board those for its moves that has had
// others, unless the match has gone on.
func (c *Conversation) putInOrder(req *request.Request, q *request.Question) {
	a := c.Services.Adapter(req.Event.Room.Service())
	if q == nil {
		return
	}
	if r, ok := a.(chat.Retirer); ok && q.Own != "" {
		if err := r.Retire(req.Ctx, req.Event.Room, q.Own); err != nil {
			c.Log.Info("an answered question keeps its buttons", "room", req.Event.Room, "error", err)
		}
	}
	editor, ok := a.(chat.Editor)
	if q.Under == "" || !ok {
		return
	}
	m, _, err := c.Archive.Load(req.Ctx, q.Match)
	if err == nil && (m.Status != match.Playing || m.N != q.N) {
		return // and so have its buttons
	}
	var board chat.Message
	if err == nil {
		board, err = c.Registry.Local(req.Ctx, req.Event.Room, req.ForRoom(m).Control(m, ""))
	}
	if err == nil {
		err = editor.Edit(req.Ctx, req.Event.Room, q.Under, board)
	}
	if err != nil {
		c.Log.Info("a board keeps buttons of a question", "match", q.Match, "room", req.Event.Room, "error", err)
	}
}

// aside are the commands under [⋯] that leave the board as it is: what they show comes below it.
var aside = []string{"text", "board", "rules", "dice", "hint", "draw", "undo", "stop", "words", "export", "pause"}

// backToMoves gives a board the buttons for its moves again when one of those for everything else was pressed there, by
// whomever they were opened.
func (c *Conversation) backToMoves(req *request.Request, o outcome, said []chat.Ref) {
	under, id := req.Event.Pressed, req.Quoted()
	if under == "" || id == "" || o.Question != nil || !slices.Contains(aside, o.name) || slices.Contains(said, under) {
		return
	}
	m, head, err := c.Archive.Load(req.Ctx, id)
	board := func(p storage.Place) bool { return p.Room == string(req.Event.Room) && chat.Ref(p.Ref) == under }
	if err != nil || m.Status != match.Playing || !slices.ContainsFunc(head.Places, board) {
		return
	}
	if q := o.open; q != nil && q.Under == under {
		if err := c.Questions.put(req, nil); err != nil {
			c.Log.Warn("what was opened is still open", "event", req.Event.ID, "room", req.Event.Room, "error", err)
		}
	}
	c.putInOrder(req, &request.Question{Match: id, N: m.N, Under: under})
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}
