// Package record writes games to files and reads them.
//
// Every game has a plain text format, the only one that holds everything of any game under any rules; the formats of
// other programs are Formats of the game. The text looks like this:
//
//	Game: chilean
//	Options: capture=huff king-capture=flying
//	Start: W:W33,K46:B20,29,41
//	First: Ana
//	Second: Rui
//	Date: 2026.11.21
//	Result: first
//	Reason: resignation
//
//	1. 46x37
//	2. 20-24
//
// The first line is always Game. Event, Site and Round are optional headers too. Options omitted have their defaults,
// Start is omitted for the usual one, and unknown names and dates are omitted or a question mark. Result is first,
// second, draw or unfinished; the points may follow the winner. Reason is for human readers. The moves follow, rolls
// of dice included, one per line with or without numbers; lines that begin with # are comments.
package record

import (
	"slices"
	"strings"
	"sync"

	"tabuleiro/engine"
)

// Formats lists the formats for records of a game, the usual one first and the plain text last.
func Formats(g *engine.Game) []engine.Format { return append(slices.Clip(g.Formats), Text) }

// Write writes a record in the first format that can hold it.
func Write(r engine.Record) (text string, f engine.Format) { return WriteAll([]engine.Record{r}) }

// WriteAll writes the games of a match one after another, in the first format that can hold all of them.
func WriteAll(list []engine.Record) (text string, f engine.Format) {
	for _, f := range list[0].Game.Formats {
		if text, err := Together(f, list); err == nil {
			return text, f
		}
	}
	text, _ = Together(Text, list) // holds every game
	return text, Text
}

// Together returns the games of a match one after another in a format, or an error if it cannot hold them.
func Together(f engine.Format, list []engine.Record) (string, error) {
	var all []string
	for _, r := range list {
		text, err := f.Write(r)
		if err != nil {
			return "", err
		}
		all = append(all, text)
	}
	return strings.Join(all, "\n"), nil
}

// ReadAll reads a file in any format recognized by its content, else by its name, which may be empty; a file with no
// game but the text of a position is a record without moves. A game is read as one of games or, if possible, as
// named, which may be nil; the error is a *engine.FileError.
func ReadAll(name string, data []byte, games []*engine.Game, named *engine.Game) (engine.File, error) {
	if len(data) > engine.MaxFileBytes {
		return engine.File{}, &engine.FileError{Code: engine.FileTooLarge, Count: engine.MaxFileBytes}
	}
	text, ok := decode(data)
	if !ok {
		return engine.File{}, &engine.FileError{Code: engine.NotText}
	}
	formats := readable(games)
	i := slices.IndexFunc(formats, func(f engine.Format) bool { return f.Knows(text) })
	if i < 0 {
		i = slices.IndexFunc(formats, func(f engine.Format) bool { return strings.HasSuffix(strings.ToLower(name), f.Ext) })
	}
	f, err := engine.File{}, error(&engine.FileError{Code: engine.UnknownFormat})
	if i >= 0 {
		f, err = formats[i].Read(text, games, named)
	}
	for i, e := range f.Entries {
		f.Entries[i].Read = sync.OnceValues(e.Read)
	}
	empty := err != nil
	if len(f.Entries) == 1 { // perhaps not even with the name of a game
		_, wrong := f.Entries[0].Read()
		empty = engine.FileCode(wrong) == engine.NoGame
	}
	if empty {
		if named != nil {
			games = []*engine.Game{named}
		}
		if list := Positions(text, games); list != nil {
			read := func() (engine.Record, error) {
				if len(list) > 1 {
					return engine.Record{}, &engine.ReadingsError{Readings: list}
				}
				return list[0], nil
			}
			return engine.File{Entries: []engine.Entry{{Read: read}}}, nil
		}
	}
	return f, err
}

// readable lists the formats that can be read, each once.
func readable(games []*engine.Game) []engine.Format {
	list := []engine.Format{Text}
	for _, g := range games {
		for _, f := range g.Formats {
			known := func(other engine.Format) bool { return other.Name == f.Name }
			if f.Read != nil && !slices.ContainsFunc(list, known) {
				list = append(list, f)
			}
		}
	}
	return list
}
