// Package terminal is a chat of people at one keyboard, and of scripts.
//
// At a terminal it is a line editor with history and completion, at which the player on turn is assumed to sit.
// Otherwise it reads lines, answers each, and ends with the input. In both, "ana: 11-15" speaks as ana, and a command
// that ends with " < PATH" attaches a file.
package terminal

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"tabuleiro/bot/chat"
)

// Room is the only room.
const Room chat.Room = "terminal:here"

// Config configures a Terminal.
type Config struct {
	In          io.Reader // lines of a script; unused if Interactive
	Out         io.Writer
	Interactive bool   // standard input and output are a terminal
	Pictures    string // folder for the boards as PNG, "" for none; it must exist
	Files       string // folder for files sent by the bot, "" for the current one; it must exist
	History     string // history file of the line editor, "" for none; only if Interactive
	Unpaced     bool   // commands are not rate limited: nobody else is affected
	Plain       bool   // the terminal understands no control sequences

	Columns func() int // width of the window in characters, 0 if unknown; may be nil
	User    string     // initial speaker; if it is not a valid name, "terminal-guest" is used
	Session string     // distinguishes the events of this run from those of others
	Log     *slog.Logger

	// Say returns a text of the terminal itself by its key of terminal.yaml, in the usual language for "".
	Say    func(key, language string) string // nil for the keys themselves
	Leaves func(word string) bool            // reports whether a word ends the run; may be nil
	Common func(word string) bool            // reports whether a word is not a name; may be nil
}

// Terminal is a chat.Adapter.
type Terminal struct {
	Config

	mu       sync.Mutex
	speaker  string   // who sits at the keyboard
	heard    int      // number of events
	prompt   string   // the prompt being shown, "" if none
	buttons  keyboard // the buttons that can be pressed
	answered bool     // an answer has been printed
	due      bool     // the next answer is to another line, and separated by an empty one
	pictures int      // number of the last picture

	paper context.Context // ends when output fails, with the cause
	tear  context.CancelCauseFunc
}

// New makes a terminal.
func New(c Config) *Terminal {
	if c.Say == nil {
		c.Say = func(key, _ string) string { return key }
	}
	t := &Terminal{Config: c}
	t.paper, t.tear = context.WithCancelCause(context.Background())
	if t.speaker, _ = t.split(c.User + ":"); t.speaker == "" {
		t.speaker = c.Say("terminal-guest", "")
	}
	return t
}

// Edit is unsupported: printed text cannot be changed.
func (*Terminal) Edit(context.Context, chat.Room, chat.Ref, chat.Message) error {
	return errors.ErrUnsupported
}

// Retire leaves a message as it is.
func (*Terminal) Retire(context.Context, chat.Room, chat.Ref) error { return nil }

// Remove leaves a message where it is.
func (*Terminal) Remove(context.Context, chat.Room, chat.Ref) error { return nil }

// Self returns nothing: the bot is not called by a name here.
func (*Terminal) Self() (none chat.User) { return none }

// State returns nothing, as there are no queues.
func (*Terminal) State() (none chat.State) { return none }

// Name returns "terminal".
func (t *Terminal) Name() string { return "terminal" }

// Caps returns limits for printed text, which may have any length. Buttons are pressed by letters.
func (t *Terminal) Caps(chat.Room) chat.Caps {
	return chat.Caps{Text: math.MaxInt32, Pictures: t.Pictures != "", Rows: math.MaxInt16, Says: math.MaxInt32, Talk: true,
		Together: true, Unpaced: t.Unpaced}
}

// Run reads lines until the input or the context ends. An error means that the output cannot be written.
func (t *Terminal) Run(ctx context.Context, h chat.Handler) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(t.paper, stop)()
	read := scriptReader(t.In)
	if t.Interactive {
		t.hear(ctx, h, "/start")
		t.Tell("terminal-others")
		t.Tell("terminal-leave")
		editor := t.newEditor(ctx, h)
		defer t.closeEditor(editor)
		read = func() (string, error) { return t.ask(editor) }
	}
	for {
		line, err := wait(ctx, read)
		switch {
		case err != nil && !t.Interactive, errors.Is(err, io.EOF), ctx.Err() != nil, t.paper.Err() != nil,
			t.goodbye(line):
			return context.Cause(t.paper)
		case err != nil:
			return err
		}
		t.enter(ctx, h, line)
	}
}

// wait returns the result of a read. As the read cannot be interrupted, it is abandoned when the context ends.
func wait(ctx context.Context, read func() (string, error)) (string, error) {
	var line string
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		line, err = read()
	}()
	select {
	case <-done:
		return line, err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// maxLine is the length in bytes after which a line is truncated.
const maxLine = 16 << 10

// scriptReader returns a function that reads a script line by line, and no line before it is asked for, so that the
// author of the script can wait for each answer.
func scriptReader(r io.Reader) func() (string, error) {
	in := bufio.NewReaderSize(r, maxLine)
	return func() (string, error) {
		line, more, err := in.ReadLine()
		text := string(line)
		for more && err == nil {
			_, more, err = in.ReadLine()
		}
		return text, err
	}
}

// enter handles a line that was typed or read from a script.
func (t *Terminal) enter(ctx context.Context, h chat.Handler, line string) {
	if strings.TrimSpace(line) == "" {
		return
	}
	t.mu.Lock()
	t.due = t.answered && !t.Interactive
	_, text := t.split(line)
	first := t.heard == 0 && letter.MatchString(text)
	t.mu.Unlock()
	if first { // it presses a button of the greeting, or of the last run's board
		t.hear(ctx, h, strings.TrimSuffix(line, text)+"/start")
	}
	t.mu.Lock()
	line = t.press(line)
	t.mu.Unlock()
	t.hear(ctx, h, line)
}

// goodbye reports whether a line ends the run like the end of input: a word for that, without a name. The first such
// word only presses a printed button that leaves what is shown.
func (t *Terminal) goodbye(line string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.isLeaving(line) && !slices.ContainsFunc(t.buttons.choices, func(c choice) bool { return c.leaves })
}

// isLeaving reports whether a text is a word for leaving, with or without a slash.
func (t *Terminal) isLeaving(text string) bool {
	return t.Leaves != nil && t.Leaves(strings.TrimPrefix(strings.TrimSpace(text), "/"))
}

// letter matches a line that may press one of the first buttons.
var letter = regexp.MustCompile(`^\s*[a-zA-Z]\s*$`)

// maxName is the longest name in characters. It is not part of the patterns, whose compilation would dominate the
// start.
const maxName = 32

// named matches a line with a name and a colon before the text; the last of several words must have a capital. board
// matches moves like d3:b5 and positions like W:W31:B2, which are not names.
var (
	named = regexp.MustCompile(
		`^\s*([\p{L}_][\p{L}\p{M}\p{N}_.-]*(?:(?: \p{L}[\p{L}\p{M}\p{N}_.-]*){0,2} \p{Lu}[\p{L}\p{M}\p{N}_.-]*)?)\s*:\s*(.*)$`)
	board  = regexp.MustCompile(`(?i)^\s*(?:[a-j](?:10|[1-9])\s*:|[wb]:[wb])`)
	handle = regexp.MustCompile(`@([\p{L}_][\p{L}\p{M}\p{N}_.-]*)`)
)

// split cuts the speaker's name off a line. Squares and common words are not names.
func (t *Terminal) split(line string) (name, text string) {
	m := named.FindStringSubmatch(line)
	if m == nil || len([]rune(m[1])) > maxName || board.MatchString(line) || t.Common != nil && t.Common(m[1]) {
		return "", line
	}
	return m[1], m[2]
}

// hear passes a line and the file given with it to the bot. A name alone asks for the menu.
func (t *Terminal) hear(ctx context.Context, h chat.Handler, line string) {
	name, text := t.split(line)
	if name != "" && strings.TrimSpace(text) == "" {
		text = "/start"
	}
	text, path := brings(text)
	t.mu.Lock()
	t.speaker = cmp.Or(name, t.speaker)
	t.heard++
	e := chat.Event{
		ID:        fmt.Sprintf("terminal:%s-%d", t.Session, t.heard),
		Room:      Room,
		From:      person(t.speaker),
		Text:      text,
		Addressed: true,
		Supposed:  name == "",
	}
	t.mu.Unlock()
	for _, m := range handle.FindAllStringSubmatch(text, len(text)) {
		name := []rune(m[1])
		e.Mentions = append(e.Mentions, person(string(name[:min(len(name), maxName)])))
	}
	if path != "" {
		e.File = fetch(path)
	}
	h.Hear(ctx, e)
}

// person returns the user with a name; nobody's identity is checked here.
func person(name string) chat.User {
	handle := strings.ReplaceAll(name, " ", "_") // @Ana_Maria
	return chat.User{ID: "terminal:" + strings.ToLower(handle), Handle: handle, Name: name}
}

// Send prints a message. Printed text cannot be changed, so edits are printed anew; files are stored and shown by path.
func (t *Terminal) Send(_ context.Context, _ chat.Room, m chat.Message) (chat.Ref, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := context.Cause(t.paper); err != nil {
		return "", err
	}
	if strings.HasPrefix(m.Turn.ID, "terminal:") { // the bot, and people elsewhere, are not at this keyboard
		t.speaker = m.Turn.Name
	}
	m = t.offer(m)
	parting := ""
	if t.due {
		parting = "\n"
	}
	t.answered, t.due = true, false
	return "", t.print(t.withPrompt(parting + t.written(m)))
}

// written returns a message as printed. The caller holds mu.
func (t *Terminal) written(m chat.Message) string {
	var b strings.Builder
	for _, part := range chat.Fit(m, t.Caps("")) {
		if t.Interactive {
			part.Text = t.pretty(part.Text)
		}
		b.WriteString(chat.PlainText(part.Text))
		b.WriteString("\n")
	}
	if t.Interactive {
		b.WriteString("\n")
	}
	if m.Board != nil && m.Board.PNG != nil && t.Pictures != "" {
		path, err := t.keep(m.Board.PNG)
		if err != nil {
			t.Log.Warn("a picture cannot be written", "error", err)
		} else {
			fmt.Fprintf(&b, "[%s]\n", path)
		}
	}
	if m.File != nil {
		path, err := t.store(*m.File)
		if err != nil {
			path = err.Error()
		} else if whole, err := filepath.Abs(path); err == nil && t.Interactive { // a script knows its working directory
			path = whole
		}
		fmt.Fprintf(&b, "[%s]\n", path)
	}
	return b.String()
}

// Tell prints a sentence of the terminal itself between messages.
func (t *Terminal) Tell(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.paper.Err() == nil {
		text, _ := wrap(t.Config.Say(key, ""), 0, t.width())
		_ = t.print(t.withPrompt(text + "\n\n")) // if the output fails, the run ends
	}
}

// print writes to the output. The caller holds mu.
func (t *Terminal) print(text string) error {
	if _, err := io.WriteString(t.Out, text); err != nil {
		t.tear(fmt.Errorf("write an answer: %w", err))
	}
	return context.Cause(t.paper)
}
