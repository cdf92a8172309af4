package bot

import (
	"errors"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// A draft is what a player has typed of a move. It stands until the match goes on.
type draft struct {
	n    int // events of the match when it was typed
	text string
}

type draftKey struct{ user, match string }

// drafting bounds the number of drafts kept.
const drafting = 10000

func (t *talk) draft(m *match.Match) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if d := t.drafts[draftKey{t.me.ID, m.ID}]; d.n == m.N {
		return d.text
	}
	return ""
}

func (t *talk) keepDraft(m *match.Match, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for k := range t.drafts {
		if len(t.drafts) < drafting {
			break
		}
		delete(t.drafts, k)
	}
	t.drafts[draftKey{t.me.ID, m.ID}] = draft{m.N, text}
}

// move deals with a text that may be a move. With explicit it came with the command; without, talk is left in peace.
func (t *talk) move(text string, explicit bool) error {
	m, text, err := t.findMoving(text, explicit)
	if m == nil || err != nil {
		return unlessAnswered(err)
	}
	if text == "" {
		return t.pick(m)
	}
	return t.act(m.ID, func(m *match.Match) (match.Event, error) {
		e := match.Event{Kind: match.Moved}
		if !can(m, t.me, []match.Kind{match.Moved}) {
			if !explicit && !t.direct() && !shaped(m, text) {
				return e, errAnswered
			}
			return e, nil // the match says why not
		}
		move, read, err := t.read(m, text)
		var wrong *engine.MoveError
		if errors.As(err, &wrong) {
			t.explain(m, wrong, read, explicit)
			return e, errAnswered
		}
		e.Move = move
		return e, err
	})
}

// findMoving is the match that a move is meant for; nil if it is meant for none, or the author was asked. Without command,
// number or board to go by it is the match where the author is on turn, and talk finds none.
func (t *talk) findMoving(text string, explicit bool) (*match.Match, string, error) {
	if id, _ := t.named(text); explicit || id != "" || t.quoted() != "" {
		return t.find(text, "/move", match.Moved)
	}
	mine, err := t.matches(storage.Query{Room: string(t.event.Room), Player: t.me.ID, Live: true, Limit: most})
	if err != nil {
		return nil, text, err
	}
	turn := slices.DeleteFunc(slices.Clone(mine), func(m *match.Match) bool { return !can(m, t.me, []match.Kind{match.Moved}) })
	if len(turn) == 0 {
		turn = slices.DeleteFunc(mine, func(m *match.Match) bool { return m.Status != match.Playing })
		turn = turn[:min(len(turn), 1)] // any of them: it says whose turn it is
	}
	if len(turn) > 1 {
		turn = slices.DeleteFunc(turn, func(m *match.Match) bool { return !shaped(m, text) })
	}
	switch {
	case len(turn) == 1:
		return turn[0], text, nil
	case len(turn) > 1:
		t.askWhich(turn, "/move", text)
	case t.direct():
		t.note("not-understood")
	}
	return nil, text, nil
}

// shaped tells whether a text looks like a whole move of a match, legal or not, to somebody who was not expecting one.
func shaped(m *match.Match, text string) bool {
	_, err := m.Line.Position().Read(text)
	var wrong *engine.MoveError
	return err == nil || errors.As(err, &wrong) && wrong.Kind != engine.NotMove && wrong.Kind != engine.Incomplete
}

// read finds the move that a player means, alone or as the rest of what was typed before. It returns what was read.
func (t *talk) read(m *match.Match, text string) (engine.Move, string, error) {
	pos := m.Line.Position()
	if d := t.draft(m); d != "" {
		both := d + " " + text
		move, err := pos.Read(both)
		var wrong *engine.MoveError
		if err == nil || errors.As(err, &wrong) && (wrong.Kind == engine.Ambiguous || wrong.Kind == engine.Incomplete && len(wrong.Choices) > 0) {
			return move, both, err
		}
	}
	move, err := pos.Read(text)
	return move, text, err
}

// How many choices are named in a sentence, how many are offered as buttons, and how many moves are looked through at
// all: a position may have millions.
const (
	fewChoices  = 6
	manyChoices = 40
	enough      = 2000
)

// explain says why a text is not a move, and what would be.
func (t *talk) explain(m *match.Match, wrong *engine.MoveError, read string, explicit bool) {
	key := "rule." + string(wrong.Rule)
	switch {
	case wrong.Kind == engine.NotMove:
		if explicit || t.direct() {
			t.note("not-a-move", speech.Text("Example", example(m)))
		}
		return
	case wrong.Kind == engine.Incomplete && len(wrong.Choices) == 0:
		if !explicit && !t.event.Addressed {
			return
		}
	case wrong.Kind == engine.Incomplete:
		t.keepDraft(m, read)
		key = "incomplete"
	case wrong.Kind == engine.Ambiguous:
		key = "ambiguous"
	}
	answer := chat.Message{Text: facts(t.voice, key, wrong), Private: true, Told: true}
	answer.Buttons = moveButtons(m, wrong.Choices)
	if wrong.Kind == engine.Incomplete {
		answer.Buttons = append(answer.Buttons, []chat.Button{{Label: "←", Says: "/move #" + m.ID}})
	}
	t.send(answer)
}

// facts fills a sentence about a move that was not one.
func facts(v speech.Voice, key string, wrong *engine.MoveError) []chat.Span {
	return v.Say(key,
		speech.Text("Text", speech.Clean(wrong.Text, longestName)),
		speech.Text("At", wrong.At),
		speech.Text("Choices", v.Or(wrong.Choices, fewChoices)),
		speech.Count(wrong.Count))
}

// pick asks with which piece to move, or with what else a move may begin.
func (t *talk) pick(m *match.Match) error {
	if !can(m, t.me, []match.Kind{match.Moved}) {
		return t.act(m.ID, func(*match.Match) (match.Event, error) { return match.Event{Kind: match.Moved}, nil }) // says why not
	}
	s, ok := m.Line.Position().(engine.Starter)
	if !ok {
		return t.moves("#" + m.ID)
	}
	starts := s.Starts()
	t.send(chat.Message{
		Text:    t.voice.Say("pick", speech.Text("Choices", strings.Join(starts, ", "))),
		Buttons: moveButtons(m, starts),
		Private: true,
		Told:    true,
	})
	return nil
}

// moveButtons offers texts to be said as moves.
func moveButtons(m *match.Match, choices []string) [][]chat.Button {
	var row []chat.Button
	for _, c := range choices[:min(len(choices), manyChoices)] {
		row = append(row, chat.Button{Label: c, Says: "/move #" + m.ID + " " + c})
	}
	if row == nil {
		return nil
	}
	return [][]chat.Button{row}
}

// example is some legal move.
func example(m *match.Match) string {
	for move := range m.Line.Position().Moves() {
		return string(move)
	}
	return ""
}

// moves lists what may be played, all of it or what begins with a text.
func (t *talk) moves(text string) error {
	m, rest, err := t.find(text, "/moves", match.Moved)
	if err != nil {
		return unlessAnswered(err)
	}
	if m.Status != match.Playing {
		t.note("not-playing", speech.Text("ID", m.ID))
		return nil
	}
	var found []string
	n, seen := 0, 0
	for move := range m.Line.Position().Moves() {
		if seen++; seen > enough {
			break
		}
		if !strings.HasPrefix(string(move), rest) {
			continue
		}
		if n++; n <= manyChoices {
			found = append(found, string(move))
		}
	}
	if n == 0 {
		t.note("no-moves-from", speech.Text("Text", rest))
		return nil
	}
	answer := chat.Message{
		Text: append(t.voice.Say("moves", speech.Person("Player", user(m.Player(m.Turn()))), speech.Count(n)),
			chat.Span{Text: "\n" + strings.Join(found, "  ")}),
		Private: true,
		Told:    true,
	}
	if n > len(found) {
		answer.Text = append(answer.Text, t.voice.Say("moves-more", speech.Text("Command", "/"+t.voice.Words("moves")[0]), speech.Text("Example", found[0]))...)
	}
	if can(m, t.me, []match.Kind{match.Moved}) {
		answer.Buttons = moveButtons(m, found)
	}
	t.send(answer)
	return nil
}
