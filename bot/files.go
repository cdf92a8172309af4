package bot

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/record"
)

// export sends a match as a file, in the format named or in the usual one of its game; with it what names the position
// elsewhere, if there is something.
func (t *talk) export(text string) error {
	m, rest, err := t.findBegun(text, "/export")
	if err != nil {
		return unlessAnswered(err)
	}
	rec := m.Record()
	written, format := record.Write(rec)
	if rest = speech.Fold(strings.TrimSpace(rest)); rest != "" {
		var names []string
		var found bool
		for _, f := range record.Formats(m.Game) {
			names = append(names, f.Name)
			if f.Name != rest {
				continue
			}
			found, format = true, f
			if written, err = f.Write(rec); err != nil {
				t.note("format-cannot", speech.Text("Format", f.Name))
				return nil
			}
		}
		if !found {
			t.note("no-such-format", speech.Text("Word", rest), speech.Text("Formats", strings.Join(names, ", ")))
			return nil
		}
	}
	answer := chat.Message{
		Text:    t.title(m, t.voice, t.caps()),
		File:    &chat.File{Name: m.ID + format.Ext, Data: []byte(written), Size: len(written)},
		Private: true,
	}
	if x, ok := m.Line.Position().(engine.Exporter); ok {
		for _, e := range x.Exports() {
			answer.Text = append(answer.Text, chat.Span{Text: "\n" + e.Format + "\n", Bold: true}, mono(e.Text))
		}
	}
	t.send(answer)
	return nil
}

// unknownName stands for a player whose name a file does not tell.
const unknownName = "?"

// imported takes a game from the file that came along. One that has ended can be looked through; one that has not goes on as
// a match, if the other one agrees.
func (t *talk) imported(text string) error {
	t.meet(append(t.event.Mentions, t.event.Answered)...)
	f := t.event.File
	switch {
	case f == nil:
		t.note("import-how", speech.Text("Import", "/"+t.voice.Words("import")[0]))
		return nil
	case f.Data == nil && f.Size > chat.LargestFile:
		t.note("file.file-too-large", speech.Count(chat.LargestFile>>10))
		return nil
	case f.Data == nil:
		t.note("file-lost")
		return nil
	}
	rec, err := record.Read(f.Name, f.Data, t.Games)
	var wrong *engine.FileError
	if errors.As(err, &wrong) {
		t.send(chat.Message{Text: t.fault(wrong), Private: true})
		return nil
	}
	if err != nil {
		return err
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
		setup.Source.Names[i] = cmp.Or(speech.Clean(name, longestName), unknownName)
	}
	if rec.Outcome().Decided() {
		return t.enroll(match.Event{Kind: match.Imported, Room: string(t.event.Room), Setup: &setup}, nil)
	}
	return t.resume(setup, text)
}

// resume challenges somebody to go on with a game. Who is named in the file plays the same side again.
func (t *talk) resume(setup match.Setup, text string) error {
	word, text, ok := t.ownWord(text)
	if !ok || !t.mayBegin() {
		return nil
	}
	w, ok := t.wish(text, word)
	if !ok {
		return nil
	}
	w.game, w.options = t.game(setup.Game), setup.Options
	with, ok := t.setup(w)
	if !ok {
		return nil
	}
	setup.Opponent, setup.Side, setup.Theirs = with.Opponent, with.Side, with.Theirs
	if w.colour == "" {
		mine := slices.IndexFunc(setup.Source.Names[:], func(name string) bool {
			return strings.EqualFold(name, t.me.Name) || t.me.Handle != "" && strings.EqualFold(name, t.me.Handle)
		})
		setup.Side = engine.Side(mine + 1)
	}
	return t.open(setup, t.event.Room, nil, word)
}

// fault says what is wrong with a file, and where.
func (t *talk) fault(wrong *engine.FileError) []chat.Span {
	var spans []chat.Span
	if wrong.Line > 0 {
		spans = append(t.voice.Say("file-line", speech.Count(wrong.Line)), chat.Span{Text: " "})
	}
	count := wrong.Count
	if wrong.Code == engine.FileTooLarge {
		count >>= 10
	}
	spans = append(spans, t.voice.Say("file."+string(wrong.Code), speech.Text("Text", speech.Clean(wrong.Text, longestName)), speech.Count(count))...)
	if wrong.Move != nil && wrong.Move.Kind != engine.NotMove {
		spans = append(append(spans, chat.Span{Text: " "}), facts(t.voice, nil, obstacle(wrong.Move), wrong.Move)...)
	}
	return append(spans, line(t.voice.Say("file-kept-nothing"))...)
}
