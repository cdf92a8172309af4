package terminal

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/peterh/liner"

	"tabuleiro/bot/chat"
)

// newEditor makes a line editor with the history of earlier runs.
func (t *Terminal) newEditor(ctx context.Context, h chat.Handler) *liner.State {
	editor := liner.NewLiner()
	editor.SetCtrlCAborts(true)
	editor.SetTabCompletionStyle(liner.TabPrints)
	editor.SetCompleter(func(line string) []string { return t.complete(ctx, h, line) })
	if text, err := os.ReadFile(t.History); err == nil {
		_, _ = editor.ReadHistory(bytes.NewReader(text)) // a malformed history is ignored
	} else if t.History != "" && !errors.Is(err, fs.ErrNotExist) {
		t.Log.Warn("the history of typed lines cannot be read", "error", err)
	}
	return editor
}

// closeEditor writes the history for the next run, readable by its owner only.
func (t *Terminal) closeEditor(editor *liner.State) {
	_ = editor.Close() // a terminal that is gone needs no cleanup
	var lines bytes.Buffer
	_, err := editor.WriteHistory(&lines)
	if err == nil && t.History != "" {
		err = os.WriteFile(t.History, lines.Bytes(), 0o600)
	}
	chat.Warn(t.Log, err, "the history of typed lines cannot be written")
}

// maxTyped is the longest line kept in the history, in bytes: the editor cannot read a longer one again.
const maxTyped = 4000

// ask prompts for a line.
func (t *Terminal) ask(editor *liner.State) (string, error) {
	t.mu.Lock()
	prompt := t.speaker + "> "
	t.prompt = prompt
	t.mu.Unlock()
	line, err := editor.Prompt(prompt)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.prompt = ""
	if errors.Is(err, liner.ErrPromptAborted) {
		err = io.EOF
	}
	if strings.TrimSpace(line) != "" && len(line) <= maxTyped && utf8.ValidString(line) {
		editor.AppendHistory(line)
	}
	return line, err
}

// withPrompt returns a text for printing while a prompt is shown: it replaces the prompt, which follows below. The next
// key shows the line typed so far again; the caller holds mu.
func (t *Terminal) withPrompt(text string) string {
	switch {
	case t.prompt == "":
		return text
	case t.Plain:
		return "\n" + text + t.prompt
	}
	return "\r\x1b[K" + text + t.prompt
}

// complete returns completions of a line, which may begin with the name of a speaker.
func (t *Terminal) complete(ctx context.Context, h chat.Handler, line string) []string {
	name, text := t.split(line)
	head := strings.TrimSuffix(line, text)
	t.mu.Lock()
	name = cmp.Or(name, t.speaker)
	t.mu.Unlock()
	var found []string
	for _, s := range h.Suggest(ctx, chat.Event{Room: Room, From: person(name), Text: text, Addressed: true}) {
		found = append(found, head+s)
	}
	return found
}

// widest is the longest line of running text in characters: longer ones are hard to read.
const widest = 80

// narrowest is the shortest line width in characters; in a narrower window the terminal breaks words.
const narrowest = 20

// width returns the width for running text, in characters.
func (t *Terminal) width() int {
	if t.Columns != nil {
		if columns := t.Columns(); columns > 0 {
			return max(narrowest, min(columns, widest))
		}
	}
	return widest
}

// pretty formats spans for a terminal: bold as a control sequence, and lines wrapped between words.
func (t *Terminal) pretty(spans []chat.Span) []chat.Span {
	var out []chat.Span
	column, width := 0, t.width()
	for _, s := range spans {
		if s.Mono && strings.Contains(s.Text, "\n") {
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

// wrap breaks lines at spaces so that they fit a width, given the column at which the text begins, and returns the
// column at its end.
func wrap(text string, column, width int) (string, int) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if i > 0 {
			column = 0
		}
		lines[i], column = fill(strings.Split(line, " "), " ", column, width)
	}
	return strings.Join(lines, "\n"), column
}

// fill joins words with gaps, or with a line break where the next word does not fit.
func fill(words []string, gap string, column, width int) (string, int) {
	var b strings.Builder
	for i, word := range words {
		n := utf8.RuneCountInString(word)
		switch {
		case i > 0 && column+len(gap)+n > width:
			b.WriteByte('\n')
			column = 0
		case i > 0:
			b.WriteString(gap)
			column += len(gap)
		}
		b.WriteString(word)
		column += n
	}
	return b.String(), column
}
