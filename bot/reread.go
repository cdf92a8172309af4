package bot

import (
	"slices"
	"time"

	"tabuleiro/bot/house"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// After a gap an adapter reads again what may have been missed. Some of that was heard before and refused: a move that was typed
// twice, or out of turn. By now the same text may do something that its author never meant. So what is read again counts
// only if its author can have known all that it would be about. Otherwise it has no answer: what came about after it is told
// below it in the room, by a newer board. What was missed, one text after the other, counts.

// moment is when something came about.
type moment struct {
	At      time.Time `json:"at,omitzero"`      // by the clock of this program
	Said    time.Time `json:"said,omitzero"`    // when that was said of which it came, by the clock of the service; zero: not known
	Service string    `json:"service,omitzero"` // where it was said; "": nowhere
}

// moment is that of what comes of the event.
func (t *talk) moment(now time.Time) moment {
	return moment{now, t.event.Said, t.event.Room.Service()}
}

// unaware tells whether the event was read again, and the author cannot have known of something when saying it: by the clock of
// the service it was said no later. Of what was said elsewhere, or came about by itself, only that is known here which
// comes after the reading.
func (t *talk) unaware(of moment) bool {
	switch {
	case t.event.Reread.IsZero():
		return false
	case of.Service == t.event.Room.Service() && !of.Said.IsZero():
		return !t.event.Said.After(of.Said)
	}
	return !of.At.Before(t.event.Reread)
}

// outdated tells whether the author was unaware of an event of a match that bears on what would come of the event heard.
func (d decider) outdated(t *talk, id string, kind match.Kind) (bool, error) {
	if t.event.Reread.IsZero() {
		return false, nil
	}
	events, err := d.archive.Events(t.ctx, id)
	if err != nil {
		return false, err
	}
	var last moment // of what was said in the author's service
	for _, e := range events {
		is := moment{e.At, e.Said, service(e.Cause)}
		unaware := t.unaware(is)
		switch {
		case is.Service == t.event.Room.Service() && !is.Said.IsZero():
			last = is
		case e.Kind == match.Moved && e.Cause == "" && !house.Is(e.By):
			continue // it had to follow
		case !last.Said.IsZero():
			// By the clock of the service it came about as long after the last text as by the clock here, or later: that text
			// was heard after it was said.
			soonest := last.Said.Add(is.At.Sub(last.At))
			unaware = unaware || !t.event.Said.After(soonest)
		}
		if unaware && bears(e.Kind, kind) {
			return true, nil
		}
	}
	return false, nil
}

// overtaken tells whether the author was unaware of what became of a challenge like one that was read again, whichever of the two
// had made it.
func (p players) overtaken(t *talk, s match.Setup) (bool, error) {
	if t.event.Reread.IsZero() {
		return false, nil
	}
	mine, err := p.archive.Search(t.ctx, storage.Query{Room: string(t.event.Room), Player: t.me.ID, Limit: lately})
	for _, m := range mine {
		like := s.Opponent.Anyone() && m.Setup.Opponent.Anyone() || m.Challenger.Is(s.Opponent) || m.Opponent.Is(s.Opponent)
		if !like || m.Setup.Game != s.Game {
			continue
		}
		if old, err := p.outdated(t, m.ID, match.Challenged); old || err != nil {
			return old, err
		}
	}
	return false, err
}

// bears tells whether an event of one kind changes what an author has meant by one of another kind, "" if that is not known.
func bears(then, said match.Kind) bool {
	switch said {
	case match.Gave, match.Away, match.Reminds: // they are about people and clocks
		return false
	case match.Challenged:
		return slices.Contains([]match.Kind{match.Challenged, match.Accepted, match.Declined, match.Withdrawn}, then)
	case match.Moved: // no offer stands in its way
		return slices.Contains(beginnings, then)
	}
	return then == match.Offered || then == match.Refused || slices.Contains(beginnings, then)
}

// beginnings are the kinds of events after which there is another position.
var beginnings = []match.Kind{match.Challenged, match.Accepted, match.Rolled, match.Moved, match.Agreed}
