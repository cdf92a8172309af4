package terminal

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tabuleiro/bot/chat"
)

// keyboard has the printed buttons that can be pressed: those below the last board, and those of the last message
// without one, whose letters continue from there. It is guarded by the terminal's mu.
type keyboard struct {
	board, menu []choice
	pressed     bool // the last line was a button's letter
}

// choice is a printed button: the letter to type, and the text that it sends.
type choice struct{ letter, says string }

// letters are the names of buttons: a number could be a square, and "y", "n" and "s" are typed for yes and no. Beyond
// them names have two letters.
const letters = "abcdefghijklmopqrtuvwxz"

func letterOf(n int) string {
	if n < len(letters) {
		return letters[n : n+1]
	}
	return letterOf(n/len(letters)-1) + letters[n%len(letters):][:1]
}

// press returns the text of the button whose letter a line is, with or without a name before it; any other line is
// returned as it is. The caller holds mu.
func (t *Terminal) press(line string) string {
	name, letter := t.split(line)
	for _, c := range append(slices.Clip(t.buttons.board), t.buttons.menu...) {
		if !strings.EqualFold(strings.TrimSpace(letter), c.letter) {
			continue
		}
		t.buttons.pressed = true
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
	first := len(t.buttons.board)
	if m.Board != nil {
		first = 0
	}
	var offered []choice
	var list strings.Builder
	var column int
	width := t.width()
	for _, b := range slices.Concat(m.Buttons...) {
		if b.Asks != chat.Nothing || m.Board != nil && !strings.HasPrefix(b.Says, "/") {
			continue
		}
		c := choice{letterOf(first + len(offered)), b.Says}
		entry := c.letter + "  " + t.label(b.Label)
		long := utf8.RuneCountInString("   " + entry)
		switch {
		case m.Board == nil:
			label, _ := wrap(t.label(b.Label), 0, width-len(indent))
			list.WriteString("\n  " + c.letter + "  " + strings.ReplaceAll(label, "\n", "\n"+indent))
		case len(offered) == 0, column+long > width:
			list.WriteString("\n" + entry)
			column = long
		default:
			list.WriteString("   " + entry)
			column += long
		}
		offered = append(offered, c)
	}
	t.buttons.menu = offered
	if m.Board != nil {
		t.buttons.board, t.buttons.menu = offered, nil
	}
	m.Buttons, m.Text = nil, append(slices.Clip(m.Text), chat.Span{Text: list.String()})
	return m
}

// indent precedes the continuation lines of a button.
const indent = "     "

// signs are labels that only make sense on buttons; between lines of text they are replaced by words.
var signs = map[string]string{"←": "terminal-back", "‹": "terminal-before", "›": "terminal-after", "☰": "terminal-menu",
	"⋯": "terminal-more"}

// label returns the label of a button in print.
func (t *Terminal) label(label string) string {
	if key := signs[label]; key != "" {
		return t.Say(key)
	}
	return label
}
