package terminal

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"tabuleiro/bot/adapter/adaptertest"
	"tabuleiro/bot/chat"
	"tabuleiro/storage"
)

func TestConformance(t *testing.T) {
	adaptertest.Run(t, func(t testing.TB) adaptertest.Service { return &paper{t: t, dir: t.TempDir()} }, nil)
}

// paper has the output of a terminal, for the conformance tests of all services.
type paper struct {
	t      testing.TB
	dir    string
	mu     sync.Mutex
	sheets []string // by the lines that were typed
	keys   io.Writer
}

func (p *paper) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.sheets) == 0 {
		p.sheets = []string{""}
	}
	p.sheets[len(p.sheets)-1] += string(b)
	return len(b), nil
}

func (p *paper) Adapter(_ storage.Store, log *slog.Logger) chat.Adapter {
	in, keys := io.Pipe()
	p.keys = keys
	p.t.Cleanup(func() { _ = in.Close() })
	return New(Config{In: in, Out: p, Pictures: p.dir, Files: p.dir, Unpaced: true,
		Session: fmt.Sprint(len(p.sheets)), Log: log})
}

func (p *paper) Group(...string) adaptertest.Room { return p }
func (p *paper) Talk(string) adaptertest.Room     { return p }
func (p *paper) TooMuch() int                     { return 0 }
func (p *paper) Fail() func()                     { return nil }
func (p *paper) Hold(adaptertest.Room) func()     { return nil }
func (p *paper) ID() chat.Room                    { return Room }

func (p *paper) Says(who, text string, file *chat.File) {
	if file != nil {
		text += " < " + file.Name
	}
	p.mu.Lock()
	p.sheets = append(p.sheets, "")
	p.mu.Unlock()
	fmt.Fprintf(p.keys, "%s: %s\n", who, text)
}

// The lines printed for a choice, and for a file or a picture.
var (
	choices = regexp.MustCompile(`(?m)(?:^|  ) *([a-z]+)  (\S+(?: \S+)*)`)
	stored  = regexp.MustCompile(`(?m)^\[(.+)\]$`)
)

func (p *paper) Messages() (all []adaptertest.Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, text := range p.sheets {
		if text == "" {
			continue
		}
		m := adaptertest.Message{Text: text}
		signs := map[string]string{}
		for _, c := range choices.FindAllStringSubmatch(text, -1) {
			signs[c[2]] = c[1]
			m.Buttons = append(m.Buttons, c[2])
		}
		for _, path := range stored.FindAllStringSubmatch(text, -1) {
			data, err := os.ReadFile(path[1])
			if m.Board = m.Board || err == nil && strings.HasSuffix(path[1], ".png"); !m.Board {
				m.File = &chat.File{Name: path[1], Data: data}
			}
		}
		m.Tap = func(who, label string) func() []adaptertest.Message {
			p.Says(who, signs[label], nil)
			return func() []adaptertest.Message { return nil }
		}
		all = append(all, m)
	}
	return all
}
