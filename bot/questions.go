package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/share"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
)

// question is what somebody has opened in a room and not closed: the question whether the person really wants what cannot be taken
// back, or other buttons under a board than those for its moves, or both in one. It is kept in the store, for a board to be put in
// order after a restart, too; what its own buttons say they say without it.
type question struct {
	Text  string    `json:"text,omitempty"` // as it was asked, "" if no word can answer it
	Yes   string    `json:"yes,omitempty"`  // what its button says, "" where there is more than one way to say it
	No    string    `json:"no,omitempty"`   // what its button says, "" where none does
	Heard int       `json:"heard"`          // events of the matches that the person played there
	At    time.Time `json:"at"`
	Said  time.Time `json:"said,omitzero"` // when that was said which it was asked about, by the service

	Match string   `json:"match,omitempty"` // under whose board its buttons are, "" if under none
	N     int      `json:"n,omitempty"`     // events of that match
	Under chat.Ref `json:"under,omitempty"` // the message with that board
	Own   chat.Ref `json:"own,omitempty"`   // the message that is nothing but the question, "" if there is none to be changed
}

// questionsKey begins the keys of questions: the person, and the room, follow.
const questionsKey = "question/"

func (t *talk) questionKey() string { return questionsKey + t.me.ID + "/" + string(t.event.Room) }

// answering is how long a question waits for words that do not answer its own message. Later its buttons still count.
const answering = 5 * time.Minute

// asks has the buttons that give a command be those of the author: where all see a question, nobody else ends a match by one. The
// author may also type the answer.
func (t *talk) asks(command string, asked chat.Message) chat.Message {
	q := question{Text: chat.Plain(asked.Text)}
	ways := 0
	for _, row := range asked.Buttons {
		for i := range row {
			if !strings.HasPrefix(row[i].Says, t.Voice.Typed(command)+" ") {
				q.No = row[i].Says
				continue
			}
			if t.Caps.Rows > 0 {
				row[i].Says += " " + t.me.ID
			}
			q.Yes = row[i].Says
			ways++
		}
	}
	if ways != 1 {
		q.Yes = ""
	}
	t.question = &q
	return asked
}

// lapsing is how long a question is open at the most, in words and under its board: a reply to a message of yesterday ends no match.
// Its buttons say themselves what they are for.
const lapsing = 24 * time.Hour

// readQuestion is what is open under a key, nil if nothing is any more.
func (f finder) readQuestion(ctx context.Context, key string, now time.Time) (*question, error) {
	text, err := f.archive.Get(ctx, key)
	if text == "" || err != nil {
		return nil, err
	}
	q := new(question)
	if err := json.Unmarshal([]byte(text), q); err != nil {
		return nil, fmt.Errorf("what was asked (%s): %w", key, err)
	}
	if now.Sub(q.At) >= lapsing {
		return nil, nil
	}
	return q, nil
}

// openQuestion is what the author has open in the room, nil if nothing.
func (f finder) openQuestion(t *talk) (*question, error) {
	return f.readQuestion(t.ctx, t.questionKey(), t.Now)
}

// putQuestion keeps what the author has open in the room; nil: nothing.
func (f finder) putQuestion(t *talk, q *question) error {
	if q == nil {
		return f.archive.Put(t.ctx, t.questionKey(), "")
	}
	text, err := json.Marshal(q)
	if err != nil {
		return err
	}
	return f.archive.Put(t.ctx, t.questionKey(), string(text))
}

// forgetQuestions forgets what somebody has open.
func (f finder) forgetQuestions(ctx context.Context, id string) error {
	return f.eachQuestion(ctx, id+"/", func(key string) error { return f.archive.Put(ctx, key, "") })
}

// eachQuestion does something with all keys of questions whose ends begin in a way, until it fails.
func (f finder) eachQuestion(ctx context.Context, whose string, do func(key string) error) error {
	keys, err := f.archive.Keys(ctx, questionsKey+whose)
	for i := 0; i < len(keys) && err == nil; i++ {
		err = do(keys[i])
	}
	return err
}

// endQuestions has the store know no question that is not open any more, in rooms that are this process's.
func (f finder) endQuestions(ctx context.Context, s *share.Share, now time.Time) error {
	return f.eachQuestion(ctx, "", func(key string) error {
		_, room, _ := strings.Cut(strings.TrimPrefix(key, questionsKey), "/")
		inside, leave, ours := s.Enter(ctx, chat.Room(room))
		if !ours {
			return nil
		}
		defer leave()
		q, err := f.readQuestion(inside, key, now)
		if q != nil || err != nil {
			return err
		}
		return f.archive.Put(inside, key, "")
	})
}

// keepQuestion notes what the author has opened or closed, when all that was to be said has become the messages of some refs.
func (f finder) keepQuestion(t *talk, said []chat.Ref) error {
	pressed := t.event.Pressed != "" && slices.Contains(said, t.event.Pressed)
	old := t.open
	if t.question == nil {
		if old != nil && pressed && old.Under == t.event.Pressed {
			return f.putQuestion(t, nil) // its buttons are those for the moves
		}
		return nil
	}
	q := t.question
	mine, err := f.mine(t)
	if err != nil {
		return err
	}
	for _, m := range mine {
		q.Heard += m.N
		if pressed && m.ID == t.quoted() {
			q.Match, q.N, q.Under = m.ID, m.N, t.event.Pressed
		}
	}
	if q.Under == "" && old != nil { // the board is still to be put in order
		q.Match, q.N, q.Under = old.Match, old.N, old.Under
	}
	if q.Text != "" && !pressed && len(said) > 0 {
		q.Own = said[0]
	}
	q.At, q.Said = t.Now, t.event.Said
	return f.putQuestion(t, q)
}

// answersQuestion makes a yes or no that is all that was said the press of the button that says it. People say both to each other,
// and a match is not to be lost by that. So it has to answer the question itself, or else come soon, before the author turns to
// anything else and before anything happens that could ask something, too; and a yes counts without that only where nobody but the
// bot can be meant. A no does no harm.
func (s moves) answersQuestion(t *talk) (err error) {
	if t.me.ID == "" {
		return nil
	}
	q, err := s.openQuestion(t)
	if t.open = q; q == nil || err != nil || t.unaware(moment{q.At, q.Said, t.event.Room.Service()}) {
		return err
	}
	yes, no := t.Languages.Book.Means("yes", t.event.Text), t.Languages.Book.Means("no", t.event.Text)
	if t.event.Tap || !yes && !no || q.Text == "" || yes && q.Yes == "" {
		return s.leaveQuestion(t, q)
	}
	itself := strings.Contains(speech.Fold(t.event.Quoted), speech.Fold(firstLine(q.Text)))
	board := q.Under != "" && t.quoted() == q.Match // which has the question's buttons, and not its words
	if !itself && !(board && no) {
		heard := q.Heard
		mine, err := s.mine(t)
		for _, m := range mine {
			heard -= m.N
		}
		if err != nil || t.event.Quoted != "" && !board || heard != 0 || s.now().Sub(q.At) > answering {
			return err
		}
	}
	if yes && !itself && !t.event.Private && !t.Caps.Together {
		return t.note("yes-to-what")
	}
	if err := s.putQuestion(t, nil); err != nil {
		return err
	}
	t.left = q
	if no && q.No == "" {
		return t.note("forget-not")
	}
	t.event.Tap, t.event.Quoted, t.event.Opener, t.event.Text = true, q.Text, chat.User{ID: t.me.ID}, q.No
	if yes {
		t.event.Text = q.Yes
	}
	return nil
}

// leaveQuestion has no word answer a question any more, as the author turns to something else. The buttons stay where they are while
// the author talks with others or presses some; what is said to the bot puts the board in order.
func (s moves) leaveQuestion(t *talk, q *question) error {
	if q.Text == "" && q.Under != "" && (t.event.Tap || !t.event.Addressed) {
		return nil
	}
	left := *q
	left.Text, left.Yes, left.No, left.Own = "", "", "", ""
	if q.Under == "" || t.event.Addressed && !t.event.Tap {
		t.left = &left
		return s.putQuestion(t, nil)
	}
	return s.putQuestion(t, &left)
}

// putInOrder takes the buttons off a question that has its answer, and gives a board those for its moves that has had others, unless
// the match has gone on.
func (b *Bot) putInOrder(t *talk) {
	q, a := t.left, b.services.adapter(t.event.Room.Service())
	if q == nil {
		return
	}
	if r, ok := a.(chat.Retirer); ok && q.Own != "" {
		if err := r.Retire(t.ctx, t.event.Room, q.Own); err != nil {
			b.Log.Info("an answered question keeps its buttons", "room", t.event.Room, "error", err)
		}
	}
	editor, ok := a.(chat.Editor)
	if q.Under == "" || !ok {
		return
	}
	m, _, err := b.archive.Load(t.ctx, q.Match)
	if err == nil && (m.Status != match.Playing || m.N != q.N) {
		return // and so have its buttons
	}
	var board chat.Message
	if err == nil {
		board, err = b.registry.local(t.ctx, t.event.Room, t.public(m).Control(m, ""))
	}
	if err == nil {
		err = editor.Edit(t.ctx, t.event.Room, q.Under, board)
	}
	if err != nil {
		b.Log.Info("a board keeps buttons of a question", "match", q.Match, "room", t.event.Room, "error", err)
	}
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}
