// Package show handles the commands that only show something: boards, lists and pages, moving pictures, hints and
// reports.
package show

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/record"
	"tabuleiro/render"
)

// Viewer shows matches to their players and, in the room of the match, to onlookers, and pages that are about no single
// match.
type Viewer struct {
	Archive  *archive.Archive
	Find     find.Finder
	Services *services.Services
	Think    Thinker
	Send     func(context.Context, chat.Event, chat.Message) chat.Ref
	GuideFor func(view.Preferences, chat.Event) guide.Guide
	Now      func() time.Time
	// Refused returns the author's last illegal move in a match, "" if there is none
	Refused func(*request.Request, *match.Match) string
	Animate func([]engine.View, render.Style) ([]byte, error)
	Drawing chan struct{} // semaphore for the one moving picture being drawn

	// reports under way, by room and match; the channel is closed when the report is shown
	promised sync.Map
}

// Board shows a match, or answers a question about it.
func (v *Viewer) Board(req *request.Request, text string) (*request.Result, error) {
	if words, rest := cutCommand(req, "words", text); words {
		return v.Words(req, rest)
	}
	if asText, rest := cutCommand(req, "text", text); asText {
		return v.Text(req, rest)
	}
	flip, text := req.RemoveWord("flip", text)
	if place, row, rest := placeOf(req, text); place != "" {
		return v.place(req, rest, place, row)
	}
	if what, rest := factOf(req, text); what != "" {
		return v.fact(req, rest, what)
	}
	m, rest, err := v.Find.Find(req, text, "board")
	if err != nil || text == "" && req.Sees(m) {
		return nil, err
	}
	pressed := req.Event.Tap || req.Guide.Caps.Together // in a terminal, buttons are pressed by typing their text
	if pressed && (rest == "more" || rest == "back") {
		return v.control(req, m, request.BoardOf(text), rest == "more")
	}
	if !req.Event.Tap {
		if err := req.NothingElse(m, "board", rest); err != nil {
			return nil, err
		}
	}
	_, secret, _ := request.NamedByLink(text)
	to := req.ForRoom(m)
	to.Look, to.Secret = to.Look.Turned(flip), secret
	board := present(to, m)
	board.Private = flip && req.Event.Tap
	return boardOnly(m, board), nil
}

// cutCommand reports whether a text contains the word of a command, and returns the rest of it.
func cutCommand(req *request.Request, command, text string) (bool, string) {
	words := strings.Fields(text)
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return req.Guide.Languages.Book.Command(w) == command
	})
	return len(rest) < len(words), strings.Join(rest, " ")
}

// present shows the current board of a match, and notifies nobody.
func present(to view.Audience, m *match.Match) chat.Message {
	board := to.Present(m)
	board.Turn, board.Quiet = chat.User{}, true
	return board
}

// boardOnly returns a result with only the board of a match.
func boardOnly(m *match.Match, board chat.Message) *request.Result {
	return &request.Result{Messages: []chat.Message{board}, Board: m}
}

// control shows a player the buttons for all other commands or, below a board, those for its moves again. at is the
// number of moves of the board under which the button was pressed, -1 if unknown.
func (v *Viewer) control(req *request.Request, m *match.Match, at int, more bool) (*request.Result, error) {
	switch {
	case at >= 0 && at != m.Number() && !req.Questioned():
		return nil, req.Refuse("old-board")
	case at >= 0 && req.Questioned() && view.Plays(m, req.Author):
		return nil, nil // only the open question is closed
	case !view.Plays(m, req.Author):
		return nil, request.Replace(req.Audience(m).Refusal(m, match.NotAPlayer))
	case more && m.Status == match.Playing:
		other := m.Player(m.Side(req.Author.ID).Other())
		return request.Ask(req.Audience(m).More(m, other, request.Helps(m), change.MayDouble(req, v.Archive, m)),
			&request.Question{}), nil
	case req.Questioned() && m.Status.Ended():
		return request.Say(req.Refusal(m, match.MatchOver)), nil
	case req.Questioned():
		kept := req.Privately("kept-on")
		kept.Instead = true
		return request.Say(kept), nil
	}
	return request.Say(req.ForRoom(m).Control(m, "")), nil
}

// Text shows the board as text below its description in words, for people who cannot see pictures, as not every service
// can describe a picture.
func (v *Viewer) Text(req *request.Request, text string) (*request.Result, error) {
	flip, text := req.RemoveWord("flip", text)
	m, rest, err := v.Find.Find(req, text, "text")
	if err := cmp.Or(err, req.NothingElse(m, "text", rest)); err != nil {
		return nil, err
	}
	to := req.Audience(m)
	to.Caps, to.Look = chat.Caps{}, to.Look.Turned(flip)
	to.Look.Show = "text"
	answer := to.Present(m)
	answer.Buttons, answer.Private = nil, true
	if answer.Board != nil {
		answer.Text = append(answer.Text, view.Line([]chat.Span{{Text: strings.Join(to.Standing(m), " ")}})...)
		answer.Board.Text += "\n\n" + to.Legend(m, view.LastView(m))
	}
	return request.Say(answer), nil
}

// Why says which rule forbids a move, by default the one that was just refused, or that none does.
func (v *Viewer) Why(req *request.Request, text string) (*request.Result, error) {
	m, rest, err := v.Find.Find(req, text, "why")
	if err != nil {
		return nil, err
	}
	if m.Status != match.Playing {
		return nil, req.NotPlaying(m)
	}
	if move := strings.IndexAny(rest, "0123456789"); move >= 0 { // "can't I play 9-5"
		rest = rest[strings.LastIndexByte(rest[:move], ' ')+1:]
	}
	if m.Line.View().Points != nil { // "from 22 to 13"
		rest = strings.ReplaceAll(rest, "-", "/")
	}
	return request.Say(req.Audience(m).Why(m, cmp.Or(rest, v.Refused(req, m)), req.Author.ID)), nil
}

// Words describes the board in words, or what has changed on it since the author's last move.
func (v *Viewer) Words(req *request.Request, text string) (*request.Result, error) {
	since, text := req.RemoveWord("new", text)
	m, rest, err := v.Find.FindWorth(req, text, "words", find.HasBegun)
	if err := cmp.Or(err, req.NothingElse(m, "words", rest)); err != nil {
		return nil, err
	}
	return request.Say(req.Audience(m).Words(m, m.Side(req.Author.ID), since)), nil
}

// Log lists the moves of a match.
func (v *Viewer) Log(req *request.Request, text string) (*request.Result, error) {
	all, text := req.RemoveWord("all", text)
	m, rest, err := v.Find.FindWorth(req, text, "log", find.HasMoves)
	if err := cmp.Or(err, req.NothingElse(m, "log", rest)); err != nil {
		return nil, err
	}
	return request.Say(req.Audience(m).Log(m, all)), nil
}

// Position shows the text of a position, from which a challenge can begin, and adds it as a file that can be imported.
func (v *Viewer) Position(req *request.Request, text string) (*request.Result, error) {
	m, rest, err := v.Find.FindWorth(req, text, "position", find.HasBegun)
	if err := cmp.Or(err, req.NothingElse(m, "position", rest)); err != nil {
		return nil, err
	}
	answer := req.Audience(m).Position(m)
	board := m.Record()
	board.Line, board.Result = m.Game.NewLine(m.Line.Position()), engine.Outcome{}
	if text, err := record.Text.Write(board); err == nil {
		answer.File = &chat.File{Name: m.ID + "-position" + record.Text.Ext, Data: []byte(text), Size: len(text)}
	}
	return request.Say(answer), nil
}

// Dice shows the origin of the throws of a match.
func (v *Viewer) Dice(req *request.Request, text string) (*request.Result, error) {
	m, rest, err := v.Find.Find(req, text, "dice")
	if err != nil {
		return nil, err
	}
	if m.Dice.Seal == "" {
		return nil, request.Replace(req.Refusal(m, match.NoDice))
	}
	events, err := v.Archive.Events(req.Ctx, m.ID)
	if err != nil {
		return nil, err
	}
	throws := match.Throws(events[:min(m.N, len(events))])
	from, err := strconv.Atoi(rest)
	if err != nil {
		if err := req.NothingElse(m, "dice", rest); err != nil {
			return nil, err
		}
	}
	return request.Say(req.Audience(m).Dice(m, throws, from)), nil
}

// Step shows a match after one of its moves, and offers the others: "/step #k7q2 12".
func (v *Viewer) Step(req *request.Request, text string) (*request.Result, error) {
	m, rest, err := v.Find.FindWorth(req, text, "step", find.HasMoves)
	if err != nil {
		return nil, err
	}
	stops := view.Stops(m)
	last := len(stops) - 1
	at := last
	if rest = strings.TrimSpace(rest); rest != "" {
		if at, err = strconv.Atoi(rest); err != nil || at < 0 || at > last {
			return nil, req.Refuse("no-such-step", speech.Text("Word", rest), speech.Count(last))
		}
	}
	message := req.Audience(m).Step(m, stops, at)
	if r, ok, err := analyses.Get(req.Ctx, v.Archive, m.ID); err == nil && ok {
		for n := stops[at]; n < stops[min(at+1, last)]; n++ { // with dice, two stops may be several moves apart
			message.Text = append(message.Text, req.Audience(m).Better(m, r, n)...)
		}
	}
	message.Instead = rest != "" // a message that only offers this stays
	return request.Say(message), nil
}

// filmPatience is how long Film waits for another moving picture to be drawn; the events of the room wait meanwhile.
const filmPatience = 10 * time.Second

// Film sends a match as a moving picture, to the author, who can share it, or to everybody. Only one is drawn at a
// time, as a long one keeps a core busy.
func (v *Viewer) Film(req *request.Request, text string) (*request.Result, error) {
	public, text := req.RemoveWord("public", text)
	m, speed, err := v.Find.FindWorth(req, text, "replay", find.HasMoves)
	if err != nil {
		return nil, err
	}
	pace, err := pace(req, speed)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(req.Ctx, filmPatience)
	defer cancel()
	select {
	case v.Drawing <- struct{}{}:
		defer func() { <-v.Drawing }()
	case <-ctx.Done():
		return nil, req.Refuse("replay-busy")
	}
	to := req.Audience(m)
	if public {
		to = req.ForRoom(m)
	}
	film, err := to.Film(m, pace, v.Animate)
	film.Private = !public
	if film.Private && !req.Event.Private && req.Guide.Caps.Privates {
		says := strings.TrimSpace(req.Guide.Voice.Typed("replay") + " #" + m.ID + " public " + speed)
		film.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("button.share"), Says: says}}}
	}
	return request.Say(film), err
}

// pace parses how long a moving picture shows each board; "" means the default.
func pace(req *request.Request, said string) (pace time.Duration, err error) {
	if chosen, ok := req.Guide.Settings().ValueIn(view.Replay, said); ok {
		said = chosen.Value
	}
	pace, ok := view.Pace(cmp.Or(said, view.Replay.Values[0]))
	if !ok {
		paces := req.Guide.Settings().TypedValues(view.Replay)
		for i := range paces {
			paces[i], _, _ = strings.Cut(paces[i], "|")
		}
		err = req.Refuse("no-such-pace", speech.Text("Word", said), speech.Text("Paces", req.Guide.Voice.Or(paces, len(paces))),
			speech.Text("Replay", req.Guide.Voice.Typed("replay")))
	}
	return pace, err
}

// factOf returns the fact that an argument of the board command asks for, "" if it asks for the board, and the rest of
// the text.
func factOf(req *request.Request, text string) (what, rest string) {
	for _, what := range view.Facts {
		if asks, rest := req.RemoveWord(what, text); asks {
			return what, rest
		}
	}
	return "", text
}

// placeForm matches the name of a square, a point or a row.
var placeForm = regexp.MustCompile(`^[a-l]?\d{1,2}$`)

// placeOf returns the square, point or row that an argument of the board command asks about, "" if none, and the rest
// of the text: "square c3", "row 3".
func placeOf(req *request.Request, text string) (place string, row bool, rest string) {
	row, rest = req.RemoveWord("row", text)
	square, rest := req.RemoveWord("square", rest)
	var others []string
	for _, w := range strings.Fields(rest) {
		if w = speech.Fold(w); placeForm.MatchString(w) && place == "" {
			place = w
		} else {
			others = append(others, w)
		}
	}
	if !row && !square {
		return "", row, text
	}
	return place, row, strings.Join(others, " ")
}

// place says what is on a square, a point or a row of a match.
func (v *Viewer) place(req *request.Request, text, place string, row bool) (*request.Result, error) {
	m, rest, err := v.Find.Find(req, text, "board")
	if err := cmp.Or(err, req.NothingElse(m, "board", rest)); err != nil {
		return nil, err
	}
	return request.Say(chat.Message{Private: true, Told: true, Text: req.Audience(m).At(m, place, row)}), nil
}

// told returns the answer to a question about a match; whether doubling is possible depends on the author.
func (v *Viewer) told(req *request.Request, m *match.Match, what string) []chat.Span {
	lines, side, voice := req.Audience(m), m.Side(req.Author.ID), req.Guide.Voice
	if what != "doubling" || m.Status != match.Playing || side == engine.Nobody {
		return lines.Fact(m, what)
	}
	dice, cube := m.Line.Position().(engine.DicePosition)
	var no []chat.Span
	switch {
	case Doubles(req, m):
		return voice.Say("told-may-double")
	case !cube || !dice.MayDouble(side) || m.Line.View().Points.Doubled:
		return slices.Concat(voice.Say("told-no-double"), []chat.Span{{Text: " "}}, lines.Fact(m, "cube"))
	case m.Turn() == side:
		no = voice.Say("told-double-thrown")
	default:
		no = voice.Say("told-double-turn", speech.Person("Player", view.User(m.Player(side.Other()))))
	}
	if change.MayDouble(req, v.Archive, m) { // also before the next throw
		no = slices.Concat(no, []chat.Span{{Text: " "}},
			voice.Say("told-double-hold", speech.Text("Double", voice.Text("button.double"))))
	}
	return no
}

// Doubles reports whether the author may double in a match now.
func Doubles(req *request.Request, m *match.Match) bool {
	_, err := req.Read(m, "double")
	return err == nil && request.Can(m, req.Author, match.Moved)
}

// mostTold is the maximum number of matches about which a question is answered at once.
const mostTold = 8

// fact answers a question about a match, or about each match that the author plays here; for somebody who plays none,
// about the matches of others.
func (v *Viewer) fact(req *request.Request, text, what string) (*request.Result, error) {
	answer := chat.Message{Private: true, Told: true}
	playing := func(m *match.Match) bool { return m.Status == match.Playing }
	mine, err := v.Find.Mine(req)
	if mine = request.Filter(mine, playing); len(mine) == 0 && err == nil {
		mine, err = v.Find.Live(req)
		mine = request.Filter(mine, playing)
	}
	if err != nil {
		return nil, err
	}
	mine, rest := req.NamedIn(mine, text)
	if len(mine) < 2 || len(mine) > mostTold || req.Board != "" || rest != "" {
		m, rest, err := v.Find.Find(req, text+" "+req.Guide.Voice.Typed(what), "board")
		_, rest = req.RemoveWord(what, rest)
		if err := cmp.Or(err, req.NothingElse(m, "board", rest)); err != nil {
			return nil, err
		}
		answer.Text = v.told(req, m, what)
		return request.Say(answer), nil
	}
	answer.Text = req.Guide.Voice.Say("games", speech.Count(len(mine)))
	for _, m := range mine {
		answer.Text = slices.Concat(answer.Text, view.Line(req.Audience(m).Title(m)), []chat.Span{{Text: ": "}},
			v.told(req, m, what))
	}
	return request.Say(answer), nil
}
