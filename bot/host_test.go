package bot_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/terminal"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/storage"
	"tabuleiro/storage/faulty"
	"tabuleiro/storage/memory"
)

// sleeper is a brain that thinks until it is told to stop, and counts how often that was.
type sleeper struct {
	asked chan struct{}
}

func (s sleeper) Think(ctx context.Context, _ engine.Line, _ engine.Task) (engine.Thought, error) {
	s.asked <- struct{}{}
	<-ctx.Done()
	return engine.Thought{}, ctx.Err()
}

// paper is what is printed; it can be waited for.
type paper struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{}

	interrupt func() // what Ctrl-C does to the program that prints on it
}

func (p *paper) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text.Write(b)
	close(p.more)
	p.more = make(chan struct{})
	return len(b), nil
}

// until waits until something is printed.
func (p *paper) until(t *testing.T, what string) {
	t.Helper()
	late := time.After(time.Minute)
	for {
		p.mu.Lock()
		found, more := strings.Contains(p.text.String(), what), p.more
		p.mu.Unlock()
		if found {
			return
		}
		select {
		case <-more:
		case <-late:
			t.Fatalf("%q is not printed:\n%s", what, p.text.String())
		}
	}
}

// atTable runs a bot whose draughts have a brain at a terminal, has lines typed, the next one after what is printed for
// the one before, and ends it after do. A line is what is typed and, behind a tab, what is waited for.
func atTable(t *testing.T, store storage.Store, brain engine.Brain, session string, lines string,
	do func(*paper)) string {
	t.Helper()
	game := *draughts.Portuguese
	game.Brain = brain
	b, err := bot.New(bot.Config{
		Store: store, Games: []*engine.Game{&game}, Language: "en", Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Now: time.Now, Random: rand.NewChaCha8([32]byte{7}), HouseWait: time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	out := &paper{more: make(chan struct{})}
	in, typing := io.Pipe()
	chat := terminal.New(terminal.Config{In: in, Out: out, Session: session, Log: slog.New(slog.DiscardHandler)})
	ended := make(chan error, 1)
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	out.interrupt = interrupt
	go func() { ended <- b.Run(ctx, chat) }()
	for line := range strings.Lines(lines) {
		line, want, waits := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if _, err := io.WriteString(typing, line+"\n"); err != nil {
			t.Fatal(err)
		}
		if waits {
			out.until(t, want)
		}
	}
	do(out)
	typing.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	return out.text.String()
}

// brisk is a brain that looks at little, whatever the level.
type brisk struct{ engine.Brain }

func (b brisk) Think(ctx context.Context, l engine.Line, t engine.Task) (engine.Thought, error) {
	t.Nodes = 1000
	return b.Brain.Think(ctx, l, t)
}

// The doings of people are told while the house still thinks. A restart in the middle of its thought loses nothing and
// doubles nothing: the next process thinks it to the end, moves once and says so.
func TestRestartWhileTheHouseThinks(t *testing.T) {
	for level, name := range map[string]string{"1": "Bot (level 1)", "8": "Bot (level 8)", "max": "Bot (max)"} {
		store := memory.New()
		asleep := sleeper{make(chan struct{}, 10)}
		first := atTable(t, store, asleep, "1", "ana: /play damas house:"+level+" colour=white\tMy level: \nana: 11-15\n",
			func(out *paper) {
				out.until(t, "ana: 11-15")
				<-asleep.asked
			})
		if strings.Contains(first, name+": ") {
			t.Fatalf("the house moves without a thought:\n%s", first)
		}
		second := atTable(t, store, brisk{draughts.Portuguese.Brain}, "2", "", func(out *paper) { out.until(t, name+": ") })
		if n := strings.Count(second, name+": "); n != 1 || strings.Contains(second, "ana: 11-15") {
			t.Errorf("the house is told %d times:\n%s", n, second)
		}
		heads, err := store.Find(t.Context(), storage.Query{})
		if err != nil || len(heads) != 1 || heads[0].N != 4 || heads[0].Unsaid() {
			t.Errorf("%+v, %v", heads, err)
		}
	}
}

// Only the house answers what the house is asked: nobody else is shown how.
func TestHouseIsAsked(t *testing.T) {
	asleep := sleeper{make(chan struct{}, 10)}
	said := atTable(t, memory.New(), asleep, "1",
		"ana: /play damas house colour=white\tMy level: \nana: /draw\toffers a draw\n", func(*paper) {})
	_, said, _ = strings.Cut(said, "My level: ")
	if !strings.Contains(said, "ana offers a draw") || strings.Contains(said, "do you agree") ||
		strings.Contains(said, "/accept") {
		t.Error(said)
	}
}

// clueless is a brain that fails.
type clueless struct{}

func (clueless) Think(context.Context, engine.Line, engine.Task) (engine.Thought, error) {
	return engine.Thought{}, errors.New("no idea")
}

// While the house cannot think people go on.
func TestHouseFails(t *testing.T) {
	store := memory.New()
	atTable(t, store, clueless{}, "1", "ana: /play damas house colour=white\tMy level: \nana: 11-15\nana: /resign yes\n",
		func(out *paper) {
			out.until(t, "ana resigns")
		})
}

// saboteur is a brain that breaks something before its first thought.
type saboteur struct {
	engine.Brain
	once  *sync.Once
	wreck func()
}

func (s saboteur) Think(ctx context.Context, l engine.Line, task engine.Task) (engine.Thought, error) {
	s.once.Do(s.wreck)
	return s.Brain.Think(ctx, l, task)
}

// The house does not forget a move that the store did not take, or a match that it could not look at: it moves when the
// store is well again, without anybody doing anything.
func TestHouseTriesAgain(t *testing.T) {
	for name, method := range map[string]string{"the move is not stored": "Append", "the match is not found": "Head"} {
		t.Run(name, func(t *testing.T) {
			store := faulty.New(memory.New())
			failed := false
			wreck := func() {
				store.Plan(func(c faulty.Call) (f faulty.Fault) {
					if c.Method == method && (method != "Append" || c.Events > 0) && !failed {
						failed, f.Err = true, errors.New("the disk is broken")
					}
					return f
				})
			}
			brain := saboteur{draughts.Portuguese.Brain, new(sync.Once), wreck}
			said := atTable(t, store, brain, "1",
				"ana: /play damas house colour=white\tMy level: \nana: 11-15\tBot (level 2): \n", func(*paper) {})
			if n := strings.Count(said, "Bot (level 2): "); n != 1 || !failed {
				t.Errorf("the house is told %d times, and something failed: %v:\n%s", n, failed, said)
			}
		})
	}
}

// A report is promised, comes when it is ready, is kept, and says at the board what was better.
func TestAnalysis(t *testing.T) {
	store := memory.New()
	game := "ana: /play damas @rui colour=white\nrui: /accept\nana: 11-15\nrui: 22-18\nana: 15x22\nrui: /analyse\nrui: /resign yes\nrui: /analyse\n"
	first := atTable(t, store, draughts.Portuguese.Brain, "1", game, func(out *paper) { out.until(t, "rui: accuracy") })
	for _, want := range []string{"I am going through #", "ana: accuracy", "have not finished a match here"} {
		if !strings.Contains(first, want) {
			t.Errorf("%q is missing:\n%s", want, first)
		}
	}
	keys, err := store.Keys(t.Context(), "house/report/")
	if err != nil || len(keys) != 1 {
		t.Fatal(keys, err)
	}
	text, err := store.Get(t.Context(), keys[0])
	if err != nil || bot.VerifySetting(keys[0], text) != nil {
		t.Errorf("what is kept: %v, %v", err, bot.VerifySetting(keys[0], text))
	}
	again := atTable(t, store, clueless{}, "2", "ana: /analyse\n", func(out *paper) { out.until(t, "ana: accuracy") })
	if strings.Contains(again, "I am going through") {
		t.Errorf("the report is made again:\n%s", again)
	}
}

// A report that was promised is made and shown by the next run of the program, if this one ends before it is ready.
func TestReportOutlives(t *testing.T) {
	store := memory.New()
	game := "ana: /play damas @rui colour=white\nrui: /accept\nana: 11-15\nrui: 22-18\nana: 15x22\nrui: /resign yes\nrui: /analyse\n"
	atTable(t, store, sleeper{make(chan struct{}, 1)}, "1", game,
		func(out *paper) {
			out.until(t, "I am going through #")
			out.interrupt() // else the end of the input would wait for the report
		})
	promised, err := store.Keys(t.Context(), "promise/")
	if err != nil || len(promised) != 1 {
		t.Fatal(promised, err)
	}
	if text, err := store.Get(t.Context(), promised[0]); err != nil || bot.VerifySetting(promised[0], text) != nil {
		t.Errorf("what is kept: %v, %v", err, bot.VerifySetting(promised[0], text))
	}
	atTable(t, store, draughts.Portuguese.Brain, "2", "", func(out *paper) { out.until(t, "ana: accuracy") })
	if promised, err = store.Keys(t.Context(), "promise/"); len(promised) > 0 || err != nil {
		t.Error("it would be shown again:", promised, err)
	}
}
