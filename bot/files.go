package bot

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/record"
)

// files writes games into files and reads them from there.
type files struct{ players }

// export sends a match as a file, in the format named or in the usual one of its game; with it what names the position
// elsewhere, if there is something.
func (f files) export(t *talk, text string) (reply, error) {
	m, rest, err := f.findMoves(t, text, "/export")
	if err != nil {
		return nil, err
	}
	rec := m.Record()
	written, format := record.Write(rec)
	if rest = speech.Fold(strings.TrimSpace(rest)); rest != "" {
		var names []string
		var found bool
		for _, one := range record.Formats(m.Game) {
			names = append(names, one.Name)
			if one.Name != rest {
				continue
			}
			found, format = true, one
			if written, err = one.Write(rec); err != nil {
				return nil, t.note("format-cannot", speech.Text("Format", one.Name))
			}
		}
		if !found {
			return nil, t.note("no-such-format", speech.Text("Word", rest), speech.Text("Formats", strings.Join(names, ", ")))
		}
	}
	answer := chat.Message{
		Text:    t.Title(m),
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

// unknownName stands for a player whose name a file does not tell.
const unknownName = "?"

// imported takes a game from the file that came along. One that has ended can be looked through; one that has not goes on as
// a match, if the other one agrees.
func (f files) imported(t *talk, text string) (reply, error) {
	f.people.meet(append(t.event.Mentions, t.event.Answered)...)
	file := t.event.File
	switch {
	case file == nil:
		return nil, t.note(t.perService("import-how"), t.typed("Import", "import"))
	case file.Data == nil && file.Size > chat.LargestFile:
		return nil, t.note("file.file-too-large", speech.Count(chat.LargestFile>>10))
	case file.Data == nil:
		return nil, t.note("file-lost")
	}
	rec, text, err := t.picked(file, text)
	if err != nil {
		return nil, err
	}
	setup := match.Setup{
		Game: rec.Game.Name, Version: rec.Game.Version, Start: rec.Start(),
		Source: &match.Source{Names: rec.Names, Date: rec.Date, Outcome: rec.Outcome()},
	}
	if len(rec.Options) > 0 {
		setup.Options = rec.Options
	}
	for n := range rec.Line.Len() {
		setup.Played = append(setup.Played, rec.Line.Move(n))
	}
	for i, name := range rec.Names {
		setup.Source.Names[i] = cmp.Or(speech.Clean(name, tell.LongestName), unknownName)
	}
	if rec.Outcome().Decided() {
		return nil, f.enroll(t, match.Event{Kind: match.Imported, Room: string(t.event.Room), Setup: &setup}, nil)
	}
	return nil, f.resume(t, setup, text)
}

// picked is the game of a file whose number the text begins with, and the rest of the text. Without a number a file with
// several games is answered with a list of them.
func (t *talk) picked(file *chat.File, text string) (engine.Record, string, error) {
	games, err := record.ReadAll(file.Name, file.Data, t.Games)
	number, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	n, noNumber := strconv.Atoi(number)
	if noNumber != nil {
		n, rest = 1, text
	}
	if err == nil {
		switch several := len(games.Entries); {
		case several > 1 && noNumber != nil:
			return engine.Record{}, "", instead(chat.Message{Text: t.contents(games), Private: true})
		case n < 1 || n > several:
			return engine.Record{}, "", t.note("file-no-such-game", speech.Count(several))
		}
		err = games.Entries[n-1].Err
	}
	var wrong *engine.FileError
	if errors.As(err, &wrong) {
		return engine.Record{}, "", instead(chat.Message{Text: append(t.fault(wrong), tell.Line(t.Voice.Say("file-kept-nothing"))...), Private: true})
	}
	if err != nil {
		return engine.Record{}, "", err
	}
	return games.Entries[n-1].Record, rest, nil
}

// mostListed is how many games of a file are listed; the others are there by their numbers.
const mostListed = 25

// contents lists the games of a file.
func (t *talk) contents(games engine.File) []chat.Span {
	spans := t.Voice.Say("file-games", speech.Count(len(games.Entries)), t.typed("Import", "import"))
	for i, e := range games.Entries[:min(len(games.Entries), mostListed)] {
		number := speech.Text("Number", strconv.Itoa(i+1))
		var wrong *engine.FileError
		if errors.As(e.Err, &wrong) {
			spans = append(append(spans, tell.Line(t.Voice.Say("file-game-wrong", number))...), t.fault(wrong)...)
			continue
		}
		name := func(n int) string { return cmp.Or(speech.Clean(e.Record.Names[n], tell.LongestName), unknownName) }
		result := "*"
		if o := e.Record.Outcome(); o.Decided() {
			result = map[engine.Side]string{engine.First: "1-0", engine.Second: "0-1", engine.Nobody: "½-½"}[o.Winner]
		}
		spans = append(spans, tell.Line(t.Voice.Say("file-game", number, speech.Text("First", name(0)), speech.Text("Second", name(1)),
			speech.Count(e.Record.Line.Len()), speech.Text("Result", result)))...)
	}
	if more := len(games.Entries) - mostListed; more > 0 {
		spans = append(spans, tell.Line(t.Voice.Say("file-games-listed", speech.Count(more)))...)
	}
	if games.More > 0 {
		spans = append(spans, tell.Line(t.Voice.Say("file-games-left-out", speech.Count(games.More)))...)
	}
	return spans
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

// fault says what is wrong with a file, and where.
func (t *talk) fault(wrong *engine.FileError) []chat.Span {
	var spans []chat.Span
	switch {
	case wrong.Column > 0:
		spans = t.Voice.Say("file-place", speech.Count(wrong.Line), speech.Text("Column", strconv.Itoa(wrong.Column)))
	case wrong.Line > 0:
		spans = t.Voice.Say("file-line", speech.Count(wrong.Line))
	}
	if spans != nil {
		spans = append(spans, chat.Span{Text: " "})
	}
	count := wrong.Count
	if wrong.Code == engine.FileTooLarge {
		count >>= 10
	}
	spans = append(spans, t.Voice.Say("file."+string(wrong.Code), speech.Text("Text", speech.Clean(wrong.Text, tell.LongestName)), speech.Count(count))...)
	if wrong.Move != nil && wrong.Move.Kind != engine.NotMove {
		spans = append(append(spans, chat.Span{Text: " "}), t.Voice.Obstacle(nil, wrong.Move)...)
	}
	return spans
}
