// Package scripttest runs the commands of a package by scripts of package testscript, with a program that has only
// these commands.
package scripttest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/rogpeppe/go-internal/testscript"

	"tabuleiro/cmd/tabuleiro/config"
)

// Program is the program "tabuleiro" of scripts, and what they can call besides.
type Program struct {
	Table      any               // of its commands, as kong reads it
	Variables  kong.Vars         // of the help of the table
	Parameters []any             // of the commands
	Others     map[string]func() // other programs, by name
}

// Main runs the tests of a package.
func (p Program) Main(m *testing.M) {
	programs := map[string]func(){"tabuleiro": func() { os.Exit(p.do()) }}
	maps.Copy(programs, p.Others)
	testscript.Main(m, programs)
}

// do carries out the command line of the process, and returns the exit status.
func (p Program) do() int {
	out := bufio.NewWriter(os.Stdout)
	parser, err := kong.New(p.Table, p.Variables, kong.BindTo(os.Stdin, (*io.Reader)(nil)), kong.Bind(p.Parameters...),
		kong.Bind(out, config.File("")), kong.BindToProvider(config.File.Read),
		kong.BindTo(context.Background(), (*context.Context)(nil)))
	if err != nil {
		panic(err)
	}
	command, err := parser.Parse(os.Args[1:])
	if err != nil {
		err = config.Mistakef("%w", err)
	} else if err = command.Run(); err != nil && command.Selected().Name != "replay" {
		err = fmt.Errorf("%s: %w", command.Selected().Name, err)
	}
	if err = errors.Join(err, out.Flush()); err == nil {
		return 0
	}
	fmt.Fprintf(os.Stderr, "tabuleiro: %s\n", err)
	if errors.As(err, new(config.Mistake)) {
		return 2
	}
	return 1
}

// Run runs the scripts below testdata/script. They know the command "status N program arg..." besides those of package
// testscript: it runs a program to its end and sees that this is its exit status.
func Run(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("GORACE", "atexit_sleep_ms=0") // else every program lasts a second longer
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": Status},
	})
}

// Status is the command "status" of scripts.
func Status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program arg...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}
