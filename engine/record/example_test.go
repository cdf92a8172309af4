package record_test

import (
	"fmt"

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

// A file may have several games; one that cannot be read says where and why.
func ExampleReadAll() {
	file, err := record.ReadAll("club.pdn", []byte(club), table.Games)
	if err != nil {
		panic(err)
	}
	for _, e := range file.Entries {
		if e.Err != nil {
			fmt.Println(e.Err)
			continue
		}
		r := e.Record
		fmt.Println(r.Names[0], "–", r.Names[1], "in", r.Line.Len(), "moves:", r.Outcome().Result())
	}
	// Output:
	// Ana – Rui in 4 moves: draw
	// line 7, column 10: wrong-move "11-14": illegal: 11-14: empty-square at 11
}

// A record that was read in one format is written in another.
func Example() {
	file, err := record.ReadAll("club.pdn", []byte(club), table.Games)
	if err != nil {
		panic(err)
	}
	text, err := record.Text.Write(file.Entries[0].Record)
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
