package record_test

import (
	"fmt"

	"tabuleiro/engine/draughts"
	"tabuleiro/engine/record"
	"tabuleiro/engine/table"
)

const club = `[White "Ana"]
[Black "Rui"]
1. 11-14 23-19 2. 14x23 28x19 1/2-1/2

[White "Eva"]
[Black "Zé"]
1. 11-14 11-14 *
`

// A file may have several games; one with a mistake is kept up to there.
func ExampleReadAll() {
	file, err := record.ReadAll("club.pdn", []byte(club), table.Games, draughts.Portuguese)
	if err != nil {
		panic(err)
	}
	for _, e := range file.Entries {
		r, err := e.Read()
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(r.Names[0], "–", r.Names[1], "in", r.Line.Len(), "moves:", r.Outcome().Result())
	}
	// Output:
	// Ana – Rui in 4 moves: draw
	// Eva – Zé in 1 moves: unfinished
}

// A record read in one format is written in another.
func Example() {
	file, err := record.ReadAll("club.pdn", []byte(club), table.Games, draughts.Portuguese)
	if err != nil {
		panic(err)
	}
	r, err := file.Entries[0].Read()
	if err != nil {
		panic(err)
	}
	text, err := record.Text.Write(r)
	if err != nil {
		panic(err)
	}
	fmt.Print(text)
	// Output:
	// Game: portuguese
	// First: Ana
	// Second: Rui
	// Date: ?
	// Result: draw
	//
	// 1. 11-14
	// 2. 23-19
	// 3. 14x23
	// 4. 28x19
}
