package speech_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/command"
	"tabuleiro/bot/speech"
)

func book(t testing.TB) *speech.Book {
	t.Helper()
	b, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func voice(t testing.TB, lang string) speech.Voice {
	t.Helper()
	v, ok := book(t).In(lang)
	if !ok {
		t.Fatalf("%s is not spoken", lang)
	}
	return v
}

// sentences returns the texts of a message file by key, plural forms joined.
func sentences(t *testing.T, lang string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(lang + "/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal(lang, err)
	}
	flat := map[string]string{}
	var walk func(prefix string, node map[string]any)
	walk = func(prefix string, node map[string]any) {
		for key, value := range node {
			switch value := value.(type) {
			case string:
				if key == "one" || key == "other" {
					flat[strings.TrimSuffix(prefix, ".")] += value
				} else {
					flat[prefix+key] = value
				}
			case map[string]any:
				walk(prefix+key+".", value)
			default:
				t.Errorf("%s: %s%s is a %T", lang, prefix, key, value)
			}
		}
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var tree map[string]any
		if err := yaml.Unmarshal(text, &tree); err != nil {
			t.Fatal(name, err)
		}
		walk("", tree)
	}
	return flat
}

var gap = regexp.MustCompile(`\{\{[^}]*\}\}`)

// Every language has every sentence, and a sentence has the same gaps in all of them.
func TestSentences_Same(t *testing.T) {
	first := sentences(t, speech.Languages[0])
	for _, lang := range speech.Languages[1:] {
		other := sentences(t, lang)
		for key, text := range first {
			translated, ok := other[key]
			if !ok {
				t.Errorf("%s has no %s", lang, key)
				continue
			}
			if diff := cmp.Diff(gaps(text), gaps(translated)); diff != "" {
				t.Errorf("%s: gaps of %s (-%s +%s):\n%s", lang, key, speech.Languages[0], lang, diff)
			}
			if strings.TrimSpace(translated) == "" {
				t.Errorf("%s: %s is empty", lang, key)
			}
		}
		for key := range other {
			if _, ok := first[key]; !ok {
				t.Errorf("%s has %s, which %s lacks", lang, key, speech.Languages[0])
			}
		}
	}
}

func gaps(text string) []string {
	found := gap.FindAllString(strings.ReplaceAll(text, "{{lower ", "{{"), -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func TestPlurals(t *testing.T) {
	for lang, want := range map[string][2]string{
		"en": {"You must take one piece: 1x10.", "You must take 3 pieces: 1x10."},
		"es": {"Es obligatorio capturar una pieza: 1x10.", "Es obligatorio capturar 3 piezas: 1x10."},
		"pt": {"É obrigatório capturar uma peça: 1x10.", "É obrigatório capturar 3 peças: 1x10."},
	} {
		v := voice(t, lang)
		for i, n := range []int{1, 3} {
			if got := v.Text("rule.capture-most", speech.Count(n), speech.Text("Choices", "1x10")); got != want[i] {
				t.Errorf("%s, %d: %q, want %q", lang, n, got, want[i])
			}
		}
	}
}

func TestIn(t *testing.T) {
	b := book(t)
	for tag, want := range map[string]string{"pt": "pt", "pt-BR": "pt", "pt-PT": "pt", "es-CL": "es", "es-419": "es",
		"en-US": "en", "EN": "en"} {
		if v, ok := b.In(tag); !ok || v.Language != want {
			t.Errorf("%s is answered in %s, %v; want %s", tag, v.Language, ok, want)
		}
	}
	for _, tag := range []string{"ja", "", "not a language", "\x00"} {
		if v, ok := b.In(tag); ok || v.Language != "en" {
			t.Errorf("%q is answered in %s, %v; want English because there is no better", tag, v.Language, ok)
		}
	}
}

// Each command has a word in each language, each word one meaning everywhere.
func TestCommands(t *testing.T) {
	b := book(t)
	for _, lang := range speech.Languages {
		v := voice(t, lang)
		for _, row := range command.Table {
			c := row.Name
			if len(v.Words(c)) == 0 {
				t.Errorf("%s has no word for %s", lang, c)
			}
			for _, word := range v.Words(c) {
				if got := b.Command(strings.ToUpper(word)); got != c {
					t.Errorf("%s means %q in %s, want %s", word, got, lang, c)
				}
			}
		}
	}
	for _, word := range []string{"", "lingua", "LÍNGUA", "ajúda", "xyz"} {
		want := map[string]string{"lingua": "language", "LÍNGUA": "language", "ajúda": "help"}[word]
		if got := b.Command(word); got != want {
			t.Errorf("%q means %q, want %q", word, got, want)
		}
	}
}

// A name stays a name whatever it contains: it fills no gaps, becomes no markup, and does not reverse the line.
func TestNames(t *testing.T) {
	v := voice(t, "en")
	for _, name := range []string{"Ana", "{{.Move}}", "<b>Ana</b>", "\uE000", "a\uE001b", "محمد", "דוד", "Ana_*`~|",
		"@everyone"} {
		u := chat.User{ID: "t:1", Name: name}
		spans := v.Say("event.moved", speech.Person("Player", u), speech.Text("Move", "11-15"), speech.Text("Numbered", ""))
		if len(spans) != 2 || spans[0].User == nil || *spans[0].User != u || spans[1].Text != ": 11-15" {
			t.Errorf("%q: %+v", name, spans)
		}
		if !strings.Contains(spans[0].Text, name) {
			t.Errorf("%q is called %q", name, spans[0].Text)
		}
	}
	arabic := v.Text("event.moved", speech.Person("Player", chat.User{Name: "محمد"}), speech.Text("Move", "11-15"),
		speech.Text("Numbered", ""))
	if want := "\u2068محمد\u2069: 11-15"; arabic != want {
		t.Errorf("%q, want the name isolated: %q", arabic, want)
	}
	if got := v.Text("event.declined", speech.Person("Player",
		chat.User{Handle: "rui"})); got != "@rui declines the challenge." {
		t.Errorf("known by handle: %q", got)
	}
}

// A sentence that lacks facts is said in its plainest form, without what depends on them, and the mistake is reported.
func TestLacking(t *testing.T) {
	for _, c := range []struct {
		key   string
		facts []speech.Fact
		lacks string
		said  string
	}{
		{"refusal.not-a-player", nil, "[ID]", "Only the two players of #… can do that."},
		{"words.cube", []speech.Fact{speech.Count(2)}, "[Side]", "The cube is at 2."},
		{"accept-on", []speech.Fact{speech.Text("Service", "Discord")}, "[Command Link]", "To accept on Discord: …"},
		{"button.accept-as", nil, "[Colour]", "Accept as …"},
		{"rule.empty-point", nil, "[At]", "You have no checker on point …."},
		{"rule.capture-most", []speech.Fact{speech.Text("Choices", "1x10")}, "[Count]", "You must take … pieces: 1x10."},
		{"rule.empty-point", []speech.Fact{speech.Text("At", "bar")}, "", "You have no checker on the bar."},
	} {
		told := ""
		speech.SetLacking(t, func(key string, facts []string) { told = fmt.Sprint(facts) })
		if got := voice(t, "en").Text(c.key, c.facts...); got != c.said || told != c.lacks {
			t.Errorf("%s: %q lacks %q, want %q and %q", c.key, got, told, c.said, c.lacks)
		}
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"  Ana \n\t Maria ":                 "Ana Maria",
		"a\x00b\x1b[31mc":                   "a b [31mc",
		"bad\xff\xfeutf8":                   "badutf8",
		"\u202Eevil\u202C":                  "evil",
		"\uE000\uE001":                      "",
		"1234567890":                        "1234567890",
		"12345678901":                       "1234567890…",
		"123456789 0":                       "123456789…",
		"😀😀":                                "😀😀",
		"\u200b/rules":                      "/rules",
		"\ufeff\u2060 /rules\u200d":         "/rules",
		"11\u200b-\u00ad15":                 "11-15",
		"👨\u200d👩 a\u200cb":                 "👨\u200d👩 a\u200cb",
		"\u200f\u2066x\u2069\n\n":           "x",
		"A\u3164\u115F\u2800\uFFA0b":        "Ab",
		"A\U000E0041\U000E0042\U000E007Fb":  "Ab",
		"e\u0301\u0323x":                    "e\u0301\u0323x",
		"Z" + strings.Repeat("\u0335", 200): "Z\u0335\u0335",
	} {
		if got := speech.Clean(in, 10); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 20).Draw(t, "limit")
		in := string(rapid.SliceOf(rapid.Byte()).Draw(t, "in")) + rapid.String().Draw(t, "more")
		got := speech.Clean(in, limit)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > limit+1 || strings.ContainsFunc(got, unicode.IsControl) {
			t.Fatalf("Clean(%q, %d) = %q", in, limit, got)
		}
	})
}

func TestOr(t *testing.T) {
	v := voice(t, "pt")
	items := []string{"1-5", "2-6", "3-7", "4-8"}
	for n, want := range []string{"", "1-5", "1-5 ou 2-6", "1-5, 2-6 ou 3-7", "1-5, 2-6, 3-7, …"} {
		if got := v.Or(items[:n], 3); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	for limit, want := range map[int]string{2: "8, 3 6, 1; 1, 3; …", 3: "8, 3 6, 1; 1, 3 ou 6, 4"} {
		if got := v.Or([]string{"8, 3 6, 1", "1, 3", "6, 4"}, limit); got != want {
			t.Errorf("%d with commas in them: %q, want %q", limit, got, want)
		}
	}
}

func ExampleVoice_Say() {
	b, err := speech.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	v, _ := b.In("es-CL")
	fmt.Println(v.Text("turn", speech.Person("Player", chat.User{Name: "Ana"}), speech.Text("Mark", "O")))
	// Output: Juega Ana (O).
}

// Adding a language means adding a folder.
func TestLanguage_Added(t *testing.T) {
	with := fstest.MapFS{}
	for _, lang := range append(speech.Languages, "it") {
		from := lang
		if lang == "it" {
			from = "en"
		}
		names, err := filepath.Glob(from + "/*.yaml")
		if err != nil || len(names) == 0 {
			t.Fatal(names, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if lang == "it" {
				text = bytes.ReplaceAll(text, []byte(`help: "help`), []byte(`help: "aiuto`))
				text = bytes.ReplaceAll(text, []byte(`white: "White"`), []byte(`white: "Bianco"`))
			}
			with[lang+"/"+filepath.Base(name)] = &fstest.MapFile{Data: text}
		}
	}
	b, err := speech.Read(with)
	if err != nil {
		t.Fatal(err)
	}
	v, ok := b.In("it-CH")
	if !ok || v.Language != "it" || v.Text("colour.white") != "Bianco" || v.Typed("help") != "/aiuto" {
		t.Errorf("in Italian: %q %q %q", v.Language, v.Text("colour.white"), v.Typed("help"))
	}
	if got := b.Command("AIUTO"); got != "help" {
		t.Errorf("aiuto is %q", got)
	}
	if got, want := len(b.All("colour.white")), len(speech.Languages)+1; got != want {
		t.Errorf("White in %d languages, want %d", got, want)
	}
}

// A result begins with the winner and the points, as a picture has room for the beginning alone.
func TestWinner_ComesFirst(t *testing.T) {
	for _, lang := range speech.Languages {
		told := 0
		for key, text := range sentences(t, lang) {
			loser := strings.Index(text, "{{.Loser}}")
			if !strings.HasPrefix(key, "reason.") || loser < 0 {
				continue
			}
			told++
			if winner, points := strings.Index(text, "{{.Winner}}"), strings.Index(text, "{{.Count}}"); winner != 0 ||
				points > loser {
				t.Errorf("%s: %s: %s", lang, key, text)
			}
		}
		if told == 0 {
			t.Errorf("%s: no reason names a loser", lang)
		}
	}
}
