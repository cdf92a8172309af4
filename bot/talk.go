package bot

import (
	"context"
	"errors"

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
	preferences tell.Preferences // of the room
	guide.Guide                  // how the author is spoken to, where others do not see it in the author's own language
	room        tell.Voice       // how all who are here are spoken to
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

// read reads a text as a move.
func (t *talk) read(m *match.Match, text string) (engine.Move, error) {
	r, ok := t.readings[reading{m, text}]
	if !ok {
		r.move, r.err = m.Line.Position().Read(text)
		if t.readings == nil {
			t.readings = map[reading]read{}
		}
		t.readings[reading{m, text}] = r
	}
	return r.move, r.err
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

// direct tells whether the text was said to the bot itself, and not under one of its boards, where people also talk about
// the game.
func (t *talk) direct() bool { return t.event.Addressed && t.event.Quoted == "" }

// answered tells whether the text gets an answer even if it is neither a command nor a move.
func (t *talk) answered() bool { return t.direct() || t.Caps.Answers }

// to is how a match is told here: from the author's own side where nobody else looks on.
func (t *talk) to(m *match.Match) tell.Audience {
	own := engine.Nobody
	if t.event.Private {
		own = m.Side(t.me.ID)
	}
	a := t.Audience
	if t.event.Private {
		a.Only = t.me.ID
	}
	a.Look = t.preferences.Look(m, own)
	return a
}

// public is to in the language of the room.
func (t *talk) public(m *match.Match) tell.Audience {
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
	return speak.Cause{Room: t.event.Room, Locale: t.event.Locale, Reply: t.event.Reply}
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
