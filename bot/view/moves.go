package view

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// fewChoices and maxChoices are the maximum numbers of choices in a sentence and as buttons.
const (
	fewChoices = 6
	maxChoices = 40
)

// facts says a sentence about a text that is no move in a position, which may be nil.
func (v Voice) facts(p engine.Position, key string, wrong *engine.MoveError) []chat.Span {
	choices := slices.Clone(wrong.Choices[:min(len(wrong.Choices), fewChoices+1)])
	for i := range choices {
		choices[i] = v.Move(p, choices[i])
	}
	at := wrong.At
	if at != "bar" { // the sentence has a word for it
		at = strings.TrimSuffix(v.noted(p, at), ",") // formatted as the origin of a move
	}
	from, to, _ := strings.Cut(at, "/")
	return v.Say(key,
		speech.Text("Text", speech.Clean(wrong.Text, LongestName)),
		speech.Text("Dice", rolledDice(p)), speech.Text("From", from), speech.Text("To", to),
		speech.Text("At", at),
		speech.Text("Choices", v.Or(choices, fewChoices)),
		speech.Count(wrong.Count))
}

// rolledDice writes the dice of a position, "4-1"; "" if there are none.
func rolledDice(p engine.Position) string {
	dice := throw(p).Dice
	if dice[0] == 0 {
		return ""
	}
	return fmt.Sprintf("%d-%d", dice[0], dice[1])
}

// Obstacle says why a text is no move in a position, which may be nil, and what could be played instead.
func (v Voice) Obstacle(p engine.Position, wrong *engine.MoveError) []chat.Span {
	key, instead := "rule."+string(wrong.Rule), *wrong
	switch {
	case wrong.Kind == engine.Incomplete && len(wrong.Choices) > 0:
		key = "incomplete"
	case wrong.Kind == engine.Ambiguous:
		key = "ambiguous"
	case wrong.Kind == engine.Incomplete && p != nil: // no move begins like this: suggest any
		instead.Choices = few(p, "")
	case len(wrong.Choices) == 0 && rolledDice(p) != "": // suggest what the dice allow from there, or else at all
		from, _, _ := strings.Cut(wrong.At, "/")
		if instead.Choices = few(p, from+"/"); instead.Choices == nil {
			instead.Choices = few(p, "")
		}
	}
	return v.facts(p, key, &instead)
}

// few returns the first moves of a position that begin with a text, at most fewChoices+1.
func few(p engine.Position, begin string) (moves []string) {
	for move := range p.Moves() {
		if strings.HasPrefix(string(move), begin) {
			moves = append(moves, string(move))
		}
		if len(moves) > fewChoices {
			break
		}
	}
	return moves
}

// Explain says why a text is no move, and offers what would be one. read is the text with the beginning typed before.
func (a Audience) Explain(m *match.Match, wrong *engine.MoveError, read string) chat.Message {
	answer := chat.Message{Text: a.Voice.Obstacle(m.Line.Position(), wrong), Private: true, Told: true}
	answer.AddRow(a.moveButtons(m, wrong.Choices...)...)
	if wrong.Kind == engine.Incomplete {
		back := chat.Button{Label: "←", Says: a.says(m)}
		if preview := a.preview(m, read); preview != nil {
			if a.Only != "" || a.Caps.Together { // in a group the board is only shown after the whole move
				answer.Board = preview
			}
			back = a.Voice.button(m, "button.undo", "undo")
		}
		answer.AddRow(back)
	}
	return answer
}

// Continue shows the board after the beginning of a move was tapped, with buttons for its continuations.
func (a Audience) Continue(m *match.Match, read string) chat.Message {
	message := a.Control(m, read)
	message.Fleeting = true
	if a.Caps.Dear {
		return message
	}
	if board := a.preview(m, read); board != nil {
		message.Board, message.OnlyButtons, message.Instead = board, false, true
	}
	return message
}

// preview returns the board after a part of a play; nil if it is unchanged.
func (a Audience) preview(m *match.Match, text string) *chat.Board {
	p, ok := m.Line.Position().(engine.DicePosition)
	if !ok {
		return nil
	}
	view, moved, err := p.Preview(text)
	if err != nil || !moved {
		return nil
	}
	return a.Board(m, view, duties(m))
}

// Example returns a legal move, "" if there is none.
func (a Audience) Example(m *match.Match) string {
	for move := range m.Legal() {
		return a.Voice.Move(m.Line.Position(), string(move))
	}
	return ""
}

// Few lists the legal moves if there are at most three, as when a double is to be answered; else it returns "".
func (a Audience) Few(m *match.Match) string {
	var list []string
	for move := range upTo(4, m.Legal()) {
		list = append(list, a.Voice.Move(m.Line.Position(), string(move)))
	}
	if len(list) > 3 {
		return ""
	}
	return a.Voice.Or(list, len(list))
}

// Moves lists the legal moves that begin with a text, and reports whether there are any. They are buttons if mine says
// that the reader may play them, and listed where these are too many.
func (a Audience) Moves(m *match.Match, begin string, mine bool) (chat.Message, bool) {
	p, found := m.Line.Position(), a.Voice.matching(m, begin)
	if found == nil {
		return chat.Message{}, false
	}
	var texts, written []string
	for _, move := range found[:min(len(found), maxChoices)] {
		texts = append(texts, string(move))
		written = append(written, a.Voice.Move(p, string(move)))
	}
	answer := chat.Message{Private: true, Text: a.sayMatch(m, a.Voice.Of(m.Game, "moves"), speech.Count(len(found)))}
	if mine {
		answer.Buttons = chat.Columns(a.moveButtons(m, texts...))
	}
	if answer.Told = !mine || len(answer.Buttons) > a.Caps.Rows; answer.Told {
		answer.AddLine(plain(strings.Join(written, "  ")))
	}
	if len(found) > maxChoices {
		between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
		answer.Text = append(answer.Text, a.Voice.Say("moves-more", speech.Text("Command", a.Voice.Typed("moves")),
			speech.Text("Example", strings.FieldsFunc(written[0], between)[0]))...)
	}
	a.point(&answer, m, origins(p, slices.Values(found)))
	return answer, true
}

// matching returns the legal moves of a match that begin with a text, in any notation of its game or in the reader's.
// Any part of a play with dice may begin with it, as the order of parts is free.
func (v Voice) matching(m *match.Match, begin string) (found []engine.Move) {
	p := m.Line.Position()
	for move := range upTo(Enough, m.Legal()) {
		written := []string{string(move), v.Move(p, string(move))}
		if n, ok := p.(engine.Notator); ok {
			for _, notation := range m.Game.Notations {
				written = append(written, n.Format(string(move), notation))
			}
		}
		if isDice(p) {
			written = append(written, strings.Fields(strings.Join(written, " "))...)
		}
		if slices.ContainsFunc(written, func(w string) bool { return strings.HasPrefix(w, begin) }) {
			found = append(found, move)
		}
	}
	return found
}

// point adds the board with some cells marked, if boards are pictures.
func (a Audience) point(message *chat.Message, m *match.Match, cells []int) {
	if a.pictured() && a.Caps.Caption > 0 {
		message.Board = a.Board(m, LastView(m), cells)
	}
}

// upTo yields at most n moves.
func upTo(n int, moves iter.Seq[engine.Move]) iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		left := n
		for move := range moves {
			if left == 0 || !yield(move) {
				return
			}
			left--
		}
	}
}

// Confirm shows a legal move before it is played, and asks to confirm it.
func (a Audience) Confirm(m *match.Match, move engine.Move) (chat.Message, error) {
	before := m.Line.Position()
	after, err := before.Play(move)
	if err != nil {
		return chat.Message{}, err
	}
	view := after.View()
	if p, ok := before.(engine.DicePosition); ok { // the board before automatic consequences
		if view, _, err = p.Preview(string(move)); err != nil {
			return chat.Message{}, err
		}
	}
	view.Turn, view.Last = before.Turn(), before.Trace(move)
	confirm := a.Voice.button(m, "button.confirm", "confirm")
	confirm.Tone = chat.Usual
	return chat.Message{Private: true, Text: a.Voice.Say("confirm-move", a.move(before, move)),
		Board:   a.Board(m, view, duties(m)),
		Buttons: [][]chat.Button{{confirm, a.Voice.button(m, "button.undo", "undo")}}}, nil
}

// duty says what the side on turn must do; nil if it may do anything.
func (v Voice) duty(p engine.Position) []chat.Span {
	if arbiter, ok := p.(engine.Obligations); ok {
		if duty := arbiter.Duty(); duty != nil {
			return v.facts(p, "rule."+string(duty.Rule), duty)
		}
	}
	return nil
}

// foreign holds the rules against moving a piece of the side that is not on turn.
var foreign = []engine.Code{"opponents-piece", "opponents-man", "opponents-checker", "not-your-checker"}

// Why says which rule forbids a text as a move, or that none does, and without a move what must be done. Rules address
// the player on turn, so anybody else is told so first.
func (a Audience) Why(m *match.Match, text, asker string) chat.Message {
	p := m.Line.Position()
	move, err := p.Read(text)
	answer := chat.Message{Private: true}
	switch wrong, _ := errors.AsType[*engine.MoveError](err); {
	case wrong == nil:
		answer.Text = a.sayMatch(m, "why-legal", a.move(p, move))
	case wrong.Kind == engine.NotMove && a.Voice.duty(p) != nil:
		answer.Text = a.Voice.duty(p)
	case wrong.Kind == engine.NotMove:
		answer.Text = a.Voice.Say("why-what", speech.Text("Example", a.Voice.Typed("why")+" "+a.Example(m)))
		return answer
	default:
		answer.Text = a.Voice.Obstacle(p, wrong)
		switch mover := m.Player(m.Turn()); {
		case mover.ID == "" || mover.ID == asker:
		case slices.Contains(foreign, wrong.Rule): // perhaps the asker's own piece
			answer.Text = a.turn(m)
		default:
			answer.Text = append(a.sayMatch(m, "why-told"), Line(answer.Text)...)
		}
	}
	a.point(&answer, m, duties(m))
	return answer
}

// Fault says what is wrong with a file, and where.
func (v Voice) Fault(wrong *engine.FileError) []chat.Span {
	var fault chat.Message
	if inner, ok := errors.AsType[*engine.FileError](wrong.Err); ok && wrong.Code == engine.CutShort {
		fault.Add(v.Fault(inner))
		fault.Add(v.Say("file.cut-short", speech.Count(wrong.Count)))
		return fault.Text
	}
	switch {
	case wrong.Column > 0:
		fault.Add(v.Say("file-place", speech.Count(wrong.Line), speech.Number("Column", wrong.Column)))
	case wrong.Line > 0:
		fault.Add(v.Say("file-line", speech.Count(wrong.Line)))
	}
	count := wrong.Count
	if wrong.Code == engine.FileTooLarge {
		count >>= 10
	}
	fault.Add(v.Say("file."+string(wrong.Code), speech.Text("Text", speech.Clean(wrong.Text, LongestName)),
		speech.Count(count)))
	if wrong.Move != nil && wrong.Move.Kind != engine.NotMove {
		fault.Add(v.Obstacle(nil, wrong.Move))
	}
	return fault.Text
}

// Oddities says what is odd about a record that was read nevertheless.
func (v Voice) Oddities(r engine.Record) []chat.Span {
	var odd chat.Message
	for _, fault := range r.Odd {
		odd.Add(v.Fault(fault))
	}
	return odd.Text
}
