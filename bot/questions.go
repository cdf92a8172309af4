package bot

import (
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
)

// question is what somebody was asked who wanted something that cannot be taken back. It is cheap to lose: its buttons say all
// of it.
type question struct {
	text    string // as it was asked
	yes, no string // what its buttons say; yes is "" where there is more than one way to say it, no where no button says it
	heard   int    // events of the matches that the person played there
	at      time.Time
}

type questionKey struct {
	user string
	room chat.Room
}

// answering is how long a question waits for words that do not answer its own message. Later its buttons still count.
const answering = 5 * time.Minute

// asks has the buttons that give a command be those of the author: where all see a question, nobody else ends a match by one. The
// author may also type the answer.
func (t *talk) asks(command string, asked chat.Message) chat.Message {
	q := question{text: chat.Plain(asked.Text)}
	ways := 0
	for _, row := range asked.Buttons {
		for i := range row {
			if !strings.HasPrefix(row[i].Says, t.Voice.Typed(command)+" ") {
				q.no = row[i].Says
				continue
			}
			if t.Caps.Rows > 0 {
				row[i].Says += " " + t.me.ID
			}
			q.yes = row[i].Says
			ways++
		}
	}
	if ways != 1 {
		q.yes = ""
	}
	t.question = &q
	return asked
}

// keepQuestion notes what the author was asked.
func (s moves) keepQuestion(t *talk) error {
	mine, err := s.mine(t)
	if err != nil {
		return err
	}
	for _, m := range mine {
		t.question.heard += m.N
	}
	t.question.at = s.now()
	s.drafts.asked.Add(questionKey{t.me.ID, t.event.Room}, *t.question)
	return nil
}

// answersQuestion makes a yes or no that is all that was said the press of the button that says it. People say both to each other,
// and a match is not to be lost by that. So it has to answer the question itself, or else come soon, before the author turns to
// anything else and before anything happens that could ask something, too; and a yes counts without that only where nobody but the
// bot can be meant. A no does no harm.
func (s moves) answersQuestion(t *talk) error {
	key := questionKey{t.me.ID, t.event.Room}
	q, waits := s.drafts.asked.Get(key)
	if !waits {
		return nil
	}
	yes, no := t.Languages.Book.Means("yes", t.event.Text), t.Languages.Book.Means("no", t.event.Text)
	if t.event.Tap || !yes && !no || yes && q.yes == "" {
		s.drafts.asked.Remove(key)
		return nil
	}
	itself := strings.Contains(speech.Fold(t.event.Quoted), speech.Fold(firstLine(q.text)))
	if !itself {
		mine, err := s.mine(t)
		for _, m := range mine {
			q.heard -= m.N
		}
		if err != nil || t.event.Quoted != "" || q.heard != 0 || s.now().Sub(q.at) > answering {
			return err
		}
	}
	if yes && !itself && !t.event.Private && !t.Caps.Together {
		return t.note("yes-to-what")
	}
	s.drafts.asked.Remove(key)
	if no && q.no == "" {
		return t.note("forget-not")
	}
	t.event.Tap, t.event.Quoted, t.event.Opener, t.event.Text = true, q.text, chat.User{ID: t.me.ID}, q.no
	if yes {
		t.event.Text = q.yes
	}
	return nil
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}
