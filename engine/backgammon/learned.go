package backgammon

import (
	"embed"
	"sync"

	"tabuleiro/engine/backgammon/net"
)

//go:embed learned
var learnedFiles embed.FS

// fileNames of the nets.
var fileNames = [kinds]string{contact: "contact.net", crashed: "crashed.net", race: "race.net"}

// tables are what was learned, for play.
var tables = sync.OnceValue(func() (list [kinds]*net.Table) {
	for k, name := range fileNames {
		file, err := learnedFiles.ReadFile("learned/" + name)
		if err != nil {
			panic("backgammon: " + err.Error()) // only a bad build can do it
		}
		n, err := net.Read(shapes[k], file)
		if err != nil {
			panic("backgammon: " + name + ": " + err.Error())
		}
		list[k] = n.Table()
	}
	return list
})

// Bear-off tables are computed when they are first needed: for each of the two laws of bearing off.
var bearoffTables = [2]func() *bearoff{
	sync.OnceValue(func() *bearoff { return newBearoff(law{}) }),
	sync.OnceValue(func() *bearoff { return newBearoff(law{anyOff: true}) }),
}

var endingTables = [2]func() *endings{
	sync.OnceValue(func() *endings { return newEndings(law{}) }),
	sync.OnceValue(func() *endings { return newEndings(law{anyOff: true}) }),
}

// newMind is a mind with all that was learned.
func newMind(l law) mind {
	m := mind{law: l, tables: tables(), bearoff: bearoffTables[0], endings: endingTables[0]}
	if l.anyOff {
		m.bearoff, m.endings = bearoffTables[1], endingTables[1]
	}
	return m
}
