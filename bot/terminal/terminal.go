// Package terminal is a chat of people at one keyboard, and of scripts.
//
// With a terminal it is a line editor with history and completion, where whoever is on turn is at the keyboard.
// Otherwise it reads lines, answers each, and ends with the input. In both, "ana: 11-15" speaks as ana, and a command
// that ends with " < PATH" brings a file along.
package terminal

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

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
	Typed       string // file with the lines typed in earlier runs, "" to remember none; only when Interactive
	Spaced      bool   // an empty line between the answers to two lines of a script
	Numbered    bool   // buttons have signs to type in a script too; else it shows what they say
	Unpaced     bool   // the limit of commands does not hold: there is nobody else
	Plain       bool   // the terminal knows no control sequences: letters are all it shows
	Colours     bool   // the terminal shows colours
	Inline      Inline // how the terminal shows pictures between the lines

	Window  func() Size // the window; nil: not known
	User    string      // the one at the keyboard until a line names another; "", or what is no name: unknown
	Session string      // sets the events of this run apart from those of other runs
	Log     *slog.Logger

	// Say is a sentence of the terminal's own: "terminal-who" asks for a name, "terminal-others" tells how others are
	// heard where one is known, "terminal-leave" how to leave, "terminal-log" where it is written what went wrong.
	Say    func(key string) string
	Leaves func(word string) bool // a word ends the run; nil: none does
}

// Terminal is a chat.Adapter.
type Terminal struct {
	Config

	mu       sync.Mutex
	speaker  string // who is at the keyboard, "" while nobody is known
	heard    int    // events so far
	keys     keyboard
	answered bool  // an answer has been printed
	due      bool  // the next answer is to another line: an empty one comes before it
	pictures int   // number of the last picture
	broken   error // why nothing more can be written

	squares sync.Map // names of people that are squares, in small letters
}

// New makes a terminal.
func New(c Config) *Terminal {
	t := &Terminal{Config: c}
	if name, _ := split(c.User+":", t.called); name == c.User {
		t.speaker = name
	}
	return t
}

// Name is "terminal".
func (t *Terminal) Name() string { return "terminal" }

// Caps are those of a scroll of paper: nothing is too long. Buttons are pressed by number, if that is wanted; else
// there are none. Pictures stand between the lines where they can be shown, else in files beside them.
func (t *Terminal) Caps() chat.Caps { return t.caps(t.Inline != nil && t.roomy()) }

// caps are the Caps while pictures are shown between the lines, or are not.
func (t *Terminal) caps(inline bool) chat.Caps {
	c := chat.Caps{Text: 1 << 20, Pictures: t.Pictures != "" || inline, Talk: true, Together: true, Unpaced: t.Unpaced}
	if inline {
		c.Caption = c.Text
	}
	if t.numbers() {
		c.Rows, c.Columns, c.Says, c.Label = 99, 1, c.Text, 60
	}
	return c
}

// numbers tells whether buttons have signs to type.
func (t *Terminal) numbers() bool { return t.Interactive || t.Numbered }

// Run reads lines until the input or the context ends. An error means that the answers cannot be written.
func (t *Terminal) Run(ctx context.Context, h chat.Handler) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if t.Interactive {
		known := t.speaker != ""
		t.hear(ctx, h, "/start")
		if known {
			t.Tell("terminal-others")
		}
		t.Tell("terminal-leave")
		return t.edit(ctx, h)
	}
	for line := range lines(ctx, t.In) {
		if t.goodbye(line) {
			return nil
		}
		t.space()
		// it presses what is offered first, or under the board
		if name, sign := split(line, t.called); t.Numbered && t.heard == 0 && sole.MatchString(sign) {
			first := "/start"
			if !digit.MatchString(sign) {
				first = "/board"
			}
			t.event(name, "")
			t.hear(ctx, h, first)
		}
		t.hear(ctx, h, t.piped(line))
		if err := t.failed(); err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil
}

func (t *Terminal) failed() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.broken
}

// sole is a line that presses one of a few choices, digit one of those that have numbers.
var (
	sole  = regexp.MustCompile(`^\s*[1-9a-zA-Z]\s*$`)
	digit = regexp.MustCompile(`^\s*[1-9]\s*$`)
)

// longestName is how many characters a name has. The patterns do not count: that would take longer than all else at the
// start.
const longestName = 32

// A name before a colon speaks for somebody; d3:b5 is a move, and so is d3: b5 while nobody here is called d3.
var (
	named  = regexp.MustCompile(`^\s*([\p{L}_][\p{L}\p{M}\p{N}_.-]*)\s*:\s*(.*)$`)
	square = regexp.MustCompile(`^[a-jA-J](?:10|[1-9])$`)
	// how a text begins that goes on with a square
	moves  = regexp.MustCompile(`^[a-jA-J](?:10|[1-9])(?:[^\pL\pN]|$|[a-jA-JxX][0-9])`)
	handle = regexp.MustCompile(`@([\p{L}_][\p{L}\p{M}\p{N}_.-]*)`)
)

// split takes the name of the speaker off a line. A square is a name where no square follows it, and where somebody is
// called so and a blank stands before the text.
func split(line string, called func(name string) bool) (name, text string) {
	m := named.FindStringSubmatch(line)
	if m == nil || utf8.RuneCountInString(m[1]) > longestName {
		return "", line
	}
	_, behind, _ := strings.Cut(line, ":")
	blank := strings.HasPrefix(behind, " ") || strings.HasPrefix(behind, "\t")
	switch {
	case !square.MatchString(m[1]), blank && called(m[1]), (blank || strings.HasPrefix(m[2], "/")) &&
		!moves.MatchString(m[2]):
		return m[1], m[2]
	}
	return "", line
}

// called tells whether somebody here has a name that is a square.
func (t *Terminal) called(name string) bool {
	_, ok := t.squares.Load(strings.ToLower(name))
	return ok
}

// hear passes a line on, with the file that it brings along.
func (t *Terminal) hear(ctx context.Context, h chat.Handler, line string) {
	if strings.TrimSpace(line) == "" {
		return
	}
	name, text := split(line, t.called)
	text, path := brings(text)
	e := t.event(name, text)
	if path != "" {
		e.File = fetch(path)
	}
	h.Hear(ctx, e)
}

func (t *Terminal) event(name, text string) chat.Event {
	t.mu.Lock()
	defer t.mu.Unlock()
	if name != "" {
		t.speaker = name
	}
	t.heard++
	e := chat.Event{
		ID:        fmt.Sprintf("terminal:%s-%d", t.Session, t.heard),
		Room:      Room,
		Text:      text,
		Addressed: true,
		Supposed:  name == "",
	}
	if t.speaker != "" {
		e.From = t.meet(t.speaker)
	}
	for _, m := range handle.FindAllStringSubmatch(text, -1) {
		name := []rune(m[1])
		e.Mentions = append(e.Mentions, t.meet(string(name[:min(len(name), longestName)])))
	}
	return e
}

// meet is the person who is called by a name.
func (t *Terminal) meet(name string) chat.User {
	if square.MatchString(name) {
		t.squares.Store(strings.ToLower(name), true)
	}
	return person(name)
}

// person is whoever has a name: here everybody is who they say.
func person(name string) chat.User {
	return chat.User{ID: "terminal:" + strings.ToLower(name), Handle: name, Name: name}
}

// Send prints a message. Paper cannot be changed any more, so everything is said anew, and a file is told by its path.
func (t *Terminal) Send(_ context.Context, _ chat.Room, m chat.Message) (chat.Ref, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.broken != nil {
		return "", t.broken
	}
	if strings.HasPrefix(m.Turn.ID, "terminal:") { // the house, and people elsewhere, are not at this keyboard
		t.speaker = m.Turn.Name
	}
	if t.numbers() {
		m = t.offer(m)
	}
	return "", t.print(t.around(t.parting() + t.written(m)))
}

// written is a message on paper. The caller holds mu.
func (t *Terminal) written(m chat.Message) string {
	var b strings.Builder
	for _, part := range chat.Fit(m, t.caps(t.Inline != nil)) {
		if t.Interactive {
			part.Text = t.pretty(part.Text)
		}
		b.WriteString(chat.Plain(part.Text))
		b.WriteString("\n")
	}
	if t.Interactive {
		b.WriteString("\n")
	}
	if m.Board != nil && m.Board.PNG != nil && t.Inline != nil {
		shown, err := t.show(&b, m.Board.PNG)
		if err != nil {
			t.Log.Warn("picture not shown", "error", err)
		}
		if !shown {
			b.WriteString(chat.Plain(t.pretty([]chat.Span{{Text: m.Board.Text + "\n", Mono: true}})))
		}
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

// parting is what stands before an answer: an empty line if it is to another line of a script than the one before. The
// caller holds mu.
func (t *Terminal) parting() string {
	due := t.due
	t.answered, t.due = true, false
	if due {
		return "\n"
	}
	return ""
}

// space parts the answers to two lines of a script, if that is wanted.
func (t *Terminal) space() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.due = t.Spaced && t.answered
}

// Tell prints a sentence of the terminal's own between what is said.
func (t *Terminal) Tell(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.Say != nil && t.broken == nil {
		text, _ := wrap(t.Say(key), 0, t.width())
		_ = t.print(t.around(text + "\n\n")) // the run ends if nobody hears it
	}
}

// print writes to the paper. The caller holds mu.
func (t *Terminal) print(text string) error {
	if _, err := io.WriteString(t.Out, text); err != nil {
		t.broken = fmt.Errorf("write an answer: %w", err)
	}
	return t.broken
}
