package view_test

import (
	"cmp"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/match"
	"tabuleiro/engine/puzzle"
	"tabuleiro/render"
)

// The points of a board and of its description are numbered for one player. A path in a text was just played or is
// legal now, in its player's numbers: downwards, unless the board has its own numbers.
func TestNumbering_One(t *testing.T) {
	for _, plays := range []string{"standard", "manual"} {
		t.Run(plays, func(t *testing.T) {
			random := rand.New(rand.NewPCG(17, 17))
			n := numbered{t: t, told: map[string]bool{}}
			n.to = view.Audience{
				Voice: voice(t, "en", view.Preferences{"plays": {Value: plays}}),
				Caps:  chat.Caps{Pictures: true, Caption: 1000, Rows: 8, Says: 64, Choices: 9},
				Look:  view.BoardStyle{Show: "both"},
				Draw: func(v engine.View, s render.Style) []byte {
					if count := cmp.Or(s.Count, render.CountedBy(v)); count != n.count() {
						n.t.Errorf("the board is numbered for %v, not for %v", count, n.count())
					}
					return []byte("png")
				},
			}
			for range 2 {
				n.game(random)
			}
			for _, way := range []string{"own", "other's"} {
				if !n.told[way] {
					t.Errorf("no play was %s", way)
				}
			}
		})
	}
}

// The board of a solved puzzle keeps its solver's numbers, which the text uses.
func TestNumbering_OneOfPuzzles(t *testing.T) {
	p := puzzle.Of(backgammon.Backgammon)[0]
	line, err := p.Line(backgammon.Backgammon)
	if err != nil {
		t.Fatal(err)
	}
	solver := line.At(0).Turn()
	for _, m := range p.Solution {
		if line, err = line.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	drawn := 0
	to := view.Audience{
		Voice: voice(t, "en", nil), Caps: chat.Caps{Pictures: true, Caption: 1000}, Look: view.BoardStyle{Show: "both"},
		Draw: func(v engine.View, s render.Style) []byte {
			if s.Count != solver {
				t.Errorf("the picture is numbered for %v, the puzzle was for %v", s.Count, solver)
			}
			if render.CountedBy(v) != solver {
				drawn++
			}
			return []byte("png")
		},
	}
	solved := view.Puzzle{Number: 1, Game: backgammon.Backgammon, Line: line, Ended: true}
	board := to.Puzzle(solved, nil, "").Board
	to.Look.Show = "words"
	words, want := to.Puzzle(solved, nil, "").Board.Text, "numbered for "+map[engine.Side]string{engine.First: "Black",
		engine.Second: "Red"}[solver]
	if drawn != 1 || !strings.Contains(board.Alt, want) || !strings.Contains(words, want) {
		t.Errorf("%d pictures of the other one on turn; not %s:\n%s\n%s", drawn, want, board.Alt, words)
	}
}

// numbered checks the messages about a match.
type numbered struct {
	t    *testing.T
	to   view.Audience
	m    *match.Match
	told map[string]bool // whose ways were told

	at   int          // the number of moves for which ways are known
	ways []engine.Hop // of the last plays and the legal ones
}

// game plays a random game and checks all messages about it.
func (n *numbered) game(random *rand.Rand) {
	line := scene(n.t, backgammon.Backgammon, "").Position
	ana, rui := match.Player{ID: "a:1", Name: "Ana"}, match.Player{ID: "a:2", Name: "Rui"}
	n.at = -1
	n.m = &match.Match{
		ID: "k7q2", Game: backgammon.Backgammon, Line: backgammon.Backgammon.NewLine(line), Status: match.Playing,
		Challenger: ana, Opponent: rui, First: ana, Dice: match.Dice{Chain: match.Chain{Seal: "seal"}},
	}
	for n.m.Status == match.Playing && n.m.Line.Len() < 400 {
		p := n.m.Line.Position()
		throws := slices.Collect(p.Moves())
		move := throws[random.IntN(len(throws))]
		looked := random.IntN(8) == 0
		if p.Turn() != engine.Chance {
			if looked {
				n.before()
			}
			var all []engine.Move
			for one := range p.Moves() {
				if one != "double" {
					all = append(all, one)
				}
			}
			move = all[random.IntN(len(all))]
		}
		var err error
		if n.m.Line, err = n.m.Line.Play(move); err != nil {
			n.t.Fatal(err)
		}
		if o := n.m.Line.Outcome(); o.Decided() {
			n.m.Status, n.m.Outcome = match.Over, o
		}
		if looked || n.m.Status == match.Over {
			n.after(move, p.Turn())
		}
	}
}

// before checks the messages to a player on turn.
func (n *numbered) before() {
	for move := range n.m.Line.Position().Moves() {
		if word, _ := engine.WordOf(n.m.Line.Position(), move); word != "" {
			break
		}
		sure, err := n.to.Confirm(n.m, move)
		if err != nil {
			n.t.Fatal(err)
		}
		n.look("confirm", sure)
		n.look("why", n.to.Why(n.m, string(move), "a:1"))
		break
	}
	if moves, ok := n.to.Moves(n.m, "", true); ok {
		n.look("moves", moves)
	}
}

// after checks the messages about a move.
func (n *numbered) after(move engine.Move, side engine.Side) {
	event := match.Event{Kind: match.Moved, Move: move, By: n.m.Player(side).ID}
	if side == engine.Chance {
		event = match.Event{Kind: match.Rolled, Move: move}
	}
	n.look("news", n.to.News(n.m, []match.Event{event}))
	n.look("present", n.to.Present(n.m))
	n.look("control", n.to.More(n.m, n.m.Opponent, false, true))
	stops := view.Stops(n.m)
	n.look("step", n.to.Step(n.m, stops, len(stops)-1))
	for _, side := range []engine.Side{engine.Nobody, engine.First, engine.Second} {
		n.look("words", n.to.Words(n.m, side, false))
		n.look("what is new", n.to.Words(n.m, side, true))
	}
	words := n.to
	words.Look.Show = view.InWords
	n.look("in words", words.Present(n.m))
}

// count returns the player by whose numbers points are counted.
func (n *numbered) count() engine.Side {
	if n.to.Voice.Preferences.Of("plays") == "manual" {
		return engine.Second
	}
	return render.CountedBy(view.LastView(n.m))
}

var (
	slashed = regexp.MustCompile(`\b(?:bar|\d+)(?:/(?:\d+|off)\*?)+`)
	spoken  = regexp.MustCompile(`from (bar|\d+) to (\d+|off)`)
	paired  = regexp.MustCompile(`(-1|\b\d+), ([1-6])\b`)
	listed  = regexp.MustCompile(`on \d+`) // where checkers stand
)

// look extracts the paths from a message and compares them with the match.
func (n *numbered) look(kind string, m chat.Message) {
	n.t.Helper()
	text := chat.PlainText(m.Text)
	parts := []string{text}
	if m.Board != nil {
		parts = append(parts, m.Board.Alt)
		if m.Board.Told {
			parts = append(parts, m.Board.Text)
		}
	}
	for _, row := range m.Buttons {
		for _, b := range row {
			parts = append(parts, b.Label)
		}
	}
	for _, part := range parts {
		for _, way := range slashed.FindAllString(part, -1) {
			places := strings.Split(strings.ReplaceAll(way, "*", ""), "/")
			for i := range places[1:] {
				n.hop(kind, way, places[i], places[i+1])
			}
		}
		for _, way := range spoken.FindAllStringSubmatch(part, -1) {
			n.hop(kind, way[0], way[1], way[2])
		}
		if n.to.Voice.Preferences.Of("plays") != "manual" {
			continue
		}
		for _, way := range paired.FindAllStringSubmatch(listed.ReplaceAllString(part, ""), -1) {
			die, _ := strconv.Atoi(way[2])
			n.die(kind, way[0], way[1], die)
		}
	}
	if n.t.Failed() {
		n.t.FailNow()
	}
}

// hop compares the path of one checker with the match.
func (n *numbered) hop(kind, way, from, to string) {
	n.t.Helper()
	for _, h := range n.hops() {
		up := h.To > h.From
		if n.named(h.From, up) == from && n.named(h.To, up) == to {
			n.told[map[bool]string{true: "other's", false: "own"}[up == (n.count() == engine.First)]] = true
			return
		}
	}
	n.t.Errorf("%s: no player goes %s:\n%v", kind, way, n.hops())
}

// die compares a checker and its die with the match; they are in the numbers of the board.
func (n *numbered) die(kind, way, from string, die int) {
	n.t.Helper()
	for _, h := range n.hops() {
		up := h.To > h.From
		far, bar := max(h.To-h.From, h.From-h.To), h.From == 0 || h.From == 25
		if (from == strconv.Itoa(h.From) && !bar || from == "-1" && bar) &&
			(far == die || (h.To == 25 && up || h.To == 0) && far < die) {
			n.told[map[bool]string{true: "other's", false: "own"}[up]] = true
			return
		}
	}
	n.t.Errorf("%s: nobody goes %s:\n%v", kind, way, n.hops())
}

// named returns a point's number in a text, for a hop that goes up the board's numbers or down.
func (n *numbered) named(place int, up bool) string {
	switch {
	case place == 0 && up, place == 25 && !up:
		return "bar"
	case place == 25, place == 0:
		return "off"
	case up && n.to.Voice.Preferences.Of("plays") != "manual":
		place = 25 - place
	}
	return strconv.Itoa(place)
}

// mostNamed is the maximum number of legal plays in a message.
const mostNamed = 41

// hops returns those of the last plays of both sides and of the legal ones.
func (n *numbered) hops() []engine.Hop {
	if n.at == n.m.Line.Len() {
		return n.ways
	}
	var all []engine.Hop
	plays := 0
	for k := n.m.Line.Len() - 1; k >= 0 && plays < 3; k-- {
		hops := n.m.Line.Trace(k).Hops
		if all = append(all, hops...); len(hops) > 0 {
			plays++
		}
	}
	p := n.m.Line.Position()
	some := 0
	for move := range p.Moves() {
		if all = append(all, p.Trace(move).Hops...); some == mostNamed {
			break
		}
		some++
	}
	n.at, n.ways = n.m.Line.Len(), all
	return all
}
