package bottest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Judge checks the bot's messages against the matches that they are about. It covers the turn, the dice, the time left,
// results, the race, reminders, buttons with moves, and buttons that answer offers.
type Judge struct {
	T     testing.TB
	Store storage.Store
	Games []*engine.Game
	Now   func() time.Time

	mu    sync.Mutex
	known map[string]*match.Match // the last states replayed, by id
}

// tongue is a language with its checked sentences.
type tongue struct {
	view.Voice
	told []told
}

// form is the pattern of a sentence, or of its several forms.
type form struct {
	*regexp.Regexp
	fixed []string // the longest part of each form without a gap
}

// newForm compiles the forms of a sentence, in which gaps are groups.
func newForm(forms ...string) form {
	f := form{Regexp: regexp.MustCompile(strings.Join(forms, "|"))}
	for _, text := range forms {
		longest := ""
		for _, part := range gaps.Split(text, -1) {
			if part = unquoted.Replace(part); len(part) > len(longest) {
				longest = part
			}
		}
		f.fixed = append(f.fixed, longest)
	}
	return f
}

var (
	gaps     = regexp.MustCompile(`\(\[[^]]*]\+\?\)|\(?\\d\+\)?`)
	unquoted = strings.NewReplacer(`\\`, `\`, `\`, "")
)

// in finds the sentence in a line; it looks for the fixed parts first, which is fast.
func (f form) in(line string) [][]string {
	if !slices.ContainsFunc(f.fixed, func(part string) bool { return strings.Contains(line, part) }) {
		return nil
	}
	return f.FindAllStringSubmatch(line, -1)
}

// tongues returns all languages, read once.
var tongues = sync.OnceValue(func() (all []tongue) {
	book, err := speech.Load()
	if err != nil {
		panic(err)
	}
	for _, lang := range speech.Languages {
		v, _ := book.In(lang)
		all = append(all, tongue{view.Voice{Voice: v}, judged(view.Voice{Voice: v})})
	}
	return all
})

// plain replaces non-breaking spaces in a text.
func plain(text string) string { return strings.ReplaceAll(text, "\u00a0", " ") }

// named matches a match id in a text.
var named = regexp.MustCompile(`#([0-9a-z]{4,8})\b`)

// ids returns the match ids in texts, each once.
func ids(texts ...string) (all []string) {
	for _, text := range texts {
		for _, found := range named.FindAllStringSubmatch(text, -1) {
			all = append(all, found[1])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Said checks a message: news against the match as it was after the event in its idempotency key, other messages
// against the current state. A message about several matches is checked line by line; a nil Judge does nothing.
func (j *Judge) Said(m chat.Message) {
	if j == nil {
		return
	}
	all := claims(m)
	for _, c := range all {
		for _, wrong := range j.wrong(c, j.match(c.of, m.Once, 0), j.Now()) {
			j.T.Error(wrong)
		}
	}
	if len(all) == 0 {
		j.unnamed(plain(chat.PlainText(m.Text)))
	}
}

// Seen checks a message as displayed by a service, which tells neither its idempotency key nor its age. It must have
// been true recently.
func (j *Judge) Seen(m chat.Message) {
	for _, c := range claims(m) {
		now := j.match(c.of, "", 0)
		said := j.wrong(c, now, j.Now())
		for back := 0; len(said) > 0 && back <= mostBehind && now != nil && back < now.N; back++ {
			then := j.match(c.of, "", back)
			for _, ago := range onTheWay {
				if len(j.wrong(c, then, j.Now().Add(-ago))) == 0 {
					said = nil
				}
			}
		}
		for _, wrong := range said {
			j.T.Error(wrong)
		}
	}
}

// mostBehind is the number of events that may have happened since a message was written, and onTheWay the ages that it
// may have.
const mostBehind = 4

var onTheWay = []time.Duration{0, time.Second, 5 * time.Second, 20 * time.Second, time.Minute, 2 * time.Minute}

// claim is what a message says about a match.
type claim struct {
	of      string
	lines   []line
	buttons []chat.Button
}

// line is a line of a text. named means that this line or an earlier one names the match, and not only a later one or a
// button: lines above may be about the end of the previous match.
type line struct {
	string
	named bool
}

// claims returns the claims of a message, by match.
func claims(m chat.Message) (all []*claim) {
	about := func(id string) *claim {
		i := slices.IndexFunc(all, func(c *claim) bool { return c.of == id })
		if i < 0 {
			i, all = len(all), append(all, &claim{of: id})
		}
		return all[i]
	}
	text := plain(chat.PlainText(m.Text))
	says := []string{text}
	for _, row := range m.Buttons {
		for _, b := range row {
			says = append(says, b.Says)
			if of := ids(b.Says); len(of) == 1 {
				c := about(of[0])
				c.buttons = append(c.buttons, b)
			}
		}
	}
	of := ids(says...)
	named := false
	for text := range strings.Lines(text) {
		found := ids(text)
		named = named || len(found) > 0
		if len(found) == 0 {
			found = of
		}
		if len(found) == 1 {
			c := about(found[0])
			c.lines = append(c.lines, line{text, named})
		}
	}
	return all
}

// match returns a stored match, after the event that once tells or without the last few events; nil if it cannot be
// read. It applies new events to the last state instead of replaying all.
func (j *Judge) match(id, once string, back int) *match.Match {
	events, err := j.Store.Events(context.Background(), id)
	if err != nil || len(events) <= back {
		return nil
	}
	events = events[:len(events)-back]
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
	if known := j.known[id]; known == nil || known.N < m.N {
		j.known[id] = m
	}
	return m
}

// wrong returns what is false in a claim; nil if the match cannot be read.
func (j *Judge) wrong(c *claim, m *match.Match, now time.Time) (all []string) {
	if m == nil {
		return nil
	}
	for _, line := range c.lines {
		all = append(all, falseIn(line.string, line.named, m, now)...)
	}
	for _, b := range c.buttons {
		all = append(all, falseButton(b, m)...)
	}
	return all
}

// falseIn returns what is false in a line.
func falseIn(line string, named bool, m *match.Match, now time.Time) (all []string) {
	for _, v := range tongues() {
		for _, sentence := range v.told {
			if named || sentence.early {
				all = append(all, sentence.wrong(line, v.Voice, m, now)...)
			}
		}
	}
	return all
}

// falseButton checks a button that plays a move or answers an offer, but not those that ask which match is meant. A
// double may be said early: it waits for its turn.
func falseButton(b chat.Button, m *match.Match) []string {
	command, text, _ := strings.Cut(b.Says, " ")
	of, move, found := strings.Cut(text, " ")
	_, number, numbered := strings.Cut(of, ":")
	switch {
	case strings.Contains(b.Label, "#"+m.ID):
	case command == "/move" && found && m.Status == match.Playing && move != "double":
		var wrong *engine.MoveError
		if _, err := m.Line.Position().Read(move); errors.As(err, &wrong) && wrong.Kind != engine.Incomplete &&
			wrong.Kind != engine.Ambiguous {
			return []string{fmt.Sprintf("the button %q of #%s says no move: %v", b.Label, m.ID, err)}
		}
	case numbered && answers(command) && number != strconv.Itoa(m.Pending.N):
		return []string{fmt.Sprintf("the button %q of #%s says %q, and what waits is %d", b.Label, m.ID, b.Says, m.Pending.N)}
	}
	return nil
}

// answers reports whether a command answers an offer or a challenge.
func answers(command string) bool {
	return slices.ContainsFunc(tongues(), func(v tongue) bool {
		return command == v.Typed("accept") ||
			command == v.Typed("decline")
	})
}
