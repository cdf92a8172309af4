package matches

import (
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/record"
)

// Files writes games into files and reads them from there.
type Files struct {
	Archive *archive.Archive
	Change  change.Decider
	Find    find.Finder
	Quotas  *people.Quotas
	People  *people.RecentlyMet
	Players Players
	Folder  *Folder
}

// Export sends a match as a file, in the format named or in the usual one of its game; with it what names the position
// elsewhere, if there is something.
func (f Files) Export(req *request.Request, text string) (*request.Result, error) {
	m, rest, err := f.Find.FindMoves(req, text, "export")
	if err != nil {
		return nil, err
	}
	games := match.Records(m)
	written, format := record.WriteAll(games)
	if rest = strings.TrimSpace(rest); rest != "" {
		var names []string
		var found bool
		for _, one := range record.Formats(m.Game) {
			names = append(names, one.Name)
			if one.Name != speech.Fold(rest) {
				continue
			}
			found, format = true, one
			if written, err = record.Together(one, games); err != nil {
				return nil, req.Note("format-cannot", speech.Text("Format", one.Name))
			}
		}
		if !found {
			return nil, req.Note("no-such-format", speech.Text("Word", speech.Clean(rest, tell.LongestName)),
				speech.Text("Formats", strings.Join(names, ", ")))
		}
	}
	answer := chat.Message{
		Text:    req.Guide.Lines().Title(m),
		File:    &chat.File{Name: m.ID + format.Ext, Data: []byte(written), Size: len(written)},
		Private: true,
	}
	v := req.Guide.Voice
	answer.Buttons = [][]chat.Button{{{Label: v.Text("button.log"), Says: v.Typed("log") + " #" + m.ID},
		{Label: v.Text("button.position"), Says: v.Typed("position") + " #" + m.ID}}}
	if x, ok := m.Line.Position().(engine.Exporter); ok {
		for _, e := range x.Exports() {
			answer.Text = append(answer.Text, chat.Span{Text: "\n" + e.Format + "\n", Bold: true}, tell.Mono(e.Text))
		}
	}
	return request.Say(answer), nil
}

// Imported takes a game from the file that came along, or from one in the folder. One that has ended can be looked
// through; one that has not goes on as a match, if the other one agrees.
func (f Files) Imported(req *request.Request, text string) (*request.Result, error) {
	f.People.Meet(append(req.Event.Mentions, req.Event.Answered)...)
	file := req.Event.File
	inFolder, page, text := f.Folder.find(req.Event.Room, text)
	if file == nil {
		file = inFolder
	}
	if file == nil {
		file, text = pasted(text)
	}
	switch {
	case file == nil:
		return nil, req.Note(req.PerService("import-how"), req.Typed("Import", "import"))
	case file.Data == nil && file.Size > chat.LargestFile:
		return nil, req.Note("file.file-too-large", speech.Count(chat.LargestFile>>10))
	case file.Data == nil:
		return nil, req.Note("file-lost")
	}
	words := text
	rec, text, err := f.picked(req, file, text, page)
	if err != nil {
		return nil, err
	}
	if rec.Line.Outcome().Decided() && rec.Line.Len() == 0 {
		return nil, req.Note("play-from-over")
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
	if rec.Line.Len() == 0 && !rec.Outcome().Decided() {
		setup.Source = nil // a board is begun with as with the text of a position
	}
	if rec.Outcome().Decided() {
		id, err := f.Players.enroll(req, match.Event{Kind: match.Imported, Room: string(req.Event.Room), Setup: &setup}, nil)
		if err == nil {
			f.Change.Say(req, id)
		}
		return nil, err
	}
	return nil, f.resume(req, setup, text, func() string {
		of := guide.Wish{Game: rec.Game, Level: unchosen}
		f.Players.asBefore(req, &of)
		house := "@house:" + engine.LevelName(of.Level)
		return strings.Join(append([]string{req.Guide.Voice.Typed("import"), fromFolder + f.Folder.put(req.Event.Room, file)},
			append(strings.Fields(words), house)...), " ")
	})
}

// pasted is what stands behind the command as if it were a file, and the handles behind that; nil, if nothing does.
func pasted(text string) (file *chat.File, rest string) {
	words := strings.Fields(text)
	n := len(words)
	for n > 0 && strings.HasPrefix(words[n-1], "@") {
		n--
	}
	if n == 0 {
		return nil, text
	}
	data := strings.Join(words[:n], " ")
	return &chat.File{Data: []byte(data), Size: len(data)}, strings.Join(words[n:], " ")
}

// Lost says that a file cannot be read, and why.
func Lost(req *request.Request, file *chat.File) error {
	for _, why := range []struct {
		err error
		key string
	}{{fs.ErrNotExist, "file-none"}, {fs.ErrPermission, "file-forbidden"}, {chat.ErrNotFile, "file-not-one"}} {
		if errors.Is(file.Lost, why.err) {
			return req.Note(why.key, speech.Text("Name", file.Name))
		}
	}
	return req.Note("file-unread", speech.Text("Name", file.Name), speech.Text("Reason", file.Lost.Error()))
}

// picked is the game of a file whose number the text begins with, and the rest of the text. Without a number a file
// with several games is answered with a list of them.
func (f Files) picked(req *request.Request, file *chat.File, text string, page int) (engine.Record, string, error) {
	games, err := f.read(req, file, text)
	number, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	n, noNumber := strconv.Atoi(number)
	if noNumber != nil {
		n, rest = 1, text
	}
	if err == nil {
		switch several := len(games.Entries); {
		case several > 1 && noNumber != nil:
			return engine.Record{}, "", request.Instead(f.contents(req, file, games, page, text))
		case n > several && games.More > 0:
			return engine.Record{}, "", req.Note("file-game-beyond", speech.Count(several))
		case n < 1 || n > several:
			return engine.Record{}, "", req.Note("file-no-such-game", speech.Count(several))
		}
		err = games.Entries[n-1].Err
	}
	var wrong *engine.FileError
	if errors.As(err, &wrong) {
		if some := f.readAs(req, file); len(some) > 0 {
			return engine.Record{}, "", request.Instead(f.whichGame(req, file, some, text))
		}
		return engine.Record{}, "", request.Instead(chat.Message{Text: append(req.Guide.Voice.Fault(wrong),
			tell.Line(req.Guide.Voice.Say("file-kept-nothing"))...), Private: true})
	}
	if err != nil {
		return engine.Record{}, "", err
	}
	return games.Entries[n-1].Record, rest, nil
}

// read reads a file, as the game that a text names where it can be that.
func (f Files) read(req *request.Request, file *chat.File, text string) (engine.File, error) {
	for _, word := range strings.Fields(text) {
		if g := req.Guide.Game(word); g != nil {
			if games, err := record.ReadAll(file.Name, file.Data, []*engine.Game{g}); err == nil {
				return games, nil
			}
		}
	}
	return record.ReadAll(file.Name, file.Data, f.named(req, string(file.Data)+" "+text))
}

// readAs are the games as which all of a file can be read that does not say which it is about.
func (f Files) readAs(req *request.Request, file *chat.File) (some []*engine.Game) {
	for _, g := range req.Guide.Games {
		games, err := record.ReadAll(file.Name, file.Data, []*engine.Game{g})
		wrong := func(e engine.Entry) bool { return e.Err != nil || e.Record.Line.Len() == 0 }
		if err == nil && !slices.ContainsFunc(games.Entries, wrong) {
			some = append(some, g)
		}
	}
	return some
}

// whichGame asks as which of some games a file is to be read.
func (f Files) whichGame(req *request.Request, file *chat.File, some []*engine.Game, text string) chat.Message {
	m, code := req.Privately("file-which-game"), f.Folder.put(req.Event.Room, file)
	for _, g := range some {
		says := req.Guide.Voice.Typed("import") + " " + fromFolder + code + " " + req.Guide.TypedGame(g) + " " + text
		label := req.Guide.Voice.Text("game." + g.Name)
		m.Buttons = append(m.Buttons, []chat.Button{{Label: label, Says: strings.TrimSpace(says)}})
	}
	return m
}

// named are the games, those first that a text names: of a position alone several may be the game.
func (f Files) named(req *request.Request, text string) []*engine.Game {
	isNamed := func(g *engine.Game) bool {
		return slices.ContainsFunc(req.Guide.Languages.Book.All("game."+g.Name),
			func(name string) bool { return strings.Contains(text, name) }) ||
			slices.ContainsFunc(strings.Fields(text), func(word string) bool { return req.Guide.Game(word) == g })
	}
	games := slices.Clone(req.Guide.Games)
	slices.SortStableFunc(games, func(a, b *engine.Game) int {
		switch is := isNamed(a); {
		case is == isNamed(b):
			return 0
		case is:
			return -1
		}
		return 1
	})
	return games
}

// contents lists the games of a file, which is put in the folder for the buttons.
func (f Files) contents(req *request.Request, file *chat.File, games engine.File, page int, text string) chat.Message {
	code, how := f.Folder.put(req.Event.Room, file), ""
	if req.Guide.Caps.Rows == 0 {
		how = req.Guide.Voice.Typed("import") + " 2 < " + file.Name
	}
	says := func(what string) string {
		return strings.TrimSpace(req.Guide.Voice.Typed("import") + " " + fromFolder + code + what + " " + text)
	}
	return req.Guide.Lists().Contents(games, page, how,
		func(n int) string { return says(" " + strconv.Itoa(n)) },
		func(n int) string { return says("/" + strconv.Itoa(n)) })
}

// resume challenges somebody to go on with a game. A player who is named in the file plays the same side again. Alone
// is what the button says where nobody else would see that.
func (f Files) resume(req *request.Request, setup match.Setup, text string, alone func() string) error {
	word, text, err := change.OwnWord(req, text)
	if err != nil {
		return err
	}
	if err := f.Quotas.MayBegin(req); err != nil {
		return err
	}
	w, err := f.Players.wish(req, text, word)
	if err != nil {
		return err
	}
	w.Game, w.Options, w.From = f.Archive.Game(setup.Game), setup.Options, setup.Start
	with, err := Setup(req, w)
	if err != nil {
		return err
	}
	if f.Players.hidden(req, with) {
		return unseen(req, w.Game, alone())
	}
	if setup.Source == nil {
		return f.Players.open(req, with, req.Event.Room, nil, word)
	}
	setup.Opponent, setup.Side, setup.Theirs = with.Opponent, with.Side, with.Theirs
	if w.Colour == "" {
		mine := slices.IndexFunc(setup.Source.Names[:], func(name string) bool {
			return strings.EqualFold(name, req.Author.Name) || req.Author.Handle != "" &&
				strings.EqualFold(name, req.Author.Handle)
		})
		setup.Side = engine.Side(mine + 1)
	}
	return f.Players.open(req, setup, req.Event.Room, nil, word)
}
