package think

import (
	"embed"
	"sync"

	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/think/net"
)

//go:embed learned
var learnedFiles embed.FS

// FileNames are the names of the files of the nets.
var FileNames = [Kinds]string{Contact: "contact.net", Crashed: "crashed.net", Race: "race.net"}

// tables are what was learned, for play. Only a bad build does not have it.
var tables = sync.OnceValue(func() (list [Kinds]*net.Table) {
	for k, name := range FileNames {
		file, _ := learnedFiles.ReadFile("learned/" + name)
		n, err := net.Read(Shapes[k], file) // not of a file that is missing
		if err != nil {
			panic("backgammon: " + name + ": " + err.Error())
		}
		list[k] = n.Table()
	}
	return list
})

// Tables of bear-offs for each of the two laws of bearing off, computed when they are first needed.
var bearoffTables = map[bool]func() *Bearoff{
	false: sync.OnceValue(func() *Bearoff { return NewBearoff(board.Law{}).rounded() }),
	true:  sync.OnceValue(func() *Bearoff { return NewBearoff(board.Law{AnyOff: true}) }),
}

// NewEvaluator is a mind with all that was learned.
func NewEvaluator(l board.Law) Evaluator {
	return Evaluator{Law: l, Tables: tables(), Bearoff: bearoffTables[l.AnyOff]}
}
