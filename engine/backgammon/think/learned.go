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

// tables are what was learned, for play.
var tables = sync.OnceValue(func() (list [Kinds]*net.Table) {
	for k, name := range FileNames {
		list[k] = learned(name, func(file []byte) (*net.Net, error) { return net.Read(Shapes[k], file) }).Table()
	}
	return list
})

// learned reads a file that is part of the program. It panics if that cannot be done: only a bad build can do it.
func learned[T any](name string, read func([]byte) (T, error)) T {
	var what T
	file, err := learnedFiles.ReadFile("learned/" + name)
	if err == nil {
		what, err = read(file)
	}
	if err != nil {
		panic("backgammon: " + name + ": " + err.Error())
	}
	return what
}

// Tables of bear-offs for each of the two laws of bearing off, computed when they are first needed.
var bearoffTables = [2]func() *Bearoff{
	sync.OnceValue(func() *Bearoff { return NewBearoff(board.Law{}).rounded() }),
	sync.OnceValue(func() *Bearoff { return NewBearoff(board.Law{AnyOff: true}) }),
}

// Endings are computed when they are first needed.
var endingTables = [2]func() *endings{
	sync.OnceValue(func() *endings { return newEndings(board.Law{}) }),
	sync.OnceValue(func() *endings { return newEndings(board.Law{AnyOff: true}) }),
}

// NewMind is a mind with all that was learned.
func NewMind(l board.Law) Mind {
	m := Mind{Law: l, Tables: tables(), Bearoff: bearoffTables[0], endings: endingTables[0]}
	if l.AnyOff {
		m.Bearoff, m.endings = bearoffTables[1], endingTables[1]
	}
	return m
}
