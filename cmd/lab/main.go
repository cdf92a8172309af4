// Command lab makes the files that the players of games know by, and measures players and tests. It is a module of its
// own: the program that people play with reads the files, and has nothing of this in it. Run it in its folder:
//
//	go run . train cage
//	go run . tables chilean
//	go run . puzzles cage
//	go run . prove cage
//	go run . openings portuguese
//	go run . words
//	go run . measure -games 400 -seed 20 ladder cage
//	go run . faults -seed 1 -count 30
//
// Files go where the program has them, unless -o names another folder. Names of folders and packages are those from the
// root of the program's module.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"

	"tabuleiro/cmd/lab/backgammon"
	"tabuleiro/cmd/lab/cage"
	"tabuleiro/cmd/lab/draughts"
	"tabuleiro/cmd/lab/eximo"
	"tabuleiro/cmd/lab/faults"
	"tabuleiro/cmd/lab/measure"
	"tabuleiro/cmd/lab/puzzles"
	"tabuleiro/cmd/lab/train"
	"tabuleiro/cmd/lab/words"
	"tabuleiro/engine"
	backgammonrules "tabuleiro/engine/backgammon/rules"
	cagerules "tabuleiro/engine/cage/rules"
	draughtsrules "tabuleiro/engine/draughts/rules"
	eximorules "tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/table"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := enterProgram(ctx)
	if err == nil {
		err = run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(1)
	}
}

// enterProgram changes to the root of the program's module.
func enterProgram(ctx context.Context) error {
	dir, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "tabuleiro").Output()
	if err != nil {
		return fmt.Errorf("the program's module is not found: run this in cmd/lab: %w", err)
	}
	return os.Chdir(string(bytes.TrimSpace(dir)))
}

// run does what the arguments ask for. Results go to out, progress to progress.
func run(ctx context.Context, args []string, out, progress io.Writer) error {
	if len(args) > 0 {
		switch name, rest := args[0], args[1:]; name {
		case "measure":
			return runMeasure(ctx, rest, out)
		case "faults":
			return faults.Run(ctx, rest, out)
		case "words":
			return runWords(rest, out)
		case "train", "tables", "puzzles", "prove", "openings":
			return runMaker(ctx, name, rest, progress)
		}
	}
	return fmt.Errorf("say what to do: train, tables, puzzles, prove, openings, words, measure or faults")
}

// runMeasure measures the levels of a game.
func runMeasure(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("measure", flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "chooses the games that are played")
	games := flags.Int("games", 400, "in how many games a level is measured")
	from := flags.Int("from", 1, "the lowest level that is measured")
	to := flags.Int("to", engine.Levels, "the highest level that is measured")
	if err := flags.Parse(args); err != nil {
		return err
	}
	game, err := gameCalled(flags.Arg(1))
	if err != nil {
		return err
	}
	return measure.Levels(ctx, out, flags.Arg(0), game, *games, *seed, *from, *to)
}

// runWords trains the classifiers of free words, and measures them with sentences that were held out.
func runWords(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("words", flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "chooses the order of the sentences")
	output := flags.String("o", filepath.Join("bot", "intent", "models"), "the folder for the models")
	if err := flags.Parse(args); err != nil {
		return err
	}
	params := words.Standard
	params.Seed = *seed
	data := filepath.Join("cmd", "lab", "words", "testdata")
	return words.Run(out, words.Folders{Said: filepath.Join("bot", "intent", "said"),
		Held: []string{filepath.Join(data, "held"), filepath.Join(data, "fresh")}}, *output, params)
}

// gameCalled returns the game of a name.
func gameCalled(name string) (*engine.Game, error) {
	game := table.Find(name)
	if game == nil {
		return nil, fmt.Errorf("there is no game %q", name)
	}
	return game, nil
}

// runMaker makes files for a game.
func runMaker(ctx context.Context, what string, args []string, progress io.Writer) error {
	flags := flag.NewFlagSet(what, flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "chooses the games that are played")
	scale := flags.Float64("scale", 1, "length of the work, 1 being the full one")
	output := flags.String("o", "", "the folder for the files, if it is not where the program has them")
	if err := flags.Parse(args); err != nil {
		return err
	}
	game, err := gameCalled(flags.Arg(0))
	if err != nil {
		return err
	}
	if !(*scale > 0 && *scale <= 100) {
		return fmt.Errorf("-scale is %v, but has to be more than 0 and at most 100", *scale)
	}
	maker, folder := makerOf(what, game)
	if maker == nil {
		return fmt.Errorf("there are no %s of %s", what, game.Name)
	}
	if *output != "" {
		folder = *output
	}
	files, err := maker(ctx, *seed, *scale, func(text string) { fmt.Fprintln(progress, text) })
	if err != nil {
		return err
	}
	return write(folder, files)
}

// makerOf returns what makes files of a kind for a game, nil if nothing does, and where the program has them.
func makerOf(what string, g *engine.Game) (maker train.Trainer, folder string) {
	learned := func(family string) string { return filepath.Join("engine", family, "think", "learned") }
	family := familyOf(g)
	switch what {
	case "puzzles", "prove":
		return puzzles.Maker(g, what == "prove"), filepath.Join("engine", "puzzle", "found")
	case "openings":
		return puzzles.Openings(g), filepath.Join("engine", "opening", "found")
	case "tables":
		if family != "draughts" {
			return nil, ""
		}
		return draughts.Tables(g), learned(family)
	}
	return map[string]train.Trainer{
		"backgammon": backgammon.Train, "cage": cage.Train, "eximo": eximo.Train, "draughts": draughts.Trainer(g),
	}[family], learned(family)
}

// familyOf names the package of a game.
func familyOf(g *engine.Game) string {
	options, err := g.Complete(nil)
	if err != nil {
		return ""
	}
	p, err := g.New(options)
	if err != nil {
		return ""
	}
	switch p.(type) {
	case backgammonrules.Position:
		return "backgammon"
	case cagerules.Position:
		return "cage"
	case draughtsrules.Position:
		return "draughts"
	case eximorules.Position:
		return "eximo"
	}
	return ""
}

// write writes files into a folder.
func write(folder string, files map[string][]byte) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for name, file := range files {
		if err := os.WriteFile(filepath.Join(folder, name), file, 0o666); err != nil {
			return err
		}
	}
	return nil
}
