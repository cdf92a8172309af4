// Package enginetest tests every game against the same laws. A game's tests call Laws, Perft and Cases, and have fuzz
// targets that call FuzzRead and FuzzParse.
package enginetest

import (
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/longtest"
)

// Setting is an option of Laws.
type Setting func(*settings)

type settings struct {
	games, plies int
	starts       []string
	ends         map[engine.Code]int
	wavers       bool
}

// Games sets the number of random games per combination of options, of which a hundredth is played unless long tests
// run: see longtest.
func Games(n int) Setting { return func(s *settings) { s.games = n } }

// Plies sets the maximum length of a random game.
func Plies(n int) Setting { return func(s *settings) { s.plies = n } }

// Starts adds positions from which games begin, in turn with the start position.
func Starts(texts ...string) Setting {
	return func(s *settings) { s.starts = append(s.starts, texts...) }
}

// Ends makes Laws count the reasons why games end.
func Ends(counts map[engine.Code]int) Setting { return func(s *settings) { s.ends = counts } }

// Wavering makes every fourth game return to earlier positions whenever it can.
func Wavering() Setting { return func(s *settings) { s.wavers = true } }

// Laws plays random games, always the same ones, and checks the laws in each of their positions.
func Laws(t *testing.T, g *engine.Game, change ...Setting) {
	t.Helper()
	s := settings{games: 500, plies: 200}
	for _, f := range change {
		f(&s)
	}
	s.games = longtest.Count(max(1, s.games/100), s.games)
	begun := 0 // over all options, so that even few games use different starts
	t.Run("names", func(t *testing.T) { checkGame(t, g) })
	for _, o := range everyOptions(g) {
		t.Run("laws"+optionsName(o), func(t *testing.T) {
			l := law{t: t, game: g, options: o, random: rand.New(rand.NewPCG(1, 2)), ends: s.ends}
			for range s.games {
				l.wavers = s.wavers && l.random.IntN(4) == 0
				l.play(l.begin(s.starts, begun), s.plies)
				begun++
				if t.Failed() {
					return
				}
			}
		})
	}
}

// everyOptions lists all combinations of the options of a game.
func everyOptions(g *engine.Game) []engine.Options {
	all := []engine.Options{{}}
	for _, option := range g.Options {
		var next []engine.Options
		for _, o := range all {
			for _, value := range option.Values {
				with := maps.Clone(o)
				with[option.Name] = value
				next = append(next, with)
			}
		}
		all = next
	}
	return all
}

func optionsName(o engine.Options) string {
	name := ""
	for _, k := range slices.Sorted(maps.Keys(o)) {
		name += "/" + k + "=" + o[k]
	}
	return name
}

// checkGame checks the fields of a game.
func checkGame(t *testing.T, g *engine.Game) {
	if g.Version < 1 {
		t.Errorf("version %d: they count from 1", g.Version)
	}
	for _, name := range append([]string{g.Name}, g.Aliases...) {
		if name != strings.ToLower(name) || strings.ContainsAny(name, " \t") || !g.IsNamed(name) {
			t.Errorf("nobody can type the name %q", name)
		}
	}
	for _, o := range g.Options {
		if !slices.Contains(o.Values, o.Default) {
			t.Errorf("option %s: the default %q is not among %q", o.Name, o.Default, o.Values)
		}
	}
	if _, err := g.Complete(engine.Options{"no such option": ""}); err == nil {
		t.Error("an unknown option is accepted")
	}
	for i, f := range g.Formats {
		again := slices.ContainsFunc(g.Formats[:i], func(other engine.Format) bool { return other.Name == f.Name })
		if f.Name == "" || again || !strings.HasPrefix(f.Ext, ".") || f.Write == nil || (f.Read == nil) != (f.Knows == nil) {
			t.Errorf("format %d, %q of %q, is not whole or there twice", i+1, f.Name, f.Ext)
		}
	}
	if g.Help == nil {
		return
	}
	pages, err := fs.Glob(g.Help, "*.md")
	if err != nil || !slices.Contains(pages, "en.md") {
		t.Errorf("help: %q, %v", pages, err)
	}
	for _, language := range pages {
		f, err := g.Help.Open(language)
		if err != nil {
			t.Errorf("help: %v", err)
			continue
		}
		if info, err := f.Stat(); err != nil || info.Size() < 500 {
			t.Errorf("help in %s is hardly the rules", language)
		}
		f.Close()
	}
}

// law is a run of random games.
type law struct {
	t       *testing.T
	game    *engine.Game
	options engine.Options
	random  *rand.Rand
	strange []engine.Move // moves of earlier positions
	ends    map[engine.Code]int
	wavers  bool // this game returns to earlier positions
}

// begin returns the n-th start position.
func (l *law) begin(starts []string, n int) engine.Position {
	l.t.Helper()
	o, err := l.game.Complete(l.options)
	if err != nil {
		l.t.Fatalf("complete %v: %v", l.options, err)
	}
	var p engine.Position
	if n %= len(starts) + 1; n == 0 {
		p, err = l.game.New(o)
	} else {
		p, err = l.game.Parse(starts[n-1], o)
	}
	if err != nil {
		l.t.Fatalf("start %d: %v", n, err)
	}
	return p
}

// play checks the positions of a random game, and then that replaying its moves leads to the same position.
func (l *law) play(start engine.Position, plies int) {
	l.t.Helper()
	line, been := l.game.NewLine(start), map[string]bool{}
	for line.Len() < plies && !l.t.Failed() {
		p := line.Position()
		moves := l.position(p)
		if len(moves) == 0 || line.Outcome().Decided() {
			break
		}
		move := moves[l.random.IntN(len(moves))]
		if l.wavers {
			been[p.Key()] = true
			if i := slices.IndexFunc(moves, func(m engine.Move) bool {
				next, err := p.Play(m)
				return err == nil && been[next.Key()]
			}); i >= 0 {
				move = moves[i]
			}
		}
		next, err := line.Play(move)
		if err != nil {
			l.t.Errorf("%s: %v", p, err)
			return
		}
		line = next
	}
	if o := line.Outcome(); l.ends != nil && o.Decided() {
		l.ends[o.Reason]++
	}
	p := start
	for n := range line.Len() {
		next, err := p.Play(line.Move(n))
		if err != nil {
			l.t.Errorf("replay, move %d of %s: %v", n+1, start, err)
			return
		}
		p = next
	}
	if p.Key() != line.Position().Key() || p.String() != line.Position().String() {
		l.t.Errorf("replay from %s gives %s and not %s", start, p, line.Position())
	}
}

// position checks the laws for a position and returns its moves.
func (l *law) position(p engine.Position) []engine.Move {
	moves := slices.Collect(p.Moves())
	l.end(p, moves)
	l.text(p, moves)
	l.listing(p, moves)
	l.nullMove(p)
	before := p.View()
	if before.Turn != p.Turn() {
		l.t.Errorf("%s: the view says that %v is on turn, the position %v", p, before.Turn, p.Turn())
	}
	if len(before.Cells) != before.Files*before.Ranks {
		l.t.Errorf("%s: %d cells, not %d x %d", p, len(before.Cells), before.Files, before.Ranks)
	}
	results := make(map[string]engine.Move)
	for _, m := range moves {
		next, err := p.Play(m)
		if err != nil {
			l.t.Errorf("%s: listed, but not to be played: %v", p, err)
			continue
		}
		if other, ok := results[next.String()]; ok {
			l.t.Errorf("%s: %s and %s both lead to %s", p, other, m, next)
		}
		results[next.String()] = m
		l.trace(p, m, before, next.View())
		if got, err := p.Read(string(m)); err != nil || got != m {
			l.t.Errorf("%s: read %s: %q, %v", p, m, got, err)
		}
		l.cut(p, string(m))
	}
	l.unlisted(p, moves)
	l.pick(p, moves, func(text string) string { return text })
	l.notes(p, moves)
	l.duty(p, moves)
	return moves
}

// nullMove checks that a null move changes only the side on turn.
func (l *law) nullMove(p engine.Position) {
	n, ok := p.(engine.NullMover)
	if !ok || p.Outcome().Decided() {
		return
	}
	other := n.NullMove()
	if !slices.Equal(other.View().Cells, p.View().Cells) ||
		!other.Outcome().Decided() && other.Turn() != p.Turn().Other() {
		l.t.Errorf("%s: with the other side on turn it is %s", p, other)
	}
}

// end checks that turn, moves and outcome agree on whether the game is over.
func (l *law) end(p engine.Position, moves []engine.Move) {
	o := p.Outcome()
	if over := p.Turn() == engine.Nobody; over != o.Decided() || over != (len(moves) == 0) {
		l.t.Errorf("%s: %v is on turn with %d moves, outcome %+v", p, p.Turn(), len(moves), o)
	}
	if o.Decided() && o.Reason == "" {
		l.t.Errorf("%s: the end has no reason", p)
	}
	if (o.Points > 0) != (o.Winner != engine.Nobody) || o.Winner == engine.Chance {
		l.t.Errorf("%s: outcome %+v", p, o)
	}
}

// text checks that the text of a position is complete.
func (l *law) text(p engine.Position, moves []engine.Move) {
	o, _ := l.game.Complete(l.options)
	again, err := l.game.Parse(p.String(), o)
	if err != nil {
		l.t.Errorf("parse: %v", err)
		return
	}
	if again.String() != p.String() || again.Key() != p.Key() {
		l.t.Errorf("%s is read as %s", p, again)
	}
	if other := slices.Collect(again.Moves()); !slices.Equal(moves, other) {
		l.t.Errorf("%s: other moves after parsing: %s", p, cmp.Diff(moves, other))
	}
	if !slices.Equal(p.View().Cells, again.View().Cells) {
		l.t.Errorf("%s: another view after parsing: %s", p, cmp.Diff(p.View(), again.View()))
	}
}

// listing checks that moves are listed in the same order each time, without duplicates, and that a caller can stop
// early.
func (l *law) listing(p engine.Position, moves []engine.Move) {
	seen := make(map[engine.Move]bool)
	n := 0
	for m := range p.Moves() {
		if n >= len(moves) || m != moves[n] || seen[m] {
			l.t.Errorf("%s: move %d is %s: it is listed twice, or was not there before", p, n, m)
			return
		}
		seen[m] = true
		if n++; n > len(moves)/2 {
			break
		}
	}
}

// trace checks that everything a move changes is in its trace.
func (l *law) trace(p engine.Position, m engine.Move, before, after engine.View) {
	t := p.Trace(m)
	touched := make(map[int]bool)
	for _, i := range slices.Concat(t.Path, t.Taken, t.Drops) {
		if i < 0 || i >= len(before.Cells) {
			l.t.Errorf("%s: the trace of %s leaves the board: %+v", p, m, t)
			return
		}
		touched[i] = true
	}
	for _, i := range t.Taken {
		if before.Cells[i].Side == engine.Nobody {
			l.t.Errorf("%s: %s takes a piece from the empty cell %d", p, m, i)
		}
	}
	for i := range before.Cells {
		if before.Cells[i] != after.Cells[i] && !touched[i] {
			l.t.Errorf("%s: %s changes cell %d, which is not in the trace %+v", p, m, i, t)
		}
	}
}

// cut reads a beginning of a move, and the move with its parts swapped.
func (l *law) cut(p engine.Position, m string) {
	i := l.random.IntN(len(m) + 1)
	l.read(p, m[:i])
	l.read(p, m[i:]+m[:i])
}

// unlisted tries moves of other positions.
func (l *law) unlisted(p engine.Position, moves []engine.Move) {
	const kept = 8
	for _, m := range l.strange {
		l.read(p, string(m))
		if slices.Contains(moves, m) {
			continue
		}
		_, err := p.Play(m)
		if err == nil {
			l.t.Errorf("%s: %s is not listed, but can be played", p, m)
			continue
		}
		l.moveError(p, string(m), err)
		if len(p.Trace(m).Path) != 0 {
			l.t.Errorf("%s: the illegal move %s has a trace", p, m)
		}
	}
	for _, m := range moves {
		if len(l.strange) < kept {
			l.strange = append(l.strange, m)
		} else if l.random.IntN(8) == 0 {
			l.strange[l.random.IntN(kept)] = m
		}
	}
}

// read reads an arbitrary text.
func (l *law) read(p engine.Position, text string) {
	if err := CheckRead(p, text); err != nil {
		l.t.Error(err)
	}
}

func (l *law) moveError(p engine.Position, text string, err error) {
	if err := checkMoveError(p, text, err); err != nil {
		l.t.Error(err)
	}
}
