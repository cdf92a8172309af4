package commands_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tabuleiro/bot/command"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/discord/wire"
)

// few are some commands with options of all kinds.
func few() *commands.Set {
	option := func(name string, kind command.Kind, prefix, word string) commands.Option {
		return commands.Option{Arg: command.Arg{Name: name, Kind: kind, Prefix: prefix, Values: []string{"word." + word}}, Name: commands.Words{"en": name}}
	}
	return commands.New([]commands.Command{
		{Name: commands.Words{"en": "play", "pt": "jogar"}, Options: []commands.Option{option("game", command.Text, "", ""),
			option("opponent", command.Person, "", ""), option("colour", command.Text, "colour=", ""), option("rated", command.Flag, "", "unrated"),
			option("thread", command.Thread, "", "thread")}},
		{Name: commands.Words{"en": "import"}, Options: []commands.Option{option("file", command.Upload, "", ""),
			option("number", command.Number, "", ""), option("second", command.Upload, "", "")}},
		{Name: commands.Words{"en": "more"}, Under: []commands.Command{{Name: commands.Words{"en": "dice"},
			Options: []commands.Option{option("match", command.Completed, "#", "")}}}},
		{Name: commands.Words{"en": "challenge them"}, OnPerson: true, Text: "/play"},
	})
}

// interaction is one that gives a command.
func interaction(t *testing.T, data string) *wire.Interaction {
	t.Helper()
	i := new(wire.Interaction)
	if err := json.Unmarshal([]byte(`{"data":`+data+`}`), i); err != nil {
		t.Fatal(err)
	}
	return i
}

// What is given with a command follows it in the order of its options, people by their handles, files apart.
func TestOrdered(t *testing.T) {
	const people = `,"resolved":{"users":{"5":{"username":"rui"},"6":{"username":"robot","bot":true},"9":{"username":"tabuleiro","bot":true}},` +
		`"members":{"5":{"nick":"Rui"}},"attachments":{"7":{"filename":"a.pdn"},"8":{"filename":"b.pdn"}}}}`
	for data, want := range map[string]string{
		`{"name":"play"}`: "/play [] robot false, thread false, file none",
		`{"name":"play","options":[{"name":"colour","value":"white"},{"name":"game","value":" damas "}]}`:     "/play damas colour=white [] robot false, thread false, file none",
		`{"name":"play","options":[{"name":"colour","value":"colour=white"}]}`:                                "/play colour=white [] robot false, thread false, file none",
		`{"name":"play","options":[{"name":"rated","value":true},{"name":"thread","value":true}]}`:            "/play unrated thread [] robot false, thread true, file none",
		`{"name":"play","options":[{"name":"rated","value":false},{"name":"thread","value":false}]}`:          "/play [] robot false, thread false, file none",
		`{"name":"play","options":[{"name":"opponent","value":"5"}]` + people:                                 "/play @rui [discord:5 Rui] robot false, thread false, file none",
		`{"name":"play","options":[{"name":"Opponent","value":"6"}]` + people:                                 "/play @robot [discord:6 robot] robot true, thread false, file none",
		`{"name":"play","options":[{"name":"opponent","value":"9"}]` + people:                                 "/play @tabuleiro [discord:9 tabuleiro] robot false, thread false, file none",
		`{"name":"play","options":[{"name":"opponent","value":"4"}]` + people:                                 "/play [] robot false, thread false, file none",
		`{"name":"import","options":[{"name":"number","value":3},{"name":"file","value":"7"}]` + people:       "/import 3 [] robot false, thread false, file a.pdn",
		`{"name":"import","options":[{"name":"second","value":"8"},{"name":"file","value":"7"}]` + people:     "/import [] robot false, thread false, file a.pdn",
		`{"name":"import","options":[{"name":"second","value":"8"}]` + people:                                 "/import [] robot false, thread false, file b.pdn",
		`{"name":"more","options":[{"name":"dice","type":1,"options":[{"name":"match","value":"k7q2"}]}]}`:    "/dice #k7q2 [] robot false, thread false, file none",
		`{"name":"more","options":[{"name":"x","type":2,"options":[{"name":"dice","type":1,"options":[]}]}]}`: "/dice [] robot false, thread false, file none",
		`{"name":"gone","options":[{"name":"match","value":"k7q2"}]}`:                                         "/gone [] robot false, thread false, file none",
		`{"name":"challenge them","type":2,"target_id":"5"` + people:                                          "/play @rui [discord:5 Rui] robot false, thread false, file none",
		`{"name":"challenge them","type":1,"target_id":"5"` + people:                                          "/challenge them [] robot false, thread false, file none",
	} {
		o := few().Ordered(interaction(t, data), "9")
		names, file := []string{}, "none"
		for _, p := range o.People {
			names = append(names, p.ID+" "+p.Name)
		}
		if o.File != nil {
			file = o.File.Filename
		}
		got := fmt.Sprintf("%s [%s] robot %v, thread %v, file %s", o.Text, strings.Join(names, ", "), o.Robot != nil, o.Thread, file)
		if got != want {
			t.Errorf("%s\nis %s\nnot %s", data, got, want)
		}
	}
}

// What is being typed comes last, behind all else that is given.
func TestCompleting(t *testing.T) {
	for data, want := range map[string]string{
		`{"name":"play","options":[{"name":"game","value":"da","focused":true},{"name":"colour","value":"white"}]}`:    `"/play colour=white ", "/play colour=white da"`,
		`{"name":"play","options":[{"name":"game","value":"da"}]}`:                                                     `"", ""`,
		`{"name":"more","options":[{"name":"dice","type":1,"options":[{"name":"match","value":"k","focused":true}]}]}`: `"/dice ", "/dice k"`,
	} {
		head, text := few().Completing(interaction(t, data), "9")
		if got := fmt.Sprintf("%q, %q", head, text); got != want {
			t.Errorf("%s completes %s, not %s", data, got, want)
		}
	}
}

// Commands in a text become mentions where Discord has told their ids, but for those for other services.
func TestWritten_Mentions(t *testing.T) {
	s := few()
	const text = "See /play, or /dice; x/play, </play:1>. /dice #k7q2-abcd"
	if got, want := s.Written(text, "en"), "See /play, or /more dice; x/play, </play:1>. /dice #k7q2-abcd"; got != want {
		t.Errorf("before ids are told it is %q, want %q", got, want)
	}
	s.Learn("play=11 more=12 gone=13")
	const want = "See </play:11>, or </more dice:12>; x/play, </play:1>. /dice #k7q2-abcd"
	if got := s.Written(text, "en"); got != want {
		t.Errorf("it is %q, want %q", got, want)
	}
	if got, want := s.ForOthers("/dice", "en"), "/more dice"; got != want {
		t.Errorf("for others it is %q, want %q", got, want)
	}
}
