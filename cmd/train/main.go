// Command train makes what the house has learned about a game, puzzles, and the openings that are drawn. The program
// that people play with has the files in it, and none of this.
//
//	go run ./cmd/train -o engine/cage/think/learned cage
//	go run ./cmd/train -tables -o engine/draughts/think/learned chilean
//	go run ./cmd/train -puzzles -o engine/puzzle/found cage
//	go run ./cmd/train -prove -o engine/puzzle/found cage
//	go run ./cmd/train -openings -o engine/opening/found portuguese
//
// It also measures the levels:
//
//	go run ./cmd/train -measure ladder -games 400 -seed 20 cage
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	backgammon "tabuleiro/engine/backgammon/think"
	cage "tabuleiro/engine/cage/think"
	draughts "tabuleiro/engine/draughts/think"
	eximo "tabuleiro/engine/eximo/think"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/table"
)

// trainers are by the name of the game.
var trainers = map[string]learn.Trainer{
	"portuguese": draughts.TrainPortuguese,
	"chilean":    draughts.TrainChilean,
	"eximo":      eximo.Train,
	"cage":       cage.Train,
	"backgammon": backgammon.Train,
}

func init() {
	for _, g := range table.Games { // the rest of the draughts is trained by its table of rules
		if trainers[g.Name] == nil {
			trainers[g.Name] = draughts.Trainer(g)
		}
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// run makes the files that the arguments ask for, and tells its progress on the standard error.
func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "chooses the games that are played")
	scale := flags.Float64("scale", 1, "length of the training, 1 being the full one")
	puzzles := flags.Bool("puzzles", false, "make puzzles instead, a hundred at full length")
	prove := flags.Bool("prove", false, "prove the puzzles that there are anew instead, drop those that fail, and make what is missing of a hundred")
	openings := flags.Bool("openings", false, "make balanced openings instead, sixty at full length")
	tables := flags.Bool("tables", false, "make the tables of endings of a game of draughts instead")
	what := flags.String("measure", "", "measure the levels instead: beginner, ladder, blunders, accuracy or loss")
	games := flags.Int("games", 400, "how many games a level is measured in")
	from := flags.Int("from", 1, "the lowest level that is measured")
	to := flags.Int("to", engine.Levels, "the highest level that is measured")
	output := flags.String("o", ".", "the folder for the files")
	if err := flags.Parse(args); err != nil {
		return err
	}
	game := table.Called(flags.Arg(0))
	if game == nil {
		return fmt.Errorf("there is no game %q", flags.Arg(0))
	}
	if !(*scale > 0 && *scale <= 100) {
		return fmt.Errorf("-scale is %v, but has to be more than 0 and at most 100", *scale)
	}
	if *what != "" {
		return measureLevels(ctx, *what, game, *games, *seed, *from, *to)
	}
	train := trainers[game.Name]
	switch {
	case *puzzles, *prove:
		train = puzzlesOf(game, *prove)
	case *tables:
		train = func(ctx context.Context, _ uint64, _ float64, progress func(string)) (map[string][]byte, error) {
			return draughts.Tables(ctx, game.Name, progress)
		}
	case *openings:
		train = openingsOf(game)
	}
	files, err := train(ctx, *seed, *scale, func(text string) { fmt.Fprintln(os.Stderr, text) })
	if err != nil {
		return err
	}
	if err := os.MkdirAll(*output, 0o777); err != nil {
		return err
	}
	for name, file := range files {
		if err := os.WriteFile(filepath.Join(*output, name), file, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// openingsOf makes the file with a game's openings: one a line.
func openingsOf(g *engine.Game) learn.Trainer {
	return func(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
		options, err := g.Complete(nil)
		if err != nil {
			return nil, err
		}
		nodes := max(1000, int(analysis.OpeningNodes*min(scale, 1)))
		list, err := analysis.MakeOpenings(ctx, g, options, seed, max(1, int(60*scale)), nodes, progress)
		if err != nil {
			return nil, err
		}
		var file strings.Builder
		for _, line := range list {
			var moves []string
			for i := range line.Len() {
				moves = append(moves, strings.ReplaceAll(string(line.Move(i)), " ", "_"))
			}
			file.WriteString(strings.Join(moves, " ") + "\n")
		}
		return map[string][]byte{g.Name + ".openings": []byte(file.String())}, nil
	}
}
