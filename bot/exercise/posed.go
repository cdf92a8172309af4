package exercise

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/puzzle"
)

// sets has what is set in rooms.
var sets = kv.New[Set](kv.Schema{Name: "puzzle/", Owner: kv.Room, Bound: "a note a room",
	Forgotten: "Daily.Forget"})

// Set is the puzzle of a room, and how it came to it.
type Set struct {
	Game string `json:"game"` // the one asked for last
	// how far the room is in its order of each game, and behind a slash of a theme that was asked for
	Shown  map[string]int `json:"shown"`
	Number int            `json:"number"`           // how many in all
	Puzzle *puzzle.Puzzle `json:"puzzle,omitempty"` // nil: the last one is solved
	At     int            `json:"at,omitempty"`     // moves of its solution that have been played
	Wrong  int            `json:"wrong,omitempty"`  // tries
	// the puzzle and the move of which the piece was told last, as spot has it
	Looked int     `json:"looked,omitempty"`
	Warned int     `json:"warned,omitempty"` // the puzzle of which it was told last what a hint costs
	Strong float64 `json:"strong,omitempty"` // how strong the one is, or was, that was set last
	Solver string  `json:"solver,omitempty"` // the id of the only one who has done something for it, or several
	Person string  `json:"person,omitempty"` // the id of the only one who is in the room, "" if there are several
	// the id of the one by whose clock one is set every day where several are
	By    string         `json:"by,omitempty"`
	Date  string         `json:"date,omitempty"` // of the puzzle, where it is that of a day
	Since time.Time      `json:"since,omitzero"` // when that was set
	Day   *Day           `json:"day,omitempty"`  // where several are: the puzzle of the day, which everybody answers alone
	Past  *Day           `json:"past,omitempty"` // the one before
	Last  request.Moment `json:"last,omitzero"`  // when a puzzle was set last, or a move tried

	Asker string `json:"asker,omitempty"` // the id of the one who set it, or tried a move, last

	seen bool // the solution of that of a day was asked for
}

// id is what the puzzle is called.
func (s Set) id() string { return view.Puzzle{Number: s.Number, Day: s.Date}.ID() }

// Load is the puzzle of a room; false if there is none that is not solved.
func (p Puzzles) Load(ctx context.Context, room chat.Room) (s Set, posed bool, err error) {
	if s, _, err = sets.Get(ctx, p.Archive, string(room)); err != nil {
		return s, false, err
	}
	if s.Puzzle == nil || s.Date == "" {
		return s, s.Puzzle != nil && p.Archive.Game(s.Game) != nil, nil
	}
	who, err := p.Registry.Person(ctx, s.Person)
	if err != nil {
		return s, false, err
	}
	return p.mine(ctx, s, who.ID)
}

// posed is the puzzle of a room and how it is shown: without a game if there is none that is not solved.
func (p Puzzles) posed(ctx context.Context, room chat.Room) (s Set, now view.Puzzle, err error) {
	s, posed, err := p.Load(ctx, room)
	if err == nil && posed {
		now, err = p.line(s)
	}
	return s, now, err
}

func (p Puzzles) keep(ctx context.Context, room chat.Room, s Set) error {
	return sets.Put(ctx, p.Archive, string(room), s)
}

// keepBy is keep for what the author has brought about.
func (p Puzzles) keepBy(req *request.Request, s Set) error {
	s.Last, s.Asker = req.Moment(p.Now()), req.Author.ID
	if s.Date != "" {
		if err := p.note(req, s); err != nil || !req.Event.Private {
			return err
		}
	}
	return p.keep(req.Ctx, req.Event.Room, s)
}

// line is the puzzle of a room as far as it is solved, with the rest of its solution when it is.
func (p Puzzles) line(s Set) (view.Puzzle, error) {
	game := p.Archive.Game(s.Game)
	line, err := s.Puzzle.Line(game)
	moves := s.Puzzle.Solution
	ended := s.At >= len(moves)
	if ended {
		moves = slices.Concat(moves, s.Puzzle.Rest)
	} else {
		moves = moves[:s.At]
	}
	listed := 1 + slices.IndexFunc(puzzle.Of(game),
		func(other puzzle.Puzzle) bool { return other.Position == s.Puzzle.Position })
	for _, m := range moves {
		if err == nil {
			line, err = line.Play(m)
		}
	}
	return view.Puzzle{
		Number: s.Number, Day: s.Date, Game: game, Line: line, Ended: ended, Listed: listed, Value: s.Puzzle.Value,
		Gap: s.Puzzle.Gap, Win: s.Puzzle.Win, Cube: s.Puzzle.Cube,
	}, err
}

// found plays the next move of a puzzle's solution and the answer to it, and goes on while there is just one move to be
// made.
func (p Puzzles) found(s Set) (Set, view.Puzzle, error) {
	for {
		s.At = min(s.At+2, len(s.Puzzle.Solution))
		now, err := p.line(s)
		if err != nil || now.Ended || !analysis.IsForced(now.Line.Position()) {
			return s, now, err
		}
	}
}

// another sets the next puzzle that somebody of a strength wishes in a room; false if there are none. With a way it is
// the next one that is harder than the last one was, or easier.
func (s *Set) another(w puzzleQuery, room chat.Room, who Strength) bool {
	g, name := w.game, w.game.Name
	all := puzzle.Of(g)
	if w.about != "" {
		all, name = puzzle.With(g, w.about), g.Name+"/"+string(w.about)
	}
	if w.way != 0 {
		from := cmp.Or(s.Strong, who.Now().Rating) * w.way
		all = slices.DeleteFunc(slices.Clone(all), func(p puzzle.Puzzle) bool { return p.Strength(g)*w.way <= from })
		slices.SortStableFunc(all, func(a, b puzzle.Puzzle) int { return cmp.Compare(a.Strength(g)*w.way, b.Strength(g)*w.way) })
	}
	if len(all) == 0 {
		return false
	}
	if s.Shown == nil {
		s.Shown = map[string]int{}
	}
	next := all[min(len(all)-1, len(all)/stepsUp)]
	if w.way == 0 {
		next, s.Shown[name] = who.next(g, all, name, string(room), s.Shown[name])
	}
	s.Game, s.Puzzle, s.At, s.Wrong, s.Solver, s.Date = g.Name, &next, 0, 0, "", ""
	s.Number, s.Strong = s.Number+1, next.Strength(g)
	return true
}

// stepsUp is in about how many steps one comes from any puzzle to the hardest, or the easiest.
const stepsUp = 8

// none tells that there are no puzzles of a game, or none on a theme, and which there are; or none that is harder than
// the last one, or easier.
func (p Puzzles) none(req *request.Request, game *engine.Game, way float64) error {
	switch {
	case way > 0:
		return req.Refuse("puzzle-hardest")
	case way < 0:
		return req.Refuse("puzzle-easiest")
	}
	name := speech.Text("Game", req.Guide.Voice.Text("game."+game.Name))
	if len(puzzle.Of(game)) == 0 {
		return req.Refuse("puzzle-none-of", name, speech.Text("Games", p.names(req)))
	}
	var themes []string
	for _, t := range puzzle.Themes {
		if len(puzzle.With(game, t)) > 0 {
			themes = append(themes, req.Guide.Voice.Typed("puzzle-"+string(t)))
		}
	}
	m := req.Privately("puzzle-none-about", name, speech.Text("Themes", strings.Join(themes, ", ")))
	for _, t := range themes {
		m.Buttons = append(m.Buttons, []chat.Button{{Label: t, Says: req.Guide.Voice.Typed("puzzle") + " " + t + " " +
			req.Guide.TypedGame(game)}})
	}
	return request.Replace(m)
}

// Suggest completes moves of the puzzle in a room.
func (p Puzzles) Suggest(ctx context.Context, room chat.Room, begin string) []string {
	_, now, err := p.posed(ctx, room)
	if err != nil || now.Game == nil {
		return nil
	}
	return request.Beginning(now.Match(), begin)
}
