package show

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
	"tabuleiro/engine/record"
)

// Thinker runs the computer's searches.
type Thinker interface {
	// Do runs a job in its turn, after those of a higher rank, and returns when it is done.
	Do(ctx context.Context, j computer.Job) error
	// RunInBackground runs a function with a context that ends when the computer stops thinking.
	RunInBackground(do func(ctx context.Context))
}

// analysisNodes is the number of nodes that an analysis searches for each position of a game without dice. A hint
// searches as many, so that an analysis confirms it.
const analysisNodes = 50_000

// stakeLevel is the lowest level that looks one ply ahead in games with a stake.
const stakeLevel = 8

// hintTask returns the limits of the search for a hint in a match.
func hintTask(m *match.Match) engine.Limits {
	task := engine.Limits{Nodes: analysisNodes, Seed: computer.Seed(m)}
	if _, stake := m.Line.Position().(engine.StakeGame); stake {
		task.Nodes, task.Level = 0, stakeLevel
	}
	return task
}

// Notes of hints and reports, by match. Neither contains personal data.
var (
	hints    = kv.New[Hints](kv.Schema{Name: "house/hints/", Owner: kv.Match, Bound: "a note a match"})
	analyses = kv.New[analysis.Report](kv.Schema{Name: "house/report/", Owner: kv.Match,
		Bound: "a note a match"})
)

// Hints counts the hints that were asked for in a match.
type Hints struct {
	At   int         `json:"at"`             // number of events of the match at the last hint
	Step int         `json:"step"`           // of view.HintSteps
	Move engine.Move `json:"move,omitempty"` // the move shown, "" if the last hint did not show one
	All  int         `json:"all"`
}

// Hint gives the author a hint in a match, one step further each time.
func (v *Viewer) Hint(req *request.Request, text string) (*request.Result, error) {
	m, rest, err := v.Find.Find(req, text, "hint", match.Moved)
	if err := cmp.Or(err, req.NothingElse(m, "hint", rest)); err != nil {
		return nil, err
	}
	switch {
	case !request.Helps(m):
		return nil, req.Refuse("hint-people", req.Typed("Hints", "hints"), req.Typed("Yes", "yes"))
	case m.Status.Ended():
		return nil, req.Refuse("refusal."+string(match.MatchOver), speech.Text("ID", m.ID))
	case m.Turn() != m.Side(req.Author.ID) || m.Turn() == engine.Nobody:
		return nil, req.Refuse("hint-turn")
	}
	if analysis.IsForced(m.Line.Position()) { // an only move needs no hint, and none is counted
		return nil, req.Refuse("hint-only", speech.Text("Move", req.Audience(m).Example(m)))
	}
	var advice analysis.Hint
	job := computer.Job{Person: req.Author.ID, Match: m.ID}
	job.Think = func(ctx context.Context) (err error) {
		advice, err = analysis.Advise(ctx, m.Game.Brain, m.Line, hintTask(m))
		return err
	}
	if err = v.Think.Do(req.Ctx, job); err != nil {
		return nil, fmt.Errorf("hint in match %s: %w", m.ID, err)
	}
	count, err := v.count(req.Ctx, m, advice.Move.Move)
	if err != nil {
		return nil, err
	}
	return request.Ask(req.Audience(m).Hint(m, advice, count.Step, count.All), &request.Question{ClearWhenLeft: true}), nil
}

// Hinted reports whether the author got a hint for the current move of the only match played here. move is the text of
// the move that was shown, "" if none was.
func (v *Viewer) Hinted(req *request.Request) (move string, is bool) {
	mine, err := v.Find.Mine(req)
	if err != nil || len(mine) != 1 {
		return "", false
	}
	h, there, err := hints.Get(req.Ctx, v.Archive, mine[0].ID)
	if h.Move != "" {
		move = "#" + mine[0].ID + " " + string(h.Move)
	}
	return move, err == nil && there && h.At == mine[0].N
}

// count counts one more hint in a match; in the same position it is the next step, of which the second shows the move.
func (v *Viewer) count(ctx context.Context, m *match.Match, move engine.Move) (h Hints, err error) {
	defer v.Archive.Matches.Enter(m.ID)()
	if h, _, err = hints.Get(ctx, v.Archive, m.ID); err != nil {
		return h, err
	}
	if h.At != m.N {
		h.Step, h.Move = 0, ""
	}
	if h.Step > 0 {
		h.Move = move
	}
	h.At, h.Step, h.All = m.N, min(h.Step+1, view.HintSteps), h.All+1
	return h, hints.Put(ctx, v.Archive, m.ID, h)
}

// momentForm matches the text of buttons of a report: a match and one of its marked moves, with a plus if the button is
// below another marked move.
var momentForm = regexp.MustCompile(`^(#\S+) (m([1-9]\d*)(\+?))$`)

// Analyse shows the report of an ended match, at once if it exists, else when it is ready. With "m0" it says what
// decided the match, as soon as there is a report, and with the text of a position what is best there.
func (v *Viewer) Analyse(req *request.Request, text string) (*request.Result, error) {
	if form := momentForm.FindStringSubmatch(text); form != nil {
		return v.moment(req, form)
	}
	if answer, err := v.position(req, text); answer != nil || err != nil {
		return answer, err
	}
	text, decided := strings.CutSuffix(text, view.Decided)
	m, r, ok, err := v.reported(req, strings.TrimSpace(text))
	switch {
	case err != nil:
		return nil, err
	case m.Status == match.Open || m.Status == match.Playing:
		return nil, req.Refuse("not-ended", speech.Text("ID", m.ID))
	case m.Line.Len() == 0:
		return nil, req.Refuse("not-begun", speech.Text("ID", m.ID))
	case m.Game.Brain == nil:
		return nil, req.Refuse("house-cannot", speech.Text("Game", req.Guide.Voice.Text("game."+m.Game.Name)))
	case ok && decided:
		return request.Say(req.ForRoom(m).Decided(m, r)), nil
	case ok:
		return request.Say(req.ForRoom(m).Report(m, r)), nil
	}
	if err := v.promise(req, m); err != nil {
		return nil, err
	}
	return request.Say(req.Privately("report-coming", speech.Text("ID", m.ID))), nil
}

// reported returns the match that a text names and its stored report; ok is false if there is none.
func (v *Viewer) reported(req *request.Request, text string) (m *match.Match, r analysis.Report, ok bool, err error) {
	if m, err = v.Find.FindEnded(req, text, "analyse"); err == nil {
		r, ok, err = analyses.Get(req.Ctx, v.Archive, m.ID)
	}
	return m, r, ok, err
}

// moment shows a marked move of a report.
func (v *Viewer) moment(req *request.Request, form []string) (*request.Result, error) {
	m, r, ok, err := v.reported(req, form[1])
	if err != nil {
		return nil, err
	}
	n, _ := strconv.Atoi(form[3]) // digits; too large a number names no move
	if !ok || n > len(r.Marked()) {
		return nil, req.Refuse("moment-none", speech.Text("Word", form[2]),
			speech.Text("Command", req.Guide.Voice.Typed("analyse")+" #"+m.ID))
	}
	message := req.ForRoom(m).Moment(m, r, n-1)
	message.Instead = form[4] != "" // a report stays, for its other buttons
	return request.Say(message), nil
}

// make returns the stored report of a match, or analyses the match, each search at the lowest rank of the queue, and
// stores the report.
func (v *Viewer) make(ctx context.Context, person string, m *match.Match) (analysis.Report, error) {
	if r, ok, err := analyses.Get(ctx, v.Archive, m.ID); ok || err != nil {
		return r, err
	}
	task := engine.Limits{Nodes: analysisNodes, Seed: computer.Seed(m)}
	if _, dice := m.Line.Position().(engine.DicePosition); dice {
		task.Nodes = 0 // the default: each throw is compared with the 20 others
	}
	job := computer.Job{Rank: computer.Analysis, Person: person, Match: m.ID}
	brain := computer.Queued(m.Game.Brain, job, v.Think.Do)
	r, err := analysis.Analyse(ctx, brain, m.Line, task)
	if err != nil {
		return r, err
	}
	return r, analyses.Put(ctx, v.Archive, m.ID, r)
}

// Turning shows the worst move of some matches, by the reports that people have asked for, with a button to the report;
// the message is empty if there are none.
func (v *Viewer) Turning(ctx context.Context, g guide.Guide, played []*match.Match) (m chat.Message, err error) {
	var of *match.Match
	var report analysis.Report
	worst := 0
	for _, one := range played {
		r, _, err := analyses.Get(ctx, v.Archive, one.ID)
		if err != nil {
			return m, err
		}
		if list := r.Worst(1); len(list) > 0 && r.Moves[list[0]].Loss > worst {
			of, report, worst = one, r, r.Moves[list[0]].Loss
		}
	}
	if of != nil {
		m = g.Facing(of, of.Turn()).Moment(of, report, slices.Index(report.Marked(), report.Worst(1)[0]))
		m.Buttons = [][]chat.Button{{{Label: g.Voice.Text("button.decided"), Says: g.Voice.Typed("analyse") + " #" + of.ID}}}
	}
	return m, nil
}

// shownBest is the maximum number of moves shown for a position.
const shownBest = 5

// diceBehind matches dice after a position.
var diceBehind = regexp.MustCompile(` ([1-6])[ -]?([1-6])$`)

// positionForm matches the beginning of the text of a position.
var positionForm = regexp.MustCompile(`(?i)^(?:\[?FEN|[WB]:|XGID=|GNUbgID=|position id|[a-z0-9+/]{14}(?:[: ]|$)|[a-z0-9]+(?:/[a-z0-9]+){5,} )`)

// IsPosition reports whether a whole text is a position.
func IsPosition(games []*engine.Game, text string) bool {
	return positionForm.MatchString(text) && record.Positions(diceBehind.ReplaceAllString(text, ""), games) != nil
}

// position shows a position that belongs to no match: its text may follow the name of its game and precede dice, or the
// word that asks for it as text. It returns nil if the text is no position.
func (v *Viewer) position(req *request.Request, text string) (*request.Result, error) {
	games, shown := req.Guide.Games, strings.TrimSpace(text)
	if word, rest, _ := strings.Cut(shown, " "); req.Guide.Game(word) != nil {
		games, shown = []*engine.Game{req.Guide.Game(word)}, strings.TrimSpace(rest)
	}
	asText := false
	if i := strings.LastIndexByte(shown, ' '); i > 0 && req.Guide.Languages.Book.Command(shown[i+1:]) == "position" {
		asText, shown = true, strings.TrimSpace(shown[:i])
	}
	dice := diceBehind.FindStringSubmatch(shown)
	start := diceBehind.ReplaceAllString(shown, "")
	list := record.Positions(start, games)
	switch {
	case list == nil:
		return nil, nil
	case len(list) > 1:
		return request.Say(req.WhichGame(list, "analyse", shown)), nil
	}
	r := list[0]
	start = r.Line.At(0).String()
	if dice != nil {
		if err := throw(&r, dice[1]+dice[2]); err != nil {
			return nil, req.Refuse("sight-no-dice")
		}
	}
	m := &match.Match{Game: r.Game, Line: r.Line, Status: match.Playing,
		Setup: match.Setup{Game: r.Game.Name, Options: r.Options, Start: start}}
	to := req.Guide.Facing(m, max(engine.First, r.Line.Turn()))
	if asText {
		return request.Say(to.Position(m)), nil
	}
	var best []engine.ScoredMove
	var cube *engine.Cube
	if turn := r.Line.Turn(); r.Game.Brain != nil && (turn == engine.First || turn == engine.Second) {
		task := hintTask(m)
		task.Best = shownBest
		err := v.Think.Do(req.Ctx, computer.Job{Person: req.Author.ID, Think: func(ctx context.Context) error {
			thought, err := r.Game.Brain.Think(ctx, r.Line, task)
			if err == nil {
				best = thought.Moves[:min(shownBest, len(thought.Moves))]
				cube, err = analysis.Cube(ctx, r.Game.Brain, r.Line, task)
			}
			return err
		}})
		if err != nil {
			return nil, fmt.Errorf("think about a position: %w", err)
		}
	}
	says := req.Guide.Voice.Typed("analyse") + " " + req.Guide.TypedGame(r.Game) + " " + start
	return request.Say(to.Sight(m, best, cube, says)), nil
}

// throw sets the dice in a position before a roll, or before a double.
func throw(r *engine.Record, dice string) error {
	if _, ok := r.Line.Position().(engine.DicePosition); !ok {
		return fmt.Errorf("%s has no dice", r.Game.Name)
	}
	if r.Line.Turn() != engine.Chance && slices.Contains(slices.Collect(r.Line.Position().Moves()), "roll") {
		if err := r.Enter("roll", engine.ReadMove); err != nil {
			return err
		}
	}
	return r.Enter(dice, engine.ReadMove)
}
