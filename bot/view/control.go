package view

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// The buttons under a board are whole moves if they are few, else the beginnings of moves, and then their
// continuations. The last row leads to all other commands, or back.

// controls returns the buttons of a running match. typed is the beginning of a move that was chosen, "" for none.
func (a Audience) controls(m *match.Match, typed string) [][]chat.Button {
	rows := chat.Columns(a.moveButtons(m, a.choices(m, typed)...))
	switch {
	case typed != "":
		return append(rows, []chat.Button{a.turnTo(m, "←", "back")})
	case a.puzzle:
		return rows
	}
	last := []chat.Button{a.turnTo(m, "⋯", "more")}
	if a.awaited(m) && a.holds(m) {
		last = append(last, a.moveButtons(m, "double")...)
	}
	if a.Waiting > 0 && a.Only != "" && a.Only != m.Player(m.Turn()).ID {
		last = append(last, chat.Button{Label: a.Voice.Text("button.next-game", speech.Count(a.Waiting)),
			Says: a.Voice.Typed("games") + " " + a.Voice.Typed("next") + " #" + m.ID})
	}
	if !a.Caps.Talk && a.Caps.Asks && a.Only == "" && !a.Away {
		last = append(last, chat.Button{Label: a.Voice.Text("button.type"), Says: a.says(m), Asks: chat.AText})
	}
	return append(rows, last)
}

// choices returns the texts among which the side on turn chooses: whole moves if they are few, else the next parts of a
// move. There are none while the computer or a player on another service is on turn, nor for an only reader who is not
// on turn.
func (a Audience) choices(m *match.Match, typed string) []string {
	p, turn, isMatch := m.Line.Position(), m.Turn(), a.tries == ""
	if typed == "" {
		if turn != engine.First && turn != engine.Second || isMatch && !a.awaited(m) {
			return nil
		}
		if isMatch {
			typed = m.Touched
		}
	}
	if typed != "" {
		if moves := a.few(m, slices.Values(ends(p, typed))); moves != nil {
			return moves
		}
		return next(p, typed)
	}
	moves := a.few(m, p.Moves())
	if moves != nil {
		return moves
	}
	on := starts(p)
	if len(on) == 1 && next(p, on[0]) != nil { // nothing to choose yet, or at all
		return a.choices(m, on[0])
	}
	return on
}

// few returns the moves to offer, without idle ones; nil if they are too many, their texts too long, or, where each
// edit is costly, their buttons too many rows.
func (a Audience) few(m *match.Match, moves iter.Seq[engine.Move]) (list []string) {
	p := m.Line.Position()
	for move := range moves {
		if !isIdle(p, string(move)) {
			list = append(list, string(move))
		}
		if len(list) > a.wholeMoves(p) {
			return nil
		}
	}
	buttons := a.moveButtons(m, list...)
	if a.Caps.Dear && len(chat.Columns(buttons)) >= a.Caps.Rows ||
		slices.ContainsFunc(buttons, func(b chat.Button) bool { return len(b.Says) > a.Caps.Says }) {
		return nil
	}
	return list
}

// awaited reports whether the side to move is a person who can press buttons here.
func (a Audience) awaited(m *match.Match) bool {
	who := User(m.Player(m.Turn())).ID
	return !a.Away && who != "" && (a.Only == "" || a.Only == who)
}

// holds reports whether the side to move has the right to double, but the dice were rolled automatically, so that it
// may stop automatic rolls.
func (a Audience) holds(m *match.Match) bool {
	p, dice := m.Line.Position().(engine.DicePosition)
	turn := m.Turn()
	return dice && (turn == engine.First || turn == engine.Second) && p.Throw().Dice[0] != 0 && p.MayDouble(turn) &&
		a.Rolls != nil && !mayDouble(m.Line.Position()) && a.Rolls(m)
}

// maxPlays is the maximum number of whole plays of dice that are offered, in two columns, where each edit of a message
// is costly. Choosing their parts would take an edit each.
const maxPlays = 24

// wholeMoves returns the maximum number of whole moves offered in a position.
func (a Audience) wholeMoves(p engine.Position) int {
	if isDice(p) && a.Caps.Dear { // choosing parts takes edits
		return max(a.Caps.Choices, min(maxPlays, 2*a.Caps.Rows))
	}
	return a.Caps.Choices
}

// isIdle reports whether a move is a double that can gain nothing: it is legal, but not offered.
func isIdle(p engine.Position, text string) bool {
	dice, ok := p.(engine.DicePosition)
	return ok && text == "double" && !dice.MayDouble(p.Turn())
}

// maxHalves is the maximum number of continuations that are offered in place of first squares.
const maxHalves = 12

// starts returns the beginnings of moves to offer: the continuations from the first squares, if these are few and not
// yet whole moves, else the first squares. Words among them are kept.
func starts(p engine.Position) (list []string) {
	all := slices.DeleteFunc(p.Starts(), func(text string) bool { return isIdle(p, text) })
	for _, start := range all {
		on := next(p, start)
		if on == nil {
			on = []string{start}
		} else if next(p, on[0]) == nil {
			return all
		}
		for _, text := range on {
			if !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
	}
	if len(list) > maxHalves {
		return all
	}
	return list
}

// next returns the continuations of a text that begins a move; nil if it is a whole move.
func next(p engine.Position, text string) []string {
	_, err := p.Read(text)
	if wrong, ok := errors.AsType[*engine.MoveError](err); ok {
		return wrong.Choices
	}
	return nil
}

// maxSteps bounds the search of ends.
const maxSteps = 100

// ends returns the whole moves that begin with a text; nil if there are too many steps to them.
func ends(p engine.Position, typed string) (found []engine.Move) {
	queue := []string{typed}
	for n := 0; n < len(queue); n++ {
		if move, err := p.Read(queue[n]); err == nil && !slices.Contains(found, move) {
			found = append(found, move)
		}
		for _, text := range next(p, queue[n]) {
			if !slices.Contains(queue, text) {
				queue = append(queue, text)
			}
		}
		if len(queue) > maxSteps {
			return nil
		}
	}
	return found
}

// turnTo returns a button that shows other buttons under the same board. Under an old board it does nothing.
func (a Audience) turnTo(m *match.Match, label, what string) chat.Button {
	if a.puzzle {
		return chat.Button{Label: label, Says: a.says(m)}
	}
	return chat.Button{Label: label, Says: a.Voice.command(m, "board") + ":" + strconv.Itoa(m.Number()) + " " + what}
}

// says returns the command in the buttons for moves. It contains the number of moves, which identifies the board.
func (a Audience) says(m *match.Match) string {
	return cmp.Or(a.tries, "/move #"+m.ID+":"+strconv.Itoa(m.Number()))
}

// moveButtons returns buttons that play moves, or begin them. Moves such as "roll" have labels of their own.
func (a Audience) moveButtons(m *match.Match, texts ...string) (buttons []chat.Button) {
	p := m.Line.Position()
	for _, text := range texts[:min(len(texts), maxChoices)] {
		label, _ := a.Voice.word(p, engine.Move(text))
		buttons = append(buttons, chat.Button{Label: cmp.Or(label, a.Voice.Move(p, text)), Says: a.says(m) + " " + text})
	}
	return buttons
}

// Control shows the current state of a match, with the buttons for the continuations of a chosen beginning, "" for
// none.
func (a Audience) Control(m *match.Match, typed string) chat.Message {
	message := a.Present(m)
	message.Turn = chat.User{}
	message.OnlyButtons = true
	// with Turns an offer is shown in a line beside the board, with its own buttons
	if m.Status == match.Playing && (typed != "" || a.Caps.Turns) {
		message.Buttons = a.controls(m, typed)
	}
	return message
}

// ConfirmAction asks to confirm something that cannot be undone. key and label are keys of sentences, and says is the
// text of the confirming button.
func (a Audience) ConfirmAction(m *match.Match, key, label, says string, facts ...speech.Fact) chat.Message {
	return chat.Message{
		Text:    a.Voice.Say(key, facts...),
		Private: true,
		Buttons: [][]chat.Button{{
			{Label: a.Voice.Text(label), Says: says, Tone: chat.Grave},
			a.keepOn(m),
		}},
	}
}

// keepOn returns the button that only shows the match again.
func (a Audience) keepOn(m *match.Match) chat.Button {
	return a.Voice.button(m, "button.keep-on", "board", "back")
}

// answerButtons returns the buttons to answer a challenge or an offer, and to withdraw a challenge. A message with
// several readers has the buttons of all of them; each is refused to everybody else.
func (a Audience) answerButtons(m *match.Match) [][]chat.Button {
	button := func(label, command string) chat.Button {
		b := a.Voice.button(m, label, command)
		b.Says += ":" + strconv.Itoa(m.Pending.N) // the number of the offer
		return b
	}
	accept, decline := button("button.accept", "accept"), button("button.decline", "decline")
	accept.Tone = chat.Agrees
	if m.Status != match.Open {
		if a.Only != "" && a.Only == m.Player(m.Pending.By).ID {
			return nil // the author of an offer waits
		}
		return [][]chat.Button{{accept, decline}}
	}
	cancel := button("button.cancel", "cancel")
	if a.Only == m.Challenger.ID {
		return [][]chat.Button{{cancel}}
	}
	if a.Secret != "" {
		accept.Says = a.Voice.command(m, "accept") + "-" + a.Secret
	}
	answers := []chat.Button{accept}
	if m.Setup.Theirs {
		answers = nil
		for _, side := range sides {
			label := a.Voice.Text("button.accept-as", speech.Text("Colour", a.colourName(m, side)))
			answers = append(answers, chat.Button{Label: label,
				Says: accept.Says + " " + a.Voice.Typed(m.Game.Colours[side-engine.First]), Tone: chat.Agrees})
		}
	}
	if !m.Opponent.Anyone() {
		answers = append(answers, decline)
	}
	if a.Only == "" {
		answers = append(answers, cancel)
	}
	return chat.Columns(answers)
}

// afterwards returns the buttons of a match that has ended.
func (a Audience) afterwards(m *match.Match) [][]chat.Button {
	row := []chat.Button{a.Voice.button(m, "button.step", "step"), a.Voice.button(m, "button.export", "export")}
	if m.Reader.ID == "" {
		row = slices.Insert(row, 0, a.Voice.button(m, "button.rematch", "rematch"))
		row[0].Tone = chat.Usual
	}
	return [][]chat.Button{row}
}

// More shows a button for each command of a player in a match except moves; hints and doubles tell whether these two
// are included.
func (a Audience) More(m *match.Match, other match.Player, hints, doubles bool) chat.Message {
	p := m.Line.Position()
	dice, moved, v := isDice(p), m.Line.Len() > m.SetupMoves(), a.Voice
	var buttons []chat.Button
	if doubles {
		buttons = a.moveButtons(m, "double")
	}
	for _, b := range []struct {
		label, command, word string
		can                  bool
	}{
		{"more.draw", "draw", "", m.Game.Draws}, {"more.undo", "undo", "", !dice && moved}, {"more.hint", "hint", "", hints},
		{"more.stop", "stop", "", engine.StandingOf(p).Endless || len(m.Games) > 0 && !moved},
		{"more.resign", "resign", "", true}, {"button.text", "text", "", true}, {"button.words", "words", "", true},
		{"more.flip", "board", v.Typed("flip"), true}, {"more.dice", "dice", "", dice},
		{"more.pause", "pause", "", m.Setup.Time != match.Control{}}, {"button.export", "export", "", moved},
	} {
		if b.can {
			buttons = append(buttons, chat.Button{Label: v.Text(b.label), Says: strings.TrimSpace(v.command(m, b.command, b.word))})
		}
	}
	if m.Game.Help != nil {
		buttons = append(buttons, chat.Button{Label: v.Text("menu.rules"),
			Says: v.Typed("rules") + " " + m.Game.Name})
	}
	return chat.Message{
		Text:    v.Say("more-what", speech.Person("Opponent", User(other))),
		Private: true,
		Buttons: append(chat.Columns(buttons), []chat.Button{a.turnTo(m, "←", "back")}),
	}
}
