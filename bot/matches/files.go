package matches

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/record"
)

// Export returns a match as a file, in the format named or in the usual one of its game. It adds the position in the
// formats of other programs, if there are any.
func (p Players) Export(req *request.Request, text string) (*request.Result, error) {
	m, rest, err := p.Find.FindWorth(req, text, "export", find.HasMoves)
	if err != nil {
		return nil, err
	}
	games := m.Records()
	written, format := record.WriteAll(games)
	if rest = strings.TrimSpace(rest); rest != "" {
		formats := record.Formats(m.Game)
		i := slices.IndexFunc(formats, func(f engine.Format) bool { return f.Name == speech.Fold(rest) })
		if i < 0 {
			var names []string
			for _, f := range formats {
				names = append(names, f.Name)
			}
			return nil, req.Refuse("no-such-format", speech.Text("Word", speech.Clean(rest, view.LongestName)),
				speech.Text("Formats", strings.Join(names, ", ")))
		}
		format = formats[i]
		if written, err = record.Together(format, games); err != nil {
			return nil, req.Refuse("format-cannot", speech.Text("Format", format.Name))
		}
	}
	answer := chat.Message{
		Text:    req.Guide.Title(m),
		File:    &chat.File{Name: m.ID + format.Ext, Data: []byte(written), Size: len(written)},
		Private: true,
	}
	v := req.Guide.Voice
	answer.Buttons = [][]chat.Button{{{Label: v.Text("button.log"), Says: v.Typed("log") + " #" + m.ID},
		{Label: v.Text("button.position"), Says: v.Typed("position") + " #" + m.ID}}}
	if x, ok := m.Line.Position().(engine.Exporter); ok {
		for _, e := range x.Exports() {
			answer.Text = append(answer.Text, chat.Span{Text: "\n" + e.Format + "\n", Bold: true}, view.Mono(e.Text))
		}
	}
	return request.Say(answer), nil
}

// Imported imports a game from the attached file, from one in the folder, or from the text. An ended game can be looked
// through; another one becomes a challenge to continue it.
func (p Players) Imported(req *request.Request, text string) (*request.Result, error) {
	file := req.Event.File
	inFolder, page, text := p.Folder.find(req.Event.Room, text)
	if file == nil {
		file = inFolder
	}
	if file == nil {
		file, text = pastedFile(req, text)
	} else {
		text = req.Guide.JoinNames(text)
	}
	switch {
	case file == nil:
		return nil, req.Refuse(req.PerService("import-how"), req.Typed("Import", "import"))
	case file.Data == nil && file.Size > chat.LargestFile:
		return nil, req.Refuse("file.file-too-large", speech.Count(chat.LargestFile>>10))
	case file.Data == nil:
		return nil, req.Refuse("file-lost")
	}
	words := text
	rec, text, err := p.pickGame(req, file, text, page)
	if err != nil {
		return nil, err
	}
	if rec.Line.Outcome().Decided() && rec.Line.Len() == 0 {
		return nil, req.Refuse("play-from-over")
	}
	setup := setupOf(rec)
	if rec.Outcome().Decided() {
		id, err := p.enroll(req, match.Event{Kind: match.Imported, Room: string(req.Event.Room), Setup: &setup}, nil)
		if err != nil {
			return nil, err
		}
		p.Change.Say(req, id)
		return oddities(req, rec), nil
	}
	says := req.Guide.Voice.Typed("import") + " " + fromFolder + p.Folder.put(req.Event.Room, file) + " " + words
	if err := p.resume(req, rec.Game, setup, text, strings.TrimSpace(says)); err != nil {
		return nil, err
	}
	return oddities(req, rec), nil
}

// setupOf makes the setup of a match that continues a game of a file.
func setupOf(rec engine.Record) match.Setup {
	setup := match.Setup{Game: rec.Game.Name, Version: rec.Game.Version, Start: rec.Start()}
	if len(rec.Options) > 0 {
		setup.Options = rec.Options
	}
	for n := range rec.Line.Len() {
		setup.Played = append(setup.Played, rec.Line.Move(n))
	}
	if len(setup.Played) > 0 || rec.Outcome().Decided() { // a mere position has no source
		setup.Source = &match.Source{Names: guide.NamesIn(rec), Date: rec.Date, Outcome: rec.Outcome()}
	}
	return setup
}

// oddities lists the mistakes of a record that could be read nevertheless; nil if there are none.
func oddities(req *request.Request, r engine.Record) *request.Result {
	if len(r.Odd) == 0 {
		return nil
	}
	return request.Say(chat.Message{Text: req.Guide.Voice.Oddities(r), Private: true})
}

// pastedFile returns the game typed after the command as a file, nil if there is none, and the rest of the text: the
// name of the game before it and the handles after it.
func pastedFile(req *request.Request, text string) (file *chat.File, rest string) {
	words, game := strings.Fields(text), ""
	head := min(len(words), guide.LongestName)
	words = append(strings.Fields(req.Guide.JoinNames(strings.Join(words[:head], " "))), words[head:]...)
	if len(words) > 0 && req.Guide.Game(words[0]) != nil {
		game, words = words[0]+" ", words[1:]
	}
	n := len(words)
	for n > 0 && strings.HasPrefix(words[n-1], "@") {
		n--
	}
	if n == 0 {
		return nil, text
	}
	data := strings.Join(words[:n], " ")
	return &chat.File{Data: []byte(data), Size: len(data)}, game + strings.Join(words[n:], " ")
}

// Lost returns an error that tells why a file cannot be read.
func Lost(req *request.Request, file *chat.File) error {
	for _, why := range []struct {
		err error
		key string
	}{{fs.ErrNotExist, "file-none"}, {fs.ErrPermission, "file-forbidden"}, {chat.ErrNotFile, "file-not-one"}} {
		if errors.Is(file.Lost, why.err) {
			return req.Refuse(why.key, speech.Text("Name", file.Name))
		}
	}
	return req.Refuse("file-unread", speech.Text("Name", file.Name), speech.Text("Reason", file.Lost.Error()))
}

// fileQuery selects a game of a file: the game to read it as, the number of an entry, the number of one of several
// readings, and words to search for; rest is the text without number and game.
type fileQuery struct {
	game          *engine.Game
	number, which int
	words         []string
	rest          string
}

// parseFileQuery parses a fileQuery; number and reading come before everything but the name of the game.
func parseFileQuery(req *request.Request, text string) fileQuery {
	w, front := fileQuery{}, true
	var rest []string
	for _, word := range strings.Fields(req.Guide.JoinNames(text)) {
		g := req.Guide.Game(word)
		n, err := strconv.Atoi(word)
		reading, reads := strings.CutPrefix(word, ofReading)
		switch {
		case g != nil && w.game == nil:
			w.game = g
			continue
		case front && err == nil && w.number == 0:
			if w.number = n; n < 1 {
				w.number = -1
			}
			continue
		case front && reads:
			w.which, _ = strconv.Atoi(reading)
			continue
		}
		front = false
		rest = append(rest, word)
		if !strings.ContainsAny(word, "@=") {
			w.words = append(w.words, speech.Fold(word))
		}
	}
	w.rest = strings.Join(rest, " ")
	return w
}

// ofReading is the prefix of the word that chooses one of several readings.
const ofReading = "reading="

// pickGame returns the game of a file that a text selects, and the rest of the text. For a file of several games
// without a number it returns an error that lists those that match; if several readings are possible, one that asks
// which.
func (p Players) pickGame(req *request.Request, file *chat.File, text string, page int) (engine.Record, string, error) {
	w := parseFileQuery(req, text)
	games, err := record.ReadAll(file.Name, file.Data, req.Guide.Games, w.game)
	several := len(games.Entries)
	var r engine.Record
	switch {
	case err != nil:
	case several > 1 && w.number == 0:
		list := games.Found(w.words, speech.Fold)
		if list == nil {
			return r, "", req.Refuse("file-none-found", speech.Count(several))
		}
		return r, "", request.Replace(p.contents(req, file, games, list, page, text))
	case w.number < 0 || w.number > several:
		return r, "", req.Refuse("file-no-such-game", speech.Count(several))
	default:
		r, err = games.Entries[max(w.number, 1)-1].Read()
	}
	var open *engine.ReadingsError
	var wrong *engine.FileError
	switch {
	case errors.As(err, &open) && w.which > 0 && w.which <= len(open.Readings):
		r, err = open.Readings[w.which-1], nil
	case open != nil:
		err = request.Replace(p.whichReading(req, file, open.Readings, text))
	case errors.As(err, &wrong):
		err = request.Replace(chat.Message{Text: append(req.Guide.Voice.Fault(wrong),
			view.Line(req.Guide.Voice.Say("file-kept-nothing"))...), Private: true})
	case err == nil && w.game != nil && r.Game != w.game:
		err = req.Refuse("file-other-game", speech.Text("Game", req.Guide.Voice.Text("game."+r.Game.Name)))
	}
	return r, w.rest, err
}

// whichReading returns the question which reading of a file is meant: of which game or, within one game, with which
// move where they first differ.
func (p Players) whichReading(req *request.Request, file *chat.File, some []engine.Record, text string) chat.Message {
	code := p.Folder.put(req.Event.Room, file)
	other := func(r engine.Record) bool { return r.Game != some[0].Game }
	games := slices.ContainsFunc(some, other)
	m := req.Privately("file-which-reading")
	if games {
		m = req.Privately("file-which-game")
	}
	for i, r := range some {
		label, word := req.Guide.Voice.Text("game."+r.Game.Name), req.Guide.TypedGame(r.Game)
		if n := (&engine.ReadingsError{Readings: some}).Differ(); !games && n < r.Line.Len() {
			label, word = req.Guide.Voice.Move(r.Line.At(n), string(r.Line.Move(n))), ofReading+strconv.Itoa(i+1)
		}
		says := req.Guide.Voice.Typed("import") + " " + fromFolder + code + " " + word + " " + text
		m.Buttons = append(m.Buttons, []chat.Button{{Label: label, Says: strings.TrimSpace(says)}})
	}
	return m
}

// contents lists some games of a file, and puts the file into the folder for the buttons.
func (p Players) contents(req *request.Request, file *chat.File, games engine.File, list []int, page int,
	text string) chat.Message {
	code := p.Folder.put(req.Event.Room, file)
	says := func(what string) string {
		return strings.TrimSpace(req.Guide.Voice.Typed("import") + " " + fromFolder + code + what + " " + text)
	}
	return req.Guide.Lists().Contents(games, list, page,
		func(n int) string { return says(" " + strconv.Itoa(n)) },
		func(n int) string { return says("/" + strconv.Itoa(n)) })
}

// resume issues a challenge to continue a game; an author named in the file plays the same side again. says is the
// command for challenge's offer of the computer.
func (p Players) resume(req *request.Request, of *engine.Game, file match.Setup, text, says string) error {
	w, err := p.parseChallenge(req, text)
	if err != nil {
		return err
	}
	if from := w.Terms["from"]; from != "" {
		w.Options["from"] = from
	}
	if typed := slices.Sorted(maps.Keys(w.Options)); len(typed) > 0 {
		word := typed[0] + "=" + w.Options[typed[0]]
		return req.Refuse("import-options", speech.Text("Word", speech.Clean(word, view.LongestName)))
	}
	w.Game, w.Options, w.Terms["from"] = of, file.Options, file.Start
	setup, err := p.Setup(req, w)
	if err != nil {
		return err
	}
	setup.Played, setup.Source = file.Played, file.Source
	if file.Source != nil && w.Terms["colour"] == "" {
		mine := slices.IndexFunc(file.Source.Names[:], func(name string) bool {
			return strings.EqualFold(name, req.Author.Name) || req.Author.Handle != "" &&
				strings.EqualFold(name, req.Author.Handle)
		})
		setup.Side = engine.Side(mine + 1)
	}
	return p.challenge(req, setup, nil, says)
}

// Folder is a cache of files for the buttons under their lists of games. Losing a file is harmless: it can be sent
// again.
type Folder struct {
	kept *cache.LRU[[2]string, *chat.File] // by room and code
}

// mostFiles is the maximum number of files in the folder, of at most chat.LargestFile bytes each.
const mostFiles = 16

// fromFolder is the prefix of the word for a file in the folder: "file=5f3a9c01", or "file=5f3a9c01/2" for the second
// page of its list.
const fromFolder = "file="

// NewFolder makes an empty folder.
func NewFolder() *Folder { return &Folder{cache.New[[2]string, *chat.File](mostFiles, 0)} }

// put stores a file for a room, and returns its code there. The same file has the same code.
func (s *Folder) put(room chat.Room, f *chat.File) (code string) {
	sum := sha256.Sum256(append([]byte(room+"\n"), f.Data...))
	code = hex.EncodeToString(sum[:4])
	s.kept.Put([2]string{string(room), code}, f)
	return code
}

// find cuts the word for a file off the beginning of a text. The file is empty if it is no longer there, and nil
// without such a word.
func (s *Folder) find(room chat.Room, text string) (f *chat.File, page int, rest string) {
	word, after, _ := strings.Cut(text, " ")
	code, ok := strings.CutPrefix(word, fromFolder)
	if !ok {
		return nil, 1, text
	}
	code, turned, _ := strings.Cut(code, "/")
	if n, err := strconv.Atoi(turned); err == nil {
		page = n
	}
	if f, ok := s.kept.Get([2]string{string(room), code}); ok {
		return f, page, after
	}
	return &chat.File{}, page, after
}

// Rename drops all files, as some may belong to the person.
func (s *Folder) Rename(context.Context, string, string) error {
	s.kept.Clear()
	return nil
}
