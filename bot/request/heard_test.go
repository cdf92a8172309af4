package request_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// heard returns a request of Ana's in the group, with the guide of a service.
func heard(t *testing.T, e chat.Event, changes ...func(*request.Request)) *request.Request {
	t.Helper()
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	if e.Room == "" {
		e.Room = "desk:group"
	}
	req := request.New(t.Context(), e)
	req.Author = view.Player(Ana)
	req.Guide = guide.Guide{Languages: view.Languages{Book: book, Usual: "en"}, Games: Games, Reader: req.Author, Event: e}
	req.Guide.Voice = req.Guide.Languages.Voice(nil, "en")
	req.Guide.Caps.Privates = true
	req.Room = req.Guide.Voice
	for _, change := range changes {
		change(req)
	}
	return req
}

// against returns a running match of Ana, who has White or Red, from a position if one is given.
func against(t *testing.T, game string, other match.Player, start ...string) *match.Match {
	t.Helper()
	ana, g := view.Player(Ana), GameNamed(game)
	options, err := g.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	m, err := match.Replay("k7q2", GameNamed, []match.Event{
		{Kind: match.Challenged, At: at, By: ana.ID, Who: &ana, Room: "desk:group",
			Setup: &match.Setup{Game: game, Version: g.Version, Options: options, Opponent: other, Side: engine.First,
				Start: strings.Join(start, "")}},
		{Kind: match.Accepted, At: at, By: other.ID, Who: &other, Room: "desk:group", First: ana.ID},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A text is split into a command and its arguments. It needs a slash, unless it is addressed to the bot; below a board
// or a message one word is enough, and people's talk is no command.
func TestCommand(t *testing.T) {
	direct, below, talk := chat.Event{Addressed: true}, chat.Event{Addressed: true, Quoted: "Hello!"}, chat.Event{}
	for _, c := range []struct {
		event chat.Event
		text  string
		want  string // "name|rest"; "": it is none
	}{
		{direct, "/help", "help|"}, {direct, "/HELP me", "help|me"}, {direct, "/help@tabuleiro more", "help|more"},
		{talk, "/help more", "help|more"}, {below, "/help more", "help|more"},
		{direct, "help", "help|"}, {direct, "help me out", "help|me out"}, {below, "help", "help|"}, {below, "help me out", ""},
		{talk, "help", ""}, {below, "help #k7q2", "help|#k7q2"}, {direct, "", ""}, {direct, "/", ""}, {direct, "/ help", ""},
		{direct, "/zeal for it", "|zeal"}, {direct, "zeal for it", ""}, {direct, "ajuda", "help|"},
		{direct, "português", "language|português"}, {direct, "¡Español!", "language|Español"}, {direct, "en", ""},
		{direct, "/cage", "play|cage "}, {direct, "/cage @rui", "play|cage @rui"},
		{chat.Event{Addressed: true, Private: true}, "/cage", "play|cage house"},
		{chat.Event{Addressed: true, Private: true}, "cage @rui", "play|cage @rui"}, {direct, "/por qué", "why|"}, {direct, "por qué", ""},
		{direct, "/por qué 11-15", "why|11-15"}, {direct, "/por zeal", "|por"},
		{direct, "/si 21-17 12-16", "if|21-17 12-16"}, {direct, "/si 21-17", "if|21-17"}, {direct, "si 21-17 12-16", "if|21-17 12-16"},
		{direct, "si 21-17", ""}, {direct, "/si @rui1", "accept|@rui1"}, {direct, "/si then", "accept|then"}, {direct, "/si", "accept|"},
		{direct, "/se 21-17 12-16", "if|21-17 12-16"}, {direct, "/accept 21-17 12-16", "accept|21-17 12-16"},
		{direct, "yes", "accept|"}, {direct, "yes please", ""}, {direct, "/yes please", "accept|please"}, {below, "yes", ""},
		{direct, "accept that", "accept|that"}, {below, "accept", "accept|"}, {direct, "no", "decline|"}, {direct, "no way", ""},
		{direct, "yes #k7q2", "accept|#k7q2"}, {below, "no #k7q2", ""},
		{direct, "start", "start|"}, {direct, "start now", ""}, {direct, "/start now", "start|now"},
	} {
		c.event.Text = c.text
		name, rest, ok := heard(t, c.event).Command()
		if got := name + "|" + rest; ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%q to the bot %v, in reply to %q: %q, %v, want %q", c.text, c.event.Addressed, c.event.Quoted, got, ok, c.want)
		}
	}
}

// A word names a match by its game, or by the opponent; a game that is one of several kinds names it less.
func TestNaming(t *testing.T) {
	rui, bot := view.Player(Rui), match.Player{ID: "house:3", Name: "Bot"}
	cage, chilean, robot := against(t, "cage", rui), against(t, "chilean", rui), against(t, "cage", bot)
	req := heard(t, chat.Event{})
	for _, c := range []struct {
		m    *match.Match
		word string
		want int
	}{
		{cage, "cage", 2}, {cage, "Cage!", 2}, {cage, "(CAGE)", 2}, {cage, "@cage", 0}, {cage, "eximo", 0}, {cage, "", 0}, {cage, "!", 0},
		{cage, "rui", 2}, {cage, "RUI,", 2}, {cage, "@rui", 2}, {cage, "@desk:rui", 2}, {cage, "ana", 0}, {cage, "@ana", 2}, {cage, "@eva", 0},
		{cage, "bot", 0}, {cage, "house", 0}, {robot, "bot", 2}, {robot, "house", 2}, {robot, "rui", 0},
		{chilean, "chilean", 2}, {chilean, "draughts", 1}, {chilean, "chilenas", 2}, {chilean, "damas", 1}, {chilean, "checkers", 1}, {cage, "draughts", 0},
	} {
		if got := req.Naming(c.m, c.word); got != c.want {
			t.Errorf("%q names a match of %s against %s with %d, want %d", c.word, c.m.Game.Name, c.m.Opponent.Name, got, c.want)
		}
	}
	for _, c := range []struct{ text, want, rest string }{
		{"", "cage chilean", ""}, {"yes", "cage chilean", "yes"}, {"cage yes", "cage", "yes"}, {"the chilean game", "chilean", ""},
		{"rui", "cage chilean", ""}, {"draughts of rui", "chilean", ""}, {"resign draughts rui", "chilean", "resign"}, {"the cage one no", "cage", "the one no"},
	} {
		fit, rest := req.NamedIn([]*match.Match{cage, chilean}, c.text)
		var names []string
		for _, m := range fit {
			names = append(names, m.Game.Name)
		}
		if strings.Join(names, " ") != c.want || rest != c.rest {
			t.Errorf("%q names %q, and says %q", c.text, names, rest)
		}
	}
	if fit, rest := req.NamedIn([]*match.Match{cage}, "cage yes"); len(fit) != 1 || rest != "cage yes" {
		t.Errorf("the only one: %q", rest)
	}
}

// A word names the computer, perhaps with a level; with an @ before it, it may be a person.
func TestNamesBot(t *testing.T) {
	named := chat.Event{Mentions: []chat.User{{ID: "desk:7", Handle: "bot"}}}
	for _, c := range []struct {
		event    chat.Event
		together bool
		word     string
		level    string
		is       bool
	}{
		{chat.Event{}, false, "house", "", true}, {chat.Event{}, false, "@house:5", "5", true}, {chat.Event{}, false, "bot:max", "max", true},
		{chat.Event{}, false, "rui", "", false}, {chat.Event{}, false, "@bot", "", true}, {named, false, "@bot", "", false},
		{named, false, "bot", "", true}, {named, true, "@bot", "", true},
	} {
		level, is := heard(t, c.event, func(r *request.Request) { r.Guide.Caps.Together = c.together }).NamesBot(c.word)
		if is != c.is || is && level != c.level {
			t.Errorf("%s, with %d people named: %q, %v", c.word, len(c.event.Mentions), level, is)
		}
	}
	was, rest := heard(t, chat.Event{}).RemoveWord("next", "damas siguiente now next")
	if gone, same := heard(t, chat.Event{}).RemoveWord("next", "damas  now"); !was || rest != "damas now" || gone || same != "damas now" {
		t.Errorf("taken out: %v %q, %v %q", was, rest, gone, same)
	}
}

// The buttons of a question are for its author, who may also type a unique answer.
func TestAsks(t *testing.T) {
	b := func(says ...string) (row []chat.Button) {
		for _, s := range says {
			row = append(row, chat.Button{Label: s, Says: s})
		}
		return row
	}
	for _, c := range []struct {
		buttons [][]chat.Button
		says    string
		yes, no string
	}{
		{[][]chat.Button{b("/resign yes", "/board back")}, "/resign yes desk:ana /board back", "/resign yes desk:ana", "/board back"},
		{[][]chat.Button{b("/resign 1", "/resign 2"), b("/board")}, "/resign 1 desk:ana /resign 2 desk:ana /board", "", "/board"},
		{[][]chat.Button{b("/resigned", "/board")}, "/resigned /board", "", "/board"}, {nil, "", "", ""},
	} {
		result := heard(t, chat.Event{}).Asks("resign", chat.Message{Text: []chat.Span{{Text: "Sure?"}}, Buttons: c.buttons})
		var says []string
		for _, row := range result.Messages[0].Buttons {
			for _, one := range row {
				says = append(says, one.Says)
			}
		}
		if q := result.Question; q.Text != "Sure?" || q.Yes != c.yes || q.No != c.no || strings.Join(says, " ") != c.says {
			t.Errorf("%+v: %q, %+v", c.buttons, says, q)
		}
	}
	for _, c := range []struct {
		tap        bool
		text, rest string // "": it is refused
	}{
		{true, "yes desk:ana", "yes"}, {false, "yes desk:ana", "yes"}, {true, "yes desk:rui", ""}, {false, "yes desk:rui", ""}, {true, "yes you", ""},
		{false, "yes you", "yes you"}, {true, "yes", "yes"}, {false, "yes", "yes"},
	} {
		rest, err := heard(t, chat.Event{Tap: c.tap}).TakeAsked("forget", c.text)
		if (err != nil) != (c.rest == "") || err == nil && rest != c.rest {
			t.Errorf("%q, pressed %v: %q, %v", c.text, c.tap, rest, err)
		}
	}
	if got := request.Answer(" Three points.! "); got != "Three points" {
		t.Errorf("answered %q", got)
	}
}

// Moves are completed from their beginning, and all of them after a match id; no more than the service takes.
func TestBeginning(t *testing.T) {
	damas, gamao := against(t, "portuguese", view.Player(Rui)), against(t, "eximo", view.Player(Rui))
	for begin, want := range map[string]string{"9": "9-13", "10": "10-13 10-14", "12-16": "12-16", "13": "",
		"#": "9-13 10-13 10-14 11-14 11-15 12-15 12-16", "#k7": "9-13 10-13 10-14 11-14 11-15 12-15 12-16", "#x": ""} {
		if got := strings.Join(request.Beginning(damas, begin), " "); got != want {
			t.Errorf("%q is completed to %q", begin, got)
		}
	}
	if n, all := len(request.Beginning(gamao, "")), 0; n != request.Suggestions {
		for range gamao.Line.Position().Moves() {
			all++
		}
		if n != all {
			t.Errorf("%d of %d moves are suggested", n, all)
		}
	}
}

// A text is shaped like a move if it has the form of one; a score only if it is legal, or addressed to the bot.
func TestShaped(t *testing.T) {
	m := against(t, "portuguese", view.Player(Rui))
	for _, c := range []struct {
		text                         string
		addressed                    bool
		move, shaped, legible, vague bool
	}{
		{"11-15", false, true, true, true, false}, {"11-16", false, false, true, true, false}, {"11", false, false, false, true, false},
		{"hello", false, false, false, false, false}, {"2-1", false, false, false, false, false}, {"2-1", true, false, true, true, true},
		{"so 11 15", false, false, false, false, false},
	} {
		req := heard(t, chat.Event{Text: c.text, Addressed: c.addressed})
		move, shaped, legible, vague := req.MoveError(m, c.text) == nil, req.Shaped(m, c.text), req.Legible(m, c.text), req.IsAmbiguous(m, c.text)
		if move != c.move || shaped != c.shaped || legible != c.legible || vague != c.vague {
			t.Errorf("%q, said to the bot %v: move %v, shaped %v, legible %v, ambiguous %v", c.text, c.addressed, move, shaped, legible, vague)
		}
	}
	scored := against(t, "portuguese", view.Player(Rui), "W:W1,11:B31,32")
	for name, u := range map[string]chat.User{"on turn": Ana, "waiting": Rui, "looking on": Eva} {
		req := heard(t, chat.Event{Text: "1-5"}, func(r *request.Request) { r.Author = view.Player(u) })
		if got := req.MoveError(scored, "1-5") == nil; got != (name == "on turn") {
			t.Errorf("a score that is a move, of somebody %s: %v", name, got)
		}
	}
	for text, want := range map[string]bool{"11-15": true, "9-9": false, "b6-c5": true, "8/5 6/5": true, "hello": false, "": false, "roll": true} {
		if got := request.LooksLikeMove(Games, text); got != want {
			t.Errorf("%q looks like a move: %v", text, got)
		}
	}
}

// A button belongs to its presser's own menu, to another's, to a question or to a board; a person alone plays the bot.
func TestPressed(t *testing.T) {
	for name, c := range map[string]struct {
		event                  chat.Event
		board                  string
		questioned, own, plays bool
	}{
		"nothing":           {chat.Event{}, "", false, false, false},
		"a menu":            {chat.Event{Tap: true, Opener: Ana}, "", false, true, false},
		"another's menu":    {chat.Event{Tap: true, Opener: Rui}, "", false, false, false},
		"of nobody":         {chat.Event{Tap: true}, "", false, false, false},
		"hidden":            {chat.Event{Tap: true, Hidden: true}, "", false, true, false},
		"in private":        {chat.Event{Tap: true, Private: true}, "", false, true, true},
		"below a question":  {chat.Event{Tap: true, Quoted: "Sure?", Opener: Ana}, "", true, true, false},
		"below a board":     {chat.Event{Tap: true, Quoted: "Cage #k7q2", Opener: Ana}, "k7q2", false, false, false},
		"typed, in private": {chat.Event{Private: true, Quoted: "Sure?"}, "", false, false, true},
	} {
		req := heard(t, c.event, func(r *request.Request) { r.Board = c.board })
		if req.Questioned() != c.questioned || req.IsOwnMenu() != c.own || req.PlaysBot() != c.plays {
			t.Errorf("%s: questioned %v, own menu %v, plays the bot %v", name, req.Questioned(), req.IsOwnMenu(), req.PlaysBot())
		}
	}
}

// The author is known by handle only at the service where a match was begun, elsewhere by id alone.
func TestMeAt(t *testing.T) {
	for room, want := range map[string]string{"desk:7": "ana", "shelf:7": ""} {
		if got := heard(t, chat.Event{}).MeAt(storage.Head{Places: []storage.Place{{Room: room}}}); got.ID != Ana.ID || got.Handle != want {
			t.Errorf("in a match that was begun in %s: %+v", room, got)
		}
	}
}

// A match that cannot be played has a reason: it is still a challenge, or over.
func TestNotPlaying(t *testing.T) {
	m := against(t, "cage", view.Player(Rui))
	for status, want := range map[match.Status]string{match.Open: "#k7q2 is still a challenge.", match.Over: "#k7q2 is not in play."} {
		is := *m
		is.Status = status
		var no request.Refused
		if err := heard(t, chat.Event{}).NotPlaying(&is); !errors.As(err, &no) || chat.PlainText(no.Result.Messages[0].Text) != want ||
			!no.Result.Messages[0].Private || no.Misread {
			t.Errorf("%v: %+v", status, no.Result)
		}
	}
}
