package tournament

import (
	"slices"

	"tabuleiro/engine/match"
)

// Forget takes a person out of the events: it is said of as instead, who takes part no more, and joined where it was
// announced if it was alone where it joined. The state that they make is the same but for that.
func Forget(events []Event, person string, as match.Player) []Event {
	home := events[0].Room
	begun := slices.ContainsFunc(events, func(e Event) bool { return e.Kind == Begun }) // and lots drawn from the words
	events = renamed(events, person, as)
	for i, e := range events {
		if e.By != as.ID {
			continue
		}
		events[i].IdempotencyKey, events[i].Words = "", ""
		if !begun {
			events[i].Word = ""
		}
		if e.Alone {
			events[i].Room, events[i].Alone = home, false
		}
	}
	return append(events, Event{Kind: Forgotten, At: events[len(events)-1].At, Person: as.ID, Who: &as})
}

// Merged are the events with a person in the place of another one that the person had before. One who has joined as
// both is there as somebody else, too, as if that one were forgotten.
func Merged(events []Event, from, to string, other match.Player) []Event {
	joins := func(id string) bool {
		return slices.ContainsFunc(events, func(e Event) bool {
			return e.Who != nil && e.Who.ID == id && (e.Kind == Joined || e.Kind == Replaced)
		})
	}
	if joins(from) && joins(to) {
		return Forget(events, from, other)
	}
	return renamed(events, from, match.Player{ID: to})
}

// renamed are the events with another person in the place of one, whose name stays where the other one has none.
func renamed(events []Event, from string, to match.Player) []Event {
	change := func(p match.Player) match.Player {
		switch {
		case p.ID != from:
			return p
		case to.Name == "":
			p.ID = to.ID
			return p
		}
		return to
	}
	events = slices.Clone(events)
	for i := range events {
		e := &events[i]
		e.By, e.Person = change(match.Player{ID: e.By}).ID, change(match.Player{ID: e.Person}).ID
		if e.Who != nil {
			who := change(*e.Who)
			e.Who = &who
		}
		if e.Setup != nil {
			setup := *e.Setup
			setup.Match.Arbiter = change(setup.Match.Arbiter)
			e.Setup = &setup
		}
		if at := slices.Index(e.Order, from); at >= 0 {
			e.Order = slices.Clone(e.Order)
			e.Order[at] = to.ID
		}
	}
	return events
}
