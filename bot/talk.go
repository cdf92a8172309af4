package bot

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// talk is one event being dealt with: what was said and by whom, and how the author is spoken to. It is nothing but data:
// what a method of it finds out follows from that and from what it is given.
type talk struct {
	ctx         context.Context
	event       chat.Event // with its texts cleaned
	me          match.Player
	account     string           // of the author, by which the service knows the person
	device      string           // language of the author's device
	unknown     error            // why it is not known whose account that is
	preferences tell.Preferences // of the room
	guide.Guide                  // how the author is spoken to, where others do not see it in the author's own language
	room        tell.Voice       // how all who are here are spoken to
	stays       bool             // the message with the button that was pressed tells something that is to be read on
	menu        bool             // the event ends what a menu was for
	question    *question        // what the author is asked, or opens, nil if nothing
	open        *question        // what the author had open when the event came, nil if nothing
	left        *question        // that, if the author has closed it by the event
	shown       boardShown       // before the event, to an author who had come back; zero if none was
	board       *match.Match     // the author is shown it as it is, nil if none
	past        *match.Match     // an earlier board of it has the button that was pressed, nil if none has
	paid        bool             // it was counted as one of the commands of its author
	readings    map[reading]read
}

// reading is a text in a position of a match, read is what it was read as. An event has its texts read once.
type (
	reading struct {
		match *match.Match
		text  string
	}
	read struct {
		move engine.Move
		err  error // a *engine.MoveError or nil
	}
)

// read reads a text as a move. A score that was overheard is one only if it is legal, and its author may move.
func (t *talk) read(m *match.Match, text string) (engine.Move, error) {
	r, ok := t.readings[reading{m, text}]
	if !ok {
		r.move, r.err = m.Line.Position().Read(text)
		if t.overheardScore(text) && (r.err != nil || !can(m, t.me, match.Moved)) {
			r.err = &engine.MoveError{Kind: engine.NotMove, Text: text}
		}
		if t.readings == nil {
			t.readings = map[reading]read{}
		}
		t.readings[reading{m, text}] = r
	}
	return r.move, r.err
}

// scoreForm is how people write how a game ended: 2-1, 1:0, 3 x 2.
var scoreForm = regexp.MustCompile(`^[0-9] *[-:x] *[0-9][ !?.,]*$`)

// overheardScore tells whether a text is all that was said, not to the bot, and looks like a score.
func (t *talk) overheardScore(text string) bool {
	plain, _ := engine.Plain(text)
	return !t.event.Addressed && text == t.event.Text && scoreForm.MatchString(plain)
}

// reply is what the author is told, message by message.
type reply []chat.Message

// refused is an error that is nothing but what the author is told instead.
type refused struct{ message chat.Message }

func (refused) Error() string { return "refused" }

// instead ends what was begun with a message for the author.
func instead(m chat.Message) error { return refused{m} }

// errNothing ends what was begun without a word.
var errNothing = errors.New("nothing is said")

// note ends what was begun with a sentence for the author.
func (t *talk) note(key string, facts ...speech.Fact) error {
	return instead(t.privately(key, facts...))
}

// privately is a sentence for the eyes of the author only, where the service can do that.
func (t *talk) privately(key string, facts ...speech.Fact) chat.Message {
	return chat.Message{Text: t.Voice.Say(key, facts...), Private: true}
}

// typed is the fact of what is typed for a command.
func (t *talk) typed(fact, command string) speech.Fact {
	return speech.Text(fact, t.Voice.Typed(command))
}

// unlessButton is the fact of what is typed where there are no buttons to say it.
func (t *talk) unlessButton(fact, says string) speech.Fact {
	if t.Caps.Rows > 0 {
		says = ""
	}
	return speech.Text(fact, says)
}

// direct tells whether the text was said to the bot itself, and not under one of its boards, where people also talk about
// the game. Then it gets an answer even if it is neither a command nor a move.
func (t *talk) direct() bool { return t.event.Addressed && t.event.Quoted == "" }

// to is how a match is told here: from the author's own side where nobody else looks on.
func (t *talk) to(m *match.Match) tell.Pages {
	own := engine.Nobody
	if t.event.Private {
		own = m.Side(t.me.ID)
	}
	a := t.Pages()
	if t.event.Private {
		a.Only = t.me.ID
	}
	a.Look = t.preferences.Look(m, own)
	return a
}

// public is to in the language of the room.
func (t *talk) public(m *match.Match) tell.Pages {
	a := t.to(m)
	a.Voice = t.room
	return a
}

// forAll is the guide in the language of the room.
func (t *talk) forAll() guide.Guide {
	g := t.Guide
	g.Voice = t.room
	return g
}

// owner is whose preferences count here.
func (t *talk) owner() archive.Owner {
	if t.event.Private {
		return archive.OfPerson(t.me.ID)
	}
	return archive.OfRoom(t.event.Room)
}

// cause is the event as the reason for what is said.
func (t *talk) cause() speak.Cause {
	return speak.Cause{Room: t.event.Room, Locale: t.event.Locale, Reply: t.event.Reply, Menu: t.menu && t.opened() && !t.event.Hidden,
		Button: t.event.Tap && !t.event.Hidden && !t.stays, Pressed: t.event.Pressed, Asked: t.questioned() && !t.stays}
}

// can tells whether a person may do one of the kinds; nil kinds: whether the person plays.
func can(m *match.Match, p match.Player, kinds ...match.Kind) bool {
	if kinds == nil {
		return tell.Plays(m, p)
	}
	may := m.May(p)
	for _, k := range kinds {
		for _, allowed := range may {
			if k == allowed {
				return true
			}
		}
	}
	return false
}

// command splits a text into a command and what follows. It is one if it begins with a slash. Said to the bot itself a word
// for a command is enough, and so it is under a board if nothing else is said. The name is "" for a slash word that the
// bot does not know, which is then rest.
func (t *talk) command() (name, rest string, ok bool) {
	word, rest, _ := strings.Cut(t.event.Text, " ")
	word, slash := strings.CutPrefix(word, "/")
	word, _, _ = strings.Cut(word, "@") // the address in /help@tabuleiro is the adapter's to check
	_, more := named(rest)
	if word == "" || !slash && !t.direct() && (!t.event.Addressed || more != "") {
		return "", "", false
	}
	if name := t.Languages.Book.Command(word); name != "" {
		bare := t.Languages.Book.Means("yes", word) || t.Languages.Book.Means("no", word)
		if !slash && (more != "" && (bare || name == "start") || bare && !t.direct()) {
			return "", "", false // so people talk
		}
		return name, rest, true
	}
	if g := t.Game(word); g != nil {
		return "play", g.Name + " " + rest, true
	}
	next, after, _ := strings.Cut(rest, " ")
	if name := t.Languages.Book.Command(word + next); slash && next != "" && name != "" { // "/por qué"
		return name, after, true
	}
	return "", word, slash
}

// tooLate says that a button counted for an earlier board of a match.
func (t *talk) tooLate(m *match.Match) error {
	t.past = m
	return t.note("old-board")
}

// perService is the key of a sentence as it is said in the author's service: "nameless-terminal" where there is one.
func (t *talk) perService(key string) string {
	if own := key + "-" + t.event.Room.Service(); t.Voice.Has(own) {
		return own
	}
	return key
}

// payer is whose pace counts: those in a room who hide their names have one together.
func (t *talk) payer() string { return cmp.Or(t.me.ID, string(t.event.Room)) }

// shaped tells whether a text looks like a whole move of a match, legal or not, to somebody who was not expecting one.
func (t *talk) shaped(m *match.Match, text string) bool {
	_, err := t.read(m, text)
	var wrong *engine.MoveError
	return err == nil || errors.As(err, &wrong) && wrong.Kind != engine.NotMove && wrong.Kind != engine.Incomplete
}

// longestText is how many characters of a text are looked at.
const longestText = 1000
