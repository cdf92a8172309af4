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
		events[i].Cause, events[i].Words = "", ""
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
	events = slices.Clone(events)
	for i, e := range events {
		if e.By == from {
			events[i].By = to.ID
		}
		if e.Person == from {
			events[i].Person = to.ID
		}
		if e.Who != nil && e.Who.ID == from {
			who := to
			if to.Name == "" {
				who = *e.Who
				who.ID = to.ID
			}
			events[i].Who = &who
		}
		if e.Setup != nil && from != "" && e.Setup.Match.Arbiter.ID == from {
			setup := *e.Setup
			name := setup.Match.Arbiter.Name
			if setup.Match.Arbiter = to; to.Name == "" {
				setup.Match.Arbiter.Name = name
			}
			events[i].Setup = &setup
		}
		if at := slices.Index(e.Order, from); at >= 0 {
			events[i].Order = slices.Clone(e.Order)
			events[i].Order[at] = to.ID
		}
	}
	return events
}
