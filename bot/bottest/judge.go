package bottest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Judge holds what is said against the matches that it speaks of: whose turn it is, which dice are to be played, how
// long there is for it, that nobody wins who has lost, and that a button with a move plays one.
type Judge struct {
	T     testing.TB
	Store storage.Store
	Games []*engine.Game
	Now   func() time.Time

	mu    sync.Mutex
	known map[string]*match.Match // those replayed last
}

// tongue is a language with its sentences of facts, each with the facts as groups.
type tongue struct {
	tell.Voice
	turn, dice, left *regexp.Regexp
}

var tongues = func() (all []tongue) {
	book, err := speech.Load()
	if err != nil {
		panic(err)
	}
	for _, lang := range speech.Languages {
		v, _ := book.In(lang)
		all = append(all, tongue{tell.Voice{Voice: v},
			sentence(v.Text("turn", gap("Player"), speech.Text("Mark", "\x00"))),
			sentence(v.Text("turn-dice", gap("Player"), speech.Text("Mark", "\x00"), gap("Opponent"), speech.Text("Dice", "\x00"))),
			sentence(v.Text("time-to-move", speech.Text("Time", "\x00"))),
		})
	}
	return all
}()

func gap(name string) speech.Fact { return speech.Person(name, chat.User{Name: "\x00"}) }

// sentence finds one in a line. Its gaps are the zeros.
func sentence(text string) *regexp.Regexp {
	return regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(plain(text)), "\x00", `([^().:,]+?)`))
}

// plain is a text with ordinary blanks alone.
func plain(text string) string { return strings.ReplaceAll(text, "\u00a0", " ") }

// named finds the match that a text speaks of.
var named = regexp.MustCompile(`#([0-9a-z]{4,8})\b`)

// ids are the matches named in texts, each once.
func ids(texts ...string) (all []string) {
	for _, text := range texts {
		for _, found := range named.FindAllStringSubmatch(text, -1) {
			all = append(all, found[1])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Said judges a message: news by the match as it stood after the events that they tell, all else as it stands. One that
// speaks of several matches is judged line by line. A nil Judge judges nothing.
func (j *Judge) Said(m chat.Message) {
	if j == nil {
		return
	}
	text := plain(chat.Plain(m.Text))
	says := []string{text}
	for _, row := range m.Buttons {
		for _, b := range row {
			says = append(says, b.Says)
			j.button(b, m.Once)
		}
	}
	of := ids(says...)
	for line := range strings.Lines(text) {
		about := ids(line)
		if len(about) == 0 {
			about = of
		}
		if len(about) == 1 {
			j.line(about[0], line, m.Once)
		}
	}
}

// match is one of the store, as it was told if once says that; nil if there is none that can be read. What comes after
// an earlier answer is applied to it, and nothing is replayed twice.
func (j *Judge) match(id, once string) *match.Match {
	events, err := j.Store.Events(context.Background(), id)
	if err != nil || len(events) == 0 {
		return nil
	}
	var n int
	if _, err := fmt.Sscanf(once, id+"-%d", &n); err == nil && n < len(events) {
		events = events[:n]
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	m := j.known[id]
	if m == nil || m.N > len(events) {
		m = &match.Match{ID: id}
	}
	for _, e := range events[m.N:] {
		m, err = m.Apply(e, func(name string) *engine.Game {
			i := slices.IndexFunc(j.Games, func(g *engine.Game) bool { return g.Name == name })
			return j.Games[max(i, 0)]
		})
		if err != nil {
			return nil
		}
	}
	if j.known == nil {
		j.known = map[string]*match.Match{}
	}
	j.known[id] = m
	return m
}

func (j *Judge) line(id, line, once string) {
	m := j.match(id, once)
	if m == nil {
		return
	}
	for _, v := range tongues {
		for _, turn := range append(v.turn.FindAllStringSubmatch(line, -1), v.dice.FindAllStringSubmatch(line, -1)...) {
			if m.Status != match.Playing {
				j.T.Errorf("%q: #%s is not being played, %s after %d events", line, id, m.Status, m.N)
			} else if name := m.Player(m.Turn()).Name; !strings.HasSuffix(turn[1], name) {
				j.T.Errorf("%q: in #%s it is %s's turn", line, id, name)
			}
			if len(turn) > 3 {
				if p, ok := m.Line.Position().(engine.Roller); ok {
					if dice := p.Throw().Dice; turn[3] != fmt.Sprintf("%d-%d", dice[0], dice[1]) {
						j.T.Errorf("%q: in #%s %v is to be played", line, id, dice)
					}
				}
			}
		}
		if v.left.MatchString(line) && m.Status == match.Playing && m.Decides() != engine.Nobody {
			left := plain(v.Text("time-to-move", speech.Text("Time", v.Span(m.TimeOf(m.Decides(), j.Now())))))
			if !strings.Contains(line, left) {
				j.T.Errorf("%q: in #%s it is %q", line, id, left)
			}
		}
	}
}

// button judges one that says a move, but for those that ask which match a text is for. A double may be said before its
// time: the dice wait for it then.
func (j *Judge) button(b chat.Button, once string) {
	text, ok := strings.CutPrefix(b.Says, "/move #")
	id, move, found := strings.Cut(text, " ")
	if !ok || !found || strings.Contains(b.Label, "#"+id) {
		return
	}
	m := j.match(id, once)
	if m == nil || m.Status != match.Playing || move == "double" {
		return
	}
	var wrong *engine.MoveError
	if _, err := m.Line.Position().Read(move); errors.As(err, &wrong) && wrong.Kind != engine.Incomplete && wrong.Kind != engine.Ambiguous {
		j.T.Errorf("the button %q of #%s says no move: %v", b.Label, id, err)
	}
}
