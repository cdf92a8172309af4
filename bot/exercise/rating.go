package exercise

import (
	"context"
	"hash/fnv"
	"math"
	"slices"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
	"tabuleiro/engine/rating"
)

// strengths stores the puzzle ratings of people.
var strengths = kv.New[Strength](kv.Schema{Name: "puzzle-rating/", Owner: kv.Person,
	Bound: "a number for each puzzle there is"})

// Strength is the puzzle rating of a person. A puzzle counts once, as a rating period of its own, by the first attempt:
// it is won if it is solved without a wrong try and without help.
type Strength struct {
	Rating rating.Record `json:"rating"`
	Known  []uint32      `json:"known"` // sorted keys of the puzzles that have counted
}

// unsure is the deviation of the ratings of puzzles, which do not result from games.
const unsure = 100

// unsolved is the rating of a person for whom no puzzle has counted yet. Its deviation is lower than that of an unknown
// player, as the puzzles match the strength of the players here, so that a single one says little.
var unsolved = rating.Rating{Rating: rating.Unknown.Rating, Deviation: 150, Volatility: rating.Unknown.Volatility}

// key returns a hash that identifies a puzzle among those of all games.
func key(g *engine.Game, p puzzle.Puzzle) uint32 {
	h := fnv.New32a()
	h.Write([]byte(g.Name + "\x00" + p.Position))
	return h.Sum32()
}

// Now returns the rating after all puzzles so far.
func (s Strength) Now() rating.Rating { return s.Rating.Now(s.Rating.Period) }

// knows reports whether a puzzle has counted already.
func (s Strength) knows(g *engine.Game, p puzzle.Puzzle) bool {
	_, is := slices.BinarySearch(s.Known, key(g, p))
	return is
}

// rate returns the strength after a puzzle that counts.
func (s Strength) rate(g *engine.Game, p puzzle.Puzzle, won bool) Strength {
	result := rating.Result{Rating: p.Strength(g), Deviation: unsure}
	if won {
		result.Score = 1
	}
	if s.Rating.Played() == 0 {
		s.Rating.Before = unsolved
	}
	s.Rating = s.Rating.Add(s.Rating.Played(), result)
	return s.mark(g, p)
}

// mark returns the strength after a puzzle that must not count any more.
func (s Strength) mark(g *engine.Game, p puzzle.Puzzle) Strength {
	if i, is := slices.BinarySearch(s.Known, key(g, p)); !is {
		s.Known = slices.Insert(slices.Clone(s.Known), i, key(g, p))
	}
	return s
}

// merge joins the strengths of two people who are one: the one with more counted puzzles has the rating.
func (s Strength) merge(other Strength) Strength {
	if other.Rating.Played() > s.Rating.Played() {
		s.Rating = other.Rating
	}
	s.Known = slices.Concat(s.Known, other.Known)
	slices.Sort(s.Known)
	s.Known = slices.Compact(s.Known)
	return s
}

// pick returns the next of some puzzles: in the order of the place, the first one that has not counted and is within the
// deviation of the person's rating, else the nearest one, or the next one if all have counted. shown counts those that
// the place has had; pick also returns that number with the new one.
func (s Strength) pick(g *engine.Game, all []puzzle.Puzzle, name, place string, shown int) (puzzle.Puzzle, int) {
	now, near := s.Now(), math.Inf(1)
	if s.Rating.Played() > 0 {
		near = now.Deviation
	}
	best, nearest := shown, math.Inf(1)
	for k := shown; k < shown+2*len(all); k++ {
		p := all[puzzle.Next(name, place, k, len(all))]
		if s.knows(g, p) {
			continue
		}
		far := math.Abs(p.Strength(g) - now.Rating)
		if far < nearest {
			best, nearest = k, far
		}
		if far <= near {
			break
		}
	}
	return all[puzzle.Next(name, place, best, len(all))], best + 1
}

// several stands for more than one person in Task.Solver.
const several = "*"

// tried records that a person has worked on the puzzle, and reports whether nobody else has.
func (t *Task) tried(person string) (alone bool) {
	if t.Solver == "" {
		t.Solver = person
	} else if t.Solver != person {
		t.Solver = several
	}
	return t.Solver == person
}

// charges reports whether help with a puzzle would count for the author: nobody else has worked on it, and it has not
// counted yet.
func (e Exercises) charges(req *request.Request, s Set) bool {
	if s.Puzzle == nil || !s.tried(req.Author.ID) {
		return false
	}
	is, _, err := strengths.Get(req.Ctx, e.Archive, req.Author.ID)
	return err == nil && !is.knows(e.Archive.Game(s.Game), *s.Puzzle)
}

// count counts a puzzle for the author, if nobody else has worked on it and it has not counted yet, and then stores the
// author's progress in it. It says the new rating; nil if the puzzle does not count. If it fails nothing is stored, and
// the same answer may be given again.
func (e Exercises) count(req *request.Request, s Set, won bool) (text []chat.Span, err error) {
	if game := e.Archive.Game(s.Game); s.tried(req.Author.ID) {
		err = update(req.Ctx, e, strengths, req.Author.ID, func(is *Strength) bool {
			if is.knows(game, *s.Puzzle) {
				return false
			}
			before := is.Now()
			*is = is.rate(game, *s.Puzzle, won)
			text = rated(req, before, is.Now())
			return true
		})
	}
	if err == nil {
		err = e.keep(req, s)
	}
	return text, err
}

// rated says a new rating and, unless it is provisional, by how much it has changed.
func rated(req *request.Request, before, now rating.Rating) []chat.Span {
	from, to := int(math.Round(before.Rating)), int(math.Round(now.Rating))
	change := "+" + strconv.Itoa(to-from)
	switch {
	case now.Provisional(): // whose changes are large and mean little
		change = ""
	case to < from:
		change = "−" + strconv.Itoa(from-to)
	}
	return req.Guide.Voice.Say("puzzle-rating", speech.Text("Rating", strconv.Itoa(to)), speech.Text("Change", change))
}

// Strength returns the puzzle rating of a person.
func (e Exercises) Strength(ctx context.Context, person string) (rating.Record, error) {
	s, _, err := strengths.Get(ctx, e.Archive, person)
	return s.Rating, err
}

// then appends a sentence to a text, behind a blank, unless it is nil.
func then(text, more []chat.Span) []chat.Span {
	if more == nil {
		return text
	}
	return append(append(text, chat.Span{Text: " "}), more...)
}
