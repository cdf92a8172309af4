package change

import (
	"slices"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/engine/match"
)

// Outdated reports whether the author of an event that was fetched late did not know of an event of the match that
// affects it. kind is the kind of match event that the late one would cause.
func Outdated(req *request.Request, a *archive.Archive, id string, kind match.Kind) (bool, error) {
	if req.Event.Reread.IsZero() {
		return false, nil
	}
	events, err := a.Events(req.Ctx, id)
	if err != nil {
		return false, err
	}
	var last request.Moment // the last event from the author's service
	for _, e := range events {
		if e.IdempotencyKey == beforehand(req.Event.ID) {
			continue
		}
		is := request.Moment{At: e.At, Said: e.SentAt, Service: people.Service(e.IdempotencyKey), Cause: e.IdempotencyKey}
		unaware := req.Unaware(is)
		switch {
		case is.Service == req.Event.Room.Service() && !is.Said.IsZero():
			last = is
		case e.Kind == match.Moved && e.IdempotencyKey == "" && !computer.Is(e.By):
			continue // it was forced
		case !last.Said.IsZero(): // estimate its service time: at least as long after last as by the local clock
			is.Service, is.Said = last.Service, last.Said.Add(is.At.Sub(last.At)).Truncate(time.Second)
			unaware = unaware || req.Unaware(is)
		}
		if unaware && bears(e.Kind, kind) {
			return true, nil
		}
	}
	return false, nil
}

// Beforehand returns a request for a change that precedes the actual one, with an idempotency key of its own. If the
// program crashes in between and the event is delivered again, Outdated ignores the preceding change.
func Beforehand(req *request.Request) *request.Request {
	return req.With(func(r *request.Request) { r.Event.ID = beforehand(r.Event.ID) })
}

func beforehand(cause string) string { return cause + "-before" }

// bears reports whether an event of kind then affects what an author meant by an event of kind said, which is "" if
// unknown.
func bears(then, said match.Kind) bool {
	switch said {
	case match.Gave, match.Away, match.Reminds, match.Salted: // they are about people, clocks and dice
		return false
	case match.Moved: // a pending offer does not prevent it
		return slices.Contains(beginnings, then)
	}
	return then == match.Offered || then == match.Refused || then == match.Retracted || slices.Contains(beginnings, then)
}

// beginnings are the kinds of events that change the position.
var beginnings = []match.Kind{match.Challenged, match.Accepted, match.Rolled, match.Moved, match.Agreed}
