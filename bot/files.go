package bot

import (
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/record"
)

// files writes games into files and reads them from there.
type files struct {
	players
	shelf *shelf
}

// export sends a match as a file, in the format named or in the usual one of its game; with it what names the position
// elsewhere, if there is something.
func (f files) export(t *talk, text string) (reply, error) {
	m, rest, err := f.findMoves(t, text, "export")
	if err != nil {
		return nil, err
	}
	rec := m.Record()
	written, format := record.Write(rec)
	if rest = strings.TrimSpace(rest); rest != "" {
		var names []string
		var found bool
		for _, one := range record.Formats(m.Game) {
			names = append(names, one.Name)
			if one.Name != speech.Fold(rest) {
				continue
			}
			found, format = true, one
			if written, err = one.Write(rec); err != nil {
				return nil, t.note("format-cannot", speech.Text("Format", one.Name))
			}
		}
		if !found {
			return nil, t.note("no-such-format", speech.Text("Word", speech.Clean(rest, tell.LongestName)), speech.Text("Formats", strings.Join(names, ", ")))
		}
	}
	answer := chat.Message{
		Text:    t.Lines().Title(m),
		File:    &chat.File{Name: m.ID + format.Ext, Data: []byte(written), Size: len(written)},
		Private: true,
	}
	if x, ok := m.Line.Position().(engine.Exporter); ok {
		for _, e := range x.Exports() {
			answer.Text = append(answer.Text, chat.Span{Text: "\n" + e.Format + "\n", Bold: true}, tell.Mono(e.Text))
		}
	}
	return reply{answer}, nil
}

// imported takes a game from the file that came along, or from one on the shelf. One that has ended can be looked through; one that has not goes on as
// a match, if the other one agrees.
func (f files) imported(t *talk, text string) (reply, error) {
	f.people.meet(append(t.event.Mentions, t.event.Answered)...)
	file := t.event.File
	onShelf, page, text := f.shelf.find(t.event.Room, text)
	if file == nil {
		file = onShelf
	}
	switch {
	case file == nil:
		return nil, t.note(t.perService("import-how"), t.typed("Import", "import"))
	case file.Data == nil && file.Size > chat.LargestFile:
		return nil, t.note("file.file-too-large", speech.Count(chat.LargestFile>>10))
	case file.Data == nil:
		return nil, t.note("file-lost")
	}
	rec, text, err := f.picked(t, file, text, page)
	if err != nil {
		return nil, err
	}
	setup := match.Setup{
		Game: rec.Game.Name, Version: rec.Game.Version, Start: rec.Start(),
		Source: &match.Source{Names: guide.NamesIn(rec), Date: rec.Date, Outcome: rec.Outcome()},
	}
	if len(rec.Options) > 0 {
		setup.Options = rec.Options
	}
	for n := range rec.Line.Len() {
		setup.Played = append(setup.Played, rec.Line.Move(n))
	}
	if rec.Outcome().Decided() {
		id, err := f.enroll(t, match.Event{Kind: match.Imported, Room: string(t.event.Room), Setup: &setup}, nil)
		if err == nil {
			f.say(t, id)
		}
		return nil, err
	}
	return nil, f.resume(t, setup, text)
}

// lost says that a file cannot be read, and why.
func (t *talk) lost(file *chat.File) error {
	for _, why := range []struct {
		err error
		key string
	}{{fs.ErrNotExist, "file-none"}, {fs.ErrPermission, "file-forbidden"}, {chat.ErrNotFile, "file-not-one"}} {
		if errors.Is(file.Lost, why.err) {
			return t.note(why.key, speech.Text("Name", file.Name))
		}
	}
	return t.note("file-unread", speech.Text("Name", file.Name), speech.Text("Reason", file.Lost.Error()))
}

// picked is the game of a file whose number the text begins with, and the rest of the text. Without a number a file with
// several games is answered with a list of them.
func (f files) picked(t *talk, file *chat.File, text string, page int) (engine.Record, string, error) {
	games, err := record.ReadAll(file.Name, file.Data, t.Games)
	number, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	n, noNumber := strconv.Atoi(number)
	if noNumber != nil {
		n, rest = 1, text
	}
	if err == nil {
		switch several := len(games.Entries); {
		case several > 1 && noNumber != nil:
			return engine.Record{}, "", instead(f.contents(t, file, games, page, text))
		case n < 1 || n > several:
			return engine.Record{}, "", t.note("file-no-such-game", speech.Count(several))
		}
		err = games.Entries[n-1].Err
	}
	var wrong *engine.FileError
	if errors.As(err, &wrong) {
		return engine.Record{}, "", instead(chat.Message{Text: append(t.Voice.Fault(wrong), tell.Line(t.Voice.Say("file-kept-nothing"))...), Private: true})
	}
	if err != nil {
		return engine.Record{}, "", err
	}
	return games.Entries[n-1].Record, rest, nil
}

// contents lists the games of a file, which is put on the shelf for the buttons.
func (f files) contents(t *talk, file *chat.File, games engine.File, page int, text string) chat.Message {
	code, how := f.shelf.put(t.event.Room, file), ""
	if t.Caps.Rows == 0 {
		how = t.Voice.Typed("import") + " 2 < " + file.Name
	}
	says := func(what string) string {
		return strings.TrimSpace(t.Voice.Typed("import") + " " + shelved + code + what + " " + text)
	}
	return t.Lists().Contents(games, page, how,
		func(n int) string { return says(" " + strconv.Itoa(n)) },
		func(n int) string { return says("/" + strconv.Itoa(n)) })
}

// resume challenges somebody to go on with a game. A player who is named in the file plays the same side again.
func (f files) resume(t *talk, setup match.Setup, text string) error {
	word, text, err := t.ownWord(text)
	if err != nil {
		return err
	}
	if err := f.order.mayBegin(t); err != nil {
		return err
	}
	w, err := f.wish(t, text, word)
	if err != nil {
		return err
	}
	w.Game, w.Options = f.archive.Game(setup.Game), setup.Options
	with, err := t.setup(w)
	if err != nil {
		return err
	}
	setup.Opponent, setup.Side, setup.Theirs = with.Opponent, with.Side, with.Theirs
	if w.Colour == "" {
		mine := slices.IndexFunc(setup.Source.Names[:], func(name string) bool {
			return strings.EqualFold(name, t.me.Name) || t.me.Handle != "" && strings.EqualFold(name, t.me.Handle)
		})
		setup.Side = engine.Side(mine + 1)
	}
	return f.open(t, setup, t.event.Room, nil, word)
}
