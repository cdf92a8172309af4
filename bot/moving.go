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
	n       int // events of the match when it was typed
	text    string
	choices []string    // whole texts with which it can go on
	whole   engine.Move // a whole move that is to be confirmed; "": it is a part
}

type draftKey struct{ user, match string }

// drafting bounds the number of drafts kept.
const drafting = 10000

func (t *talk) draft(m *match.Match) draft {
	t.mu.Lock()
	defer t.mu.Unlock()
	if d := t.drafts[draftKey{t.me.ID, m.ID}]; d.n == m.N {
		return d
	}
	return draft{}
}

// forget drops the author's draft if an undo takes it back: one that has to be confirmed, and any in a game where a play is
// long enough for that. It tells whether there was one.
func (t *talk) forget(m *match.Match) bool {
	d := t.draft(m)
	_, long := m.Line.Position().(engine.Previewer)
	if d.text == "" || d.whole == "" && !long {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.drafts, draftKey{t.me.ID, m.ID})
	return true
}

func (t *talk) keepDraft(m *match.Match, d draft) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for k := range t.drafts {
		if len(t.drafts) < drafting {
			break
		}
		delete(t.drafts, k)
	}
	d.n = m.N
	t.drafts[draftKey{t.me.ID, m.ID}] = d
}

// move deals with a text that may be a move. With explicit it came with the command; without, talk is left in peace.
func (t *talk) move(text string, explicit bool) error {
	m, text, err := t.findMoving(text, explicit)
	if m == nil || err != nil {
		return unlessAnswered(err)
	}
	if !explicit && !t.event.Addressed && legible(m, text) && t.hurried() {
		return nil
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
		if err == nil && t.confirms(m, move) {
			t.askConfirmation(m, move)
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

// legible tells whether a text reads like a move or a part of one.
func legible(m *match.Match, text string) bool {
	_, err := m.Line.Position().Read(text)
	var wrong *engine.MoveError
	return err == nil || errors.As(err, &wrong) && wrong.Kind != engine.NotMove
}

// read finds the move that a player means, alone or as the rest of what was typed before, unless that is said again. It
// returns what was read.
func (t *talk) read(m *match.Match, text string) (engine.Move, string, error) {
	pos := m.Line.Position()
	if d := t.draft(m); d.text != "" && d.whole == "" && !slices.Contains(d.choices, text) && !strings.HasPrefix(text, d.text+" ") {
		both := d.text + " " + text
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
	switch {
	case wrong.Kind == engine.NotMove:
		if explicit || t.direct() {
			t.note("not-a-move", speech.Text("Example", t.example(m)))
		}
		return
	case wrong.Kind == engine.Incomplete && len(wrong.Choices) == 0:
		if !explicit && !t.event.Addressed {
			return
		}
	case wrong.Kind == engine.Incomplete:
		t.keepDraft(m, draft{text: read, choices: wrong.Choices})
	}
	answer := chat.Message{Text: facts(t.voice, m.Line.Position(), obstacle(wrong), wrong), Private: true, Told: true}
	answer.Buttons = t.moveButtons(m, wrong.Choices)
	if wrong.Kind == engine.Incomplete {
		back := chat.Button{Label: "←", Says: "/move #" + m.ID}
		if answer.Board = t.preview(m, read); answer.Board != nil {
			back = t.undoButton(m)
		}
		answer.Buttons = append(answer.Buttons, []chat.Button{back})
	}
	t.send(answer)
}

// preview is the board as it would stand after a part of a play; nil while there is nothing new to see.
func (t *talk) preview(m *match.Match, text string) *chat.Board {
	p, ok := m.Line.Position().(engine.Previewer)
	if !ok {
		return nil
	}
	view, moved, err := p.Preview(text)
	if err != nil || !moved {
		return nil
	}
	return t.drawn(m, view, t.voice, t.caps(), t.seat(m))
}

// facts fills a sentence about a text that was not a move of a position; nil if that is not at hand.
func facts(v voice, p engine.Position, key string, wrong *engine.MoveError) []chat.Span {
	choices := slices.Clone(wrong.Choices[:min(len(wrong.Choices), fewChoices+1)])
	for i := range choices {
		choices[i] = v.move(p, choices[i])
	}
	return v.Say(key,
		speech.Text("Text", speech.Clean(wrong.Text, longestName)),
		speech.Text("At", v.move(p, wrong.At)),
		speech.Text("Choices", v.Or(choices, fewChoices)),
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
	var written []string
	for _, s := range starts {
		written = append(written, t.voice.move(m.Line.Position(), s))
	}
	key := "pick"
	if len(starts) > 0 && t.voice.Has("button."+starts[0]) {
		key = "pick-word"
	}
	t.send(chat.Message{
		Text:    t.voice.Say(key, speech.Text("Choices", strings.Join(written, ", "))),
		Buttons: t.moveButtons(m, starts),
		Private: true,
		Told:    true,
	})
	return nil
}

// moveButtons offers texts to be said as moves.
func (t *talk) moveButtons(m *match.Match, choices []string) [][]chat.Button {
	var row []chat.Button
	for _, c := range choices[:min(len(choices), manyChoices)] {
		row = append(row, moveButton(m, c, t.voice))
	}
	if row == nil {
		return nil
	}
	return [][]chat.Button{row}
}

// moveButton says a text as a move. Moves that are words have labels of their own.
func moveButton(m *match.Match, text string, v voice) chat.Button {
	b := chat.Button{Label: v.move(m.Line.Position(), text), Says: "/move #" + m.ID + " " + text}
	if v.Has("button." + text) {
		b.Label = v.Text("button." + text)
	}
	return b
}

// example is some legal move.
func (t *talk) example(m *match.Match) string {
	for move := range m.Line.Position().Moves() {
		return t.voice.move(m.Line.Position(), string(move))
	}
	return ""
}

// begins tells whether a move begins with a text, in any of the notations of its game.
func begins(m *match.Match, move engine.Move, text string) bool {
	if strings.HasPrefix(string(move), text) {
		return true
	}
	n, ok := m.Line.Position().(engine.Scribe)
	return ok && slices.ContainsFunc(m.Game.Notations, func(notation string) bool {
		return strings.HasPrefix(n.Note(string(move), notation), text)
	})
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
	var found, written []string
	p := m.Line.Position()
	n, seen := 0, 0
	for move := range m.Line.Position().Moves() {
		if seen++; seen > enough {
			break
		}
		if !begins(m, move, rest) {
			continue
		}
		if n++; n <= manyChoices {
			found = append(found, string(move))
			written = append(written, t.voice.move(p, string(move)))
		}
	}
	if n == 0 {
		t.note("no-moves-from", speech.Text("Text", rest))
		return nil
	}
	answer := chat.Message{
		Text: append(t.voice.Say("moves", speech.Person("Player", user(m.Player(m.Turn()))), speech.Count(n)),
			chat.Span{Text: "\n" + strings.Join(written, "  ")}),
		Private: true,
		Told:    true,
	}
	if n > len(found) {
		answer.Text = append(answer.Text, t.voice.Say("moves-more", speech.Text("Command", "/"+t.voice.Words("moves")[0]), speech.Text("Example", written[0]))...)
	}
	if can(m, t.me, []match.Kind{match.Moved}) {
		answer.Buttons = t.moveButtons(m, found)
	}
	if c := t.caps(); c.Pictures && c.Caption > 0 { // a list of moves is easier to see on the board
		answer.Board = t.drawnMarked(m, shown(m), t.voice, c, t.seat(m), movable(m, rest))
	}
	t.send(answer)
	return nil
}
