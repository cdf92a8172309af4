package styled

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/discord/wire"
)

func TestFormat(t *testing.T) {
	ana := &chat.User{ID: "discord:42", Name: "ana"}
	for _, c := range []struct {
		name    string
		spans   []chat.Span
		mention int
		want    string
	}{
		{"plain", []chat.Span{{Text: "11-15 #k7q2"}}, -1, "11-15 #k7q2"},
		{"the name of a match at the start", []chat.Span{{Text: "#k7q2"}}, -1, "#k7q2"},
		{"special", []chat.Span{{Text: "*_~`|[x](http://y) <@1> \\"}}, -1, "\\*\\_\\~\\`\\|\\[x\\](http://y) \\<@1\\> \\\\"},
		{"at the start of lines", []chat.Span{{Text: "# a\n- b\n-# c\n## d\n-5 - 6 # 7"}}, -1,
			"\\# a\n\\- b\n\\-# c\n\\## d\n-5 - 6 # 7"},
		{"bold", []chat.Span{{Text: "a "}, {Text: " b* ", Bold: true}, {Text: "c"}}, -1, "a  **b\\*** c"},
		{"bold that would be a heading elsewhere", []chat.Span{{Text: "- a", Bold: true}}, -1, "**- a**"},
		{"bold next to bold", []chat.Span{{Text: "a", Bold: true}, {Text: "b", User: ana}}, -1, "**ab**"},
		{"person", []chat.Span{{Text: "ana_b", User: ana}, {Text: " moves"}}, -1, "**ana\\_b** moves"},
		{"mention", []chat.Span{{Text: "ana", User: ana}, {Text: " moves"}}, 0, "<@42> moves"},
		{"block", []chat.Span{{Text: "a"}, {Text: "\n\n"}, {Text: "x *\no `\n", Mono: true}}, -1, "a\n\n```\nx *\no '\n```"},
		{"inline", []chat.Span{{Text: "x*", Mono: true}}, -1, "`x*`"},
		{"a room", []chat.Span{{Text: "# room", Room: "discord:77"}}, -1, "# room: <#77>"},
		{"a room elsewhere", []chat.Span{{Text: "there", Room: "telegram:77"}}, -1, "there"},
		{"blank bold", []chat.Span{{Text: "a"}, {Text: " ", Bold: true}, {Text: "b"}}, -1, "a b"},
	} {
		if got := format(c.spans, c.mention); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}

// Commands in a text are written as they are given here; what is to be copied to another place is left as it is.
func TestCommands_InText(t *testing.T) {
	words := commands.New([]commands.Command{{Name: commands.Words{"en": "tabuleiro"}, Under: []commands.Command{
		{Name: commands.Words{"en": "accept"}},
		{Name: commands.Words{"en": "people"}, Under: []commands.Command{{Name: commands.Words{"en": "link"}}}},
	}}})
	m := chat.Message{Text: []chat.Span{{Text: "/accept, "}, {Text: "/accept", Mono: true}, {Text: " or "},
		{Text: "/link k7q2", Mono: true}}}
	if got, want := Compose(words, m, Caps)[0].Content,
		"/tabuleiro accept, **/tabuleiro accept** or `/link k7q2`"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// Plain text is read back as it was written.
func TestUnescape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("ab #-*_~`|[]<>\\\n🎲é1"))).Draw(t, "text")
		if got := Unescape(Escape(text)); got != text {
			t.Fatalf("%q is written %q and read %q", text, Escape(text), got)
		}
	})
	if got := Escape("- 1"); got != `\- 1` {
		t.Errorf("what begins a list is written %q", got)
	}
	spans := []chat.Span{{Text: "First ", Bold: true}, {Text: "5* "}, {Text: "d5xb5xa5*", Mono: true}, {Text: ", then "},
		{Text: `d7-d8*b1\*f1`, Mono: true}}
	if got, want := Unescape(format(spans, -1)),
		`First 5* d5xb5xa5*, then d7-d8*b1\*f1`; got != want {
		t.Errorf("a text with moves in it is read %q", got)
	}
}

// However long a message is and however much of it is special, no part is longer than Discord takes, and one person at
// the most is notified, once.
func TestCompose(t *testing.T) {
	caps := Caps
	rapid.Check(t, func(t *rapid.T) {
		ana := chat.User{ID: "discord:123456789012345678", Name: "ana"}
		m := chat.Message{Turn: ana, Private: rapid.Bool().Draw(t, "private")}
		for range rapid.IntRange(1, 6).Draw(t, "spans") {
			s := chat.Span{Text: strings.Repeat(rapid.SampledFrom([]string{"*", "word ", "🎲", "line\n"}).Draw(t, "unit"),
				rapid.IntRange(1, 900).Draw(t, "times"))}
			switch rapid.IntRange(0, 3).Draw(t, "style") {
			case 0:
				s.Bold = true
			case 1:
				s.Mono = true
			case 2:
				s = chat.Span{Text: "ana", User: &ana}
			}
			m.Text = append(m.Text, s)
		}
		if rapid.Bool().Draw(t, "board") {
			m.Board = &chat.Board{PNG: []byte("png"), Text: "XO"}
		}
		mentions, pictures := 0, 0
		for _, p := range Compose(&commands.Set{}, m, caps) {
			if n := len(utf16.Encode([]rune(p.Content))); n > 2000 {
				t.Fatalf("a part of %d", n)
			}
			mentions += strings.Count(p.Content, "<@")
			if p.File != nil {
				pictures++
			}
			if len(p.Mentions) != strings.Count(p.Content, "<@") {
				t.Fatalf("%d notified, %d mentioned", len(p.Mentions), mentions)
			}
		}
		if mentions > 1 || m.Private && mentions > 0 || m.Board != nil && pictures != 1 {
			t.Fatalf("%d mentions, %d pictures", mentions, pictures)
		}
	})
}

// Only the one who is on turn is notified, in the last part that has the name.
func TestCompose_Notified(t *testing.T) {
	ana, rui, far := chat.User{ID: "discord:1", Name: "ana"}, chat.User{ID: "discord:2", Name: "rui"}, chat.User{ID: "telegram:3", Name: "eva"}
	name := func(u chat.User) chat.Span { return chat.Span{Text: u.Name, User: &u} }
	lines := chat.Span{Text: strings.Repeat("line\n", 250)}
	for _, c := range []struct {
		turn    chat.User
		private bool
		want    string
	}{
		{ana, false, "**ana** **rui** | <@1> **rui**"}, {rui, false, "**ana** **rui** | **ana** <@2>"},
		{ana, true, "**ana** **rui** | **ana** **rui**"}, {far, false, "**ana** **rui** | **ana** **rui**"},
		{chat.User{}, false, "**ana** **rui** | **ana** **rui**"},
	} {
		text := []chat.Span{name(ana), {Text: " "}, name(rui), {Text: "\n"}, lines, lines, name(ana), {Text: " "}, name(rui)}
		parts := Compose(&commands.Set{}, chat.Message{Turn: c.turn, Private: c.private, Text: text}, Caps)
		var got []string
		for _, p := range parts {
			got = append(got, strings.Join(strings.Fields(strings.ReplaceAll(p.Content, "line", "")), " "))
		}
		if got := strings.Join(got, " | "); len(parts) != 2 || got != c.want || (len(parts[1].Mentions) == 1) != strings.Contains(c.want, "@") {
			t.Errorf("the turn of %s: %q, and %q is notified", c.turn.Name, got, parts[len(parts)-1].Mentions)
		}
	}
}

func TestAlt_IsCut(t *testing.T) {
	p := Part{File: &client.Upload{Name: "board.png", Alt: strings.Repeat("🎲", 2000)}}.Payload(0)
	if got := p.Attachments[0].Description; len([]rune(got)) > 1024 || !strings.HasSuffix(got, "🎲…") {
		t.Errorf("the description has %d characters", len([]rune(got)))
	}
}

// A text is cut anew where it is longer with its formatting, into no more parts than that needs.
func TestCompose_Parts(t *testing.T) {
	for _, c := range []struct {
		text  string
		parts int
	}{
		{strings.Repeat("x", 300), 1}, {strings.Repeat("x", LongestText), 1}, {strings.Repeat("x", LongestText+1), 2},
		{strings.Repeat("*", LongestText/2), 1}, {strings.Repeat("*", LongestText/2+1), 2}, {strings.Repeat("*", 1500), 2},
	} {
		parts := Compose(&commands.Set{}, chat.Message{Text: []chat.Span{{Text: c.text}}}, Caps)
		if len(parts) != c.parts {
			t.Errorf("%d of %q stand in %d parts, want %d", len(c.text), c.text[:1], len(parts), c.parts)
		}
	}
}

// A message is sent with its files, calls nobody but who is named, and is never empty. A change of the buttons alone
// leaves the rest, and in the answer to a button the files.
func TestPart_Payload(t *testing.T) {
	file := &client.Upload{Name: "board.png"}
	for _, c := range []struct {
		part    Part
		content string
		files   int
	}{
		{Part{Content: "hello"}, "hello", 0}, {Part{}, "\u200b", 0}, {Part{Content: " \n"}, "\u200b", 0},
		{Part{File: file}, "", 1}, {Part{Content: " ", File: file}, " ", 1}, {Part{Content: "hello", File: file}, "hello", 1},
	} {
		got := c.part.Payload(discordgo.MessageFlagsEphemeral)
		if got.Content != c.content || len(got.Attachments) != c.files || got.Mentions.Parse == nil || len(got.Mentions.Parse) > 0 ||
			got.Flags != discordgo.MessageFlagsEphemeral|discordgo.MessageFlagsSuppressEmbeds {
			t.Errorf("%+v is sent as %+v", c.part, got)
		}
	}
	only := Part{Content: "hello", Only: true}
	if got := only.Body(nil).(map[string]any); got["components"] == nil || len(got) != 1 {
		t.Errorf("the buttons alone are %v", got)
	}
	m := &wire.Message{}
	if err := json.Unmarshal([]byte(`{"attachments":[{"id":"7"},{"id":"8"}]}`), m); err != nil {
		t.Fatal(err)
	}
	kept, err := json.Marshal(only.Body(m).(map[string]any)["attachments"])
	if err != nil || string(kept) != `[{"id":"7"},{"id":"8"}]` {
		t.Errorf("files that stay: %s, %v", kept, err)
	}
	if _, whole := (Part{Content: "hello"}).Body(m).(Payload); !whole {
		t.Error("a change of more than the buttons is not whole")
	} else if p := (Part{}).Body(m).(Payload); p.Flags != discordgo.MessageFlagsSuppressEmbeds {
		t.Errorf("it has the flags %d", p.Flags)
	}
}

// What Discord has is used: pictures, messages for one person, threads, and ids in place of handles.
func TestCaps_Discord(t *testing.T) {
	c := Caps
	if !c.Pictures || !c.Privates || !c.Threads || !c.ByID || !c.Asks || !c.Turns || !c.Apart || c.Talk || c.Guest || c.Together {
		t.Errorf("%+v", c)
	}
	if c.Caption != c.Text || c.Says+len(ForPerson) != 100 || c.Label != 80 || c.Choices != 20 || c.Rows*c.Columns != 125 {
		t.Errorf("%+v", c)
	}
}
