// Package record puts games into files and gets them out again.
//
// Every game has a plain text, the only one that keeps everything of any game under any rules; what other programs know
// as well is among the formats of the game. The text of a game looks like this:
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
// The first line is always Game. There are also Event and Site. Options left out have their defaults, Start is left out
// at the usual one, and unknown names and dates are left out or a question mark. Result is first, second, draw or
// unfinished; behind a winner may stand his points. Reason is for people to read. A move for each line follows, throws
// of dice too, with numbers or without; a line that begins with # is a comment.
package record

import (
	"slices"
	"strings"
	"sync"

	"tabuleiro/engine"
)

// Formats are those that the games of a kind may be written in, the usual one first and the plain text last.
func Formats(g *engine.Game) []engine.Format { return append(slices.Clip(g.Formats), Text) }

// Write writes a record in the first of the formats that can hold it.
func Write(r engine.Record) (text string, f engine.Format) { return WriteAll([]engine.Record{r}) }

// WriteAll writes the games of a match one below the other, in the first of the formats that can hold all of them.
func WriteAll(list []engine.Record) (text string, f engine.Format) {
	for _, f := range list[0].Game.Formats {
		if text, err := Together(f, list); err == nil {
			return text, f
		}
	}
	text, _ = Together(Text, list) // holds everything
	return text, Text
}

// Together is the games of a match one below the other in a format, if it can hold them.
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

// ReadAll reads a file in any format, as games of those given or, where it can be that, as the one that somebody has
// named, which may be nil. Its content tells the format; its name, which may be empty, only counts if that does not. A
// file without a game that holds the text of a position is a record without moves. The error is a *engine.FileError.
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
	empty := func() bool { // of a game there is not even the name
		if len(f.Entries) != 1 {
			return false
		}
		_, err := f.Entries[0].Read()
		return engine.FileCode(err) == engine.NoGame
	}
	if err != nil || empty() {
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
