package think

import (
	"embed"
	"sync"

	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/think/net"
)

//go:embed learned
var learnedFiles embed.FS

// FileNames holds the names of the nets' files.
var FileNames = [Kinds]string{Contact: "contact.net", Crashed: "crashed.net", Race: "race.net"}

// tables holds the nets for play. It panics if they are missing, which is a fault of the build.
var tables = sync.OnceValue(func() (list [Kinds]*net.Table) {
	for k, name := range FileNames {
		file, _ := learnedFiles.ReadFile("learned/" + name)
		n, err := net.Read(Shapes[k], file) // a missing file is an error of Read
		if err != nil {
			panic("backgammon: " + name + ": " + err.Error())
		}
		list[k] = n.Table()
	}
	return list
})

// Bear-off tables for the two laws of bearing off, computed on first use.
var bearoffTables = map[bool]func() *Bearoff{
	false: sync.OnceValue(func() *Bearoff { return NewBearoff(board.Law{}).rounded() }),
	true:  sync.OnceValue(func() *Bearoff { return NewBearoff(board.Law{AnyOff: true}) }),
}

// NewEvaluator returns an evaluator with everything learned.
func NewEvaluator(l board.Law) Evaluator {
	return Evaluator{Law: l, Tables: tables(), Bearoff: bearoffTables[l.AnyOff]}
}
