package match

import (
	"slices"
	"strings"
)

// Renamed are the events of a match with to in the place of from, of whom the ID has to be known: as author, as player
// and as who was challenged, be it by handle only. Of what from said the Cause is left out, and the room where the
// author was alone. They replay to the same match but for that. The events given stay as they are.
//
// Words for the dice stay: the throws come from them.
func Renamed(events []Event, from, to Player) []Event {
	challenged := isChallenged(events, from)
	list := slices.Clone(events)
	for i := range list {
		e := &list[i]
		if e.By == from.ID {
			e.By, e.Cause, e.Words = to.ID, "", ""
			if e.Alone {
				e.Room, e.Alone = "", false
			}
		}
		if e.Who != nil && e.Who.ID == from.ID {
			e.Who = &to
		}
		if e.First == from.ID {
			e.First = to.ID
		}
		if e.Winner == from.ID {
			e.Winner = to.ID
		}
		if e.Setup != nil {
			setup := e.Setup.renamed(from, to)
			if challenged && !setup.Opponent.Anyone() {
				setup.Opponent = to
			}
			e.Setup = &setup
		}
	}
	return list
}

// Joined are the events of a match with the id of a person in the place of another one that the person had before. They
// replay to the same match but for that, unless both play in it. The events given stay as they are.
func Joined(events []Event, from, to string) []Event {
	list := slices.Clone(events)
	for i := range list {
		e := &list[i]
		for _, id := range []*string{&e.By, &e.First, &e.Winner} {
			if *id == from {
				*id = to
			}
		}
		if e.Who != nil && e.Who.ID == from {
			who := *e.Who
			who.ID = to
			e.Who = &who
		}
		if e.Setup != nil && (e.Setup.Opponent.ID == from || e.Setup.Arbiter.ID == from) {
			setup := *e.Setup
			for _, p := range []*Player{&setup.Opponent, &setup.Arbiter} {
				if p.ID == from {
					p.ID = to
				}
			}
			e.Setup = &setup
		}
	}
	return list
}

// isChallenged tells whether the challenge of a match is for p. The answer tells the owner of the handle then, if there
// was one: a handle may be somebody else's later.
func isChallenged(events []Event, p Player) bool {
	for _, e := range events {
		if e.Kind == Accepted || e.Kind == Declined {
			return e.By == p.ID
		}
	}
	return len(events) > 0 && events[0].By != p.ID && events[0].Setup != nil && events[0].Setup.Opponent.Is(p)
}

// renamed is a setup in which a file does not tell the name of from any more.
func (s Setup) renamed(from, to Player) Setup {
	if !s.Arbiter.Anyone() && s.Arbiter.Is(from) {
		s.Arbiter = to
	}
	if s.Source == nil {
		return s
	}
	source := *s.Source
	for i, name := range source.Names {
		if name != "" && (strings.EqualFold(name, from.Name) || strings.EqualFold(name, from.Handle)) {
			source.Names[i] = to.Name
		}
	}
	s.Source = &source
	return s
}
