package change

import (
	"cmp"
	"errors"
	"slices"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/notify"
	"tabuleiro/bot/request"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Decider applies people's decisions and announces the results.
type Decider struct {
	Matches  *Matches
	Notifier *notify.Notifier
	Computer Replier
}

// Replier makes the computer act in the match with an id, on behalf of a person, and waits a moment for the result.
type Replier interface{ Reply(id, person string) }

// A decision turns a person's request into an event of a match, or into an error for the person. It has no side
// effects, because it may be repeated with another state of the match.
type decision func(*match.Match) (match.Event, error)

// Act applies a decision and announces the result.
func (d Decider) Act(req *request.Request, id string, decide decision) error {
	if err := d.Decide(req, id, decide); err != nil {
		return err
	}
	d.Say(req, id)
	return nil
}

// Decided tells the adapter that the next event may be handled while the answer to this one is still being sent.
func Decided(req *request.Request) {
	if p := req.Event.Progress; p != nil {
		p.Decided()
	}
}

// Settled tells the adapter that the effect of the event is stored, so that it is announced even after a restart.
func Settled(req *request.Request) {
	if p := req.Event.Progress; p != nil {
		p.Settled()
	}
}

// Say announces the author's change, together with the computer's reply if that is quick.
func (d Decider) Say(req *request.Request, id string) {
	Settled(req)
	d.Computer.Reply(id, req.Author.ID)
	d.Notifier.Notify(req.Ctx, id, req.Origin())
}

// Decide applies a decision, or in a trial only makes it. The caller must announce the result.
func (d Decider) Decide(req *request.Request, id string, decide decision) error {
	_, err := d.Matches.Change(req.Ctx, id, req.Author.ID, func(s State) (State, error) {
		e, err := decide(s.Match)
		if old, wrong := Outdated(req, d.Matches.Archive, id, e.Kind); old || wrong != nil {
			return s, cmp.Or(wrong, request.ErrNothing)
		}
		if err != nil {
			return s, err
		}
		e.SentAt, e.By, e.IdempotencyKey = req.Event.Said, req.Author.ID, req.Event.ID
		told := e.Room != "" || archive.IsAt(s.Head, req.Event.Room)
		next, err := s.Then(e)
		if refusal, ok := errors.AsType[*match.Refusal](err); ok {
			return s, request.Replace(req.Refusal(s.Match, refusal.Code))
		}
		if err == nil && req.Trial {
			return s, request.ErrNothing
		}
		// from now on the match is announced here, too
		if err == nil && req.Event.Private && e.Kind != match.Planned && !told && view.Plays(s.Match, req.Author) {
			place := storage.Place{Room: string(req.Event.Room), For: req.Author.ID, Delivered: s.Match.N}
			next.Head.Places = append(slices.Clone(s.Head.Places), place)
		}
		return next, err
	})
	return err
}
