package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"sync"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/house"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
)

// insights are what the house knows of a game: hints while it plays, reports afterwards.
type insights struct {
	finder
	host *host
	send func(context.Context, chat.Event, chat.Message) chat.Ref

	promised *sync.Map              // reports that are being made, by the room and the match
	making   *archive.Locks[string] // held while one is made, by the match
}

// Where hints are counted and reports are kept, by match. Neither holds anything of a person.
const (
	hintsKey   = "house/hints/"
	reportsKey = "house/report/"
)

// analysisNodes is how many positions an analysis looks at for each of a game without dice. A hint looks at as many, so that an
// analysis bears it out.
const analysisNodes = 50_000

// hintTask is how hard to think about a hint in a match.
func hintTask(m *match.Match) engine.Task {
	task := engine.Task{Nodes: analysisNodes, Seed: house.Seed(m)}
	if _, stake := m.Line.Position().(engine.Contest); stake {
		task.Nodes, task.Level = 0, engine.Levels
	}
	return task
}

// hints is how many hints were asked for in a match.
type hints struct {
	At   int `json:"at"`   // events of the match when the last one was given
	Step int `json:"step"` // of tell.HintSteps
	All  int `json:"all"`
}

// helps tells whether the players of a match may ask for hints: against the house, or where both agreed to that by how it began.
func helps(m *match.Match) bool {
	ofHouse, _ := house.Side(m)
	return ofHouse != engine.Nobody || m.Setup.Hints
}

// hint helps the author in a match, a step further each time.
func (s insights) hint(t *talk, text string) (reply, error) {
	m, rest, err := s.find(t, text, "hint", match.Moved)
	if err := cmp.Or(err, t.nothingElse(m, "hint", rest)); err != nil {
		return nil, err
	}
	switch {
	case !helps(m):
		return nil, t.note("hint-people", t.typed("Hints", "hints"), t.typed("Yes", "yes"))
	case m.Status.Ended():
		return nil, t.note("refusal."+string(match.MatchOver), speech.Text("ID", m.ID))
	case m.Turn() != m.Side(t.me.ID) || m.Turn() == engine.Nobody:
		return nil, t.note("hint-turn")
	}
	var advice analysis.Hint
	waited := s.host.queue.Do(t.ctx, house.Job{Person: t.me.ID, Match: m.ID, Think: func(ctx context.Context) {
		advice, err = analysis.Advise(ctx, m.Game.Brain, m.Line, hintTask(m))
	}})
	if waited != nil || err != nil {
		return nil, fmt.Errorf("hint in match %s: %w", m.ID, firstOf(err, waited))
	}
	count, err := s.count(t.ctx, m)
	if err != nil {
		return nil, err
	}
	return reply{t.to(m).Hint(m, advice, count.Step, count.All)}, nil
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// count counts one more hint in a match; in the same position it is the next step.
func (s insights) count(ctx context.Context, m *match.Match) (h hints, err error) {
	defer s.archive.Matches.Enter(m.ID)()
	text, err := s.archive.Get(ctx, hintsKey+m.ID)
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &h)
	}
	if err != nil {
		return h, fmt.Errorf("hints of match %s: %w", m.ID, err)
	}
	if h.At != m.N {
		h.Step = 0
	}
	h.At, h.Step, h.All = m.N, min(h.Step+1, tell.HintSteps), h.All+1
	written, err := json.Marshal(h)
	if err == nil {
		err = s.archive.Put(ctx, hintsKey+m.ID, string(written))
	}
	return h, err
}

// momentForm is what the buttons of a report say: a match, and one of its stops.
var momentForm = regexp.MustCompile(`^#\S+ \d+$`)

// analyse tells how a match that has ended was played. A report that is there is shown at once; one that has to be made is
// promised, and shown where it was asked for when it is ready. If the program ends meanwhile it is to be asked for again. With
// the number of a stop it opens the board there.
func (s insights) analyse(t *talk, text string) (reply, error) {
	if momentForm.MatchString(text) {
		answer, err := viewer{s.finder}.step(t, text)
		for i := range answer {
			answer[i].Instead = false // the report stays, with its other moments
		}
		return answer, err
	}
	m, _, err := s.findEnded(t, text, "analyse")
	if err != nil {
		return nil, err
	}
	switch {
	case m.Status == match.Open || m.Status == match.Playing:
		return nil, t.note("not-ended", speech.Text("ID", m.ID))
	case m.Line.Len() == 0:
		return nil, t.note("not-begun", speech.Text("ID", m.ID))
	case m.Game.Brain == nil:
		return nil, t.note("house-cannot", speech.Text("Game", t.Voice.Text("game."+m.Game.Name)))
	}
	r, ok, err := s.report(t.ctx, m)
	if err != nil {
		return nil, err
	}
	if ok {
		return reply{t.to(m).Report(m, r)}, nil
	}
	promise := [2]string{string(t.event.Room), m.ID}
	if _, made := s.promised.LoadOrStore(promise, true); made {
		return reply{t.privately("report-coming", speech.Text("ID", m.ID))}, nil
	}
	s.host.all.Go(func() {
		defer s.promised.Delete(promise)
		if err := s.make(t.me.ID, m); err != nil {
			s.host.log.Warn("a match is not analysed", "match", m.ID, "error", err)
			return
		}
		if r, ok, _ := s.report(s.host.life, m); ok {
			e := t.event
			e.Reply = nil // that was for the promise
			s.send(s.host.life, e, t.to(m).Report(m, r))
		}
	})
	return reply{t.privately("report-coming", speech.Text("ID", m.ID))}, nil
}

// report is the one that is kept of a match.
func (s insights) report(ctx context.Context, m *match.Match) (r analysis.Report, ok bool, err error) {
	text, err := s.archive.Get(ctx, reportsKey+m.ID)
	if err != nil || text == "" {
		return r, false, err
	}
	return r, true, json.Unmarshal([]byte(text), &r)
}

// make analyses a match, behind everything else that is to be thought, move by move, and keeps the report, unless there is one.
func (s insights) make(person string, m *match.Match) error {
	defer s.making.Enter(m.ID)()
	if _, ok, err := s.report(s.host.life, m); ok || err != nil {
		return err
	}
	task := engine.Task{Nodes: analysisNodes, Seed: house.Seed(m)}
	if _, dice := m.Line.Position().(engine.Roller); dice {
		task.Nodes = 0 // what the brain takes for enough: each throw is held against the 20 others
	}
	run := analysis.NewRun(m.Game.Brain, m.Line, task)
	for done := false; !done; {
		var err error
		waited := s.host.queue.Do(s.host.life, house.Job{Rank: house.Analysis, Person: person, Match: m.ID, Think: func(ctx context.Context) {
			done, err = run.Step(ctx)
		}})
		if err := firstOf(waited, err); err != nil {
			return err
		}
	}
	text, err := json.Marshal(run.Report())
	if err != nil {
		return err
	}
	return s.archive.Put(s.host.life, reportsKey+m.ID, string(text))
}
