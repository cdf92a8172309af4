package telegram

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
)

var (
	ana   = chat.User{ID: "telegram:7", Name: "Ana"}
	rui   = chat.User{ID: "telegram:8", Handle: "rui"}
	heard = chat.User{Handle: "Zoe", Name: "Zoe"} // of whom nothing but the handle is known
)

// shown is a text with its styles in brackets.
func shown(l styled) string {
	var all []string
	for _, e := range l.Entities {
		all = append(all, fmt.Sprintf("%s %d+%d %v", e.Type, e.Offset, e.Length, e.User))
	}
	return l.Plain + " [" + strings.Join(all, "; ") + "]"
}

// Styles stand beside a text, in units of UTF-16, and only who is on turn is called.
func TestCompose(t *testing.T) {
	for _, x := range []struct {
		spans []chat.Span
		want  string
	}{
		{[]chat.Span{{Text: "hello"}}, "hello []"},
		{[]chat.Span{{Text: "🙂 "}, {Text: "bold", Bold: true}}, "🙂 bold [bold 3+4 map[]]"},
		{[]chat.Span{{Text: "11-15", Mono: true}}, "11-15 [code 0+5 map[]]"},
		{[]chat.Span{{Text: "a\nb", Mono: true}}, "a\nb [pre 0+3 map[]]"},
		{[]chat.Span{{Text: "", Bold: true}, {Text: "x"}}, "x []"},
		{[]chat.Span{{Text: "x", Bold: true}, {Text: "y", Mono: true}}, "xy [bold 0+1 map[]; code 1+1 map[]]"},
		{[]chat.Span{{Text: "/start", User: &rui}}, "/start []"},
		{[]chat.Span{{Text: "Ana", User: &ana}}, "Ana [text_mention 0+3 map[first_name:Ana id:7 is_bot:false]]"},
		{[]chat.Span{{Text: "Ana", User: &ana, Bold: true}}, "Ana [text_mention 0+3 map[first_name:Ana id:7 is_bot:false]; bold 0+3 map[]]"},
		{[]chat.Span{{Text: "Rui", User: &rui}}, "Rui []"},
	} {
		if got := shown(compose(x.spans, ana)); got != x.want {
			t.Errorf("%v: %s, want %s", x.spans, got, x.want)
		}
	}
	if got := shown(compose([]chat.Span{{Text: "Rui", User: &rui}}, rui)); got != "Rui [text_mention 0+3 map[first_name:rui id:8 is_bot:false]]" {
		t.Errorf("without a name: %s", got)
	}
	first := chat.User{ID: "telegram:1", Name: "First"}
	if got := shown(compose([]chat.Span{{Text: "First", User: &first}}, first)); got != "First [text_mention 0+5 map[first_name:First id:1 is_bot:false]]" {
		t.Errorf("the first of all: %s", got)
	}
}

// Nothing in a name or a text calls anybody, or is a link.
func TestDefuse(t *testing.T) {
	j, a := joiner, unconnected(t)
	for _, x := range []struct {
		span chat.Span
		turn chat.User
		want string
	}{
		{chat.Span{Text: "mail a@b"}, ana, "mail a@" + j + "b"},
		{chat.Span{Text: "a@b", Mono: true}, ana, "a@b"},
		{chat.Span{Text: "Rui", User: &rui}, ana, "Rui"},
		{chat.Span{Text: "a.org/@x:#1$", User: &rui}, ana, "a." + j + "org/" + j + "@" + j + "x:" + j + "#" + j + "1$" + j},
		{chat.Span{Text: "Zoe", User: &heard}, chat.User{Handle: "zoe"}, "@zoe"},
		{chat.Span{Text: "Zoe", User: &heard}, chat.User{Handle: "Rui"}, "Zoe"},
		{chat.Span{Text: "Rui", User: &rui}, chat.User{Handle: "Rui"}, "@Rui"},
		{chat.Span{Text: "Rui", User: &rui}, chat.User{ID: "telegram:9", Handle: "rui"}, "Rui"},
		{chat.Span{Text: "x", User: &chat.User{}}, chat.User{}, "x"},
		{chat.Span{Text: "Ana", User: &ana}, ana, "Ana"},
	} {
		if got := a.defuse([]chat.Span{x.span}, x.turn); len(got) != 1 || got[0].Text != x.want {
			t.Errorf("%+v: %v, want %q", x.span, got, x.want)
		}
	}
}

func TestTidy(t *testing.T) {
	for name, want := range map[string]string{
		"Ana": "Ana", "a\nb\tc": "a b c", "a\u202eb": "ab", "a\ue000b": "ab", "a\xffb": "ab",
	} {
		if got := tidy(name); got != "\u2068"+want+"\u2069" {
			t.Errorf("%q becomes %q", name, got)
		}
	}
	if got := []rune(tidy(strings.Repeat("x", 50))); len(got) != 34 {
		t.Errorf("a long name becomes %d characters", len(got)-2)
	}
}

// Buttons need a label, and something to say or a link; a row of none is left out.
func TestKeys(t *testing.T) {
	k := keys([][]chat.Button{{{Label: "Yes", Says: "yes"}, {Label: "Site", URL: "https://example.org"}}, {{Says: "x"}},
		{{URL: "https://example.org"}}, {{Label: "empty"}}, {{Label: "No", Says: "no"}}})
	var got []string
	for _, row := range k.InlineKeyboard {
		for _, b := range row {
			link, says := "", ""
			if b.URL != nil {
				link = *b.URL
			}
			if b.CallbackData != nil {
				says = *b.CallbackData
			}
			got = append(got, b.Text+"|"+says+"|"+link)
		}
		got = append(got, "/")
	}
	if want := []string{"Yes|yes|", "Site||https://example.org", "/", "No|no|", "/"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if k := keys(nil); k.InlineKeyboard == nil || len(k.InlineKeyboard) != 0 {
		t.Errorf("no buttons are %#v", k)
	}
}
