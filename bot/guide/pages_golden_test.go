package guide_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/command"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/rating"
	"tabuleiro/render"
)

var update = flag.Bool("update", false, "write testdata/pages anew")

// noon is when the pages are shown.
var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// guideFor returns a guide for Ana on a service with many capabilities, changed as a page needs it.
func guideFor(t *testing.T, lang string, changes ...func(*guide.Guide)) guide.Guide {
	t.Helper()
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	g := guide.Guide{Languages: view.Languages{Book: book, Usual: "en"}, Event: chat.Event{Room: "telegram:1", Locale: lang}, Games: Games,
		Reader: view.Player(Ana), Handbook: os.DirFS("../manual")}
	g.Voice, g.Now = g.Languages.Voice(nil, lang), noon
	g.Caps = chat.Caps{Text: 4096, Pictures: true, Caption: 1024, Rows: 8, Columns: 8, Says: 64, Label: 40, Privates: true}
	g.Draw = func(v engine.View, s render.Style) []byte {
		picture, err := Sketch(v, s)
		if err != nil {
			t.Error(err)
		}
		return picture
	}
	for _, change := range changes {
		change(&g)
	}
	return g
}

// The ways in which guides differ.
func private(g *guide.Guide)  { g.Event.Private = true }
func onServer(g *guide.Guide) { g.Event.Server = "telegram:server" }
func keyboard(g *guide.Guide) {
	g.Event.Room, g.Caps.Pictures, g.Caps.Together, g.Caps.Talk = "terminal:1", false, true, true
}

// preferring sets preferences of the reader, as name and value: "theme", "slate".
func preferring(pairs ...string) func(*guide.Guide) {
	return func(g *guide.Guide) {
		g.Voice.Preferences = view.Preferences{}
		for pair := range slices.Chunk(pairs, 2) {
			g.Voice.Preferences[pair[0]] = view.Chosen{Value: pair[1]}
		}
	}
}

// album has the pages shown, to be compared with a file.
type album struct {
	t   *testing.T
	out strings.Builder
}

func (s *album) say(what string, messages ...chat.Message) {
	for _, m := range messages {
		told := ""
		if m.Told {
			told = ", told"
		}
		fmt.Fprintf(&s.out, "-- %s%s%s\n", what, Manner(m), told)
		m.Text = slices.Clone(m.Text)
		for i, span := range m.Text {
			if span.Bold {
				m.Text[i].Text = "*" + span.Text + "*"
			}
			if span.Mono {
				m.Text[i].Text = "`" + span.Text + "`"
			}
		}
		for _, line := range Content(m) {
			fmt.Fprintln(&s.out, line)
		}
		if b := m.Board; b != nil {
			fmt.Fprintf(&s.out, "{text, told %v}\n%s\n", b.Told, b.Text)
		}
	}
}

func (s *album) values(what string, values ...any) { fmt.Fprintf(&s.out, "-- %s: %q\n", what, values) }

// compare compares the pages with a file.
func (s *album) compare(name string) {
	s.t.Helper()
	file := filepath.Join("testdata", "pages", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(s.out.String()), 0o644); err != nil {
			s.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), s.out.String()); diff != "" {
		s.t.Errorf("go test ./bot/guide -run TestPages -update writes it anew (-want +got):\n%s", diff)
	}
}

// Settings are listed, offered and named as in testdata.
func TestPages_OfSettings(t *testing.T) {
	chosen := view.Preferences{"theme": {Value: "slate", Fixed: true}, "time": {Value: "36h"}, "puzzle": {Value: "7:30"},
		"language": {Value: "pt-BR"}, "zone": {Value: "Europe/Lisbon"}, "show": {Value: "both"}}
	owners := []guide.SettingsOwner{guide.OfGroup, guide.Own, guide.OfServer}
	for name, g := range map[string]guide.Guide{
		"settings-group":    guideFor(t, "en", func(g *guide.Guide) { g.Caps.Threads = true }),
		"settings-server":   guideFor(t, "es", onServer),
		"settings-private":  guideFor(t, "pt", private),
		"settings-keyboard": guideFor(t, "en", keyboard),
	} {
		t.Run(name, func(t *testing.T) {
			s, p := &album{t: t}, g.Settings()
			for _, w := range owners {
				for _, others := range []bool{false, true} {
					s.say(fmt.Sprintf("list of %d, others %v", w, others), p.List(chosen, w, nil, others))
				}
				s.say("under news", p.List(nil, w, []chat.Span{{Text: "Some news."}}, false))
				s.say("none", p.NoSuchSetting("zeal", w))
				s.values("names", p.TypedSettings(w))
			}
			for _, c := range view.Choices {
				may := []any{}
				for _, w := range owners {
					may = append(may, fmt.Sprint(p.CanChoose(c, w)))
				}
				s.values(c.Name+", may be chosen", may...)
				s.values("is called", p.Name(c), p.TypedValues(c))
				for _, value := range append(slices.Clone(c.Values), "default", "neither", "6h") {
					is, known := p.ValueIn(c, value)
					s.values("value", value, is.Value, fmt.Sprint(known))
				}
				s.values("to restore", p.Restore(c, view.Chosen{}), p.Restore(c, view.Chosen{Value: c.Values[1]}), p.Restore(c, view.Chosen{Value: "6h"}))
				for _, prefers := range []view.Preferences{nil, chosen} {
					s.values("is now", chat.PlainText(p.Current(c, prefers)))
					s.say("one", p.One(c, prefers, guide.OfGroup, []chat.Span{{Text: "About it."}}))
				}
				s.values("command", p.Command(guide.Own, c.Name, "x"), p.Command(guide.OfServer, c.Name), p.Command(guide.OfGroup, c.Name))
			}
			s.values("zone", p.ZoneName(time.UTC))
			for _, text := range []string{"", "theme", "theme slate", "Theme=slate", "theme: slate", "tema pizarra", "time", "time 3d",
				"time zone", "time zone Europe/Lisbon", "zona", "themes", "puzzle 9:00", "puzzle off", "puzzle zzz", "idioma português",
				"Puzzle of the day: off", "show words"} {
				c, rest, known := p.ChoiceIn(text)
				setting, value := p.Typed(text)
				s.values(text, c.Name, rest, fmt.Sprint(known), setting, value)
			}
			s.compare(name)
		})
	}
}

// played returns a match of Ana and another person after events: "accepted", or a name that moves first or resigns.
func played(t *testing.T, id string, setup match.Setup, later time.Duration, events ...string) *match.Match {
	t.Helper()
	ana := view.Player(Ana)
	g := GameNamed(setup.Game)
	var err error
	if setup.Options, err = g.Complete(setup.Options); err != nil {
		t.Fatal(err)
	}
	at := noon.Add(-48 * time.Hour).Add(later)
	setup.Version = g.Version
	m, err := match.Replay(id, GameNamed, []match.Event{{Kind: match.Challenged, At: at, By: ana.ID, Who: &ana, Room: "desk:group",
		Setup: &setup, Secret: "secret"}})
	for _, what := range events {
		who, kind, _ := strings.Cut(what, " ")
		by := map[string]match.Player{"ana": ana, "other": setup.Opponent}[who]
		e := match.Event{Kind: match.Kind(kind), At: at.Add(time.Minute), By: by.ID, Who: &by, Room: "desk:group"}
		switch {
		case err != nil:
		case e.Kind == match.Accepted:
			e.First = ana.ID
		case e.Kind == match.Moved:
			for move := range m.Line.Position().Moves() {
				e.Move = move
				break
			}
		}
		if err == nil {
			m, err = m.Apply(e, GameNamed)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Matches are listed, chosen from and reported for a week as in testdata.
func TestPages_OfMatches(t *testing.T) {
	rui, eva := view.Player(Rui), view.Player(Eva)
	bot := match.Player{ID: "house:3", Name: "Bot"}
	damas := match.Setup{Game: "portuguese", Opponent: rui, Side: engine.First}
	cage := match.Setup{Game: "cage", Opponent: eva, Side: engine.First, Options: engine.Options{"size": "6"}}
	all := []*match.Match{
		played(t, "aaa1", damas, 0, "other accepted", "ana moved"),
		played(t, "aaa2", damas, 0, "other accepted"),
		played(t, "aaa3", damas, 40*time.Hour, "other accepted", "ana moved", "ana resigned"),
		played(t, "bbb1", cage, time.Hour, "other accepted"),
		played(t, "bbb2", match.Setup{Game: "eximo"}, 47*time.Hour+58*time.Minute),
		played(t, "bbb3", match.Setup{Game: "cage", Opponent: bot, Side: engine.First}, 0, "other accepted", "ana moved"),
		played(t, "ccc1", match.Setup{Game: "chilean", Opponent: match.Player{Handle: "zoe"}}, 0),
		played(t, "ccc2", damas, 0, "other declined"),
		played(t, "ccc3", damas, 0, "other accepted"),
	}
	lost := *all[1]
	lost.Lost = noon
	nowhere := func(*match.Match) chat.Room { return "" }
	away := func(m *match.Match) chat.Room {
		if m.ID < "b" {
			return "desk:elsewhere"
		}
		return ""
	}
	for name, g := range map[string]guide.Guide{
		"matches": guideFor(t, "en"), "matches-onlooker": guideFor(t, "pt", func(g *guide.Guide) { g.Reader = view.Player(Zulmira) }),
	} {
		t.Run(name, func(t *testing.T) {
			s, l := &album{t: t}, g.Lists()
			s.say("none", l.Page("games", "history", 0, 1, nil, nowhere), l.Page("history", "games", 0, 1, nil, nowhere))
			s.say("one page", l.Page("games", "history", 6, 1, all[:6], nowhere))
			s.say("first page", l.Page("games", "history", 9, 1, all[:6], away))
			s.say("last page", l.Page("history", "games", 9, 2, all[6:], nowhere))
			s.say("in the middle", l.Page("games", "history", 13, 2, append(all[:5:5], &lost), away))
			s.say("latest", l.Under(l.Voice.Say("history-latest"), all[2]))
			s.say("in the room", l.Under(l.Voice.Say("games", speech.Count(2)), all[:2]...))
			s.say("waiting", l.Waiting(9, all[:5]))
			for n := range len(all) + 1 {
				if n > 1 {
					s.say(fmt.Sprint("which of ", n), l.WhichMatch(all[:n], "resign", "yes"))
				}
			}
			s.say("which of two that are alike", l.WhichMatch([]*match.Match{all[0], all[2]}, "board", ""))
			s.say("which of two at once", l.WhichMatch([]*match.Match{all[0], all[8]}, "board", ""))
			for n, each := range []int{6, 10} {
				s.values("pages", fmt.Sprint(guide.Pages(0, each), guide.Pages(6, each), guide.Pages(7, each), guide.Pages(n*60, each)))
			}
			s.say("menu", g.Reading().Menu(all[:2]...))
			s.compare(name)
		})
	}
}

// Results of people are shown as in testdata.
func TestPages_OfStandings(t *testing.T) {
	known, unknown := rating.Rating{Rating: 1612.5, Deviation: 60.4, Volatility: 0.06}, rating.Rating{Rating: 1499.4, Deviation: 200.5, Volatility: 0.06}
	damas, cage := GameNamed("portuguese"), GameNamed("cage")
	full := guide.Profile{Player: Ana, Games: []guide.AtGame{{damas, guide.Tally{Won: 3, Drawn: 1, Lost: 2}, &known}, {cage, guide.Tally{Won: 1}, &unknown},
		{GameNamed("eximo"), guide.Tally{Lost: 4}, nil}}, Bot: []guide.AtGame{{cage, guide.Tally{Lost: 1}, nil}}, Run: 2, Favourite: Rui, Met: 5,
		Puzzles: rating.Record{Before: known, Won: 3, Lost: 1}}
	var list []guide.Ranked
	for n := range 23 {
		list = append(list, guide.Ranked{Player: chat.User{Name: fmt.Sprint("P", n+1)}, Rating: []rating.Rating{known, unknown}[n%2]})
	}
	var against []guide.AtGame
	for _, at := range full.Games {
		against = append(against, guide.AtGame{Game: at.Game, Tally: at.Tally}) // nobody is rated against one other alone
	}
	s := &album{t: t}
	for _, lang := range []string{"en", "es"} {
		g := guideFor(t, lang)
		l := g.Lists()
		s.values(lang, fmt.Sprint(guide.Tally{Won: 1, Drawn: 2, Lost: 4}.Played()))
		s.say("profile", l.Profile(full), l.Profile(guide.Profile{Player: Rui}), l.Profile(guide.Profile{Player: Ana, Run: 1}),
			l.Profile(guide.Profile{Player: Rui, Bot: full.Bot, Run: 1}))
		s.say("of somebody else", guideFor(t, lang, func(g *guide.Guide) { g.Reader = view.Player(Rui) }).Lists().Profile(full),
			guideFor(t, lang, func(g *guide.Guide) { g.Reader = match.Player{} }).Lists().Profile(full))
		s.say("against each other", l.Versus(Ana, Rui, against), l.Versus(Ana, Rui, nil))
		for _, all := range []bool{false, true} {
			for page := range 3 {
				s.say(fmt.Sprint("page ", page+1, ", all ", all), l.Ranking(damas, list, page+1, all, page < 2))
			}
			s.say("empty", l.Ranking(cage, nil, 1, all, true))
		}
	}
	s.compare("standings")
}

// The games of a file are listed as in testdata.
func TestPages_OfFiles(t *testing.T) {
	start, err := GameNamed("portuguese").NewRecord(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	with := func(change func(r *engine.Record)) func() (engine.Record, error) {
		return func() (engine.Record, error) {
			r := start
			change(&r)
			return r, nil
		}
	}
	var f engine.File
	for n, reads := range []func() (engine.Record, error){
		with(func(r *engine.Record) { r.Names = [2]string{"Ana", "Rui"} }),
		with(func(r *engine.Record) { r.Result = engine.Outcome{Winner: engine.First, Reason: engine.Recorded} }),
		with(func(r *engine.Record) {
			r.Names, r.Result = [2]string{"Ana\n", strings.Repeat("x", 90)}, engine.Outcome{Winner: engine.Second, Reason: engine.Recorded}
		}),
		with(func(r *engine.Record) { r.Result = engine.Outcome{Reason: engine.Recorded} }),
		with(func(r *engine.Record) { r.Odd = []*engine.FileError{{Line: 3, Code: engine.NotText}} }),
		func() (engine.Record, error) {
			return engine.Record{}, &engine.FileError{Line: 7, Code: engine.UnknownFormat}
		},
		func() (engine.Record, error) {
			one, other := start, start
			one.Names, other.Names = [2]string{"First", "reading"}, [2]string{"Second", "reading"}
			return engine.Record{}, &engine.ReadingsError{Readings: []engine.Record{one, other}}
		},
	} {
		f.Entries = append(f.Entries, engine.Entry{Read: reads})
		for range n {
			f.Entries = append(f.Entries, engine.Entry{Read: f.Entries[0].Read})
		}
	}
	all := make([]int, len(f.Entries))
	for n := range all {
		all[n] = n
	}
	s := &album{t: t}
	for _, lang := range []string{"en", "pt"} {
		l := guideFor(t, lang).Lists()
		chooses, turns := func(n int) string { return fmt.Sprint("/choose ", n) }, func(n int) string { return fmt.Sprint("/turn ", n) }
		for _, page := range []int{-1, 1, 2, 3, 4, 5} {
			s.say(fmt.Sprint("page ", page), l.Contents(f, all, page, chooses, turns))
		}
		s.say("some", l.Contents(f, []int{2, 5, 9}, 1, chooses, turns))
		s.values("games", chat.PlainText(l.GamesIn(f, len(all), all[:2], "/import a.pdn 3")), chat.PlainText(l.GamesIn(f, 1, all[4:5], "")))
	}
	s.compare("files")
}

// The questions to a person who begins a match with buttons are those of testdata.
func TestPages_OfChallenges(t *testing.T) {
	people := []chat.User{Rui, Eva, {ID: "desk:zoe", Name: "Zoe"}, {ID: "desk:ivo", Handle: "ivo", Name: "Ivo"}}
	for name, g := range map[string]guide.Guide{
		"asking": guideFor(t, "en"), "asking-private": guideFor(t, "es", private, preferring("draughts", "italian")),
		"asking-one":      guideFor(t, "pt", func(g *guide.Guide) { g.Games = []*engine.Game{GameNamed("cage")} }),
		"asking-keyboard": guideFor(t, "en", keyboard, func(g *guide.Guide) { g.Caps.Says = 20 }),
	} {
		t.Run(name, func(t *testing.T) {
			s, a := &album{t: t}, g.Asking()
			for _, asks := range []string{"", guide.AskWhom, guide.AskOptions, guide.AskFurther} {
				s.say("without a game"+asks, a.Ask(guide.Challenge{Asks: asks}, people))
			}
			games := []string{"cage", "backgammon", "brazilian", "hypergammon"}
			if len(g.Games) == 1 || g.Caps.Together {
				games = games[:1]
			}
			for _, game := range games {
				w := guide.Challenge{Game: GameNamed(game), Options: engine.Options{}, Terms: engine.Options{"colour": "second", "from": "a b", "time": "3d"}}
				for _, asks := range []string{"", guide.AskWhom, guide.AskOptions, guide.AskOptions + "zeal"} {
					w.Asks = asks
					s.say(game+asks, a.Ask(w, people))
				}
				for _, o := range w.Game.Options {
					w.Asks = guide.AskOptions + o.Name
					s.say("option "+o.Name, a.Ask(w, nil))
					w.Asks = guide.AskOptions + o.Group
					s.say("group "+o.Group, a.Ask(w, nil))
					s.values("values", a.Values(o))
					w.Options = engine.Options{o.Name: o.Values[len(o.Values)-1]}
				}
				w.Asks, w.Terms = guide.AskWhom, engine.Options{"colour": "theirs"}
				s.say("their choice", a.Ask(w, nil))
				w.Terms = engine.Options{"colour": w.Game.Colours[1]}
				s.say("a colour", a.Ask(w, people[:1]))
				w.Level = 4
				s.say("a level", a.Ask(w, people))
				w.Level, w.Opponent, w.Unmet = 0, chat.User{Handle: "zoe"}, "Zoe"
				s.say("somebody", a.Ask(w, people))
				s.values("play", a.Play(w), a.Play(guide.Challenge{Game: w.Game, Opponent: Rui}), a.Play(guide.Challenge{Game: w.Game, Opponent: Rui, Terms: engine.Options{"from": strings.Repeat("x", 60)}}))
				s.values("options", a.OptionList(w.Game), a.TypedOptions(w.Game), a.Wishes(w.Game))
				for _, word := range []string{"white", "black", "red", "blue", "first", "second", "lot", "theirs", "pretas", "sorteo", "zeal"} {
					side, known := a.Side(word, w.Game)
					any, anyhow := a.Side(word, nil)
					s.values("side "+word, fmt.Sprint(side, known, any, anyhow))
				}
				s.values("in words", g.InWords(game+" size=8 house @house:4 first colour=second time=3d level=2 rated=no zeal=x @rui puzzle menu"), guide.Short(w.Game))
			}
			s.say("usual", a.AskUsual(guide.Challenge{Draughts: []*engine.Game{GameNamed("portuguese"), GameNamed("brazilian")}, Terms: engine.Options{"rated": "no"}}))
			s.values("without a game", g.InWords("first level=2 draughts house puzzle"), g.GameNames(g.Games))
			s.say("unplayed", g.Reading().Unplayed(true), g.Reading().Unplayed(false))
			for _, word := range []string{"damas", "DRAUGHTS", "gamão", "10x10", "zeal", ""} {
				if game := g.Game(word); game != nil {
					s.values(word, game.Name, g.TypedGame(game))
				}
			}
			s.compare(name)
		})
	}
}

// Help, manual, rules and menu are those of testdata.
func TestPages_ToRead(t *testing.T) {
	for name, g := range map[string]guide.Guide{
		"reading": guideFor(t, "en"), "reading-private": guideFor(t, "pt-BR", private, preferring("show", view.InWords, "theme", "slate")),
		"reading-guest":    guideFor(t, "es", func(g *guide.Guide) { g.Event.Room, g.Caps.Guest = "discord:1", true }),
		"reading-keyboard": guideFor(t, "en", keyboard, private),
	} {
		t.Run(name, func(t *testing.T) {
			s, r := &album{t: t}, g.Reading()
			asked := []string{"", "more", "play", "/resign", "/zeal and more", "with the tournaments", "zeal", "learn lessons"}
			for _, group := range command.Groups {
				asked = append(asked, g.Voice.Text("help-group."+string(group)), strings.ToUpper(string(group)))
			}
			for _, text := range asked {
				if answer, ok := r.Help(text, "22-18"); ok {
					s.say("help "+text, answer)
				} else {
					s.values("help "+text, "unknown")
				}
			}
			plain, _ := r.Help("", "")
			s.say("help without an example", plain)
			s.say("menu", r.Menu())
			s.values("begins", fmt.Sprint(r.Begins()))
			for _, text := range []string{"", "1", "8", "9", "0", "all", "zeal", g.Reading().Titles(nil)[2]} {
				s.say("manual "+text, r.Manual(text)...)
			}
			damas, gamao := GameNamed("portuguese"), GameNamed("backgammon")
			for _, x := range []struct {
				text string
				here *engine.Game
			}{
				{"", nil}, {"more", nil}, {"damas", nil}, {"damas 3", gamao}, {"captures", damas}, {"zeal", damas}, {"zeal", nil}, {"damas zeal", nil},
				{"international draughts 2", nil}, {"gamao cubo", nil}, {"", gamao}, {"all", GameNamed("cage")}, {"russian draughts", nil}, {"14", damas},
			} {
				s.say("rules "+x.text, r.Rules(x.text, x.here)...)
			}
			s.values("about", r.About(damas, "captures"), r.About(damas, "zeal/end"), r.About(damas, "zeal"))
			s.values("titles", r.Titles(gamao), r.Titles(nil))
			for _, game := range Games {
				s.say("gist", r.Gist(game))
			}
			s.compare(name)
		})
	}
}
