// Package terminal is a chat of people at one keyboard, and of scripts.
//
// With a terminal it is a line editor with history and completion, where the one who is on turn is at the keyboard.
// Otherwise it reads lines, answers each, and ends with the input. In both, "ana: 11-15" speaks as ana, and a command
// that ends with " < PATH" brings a file along.
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
	"strings"
	"sync"

	"tabuleiro/bot/chat"
)

// Room is where everybody at the terminal is.
const Room chat.Room = "terminal:here"

// Config has the parts of a Terminal.
type Config struct {
	In          io.Reader // lines of a script; not used when Interactive
	Out         io.Writer
	Interactive bool   // standard input and output are a terminal
	Pictures    string // folder for the boards as PNG, "" for none; it must exist
	Files       string // folder for the files that are said, "" for the current one; it must exist
	History     string // file with the lines typed in earlier runs, "" to remember none; only when Interactive
	Unpaced     bool   // the limit of commands does not hold: there is nobody else
	Plain       bool   // the terminal knows no control sequences: letters are all it shows

	Columns func() int // width of the window in characters, 0 if unknown; nil: not known
	User    string     // the one at the keyboard until a line names another; what is no name is "terminal-guest"
	Session string     // sets the events of this run apart from those of other runs
	Log     *slog.Logger

	// Say is a sentence or word of the terminal's own: the keys are those of terminal.yaml.
	Say    func(key string) string // nil: the keys themselves
	Leaves func(word string) bool  // a word ends the run; nil: none does
	Common func(word string) bool  // a word names nobody; nil: any may
}

// Terminal is a chat.Adapter.
type Terminal struct {
	Config

	mu       sync.Mutex
	speaker  string   // who is at the keyboard
	heard    int      // events so far
	prompt   string   // what stands before the cursor while a line is waited for
	buttons  keyboard // what can be pressed
	answered bool     // an answer has been printed
	due      bool     // the next answer is to another line: an empty one comes before it
	pictures int      // number of the last picture

	paper context.Context // ends when nothing more can be written, with the reason
	tear  context.CancelCauseFunc
}

// New makes a terminal.
func New(c Config) *Terminal {
	if c.Say == nil {
		c.Say = func(key string) string { return key }
	}
	t := &Terminal{Config: c}
	t.paper, t.tear = context.WithCancelCause(context.Background())
	if t.speaker, _ = t.split(c.User + ":"); t.speaker == "" {
		t.speaker = c.Say("terminal-guest")
	}
	return t
}

// Edit changes nothing: what was said stays as it is on paper.
func (*Terminal) Edit(context.Context, chat.Room, chat.Ref, chat.Message) error {
	return errors.ErrUnsupported
}

// Retire leaves a message as it is.
func (*Terminal) Retire(context.Context, chat.Room, chat.Ref) error { return nil }

// Remove leaves a message where it is.
func (*Terminal) Remove(context.Context, chat.Room, chat.Ref) error { return nil }

// Self is nobody: people do not call the bot by a name here.
func (*Terminal) Self() (none chat.User) { return none }

// State tells nothing, as nothing waits.
func (*Terminal) State() (none chat.State) { return none }

// Name is "terminal".
func (t *Terminal) Name() string { return "terminal" }

// Caps are those of a scroll of paper: nothing is too long. Buttons are pressed by letters.
func (t *Terminal) Caps(chat.Room) chat.Caps {
	return chat.Caps{Text: math.MaxInt32, Pictures: t.Pictures != "", Rows: math.MaxInt16, Says: math.MaxInt32, Talk: true,
		Together: true, Unpaced: t.Unpaced}
}

// Run reads lines until the input or the context ends. An error means that the answers cannot be written.
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

// wait returns what a read returns. It cannot be interrupted, so it is left behind when the context ends.
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

// maxLine is how much of a line is read, in bytes; the rest of it is passed over.
const maxLine = 16 << 10

// scriptReader reads the lines of a script, each when it is asked for and not before, so that the one who writes the
// script can wait for each answer.
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

// enter hears a line that was typed or read from a script.
func (t *Terminal) enter(ctx context.Context, h chat.Handler, line string) {
	if strings.TrimSpace(line) == "" {
		return
	}
	t.mu.Lock()
	t.due = t.answered && !t.Interactive
	_, text := t.split(line)
	first := t.heard == 0 && letter.MatchString(text)
	t.mu.Unlock()
	if first { // it presses what is offered to begin with, or under the board of the run before
		t.hear(ctx, h, strings.TrimSuffix(line, text)+"/start")
	}
	t.mu.Lock()
	line = t.press(line)
	t.mu.Unlock()
	t.hear(ctx, h, line)
}

// goodbye reports whether a line ends the run, as the end of input does: a word for it, with a slash and a name before
// it or not.
func (t *Terminal) goodbye(line string) bool {
	_, text := t.split(line)
	return t.Leaves != nil && t.Leaves(strings.TrimPrefix(strings.TrimSpace(text), "/"))
}

// letter is a line that presses one of a few buttons.
var letter = regexp.MustCompile(`^\s*[a-zA-Z]\s*$`)

// maxName is the number of characters a name has. The patterns do not count: that would take longer than all else at
// the start.
const maxName = 32

// A name before a colon speaks for somebody, of several words if the last one has a capital; d3:b5 is a move, and
// W:W31:B2 a position.
var (
	named = regexp.MustCompile(
		`^\s*([\p{L}_][\p{L}\p{M}\p{N}_.-]*(?:(?: \p{L}[\p{L}\p{M}\p{N}_.-]*){0,2} \p{Lu}[\p{L}\p{M}\p{N}_.-]*)?)\s*:\s*(.*)$`)
	board  = regexp.MustCompile(`(?i)^\s*(?:[a-j](?:10|[1-9])\s*:|[wb]:[wb])`)
	handle = regexp.MustCompile(`@([\p{L}_][\p{L}\p{M}\p{N}_.-]*)`)
)

// split takes the name of the speaker off a line. A square is no name, nor is a word that people say.
func (t *Terminal) split(line string) (name, text string) {
	m := named.FindStringSubmatch(line)
	if m == nil || len([]rune(m[1])) > maxName || board.MatchString(line) || t.Common != nil && t.Common(m[1]) {
		return "", line
	}
	return m[1], m[2]
}

// hear passes a line on, with the file that it brings along. A name alone asks for the menu.
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

// person is the one who has a name: here everybody is who they say.
func person(name string) chat.User {
	handle := strings.ReplaceAll(name, " ", "_") // @Ana_Maria
	return chat.User{ID: "terminal:" + strings.ToLower(handle), Handle: handle, Name: name}
}

// Send prints a message. Paper cannot be changed any more, so everything is said anew, and a file is told by its path.
func (t *Terminal) Send(_ context.Context, _ chat.Room, m chat.Message) (chat.Ref, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := context.Cause(t.paper); err != nil {
		return "", err
	}
	if strings.HasPrefix(m.Turn.ID, "terminal:") { // the computer, and people elsewhere, are not at this keyboard
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

// written is a message on paper. The caller holds mu.
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
			t.Log.Warn("picture not written", "error", err)
		} else {
			fmt.Fprintf(&b, "[%s]\n", path)
		}
	}
	if m.File != nil {
		path, err := t.store(*m.File)
		if err != nil {
			path = err.Error()
		} else if whole, err := filepath.Abs(path); err == nil && t.Interactive { // a script knows where it runs
			path = whole
		}
		fmt.Fprintf(&b, "[%s]\n", path)
	}
	return b.String()
}

// Tell prints a sentence of the terminal's own between what is said.
func (t *Terminal) Tell(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.paper.Err() == nil {
		text, _ := wrap(t.Say(key), 0, t.width())
		_ = t.print(t.withPrompt(text + "\n\n")) // the run ends if nobody hears it
	}
}

// print writes to the paper. The caller holds mu.
func (t *Terminal) print(text string) error {
	if _, err := io.WriteString(t.Out, text); err != nil {
		t.tear(fmt.Errorf("write an answer: %w", err))
	}
	return context.Cause(t.paper)
}
