package terminal

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tabuleiro/bot/chat"
)

// keyboard is the buttons on paper that can be pressed: those under the last board, and those of the last message
// without one, whose letters go on from there. The terminal's mu guards it.
type keyboard struct {
	board, menu []choice
	pressed     bool // the last line was the letter of one
}

// choice is a button on paper: a letter to type, and what it says.
type choice struct{ letter, says string }

// letters are the names of buttons, throughout: a number may be a square. Those that people type for yes and no are
// none, and for many buttons there are two at a time.
const letters = "abcdefghijklmopqrtuvwxz"

func letterOf(n int) string {
	if n < len(letters) {
		return letters[n : n+1]
	}
	return letterOf(n/len(letters)-1) + letters[n%len(letters):][:1]
}

// press is what a line says that is the letter of a button, with a name before it or not; any other line is itself. The
// caller holds mu.
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

// offer gives the buttons of a message letters to type; under a board a button that says what is typed anyway has none.
// An answer without buttons leaves those above it as they are, to a line that pressed nothing, and to one that pressed
// what is for somebody else: they still stand on the paper. The caller holds mu.
func (t *Terminal) offer(m chat.Message) chat.Message {
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

// indent stands before what goes on with a button in another line.
const indent = "     "

// signs are labels that elsewhere are seen as buttons, and between lines of text need a word.
var signs = map[string]string{"←": "terminal-back", "‹": "terminal-before", "›": "terminal-after", "☰": "terminal-menu",
	"⋯": "terminal-more"}

// label is what a button shows on paper.
func (t *Terminal) label(label string) string {
	if key := signs[label]; key != "" {
		return t.Say(key)
	}
	return label
}
