package engine_test

import (
	"errors"
	"fmt"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
)

// A game is played by reading what people type and playing the canonical moves.
func Example() {
	game := draughts.Portuguese
	options, err := game.Complete(nil)
	if err != nil {
		panic(err)
	}
	start, err := game.New(options)
	if err != nil {
		panic(err)
	}
	line := game.NewLine(start)
	for _, typed := range []string{"11 → 14", "c6d5", "14:23", "28-19"} {
		move, err := line.Position().Read(typed)
		if err != nil {
			panic(err)
		}
		if line, err = line.Play(move); err != nil {
			panic(err)
		}
		fmt.Println(typed, "is", move)
	}
	fmt.Println(line.Turn(), "is on turn in", line.Position())
	// Output:
	// 11 → 14 is 11-14
	// c6d5 is 23-19
	// 14:23 is 14x23
	// 28-19 is 28x19
	// first is on turn in W:W1,2,3,4,5,6,7,8,9,10,12:B19,21,22,24,25,26,27,29,30,31,32
}

// A text that is not a legal move gets the rule that forbids it, and the legal alternatives.
func ExampleMoveError() {
	p, err := draughts.Portuguese.Parse("W:W1,12,16:B5,13,K15", nil)
	if err != nil {
		panic(err)
	}
	for _, typed := range []string{"16-20", "12x19", "1", "hello"} {
		_, err := p.Read(typed)
		var wrong *engine.MoveError
		if errors.As(err, &wrong) {
			fmt.Printf("%s: %s %s %q\n", typed, wrong.Kind, wrong.Rule, wrong.Choices)
		}
	}
	// Output:
	// 16-20: illegal capture-compulsory ["1x10x17"]
	// 12x19: illegal capture-most ["1x10x17"]
	// 1: incomplete  ["1x10x17"]
	// hello: not a move  []
}

// Dice are moves of Chance, which the keeper of the game rolls.
func ExampleDicePosition() {
	game := backgammon.Backgammon
	options, err := game.Complete(engine.Options{"points": "5"})
	if err != nil {
		panic(err)
	}
	p, err := game.New(options)
	if err != nil {
		panic(err)
	}
	throw, err := p.(engine.DicePosition).Roll(3, 1)
	if err != nil {
		panic(err)
	}
	if p, err = p.Play(throw); err != nil {
		panic(err)
	}
	fmt.Println(p.Turn(), "plays", throw, "in", len(slices.Collect(p.Moves())), "ways")
	// Output: first plays 31 in 16 ways
}
