package main

import (
	"bufio"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/bottest"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/bot/terminal"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/table"
	"tabuleiro/storage/bolt"
)

// paper has the output of the program over all its lives.
type paper struct {
	t     *testing.T
	v     *victim
	in    io.WriteCloser
	lines chan string // closed when the program is dead
	all   []string    // that were read
	moves []engine.Move
}

// start starts the program.
func (p *paper) start() {
	var out io.ReadCloser
	p.v.startWith(func(cmd *exec.Cmd) {
		var err error
		if p.in, err = cmd.StdinPipe(); err != nil {
			p.t.Fatal(err)
		}
		if out, err = cmd.StdoutPipe(); err != nil {
			p.t.Fatal(err)
		}
	})
	lines := make(chan string, 1000)
	p.lines = lines
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			lines <- s.Text()
		}
	}()
}

// printed matches a move in the output.
var printed = regexp.MustCompile(`^(?:ana|rui): (\d+(?:[-x]\d+)+)$`)

// types writes a line, and reads until a line contains a text; false if the program died before.
func (p *paper) types(line string, texts ...string) bool {
	_, _ = io.WriteString(p.in, line+"\n") // to the dead it is lost
	return p.reads(texts...)
}

// reads reads until a line contains a text; false if the program died before. It gives up after patience.
func (p *paper) reads(texts ...string) bool {
	p.t.Helper()
	late := time.After(telegramtest.Patience)
	for {
		select {
		case line, alive := <-p.lines:
			if !alive {
				return false
			}
			p.all = append(p.all, line)
			if found := printed.FindStringSubmatch(line); found != nil {
				p.moves = append(p.moves, engine.Move(found[1]))
			}
			if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(line, text) }) {
				return true
			}
		case <-late:
			p.t.Fatalf("waited in vain for one of %q; the latest lines are\n%s\nthe log is\n%s", texts,
				strings.Join(p.all[max(0, len(p.all)-40):], "\n"), p.v.log)
		}
	}
}

// TestChaos_InTerminal kills the program in which two people play at a terminal, at a random moment after a line was
// typed, or while the answer is read. Nothing is lost or out of order, and only what was printed but not noted when the
// program died is printed twice.
func TestChaos_InTerminal(t *testing.T) {
	longtest.Skip(t)
	t.Parallel()
	random := chance(t)
	p := &paper{t: t, v: &victim{t: t, dir: t.TempDir(), more: []string{config.Prefix + "LANGUAGE=en"}}}
	players := &pair{}
	start, err := table.Games[0].New(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.start()
	t.Cleanup(p.v.kill)
	doubled := 0
	for killed := 0; killed < *kills; {
		if players.over() {
			players.games++
			players.line = table.Games[0].NewLine(start)
			p.types("ana: /play damas colour=white @rui", "challenges")
			p.types("rui: /accept", "to move")
		}
		side, move := players.choose(random)
		line := []string{"ana", "rui"}[side] + ": " + string(move)
		way := random.IntN(2 * settled) // half of the time it lives
		if way < settled {
			p.types("ana: /fence", "/fence") // what was said before is noted
		}
		sudden := time.AfterFunc(time.Hour, p.v.kill)
		if way == before {
			sudden.Reset(time.Duration(random.IntN(40)) * time.Millisecond)
		}
		said := p.types(line, line)
		sudden.Stop()
		if way >= settled {
			continue
		}
		p.v.kill()
		killed++
		p.reads() // what is in the pipe
		p.v.gone()
		told := len(p.moves)
		p.start()
		p.types("ana: /fence", "/fence") // what was not said is said before
		if len(p.moves) > told && said {
			doubled++
		}
		if !said && (len(p.moves) == 0 || p.moves[len(p.moves)-1] != move) {
			p.types(line+"\nana: /fence", "/fence") // perhaps it was not heard
		}
	}
	_ = p.in.Close()
	p.reads()
	if err := p.v.cmd.Wait(); err != nil {
		t.Errorf("the program ended with %v:\n%s", err, p.v.log)
	}
	store, err := bolt.Open(filepath.Join(p.v.dir, string(usualDatabase)), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	bottest.Verify(t, store, table.Games)
	if stored := storedMoves(t, store, string(terminal.Room)); !slices.Equal(stored, players.moves) {
		t.Errorf("stored %v\ntyped  %v", stored, players.moves)
	}
	told := slices.Compact(slices.Clone(p.moves))
	if d := cmp.Diff(players.moves, told); d != "" {
		t.Errorf("typed and printed (-typed +printed):\n%s", d)
	}
	t.Logf("%d kills, %d moves, %d told twice", *kills, len(players.moves), doubled)
}
