package terminal

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/peterh/liner"

	"tabuleiro/bot/chat"
)

// goodbyes end an interactive run, as the end of input does.
var goodbyes = []string{"/quit", "/exit", "/sair", "/salir"}

// edit reads lines from the terminal with a line editor.
func (t *Terminal) edit(ctx context.Context, h chat.Handler) error {
	editor := liner.NewLiner()
	defer editor.Close()
	editor.SetCtrlCAborts(true)
	editor.SetTabCompletionStyle(liner.TabPrints)
	editor.SetCompleter(func(line string) []string { return t.complete(ctx, h, line) })
	for {
		line, err := t.prompt(ctx, editor)
		if errors.Is(err, io.EOF) || errors.Is(err, liner.ErrPromptAborted) || ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if slices.Contains(goodbyes, strings.ToLower(strings.TrimSpace(line))) {
			return nil
		}
		if strings.TrimSpace(line) != "" {
			editor.AppendHistory(line)
		}
		t.hear(ctx, h, line)
		if err := t.failed(); err != nil {
			return err
		}
	}
}

// prompt asks whoever is at the keyboard. When the context ends it returns and leaves the question standing.
func (t *Terminal) prompt(ctx context.Context, editor *liner.State) (string, error) {
	type answer struct {
		line string
		err  error
	}
	t.mu.Lock()
	prompt := t.speaker + "> "
	t.mu.Unlock()
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

// complete continues what is being typed, after the name of a speaker too.
func (t *Terminal) complete(ctx context.Context, h chat.Handler, line string) []string {
	name, text := split(line)
	head := strings.TrimSuffix(line, text)
	if name == "" {
		t.mu.Lock()
		name = t.speaker
		t.mu.Unlock()
	}
	var found []string
	for _, s := range h.Suggest(ctx, chat.Event{Room: Room, From: person(name), Text: text, Addressed: true}) {
		found = append(found, head+s)
	}
	return found
}

// width is where lines of words are broken, in characters; any terminal is that wide.
const width = 80

// pretty makes spans look good on a terminal: bold where they are bold, and no word broken at the end of a line.
func pretty(spans []chat.Span) []chat.Span {
	var out []chat.Span
	column := 0
	for _, s := range spans {
		if s.Mono && strings.Contains(s.Text, "\n") {
			out, column = append(out, s), 0
			continue
		}
		s.Text, column = wrap(s.Text, column)
		if s.Bold {
			s.Text = "\x1b[1m" + s.Text + "\x1b[0m"
		}
		out = append(out, s)
	}
	return out
}

// wrap breaks lines at spaces, given the column where the text begins, and returns that where it ends.
func wrap(text string, column int) (string, int) {
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
