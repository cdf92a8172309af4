package terminal

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabuleiro/bot/chat"
)

// goodbye tells whether a line ends the run, as the end of input does: a word for it, with a slash and a name before it
// or not.
func (c Config) goodbye(line string) bool {
	_, text := split(line, func(string) bool { return false }) // such a word is no move
	return c.Leaves != nil && c.Leaves(strings.TrimPrefix(strings.TrimSpace(text), "/"))
}

// keyboard is what an interactive terminal knows of the people in front of it. It hears what they type and turns it
// into events: a name alone says who sits down, the sign of a choice says what the choice says. The terminal's mu
// guards it.
type keyboard struct {
	prompt  string   // what stands before the cursor while a line is waited for
	waiting string   // what was asked for before anybody had a name
	choices []choice // of the last message that had any
	pressed bool     // the last line was the sign of one
}

// choice is a button on paper: a sign to type, and what it says.
type choice struct{ sign, says string }

// alone is a line with nothing but a name.
var alone = regexp.MustCompile(`^\s*@?([\p{L}_][\p{L}\p{M}\p{N}_.-]*)\s*:?\s*$`)

// prompt is what stands before the cursor.
func (t *Terminal) prompt() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.speaker == "" {
		return t.say("terminal-who") + " "
	}
	return t.speaker + "> "
}

// typed hears a line of the keyboard.
func (t *Terminal) typed(ctx context.Context, h chat.Handler, line string) {
	t.mu.Lock()
	line = t.chosen(line)
	unknown := t.speaker == ""
	name, text := split(line, t.called)
	if unknown && name == "" {
		if m := alone.FindStringSubmatch(line); m != nil && utf8.RuneCountInString(m[1]) <= longestName {
			name, text = m[1], cmp.Or(t.keys.waiting, "/start")
		}
	}
	if unknown && name == "" && strings.HasPrefix(strings.TrimSpace(line), "/") {
		t.keys.waiting = line // the prompt asks for the name; then it is carried out
		t.mu.Unlock()
		return
	}
	if name != "" {
		t.keys.waiting = ""
		if strings.TrimSpace(text) == "" {
			text = "/start"
		}
		line = name + ": " + text
	}
	t.mu.Unlock()
	t.hear(ctx, h, line)
}

// piped is what a line of a script says: the sign of a choice presses it, as on the keyboard.
func (t *Terminal) piped(line string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.chosen(line)
}

// chosen is what a line says that is the sign of a choice, with a name before it or not; any other line is itself. The
// caller holds mu.
func (t *Terminal) chosen(line string) string {
	name, sign := split(line, t.called)
	for _, c := range t.keys.choices {
		if !strings.EqualFold(strings.TrimSpace(sign), c.sign) {
			continue
		}
		t.keys.pressed = true
		if spoken, _ := split(c.says, t.called); name == "" || spoken != "" {
			return c.says
		}
		return name + ": " + c.says
	}
	t.keys.pressed = false
	return line
}

// offer gives the buttons of a message signs to type: numbers in a menu, letters where a number is something else, as a
// square is under a board. There a button that says what is typed anyway has no sign. An answer without choices leaves
// them as they are, to a line that pressed nothing, and to one that pressed what is for somebody else: they still stand
// on the paper above it. The caller holds mu.
func (t *Terminal) offer(m chat.Message) chat.Message {
	if m.Board == nil && len(m.Buttons) == 0 && (m.Private || !t.keys.pressed) {
		return m
	}
	buttons := slices.DeleteFunc(slices.Concat(m.Buttons...), func(b chat.Button) bool { return b.Asks != chat.Nothing })
	letters := m.Board != nil || otherNumbers(buttons)
	stand := t.keys.choices[:0:0]
	if m.Board == nil { // the letters under the board still count while a menu is below it
		stand = slices.DeleteFunc(t.keys.choices, func(c choice) bool { return c.sign < "a" })
	}
	t.keys.choices = nil
	var list strings.Builder
	column, width := 0, t.width()
	for _, b := range buttons {
		n := len(t.keys.choices)
		switch c := (choice{says: b.Says}); {
		case !letters:
			c.sign = strconv.Itoa(n + 1)
			label, _ := wrap(b.Label, 0, width-len(indent))
			fmt.Fprintf(&list, "\n%3s  %s", c.sign, strings.ReplaceAll(label, "\n", "\n"+indent))
			t.keys.choices = append(t.keys.choices, c)
		case n < 26 && (m.Board == nil || strings.HasPrefix(b.Says, "/")):
			c.sign = string(rune('a' + n))
			between, entry := "   ", c.sign+"  "+b.Label
			if long := utf8.RuneCountInString(between + entry); n == 0 || column+long > width {
				between, column = "\n", long
			} else {
				column += long
			}
			list.WriteString(between + entry)
			t.keys.choices = append(t.keys.choices, c)
		}
	}
	stand = slices.DeleteFunc(stand, func(c choice) bool { // but for those that the menu has itself
		return slices.ContainsFunc(t.keys.choices, func(own choice) bool { return own.sign == c.sign })
	})
	t.keys.choices = append(t.keys.choices, stand...)
	if m.Buttons = nil; list.Len() > 0 {
		m.Text = append(slices.Clip(m.Text), chat.Span{Text: list.String(), Mono: true})
	}
	return m
}

// indent stands before what goes on with a choice in another line.
const indent = "     "

// otherNumbers tells whether the labels of choices begin with numbers that are not those of their places.
func otherNumbers(buttons []chat.Button) bool {
	for i, b := range buttons {
		digits := b.Label[:len(b.Label)-len(strings.TrimLeft(b.Label, "0123456789"))]
		if digits != "" && digits != strconv.Itoa(i+1) {
			return true
		}
	}
	return false
}

// say is a sentence of the terminal's own.
func (t *Terminal) say(key string) string {
	if t.Say == nil {
		return key
	}
	return t.Say(key)
}
