package match

import (
	"cmp"

	"tabuleiro/engine"
)

// Record is the match for a file, as far as it has come. It has to have begun.
func (m *Match) Record() engine.Record {
	r := engine.Record{
		Game:    m.Game,
		Options: m.Setup.Options,
		Line:    m.Line,
		Names:   [2]string{m.Player(engine.First).called(), m.Player(engine.Second).called()},
		Date:    m.Began.UTC().Format("2006.01.02"),
		Result:  m.Outcome,
	}
	if m.Setup.Source != nil && engine.IsDate(m.Setup.Source.Date) {
		r.Date = m.Setup.Source.Date
	}
	return r
}

// called is what a player is called in a file.
func (p Player) called() string { return cmp.Or(p.Name, p.Handle) }
