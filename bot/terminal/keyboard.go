package terminal

import (
	"cmp"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
)

// keyboard has the printed buttons that can be pressed: those below the last board, and those of the last message
// without one, whose letters continue from there. It is guarded by the terminal's mu.
type keyboard struct {
	choices []choice
	board   int  // number of those below the board
	pressed bool // the last line was a button's letter
}

// choice is a printed button: the letter to type, a word that does the same and is read as nothing else ("" for none),
// and the text that it sends. One that leaves what is shown is also pressed by each word that ends the run.
type choice struct {
	letter, word, says string
	leaves             bool
}

// letters are the names of buttons: a number could be a square, and "y", "n" and "s" are typed for yes and no. Beyond
// them names have two letters.
const letters = "abcdefghijklmopqrtuvwxz"

func letterOf(n int) string {
	if n < len(letters) {
		return letters[n : n+1]
	}
	return letterOf(n/len(letters)-1) + letters[n%len(letters):][:1]
}

// press returns the text of the button whose letter or word a line is, with or without a name before it; any other line
// is returned as it is. The caller holds mu.
func (t *Terminal) press(line string) string {
	name, letter := t.split(line)
	for _, c := range t.buttons.choices {
		if typed := strings.TrimSpace(letter); !strings.EqualFold(typed, c.letter) && !strings.EqualFold(typed, c.word) &&
			!(c.leaves && t.isLeaving(typed)) {
			continue
		}
		if t.buttons.pressed = true; c.leaves { // its screen is left, with all its buttons
			t.buttons = keyboard{pressed: true}
		}
		if spoken, _ := t.split(c.says); name == "" || spoken != "" {
			return c.says
		}
		return name + ": " + c.says
	}
	t.buttons.pressed = false
	return line
}

// offer appends the buttons of a message as a list with letters; below a board only commands are listed, since moves
// are typed anyway. The caller holds mu.
func (t *Terminal) offer(m chat.Message) chat.Message {
	// Without a board and buttons, an answer to a line that pressed nothing, or for somebody else, leaves the printed
	// buttons valid.
	if m.Board == nil && len(m.Buttons) == 0 && (m.Private || !t.buttons.pressed) {
		return m
	}
	if m.Board != nil {
		t.buttons.board = 0
	}
	offered := slices.Clip(t.buttons.choices[:t.buttons.board])
	var list string
	var entries []string
	language := ""
	for _, s := range m.Text {
		language = cmp.Or(language, s.Lang)
	}
	for _, b := range slices.Concat(m.Buttons...) {
		if b.Asks != chat.Nothing || m.Board != nil && !strings.HasPrefix(b.Says, "/") {
			continue
		}
		label := t.label(b.Label, language)
		c := choice{letter: letterOf(len(offered)), says: b.Says, leaves: b.Tone == chat.Leaves}
		if b.Label == more {
			c.word = label
		}
		offered, entries = append(offered, c), append(entries, c.letter+"  "+label)
		label, _ = wrap(label, 0, t.width()-len(indent))
		list += "\n  " + c.letter + "  " + strings.ReplaceAll(label, "\n", "\n"+indent)
	}
	if t.buttons.choices = offered; m.Board != nil {
		t.buttons.board = len(offered)
		list, _ = fill(append([]string{""}, entries...), gap, t.width(), t.width()-len(gap))
	}
	m.Buttons, m.Text = nil, append(slices.Clip(m.Text), chat.Span{Text: list})
	return m
}

// gap is between the buttons below a board, and indent precedes the continuation lines of another one.
const (
	gap    = "   "
	indent = "     "
)

// signs are labels that only make sense on buttons; between lines of text they are replaced by words.
var signs = map[string]string{"←": "terminal-back", "‹": "terminal-before", "›": "terminal-after", "☰": "terminal-menu",
	more: "terminal-more"}

const more = "⋯"

// label returns the printed label of a button of a message in a language.
func (t *Terminal) label(label, language string) string {
	if key := signs[label]; key != "" {
		return t.Say(key, language)
	}
	return label
}
