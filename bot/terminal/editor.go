package terminal

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/peterh/liner"

	"tabuleiro/bot/chat"
)

// edit reads lines from the terminal with a line editor.
func (t *Terminal) edit(ctx context.Context, h chat.Handler) error {
	editor := liner.NewLiner()
	defer editor.Close()
	editor.SetCtrlCAborts(true)
	editor.SetTabCompletionStyle(liner.TabPrints)
	editor.SetCompleter(func(line string) []string { return t.complete(ctx, h, line) })
	t.remember(editor)
	defer t.keepTyped(editor)
	for {
		line, err := t.ask(ctx, editor)
		if errors.Is(err, io.EOF) || errors.Is(err, liner.ErrPromptAborted) || ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		line = late.ReplaceAllString(line, "")
		if t.goodbye(line) {
			return nil
		}
		if strings.TrimSpace(line) != "" && len(line) <= longestTyped {
			editor.AppendHistory(line)
		}
		t.typed(ctx, h, line)
		if err := t.failed(); err != nil {
			return err
		}
	}
}

// ask asks whoever is at the keyboard. When the context ends it returns and leaves the question standing.
func (t *Terminal) ask(ctx context.Context, editor *liner.State) (string, error) {
	type answer struct {
		line string
		err  error
	}
	prompt := t.prompt()
	t.asking(prompt)
	defer t.asking("")
	asked := make(chan answer, 1)
	go func() {
		line, err := editor.Prompt(prompt)
		asked <- answer{line, err}
	}()
	select {
	case a := <-asked:
		return a.line, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// asking notes the prompt that is waiting for a line, "" when none is.
func (t *Terminal) asking(prompt string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.keys.prompt = prompt
}

// around is a text as it is said while a prompt waits: in its place, with the prompt below. The next key shows again
// the line typed so far. The caller holds mu.
func (t *Terminal) around(text string) string {
	switch {
	case t.keys.prompt == "":
		return text
	case t.Plain:
		return "\n" + text + t.keys.prompt
	}
	return "\r\x1b[K" + text + t.keys.prompt
}

// complete continues what is being typed, after the name of a speaker too.
func (t *Terminal) complete(ctx context.Context, h chat.Handler, line string) []string {
	name, text := split(line, t.called)
	head := strings.TrimSuffix(line, text)
	if name == "" {
		t.mu.Lock()
		name = t.speaker
		t.mu.Unlock()
	}
	var found []string
	for _, s := range h.Suggest(ctx, chat.Event{Room: Room, From: person(name), Text: text, Addressed: true}) {
		found = append(found, head+spaced(s))
	}
	return found
}

// spaced adds the space that follows a word of a command, so that the next one can be typed at once. A move is
// complete.
func spaced(s string) string {
	last := s[strings.LastIndexByte(s, ' ')+1:]
	if !strings.HasPrefix(s, "/") || strings.HasSuffix(s, "=") || strings.ContainsAny(last, "0123456789") &&
		!strings.Contains(last, "=") {
		return s
	}
	return s + " "
}

// widest is how long lines of words are at most, in characters: longer ones are hard to read.
const widest = 80

// narrowest is how long they are at least: of a window that is narrower still the terminal breaks the words.
const narrowest = 20

// width is where lines of words are broken, in characters.
func (t *Terminal) width() int {
	if t.Window == nil {
		return widest
	}
	if columns := t.Window().Columns; columns > 0 {
		return max(narrowest, min(columns, widest))
	}
	return widest
}

// mark is a piece on the text board: O or X, a king is two of them, with nothing of a word around it.
var mark = regexp.MustCompile(`(^|[^\pL\pN])(O{1,2}|X{1,2})($|[^\pL\pN])`)

// paint sets the pieces of a board in text off: those of one side in bold, of the other in magenta too, a colour that
// is read on light and on dark ground alike.
func paint(board string) string {
	paintOnce := func(s string) string {
		return mark.ReplaceAllStringFunc(s, func(found string) string {
			parts := mark.FindStringSubmatch(found)
			look := "1"
			if parts[2][0] == 'X' {
				look = "1;35"
			}
			return parts[1] + "\x1b[" + look + "m" + parts[2] + "\x1b[0m" + parts[3]
		})
	}
	return paintOnce(paintOnce(board)) // two pieces may share the space between them
}

// pretty makes spans look good on a terminal: bold where they are bold, colours where there are some, and no word
// broken at the end of a line.
func (t *Terminal) pretty(spans []chat.Span) []chat.Span {
	var out []chat.Span
	column, width := 0, t.width()
	for _, s := range spans {
		if s.Mono && strings.Contains(s.Text, "\n") {
			if t.Colours {
				s.Text = paint(s.Text)
			}
			out, column = append(out, s), 0
			continue
		}
		s.Text, column = wrap(s.Text, column, width)
		if s.Bold && !t.Plain {
			s.Text = "\x1b[1m" + s.Text + "\x1b[0m"
		}
		out = append(out, s)
	}
	return out
}

// wrap breaks lines at spaces, given the column where the text begins and the most that a line has, and returns that
// where it ends.
func wrap(text string, column, width int) (string, int) {
	var b strings.Builder
	for text != "" {
		end := 1 + strings.IndexAny(text[1:], " \n")
		if end == 0 {
			end = len(text)
		}
		word := text[:end] // with the space or the end of line before it
		text = text[end:]
		n := utf8.RuneCountInString(word)
		switch {
		case word[0] == '\n':
			column = n - 1
		case word[0] == ' ' && column+n > width:
			word, column = "\n"+word[1:], n-1
		default:
			column += n
		}
		b.WriteString(word)
	}
	return b.String(), column
}
