package exercise

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/puzzle"
)

// sets stores the puzzles of rooms.
var sets = kv.New[Set](kv.Schema{Name: "puzzle/", Owner: kv.Room, Bound: "a note a room",
	Forgotten: "Exercises.Rename"})

// Task is a puzzle and how far it is solved: a puzzle of the day by one person, one without a date by everybody in a
// room.
type Task struct {
	Answer
	Puzzle *puzzle.Puzzle `json:"puzzle,omitempty"` // nil if the last one is solved
	Looked int            `json:"looked,omitempty"` // number of the move, from 1, whose piece was told last
	Warned bool           `json:"priced,omitempty"` // the cost of a hint was told
	Strong float64        `json:"strong,omitempty"` // rating of the puzzle set last
	Solver string         `json:"solver,omitempty"` // id of the only person who has worked on it, or several
}

// Set is the current puzzle of a room, and the state from which the next one is chosen.
type Set struct {
	Task
	// number of puzzles shown, by game or by game, slash and theme
	Shown  map[string]int `json:"shown"`
	Number int            `json:"number"`           // number of puzzles shown in all
	Person string         `json:"person,omitempty"` // id of the only person in the room, "" if there are several
	// id of the person whose time zone sets the hour of the puzzle of the day
	By   string         `json:"by,omitempty"`
	Day  *Day           `json:"day,omitempty"`  // puzzle of the day in a room of several people
	Past *Day           `json:"past,omitempty"` // the previous puzzle of the day
	Last request.Moment `json:"last,omitzero"`  // when a puzzle was set last, or a move tried

	Asker string `json:"asker,omitempty"` // id of the person who last set a puzzle or tried a move
}

// id returns the id of the puzzle.
func (s Set) id() string { return view.Puzzle{Number: s.Number, Day: s.Date}.ID() }

// Load returns the puzzle of a room with its progress; it has no game if there is none to be solved.
func (e Exercises) Load(ctx context.Context, room chat.Room) (s Set, now view.Puzzle, err error) {
	s, _, err = sets.Get(ctx, e.Archive, string(room))
	if s.Date != "" {
		who, failed := e.Registry.Person(ctx, s.Person)
		if err = failed; err == nil {
			s.Task, err = e.progress(ctx, s.Task, who.ID)
		}
	}
	return s, e.line(s), err
}

// loadByID is Load for the puzzle with an id, as far as the author has solved it; "" for the one of the room.
func (e Exercises) loadByID(req *request.Request, id string) (s Set, now view.Puzzle, err error) {
	s, now, err = e.Load(req.Ctx, req.Event.Room)
	switch {
	case err != nil || id == "" || id == s.id():
		return s, now, err
	case s.Day == nil || id != s.Day.Date:
		return s, view.Puzzle{}, nil
	}
	s.Task, err = e.progress(req.Ctx, e.task(*s.Day), req.Author.ID)
	return s, e.line(s), err
}

// keep stores the author's progress, without the puzzle once it is over: the puzzle of the room or, for a puzzle of the
// day that several people answer, only the author's answer.
func (e Exercises) keep(req *request.Request, s Set) error {
	s.Last, s.Asker = req.Moment(e.Now()), req.Author.ID
	if s.Puzzle != nil && s.At >= len(s.Puzzle.Solution) {
		s.Puzzle = nil
	}
	e.Find.NoteExercise(req)
	if s.Date != "" {
		if err := e.note(req.Ctx, req.Author, s.Task); err != nil || !req.Event.Private {
			return err
		}
	}
	return sets.Put(req.Ctx, e.Archive, string(req.Event.Room), s)
}

// line returns a puzzle as far as it is solved, and to the end of its solution once it is. It has no game if none is
// set, or its stored position is not valid any more.
func (e Exercises) line(s Set) view.Puzzle {
	game := e.Archive.Game(s.Game)
	if s.Puzzle == nil || game == nil {
		return view.Puzzle{}
	}
	line, err := s.Puzzle.Line(game)
	if err != nil {
		return view.Puzzle{}
	}
	moves := s.Puzzle.Solution
	ended := s.At >= len(moves)
	if ended {
		moves = slices.Concat(moves, s.Puzzle.Rest)
	} else {
		moves = moves[:s.At]
	}
	line, _ = line.Play(moves...) // as far as it is still legal
	listed := 1 + slices.IndexFunc(puzzle.Of(game),
		func(other puzzle.Puzzle) bool { return other.Position == s.Puzzle.Position })
	return view.Puzzle{Number: s.Number, Day: s.Date, Game: game, Line: line, Ended: ended, Listed: listed, Puzzle: *s.Puzzle}
}

// found plays the next move of a puzzle's solution and its reply, and then all forced moves.
func (e Exercises) found(s Set) (Set, view.Puzzle) {
	for {
		s.At = min(s.At+2, len(s.Puzzle.Solution))
		if now := e.line(s); now.Ended || !analysis.IsForced(now.Line.Position()) {
			return s, now
		}
	}
}

// another sets the next puzzle in a room that fits a query, for a person of a strength; false if there is none. The
// query may ask for a harder or an easier one than the last.
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
	next := all[len(all)/stepsUp]
	if w.way == 0 {
		next, s.Shown[name] = who.pick(g, all, name, string(room), s.Shown[name])
	}
	s.Task = Task{Answer: Answer{Game: g.Name}, Puzzle: &next, Strong: next.Strength(g)}
	s.Number++
	return true
}

// stepsUp is about the number of steps from a puzzle to the hardest, or to the easiest.
const stepsUp = 8

// none returns an error for a query that no puzzle fits: for a game or a theme it lists those with puzzles.
func (e Exercises) none(req *request.Request, game *engine.Game, way float64) error {
	switch {
	case way > 0:
		return req.Refuse("puzzle-hardest")
	case way < 0:
		return req.Refuse("puzzle-easiest")
	}
	name := speech.Text("Game", req.Guide.Voice.Text("game."+game.Name))
	if len(puzzle.Of(game)) == 0 {
		return req.Refuse("puzzle-none-of", name, speech.Text("Games", req.Guide.GameNames(e.puzzled())))
	}
	var themes []string
	var buttons [][]chat.Button
	for _, t := range puzzle.Themes {
		if word := req.Guide.Voice.Typed("puzzle-" + string(t)); len(puzzle.With(game, t)) > 0 {
			themes, buttons = append(themes, word), append(buttons, []chat.Button{{Label: word,
				Says: req.Guide.Voice.Typed("puzzle") + " " + word + " " + req.Guide.TypedGame(game)}})
		}
	}
	m := req.Privately("puzzle-none-about", name, speech.Text("Themes", strings.Join(themes, ", ")))
	m.Buttons = buttons
	return request.Replace(m)
}
