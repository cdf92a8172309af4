package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/scripttest"
	"tabuleiro/engine/longtest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
	"tabuleiro/storage/postgres/postgrestest"
)

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		main()
		return
	}
	testscript.Main(postgrestest.Suite{M: m}, map[string]func(){
		"tabuleiro": main,
		"stubborn":  stubborn,
		"robbed":    robbed,
	})
}

// stubborn is asked to stop and does not.
func stubborn() {
	ctx, stop := untilStopped(context.Background(), func() { fmt.Println("last words") })
	defer stop()
	fmt.Println("ready")
	<-ctx.Done()
	fmt.Println("stopping")
	select {}
}

// lost is a store that another process has taken over.
type lost struct {
	storage.Store
	held context.Context
}

func (l lost) Held() context.Context { return l.held }

// robbed loses its database.
func robbed() {
	held, lose := context.WithCancelCause(context.Background())
	log := newLog(os.Stderr, config.Log{Level: "info", Format: "text"}, false)
	leaveWhenLost(memorytest.New(), log, func() { panic("nobody can take that") })
	leaveWhenLost(lost{held: held}, log, func() { fmt.Println("last words") })
	lose(errors.New("somebody took it"))
	select {}
}

// The scripts know these commands besides those of package testscript:
//
//	status N program arg...      runs a program to its end and sees that this is its exit status
//	start NAME program arg...    starts a program in the background, its standard input open
//	say NAME text...             writes a line to it
//	hear NAME regexp             waits until it has printed this (standard output or error), behind what was heard before
//	hangup NAME                  closes its standard input
//	deaf NAME                    closes the other end of its standard output
//	signal NAME INT|TERM|KILL    sends it a signal
//	ended NAME N                 waits until it ends and sees that this is its exit status; -1: killed
//	fetch NAME path status file  asks it over HTTP, at the address of its metrics; what it answers becomes a file
//	server NAME                  sets a variable to the address of an empty database of PostgreSQL
//	printed NAME                 makes what it printed so far a file, NAME.log
//
// A script that begins with "[!long] skip" runs only with the long tests.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Values[background{}] = make(map[string]*program)
			e.Setenv("GORACE", "atexit_sleep_ms=0") // else every program lasts a second longer
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status":  scripttest.Status,
			"start":   startProgram,
			"say":     with((*program).say),
			"hear":    with((*program).hear),
			"hangup":  with(func(p *program, ts *testscript.TestScript, _ string) { ts.Check(p.in.Close()) }),
			"deaf":    with((*program).deaf),
			"signal":  with((*program).signal),
			"ended":   with((*program).ended),
			"fetch":   with((*program).fetch),
			"server":  func(ts *testscript.TestScript, _ bool, args []string) { ts.Setenv(args[0], postgrestest.New(t)) },
			"printed": with(func(p *program, ts *testscript.TestScript, _ string) { p.printed(ts) }),
		},
		Condition: func(name string) (bool, error) {
			if name == "root" { // who may write anywhere
				return os.Geteuid() == 0, nil
			}
			if name == "postgres" {
				return postgrestest.Wanted(), nil
			}
			if name == "long" {
				return longtest.All(), nil
			}
			return false, fmt.Errorf("unknown condition %s", name)
		},
	})
}

type background struct{} // key of the programs of a script

type program struct {
	name string
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *os.File

	mu    sync.Mutex
	log   bytes.Buffer // what it printed
	heard int          // as far as this
	more  chan struct{}
	ends  chan struct{} // it has ended
}

// patience is how long a program may take for any step of a script.
const patience = time.Minute

func startProgram(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: start NAME program arg...")
	}
	file, err := exec.LookPath(args[1])
	ts.Check(err)
	p := &program{name: args[0], cmd: exec.Command(file, args[2:]...), more: make(chan struct{}, 1),
		ends: make(chan struct{})}
	p.cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "GOCOVERDIR", "GORACE",
		"TABULEIRO_DATABASE", "TABULEIRO_LANGUAGE", "TABULEIRO_LOG_LEVEL", "TABULEIRO_LOG_FORMAT", "TABULEIRO_OWNER",
		"TABULEIRO_METRICS_LISTEN"} {
		if value := ts.Getenv(name); value != "" {
			p.cmd.Env = append(p.cmd.Env, name+"="+value)
		}
	}
	p.in, err = p.cmd.StdinPipe()
	ts.Check(err)
	out, err := p.cmd.StdoutPipe()
	ts.Check(err)
	p.out = out.(*os.File)
	errs, err := p.cmd.StderrPipe()
	ts.Check(err)
	ts.Check(p.cmd.Start())
	ts.Value(background{}).(map[string]*program)[p.name] = p
	var reading sync.WaitGroup
	for _, from := range []io.Reader{out, errs} {
		reading.Go(func() { _, _ = io.Copy(p, from) })
	}
	go func() {
		reading.Wait()
		_ = p.cmd.Wait()
		close(p.ends)
	}()
	ts.Defer(func() {
		_ = p.cmd.Process.Kill()
		<-p.ends
	})
}

// Write receives the program's output.
func (p *program) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log.Write(b)
	select {
	case p.more <- struct{}{}:
	default:
	}
	return len(b), nil
}

func (p *program) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// with returns a script command that finds its program by name, and passes on the rest of the line.
func with(do func(p *program, ts *testscript.TestScript, text string)) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) == 0 {
			ts.Fatalf("this command needs the name of a program and has no negation")
		}
		p := ts.Value(background{}).(map[string]*program)[args[0]]
		if p == nil {
			ts.Fatalf("no program %s was started", args[0])
		}
		do(p, ts, strings.Join(args[1:], " "))
	}
}

func (p *program) say(ts *testscript.TestScript, text string) {
	_, err := io.WriteString(p.in, text+"\n")
	ts.Check(err)
}

// deaf closes the only end at which the output can be read: a process of another script that is just starting would
// hold a second one.
func (p *program) deaf(ts *testscript.TestScript, _ string) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	ts.Check(p.out.Close())
}

func (p *program) hear(ts *testscript.TestScript, pattern string) {
	want, err := regexp.Compile("(?m)" + pattern)
	ts.Check(err)
	late := time.After(patience)
	for ended := false; ; {
		p.mu.Lock()
		at := want.FindIndex(p.log.Bytes()[p.heard:])
		if at != nil {
			p.heard += at[1]
		}
		p.mu.Unlock()
		switch {
		case at != nil:
			return
		case ended:
			ts.Fatalf("%s ended without printing %q; it printed:\n%s", p.name, pattern, p)
		}
		select {
		case <-p.more:
		case <-p.ends:
			ended = true
		case <-late:
			ts.Fatalf("%s has not printed %q; it printed:\n%s", p.name, pattern, p)
		}
	}
}

func (p *program) signal(ts *testscript.TestScript, name string) {
	s, ok := map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "KILL": syscall.SIGKILL}[name]
	if !ok {
		ts.Fatalf("unknown signal %s", name)
	}
	ts.Check(p.cmd.Process.Signal(s))
}

func (p *program) ended(ts *testscript.TestScript, status string) {
	select {
	case <-p.ends:
	case <-time.After(patience):
		ts.Fatalf("%s does not end; it printed:\n%s", p.name, p)
	}
	if got := p.cmd.ProcessState.ExitCode(); strconv.Itoa(got) != status {
		ts.Fatalf("%s: exit status %d, want %s; it printed:\n%s", p.name, got, status, p)
	}
}

var metricsAt = regexp.MustCompile(`http://[^/ ]+`)

func (p *program) fetch(ts *testscript.TestScript, text string) {
	words := strings.Fields(text)
	address := metricsAt.FindString(p.String())
	if len(words) != 3 || address == "" {
		ts.Fatalf("usage: fetch NAME path status file, and %s has to have an address", p.name)
	}
	response, err := http.Get(address + words[0])
	ts.Check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	ts.Check(err)
	if got := strconv.Itoa(response.StatusCode); got != words[1] {
		ts.Fatalf("%s: status %s, want %s: %s", words[0], got, words[1], body)
	}
	ts.Check(os.WriteFile(ts.MkAbs(words[2]), body, 0o666))
}

func (p *program) printed(ts *testscript.TestScript) {
	ts.Check(os.WriteFile(ts.MkAbs(p.name+".log"), []byte(p.String()), 0o666))
}
