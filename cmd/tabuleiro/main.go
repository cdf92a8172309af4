// Command tabuleiro is a bot for board games in chats, and the tools of its operators and developers.
//
// Without a command it runs the bot. The other commands copy its database, check it, write its matches as files and, for
// developers of a game, list, count and replay moves. This package only wires the others together.
//
// Exit status: 0 done; 1 failed, or the check found problems; 2 the request makes no sense (command line, configuration,
// a move); 3 the backup has problems and lies beside the last good one; 130 stopped at once by a second signal.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	_ "time/tzdata" // reminders need zones, even if the system has none

	"github.com/alecthomas/kong"

	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/cmd/tabuleiro/database"
	"tabuleiro/cmd/tabuleiro/rules"
	"tabuleiro/cmd/tabuleiro/setup"
	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/render"
)

type commandLine struct {
	Config config.File `placeholder:"FILE" help:"Read the settings from this file (default: ${config}, if there is one)."`

	Run     runCommand       `cmd:"" default:"withargs" help:"Run the bot (default). Without a chat service it plays in this terminal."`
	Setup   setup.Command    `cmd:"" help:"Ask for the tokens of the chat services, try them, and write the configuration."`
	Backup  database.Backup  `cmd:"" help:"Copy the database, also while the bot runs."`
	Restore database.Restore `cmd:"" help:"Replace the database by a backup; the old one is kept beside it."`
	Check   checkCommand     `cmd:"" help:"Check the configuration for mistakes and the database for damage; nothing is changed."`
	Health  healthCommand    `cmd:"" help:"Ask the running bot for its health: exit status 0 if all is well."`
	Migrate database.Migrate `cmd:"" help:"Copy everything from one database into another: from a file into PostgreSQL, or back."`
	Export  database.Export  `cmd:"" help:"Write matches as files that other programs read."`
	Moves   rules.Moves      `cmd:"" help:"List the legal moves of a position: move, tab, position after it."`
	Perft   rules.Perft      `cmd:"" help:"Count the move sequences from a position: depth, tab, number."`
	Replay  rules.Replay     `cmd:"" help:"Play the moves on standard input: number, tab, move, tab, position; then the result."`
	Best    rules.Best       `cmd:"" help:"Print the bot's move: move, chances to win and to draw, equity, positions searched, depth."`
	Duel    rules.Duel       `cmd:"" help:"Let the bot play against itself and count the results."`
	Draw    rules.Draw       `cmd:"" help:"Draw a position as a PNG."`
	Privacy privacyCommand   `cmd:"" help:"Print the privacy policy as a page for the portals of the services."`
	Version versionCommand   `cmd:"" help:"Print the version."`
}

func main() {
	// A reader that has closed its end is an error of the write, to be reported like any other, instead of a signal
	// that kills the process.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(do(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// do carries out a command line and returns the exit status.
func do(args []string, in io.Reader, out, diagnostics io.Writer) int {
	var line commandLine
	buffered := bufio.NewWriter(out)
	help, stop := false, func() {}
	defer func() { stop() }()
	parser, err := kong.New(&line,
		kong.Name("tabuleiro"),
		kong.Description("Board games for Telegram, Discord and the terminal."),
		kong.Vars{"config": config.DefaultFile, "themes": strings.Join(render.Themes, ", "),
			"size":  strconv.Itoa(render.DefaultSize),
			"sizes": fmt.Sprint(render.MinSize, " to ", render.MaxSize),
			"games": rules.Names(), "options": rules.Options(),
			"levels": strconv.Itoa(engine.Levels), "opening": strconv.Itoa(duel.OpeningPlies)},
		kong.Writers(buffered, diagnostics),
		kong.Exit(func(int) { help = true }),
		kong.WithHyphenPrefixedParameters(true), // "--keep -1" is to be told what is wrong with -1
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(in, (*io.Reader)(nil)),
		kong.Bind(buffered, database.Progress{To: diagnostics}),
		kong.BindToProvider(config.File.Read),
		kong.BindToProvider(func() (ctx context.Context, err error) {
			ctx, stop = untilStopped(context.Background(), func() {})
			return ctx, nil
		}),
	)
	if err != nil {
		panic("tabuleiro: the table of commands is wrong: " + err.Error())
	}
	command, err := parser.Parse(args)
	if err == nil && !help {
		err = once(command.Path)
	}
	switch {
	case help:
		err = nil
	case err != nil:
		text := strings.Replace(err.Error(), "valid 64 bit int", "whole number of at most 18 digits", 1)
		err = config.Mistakef("%s (try tabuleiro --help)", text)
	default:
		err = command.Run(line.Config)
		name := command.Selected().Name
		alone := name == "run" || name == "replay" || errors.As(err, new(config.Mistakes)) // errors without prefix
		if err != nil && !alone {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}
	// Output from before an error is printed before it. Losing output is an error of its own.
	if flushed := buffered.Flush(); flushed != nil && !errors.Is(err, flushed) {
		err = errors.Join(err, fmt.Errorf("print: %w", flushed))
	}
	if err == nil {
		return 0
	}
	fmt.Fprintf(diagnostics, "tabuleiro: %s\n", config.Masked(err.Error()))
	switch {
	case errors.As(err, new(config.Mistake)):
		return 2
	case errors.As(err, new(database.Flawed)):
		return 3
	}
	return 1
}

// once returns an error if an option that takes one value is given twice.
func once(path []*kong.Path) error {
	given := map[*kong.Flag]bool{}
	for _, p := range path {
		if p.Flag != nil && given[p.Flag] && !p.Flag.IsCumulative() {
			return fmt.Errorf("--%s is given twice: keep one", p.Flag.Name)
		}
		given[p.Flag] = true
	}
	return nil
}

// untilStopped returns a context that ends with the first signal to stop. The second signal ends the process at once,
// after calling last.
func untilStopped(parent context.Context, last func()) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	signals := []os.Signal{syscall.SIGINT, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup asks for
		signals = append(signals, syscall.SIGHUP)
	}
	heard := make(chan os.Signal, len(signals))
	signal.Notify(heard, signals...)
	go func() {
		if _, ok := <-heard; !ok {
			return
		}
		cancel()
		if _, ok := <-heard; ok {
			last()
			os.Exit(130)
		}
	}()
	return ctx, func() {
		signal.Stop(heard)
		close(heard)
		cancel()
	}
}
