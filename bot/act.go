package bot

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// decider brings about the events that people ask for. It holds the match meanwhile, as the clock, the
// house and everything else does that writes to one: see Archive.Matches.
type decider struct {
	finder
	speaker *speak.Speaker
	ledger  ledger
	host    interface{ reply(id, by string) } // plays for the house; nil: there is none
	now     func() time.Time
	sooner  func() // a deadline may be sooner than those before; nil: nobody keeps time
}

// A decision is what a person's words come to in a match: an event, or an error that tells the person something. It may be
// asked again with another state of the match, and does nothing.
type decision func(*match.Match) (match.Event, error)

// act brings the event of a decision to pass and has it said.
func (d decider) act(t *talk, id string, decide decision) error {
	if err := d.decide(t, id, decide); err != nil {
		return err
	}
	d.say(t, id)
	return nil
}

// settled tells the adapter that what the event asks for is decided and stored, unless a question is still to be kept, which the next
// event may answer.
func (t *talk) settled() {
	if p := t.event.Progress; p != nil && t.question == nil {
		p.Settled()
	}
}

// say has said what the author brought about, with what the house does about it if that is quick.
func (d decider) say(t *talk, id string) {
	t.settled()
	if p := t.event.Progress; p != nil {
		p.Turn()
	}
	if d.host != nil {
		d.host.reply(id, t.me.ID)
	}
	d.speaker.Say(t.ctx, id, t.cause())
}

// decide brings the event of a decision to pass: the match takes it, what follows by itself comes after it, and the store
// keeps all that. The caller has it said.
func (d decider) decide(t *talk, id string, decide decision) error {
	defer d.archive.Matches.Enter(id)()
	for {
		m, head, err := d.archive.Load(t.ctx, id)
		if err != nil {
			return err
		}
		e, err := decide(m)
		if old, wrong := d.outdated(t, id, e.Kind); old || wrong != nil {
			return cmp.Or(wrong, errNothing)
		}
		if err != nil {
			return err
		}
		e.At, e.Said, e.By, e.Cause = d.now(), t.event.Said, t.me.ID, t.event.ID
		next, events, err := d.follow(m, e)
		var refusal *match.Refusal
		if errors.As(err, &refusal) {
			return instead(t.refusal(m, refusal.Code))
		}
		if err != nil {
			return err
		}
		if t.event.Private && e.Room == "" && !archive.IsAt(head, t.event.Room) && tell.Plays(m, t.me) { // told here, too, from now on
			head.Places = append(slices.Clone(head.Places), storage.Place{Room: string(t.event.Room), For: t.me.ID, Said: m.N})
		}
		next, err = d.ledger.put(t.ctx, next, head, events)
		if archive.IsConflict(err) {
			continue // another process was faster: decide again
		}
		if err == nil {
			d.archive.Keep(next, events)
			d.keepTime(next)
		}
		return err
	}
}

// refusal says why a match does not allow something; of one that has ended, in the place of the question that was asked before that.
func (t *talk) refusal(m *match.Match, code engine.Code) chat.Message {
	no := t.to(m).Refusal(m, code)
	no.Instead = t.questioned() && m.Status.Ended()
	return no
}

// keepTime tells the one who keeps time of a match that was stored.
func (d decider) keepTime(m *match.Match) {
	if call, _ := m.Next(); call != "" && d.sooner != nil {
		d.sooner()
	}
}

// follow is a match after an event and what follows from that without anybody being asked.
func (d decider) follow(m *match.Match, e match.Event) (*match.Match, []match.Event, error) {
	next, err := m.Apply(e, d.archive.Game)
	if err != nil {
		return nil, nil, err
	}
	events := []match.Event{e}
	for {
		more, err := automatic(next)
		if more == nil && err == nil {
			more = d.rollFor(next)
		}
		if more == nil || err != nil {
			return next, events, err
		}
		more.At = e.At
		if next, err = next.Apply(*more, d.archive.Game); err != nil {
			return nil, nil, err
		}
		events = append(events, *more)
	}
}

// automatic is what happens without anybody being asked: the throw of the dice, and the move of a player who has no choice.
// It is nil where a player decides, and when the match is over.
func automatic(m *match.Match) (*match.Event, error) {
	if e := farewell(m); e != nil {
		return e, nil
	}
	switch m.Turn() {
	case engine.Nobody:
		return nil, nil
	case engine.Chance:
		e, err := m.Throw()
		return &e, err
	}
	by := m.Player(m.Turn()).ID
	if p, ok := m.Line.Position().(engine.Roller); ok {
		if move, forced := p.Forced(); forced {
			return &match.Event{Kind: match.Moved, By: by, Move: move, Forced: true}, nil
		}
		return nil, nil
	}
	for move := range m.Line.Position().Moves() {
		if move != engine.Pass {
			return nil, nil
		}
	}
	return &match.Event{Kind: match.Moved, By: by, Move: engine.Pass}, nil
}

// farewell is what a player who was forgotten answers: to whoever proposes to stop or calls the match off there is nobody who would
// go on.
func farewell(m *match.Match) *match.Event {
	other := m.Player(m.Pending.By.Other())
	if m.Pending.Offer != match.Stop && m.Pending.Offer != match.Off || !gone(other) {
		return nil
	}
	return &match.Event{Kind: match.Agreed, By: other.ID, Offer: m.Pending.Offer}
}
