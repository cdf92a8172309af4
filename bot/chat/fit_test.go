package chat_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tabuleiro/bot/chat"
)

var (
	rich  = chat.Caps{Text: 100, Pictures: true, Caption: 20, Rows: 2, Columns: 2, Says: 10, Label: 5}
	plain = chat.Caps{Text: 100}
)

func spans(texts ...string) (s []chat.Span) {
	for _, text := range texts {
		s = append(s, chat.Span{Text: text})
	}
	return s
}

func buttons(says ...string) (row []chat.Button) {
	for _, s := range says {
		row = append(row, chat.Button{Label: s, Says: s})
	}
	return row
}

func TestFit(t *testing.T) {
	board := &chat.Board{PNG: []byte("png"), Text: "XO"}
	for _, c := range []struct {
		name string
		in   chat.Message
		caps chat.Caps
		want []chat.Message
	}{
		{"as it is", chat.Message{Text: spans("hello")}, rich, []chat.Message{{Text: spans("hello")}}},
		{"picture and caption", chat.Message{Text: spans("hello"), Board: board}, rich,
			[]chat.Message{{Text: spans("hello"), Board: board}}},
		{"a caption as long as it may be", chat.Message{Text: spans("twenty characters ok"), Board: board}, rich,
			[]chat.Message{{Text: spans("twenty characters ok"), Board: board}}},
		{"words first, then the picture with the buttons",
			chat.Message{Text: spans("a caption that is too long"), Board: board, Buttons: [][]chat.Button{buttons("yes")}},
			rich,
			[]chat.Message{{Text: spans("a caption that is too long")},
				{Board: board, Buttons: [][]chat.Button{buttons("yes")}}}},
		{"a file with its caption", chat.Message{Text: spans("hello"), File: &chat.File{Name: "k7q2.pdn"}}, rich,
			[]chat.Message{{Text: spans("hello"), File: &chat.File{Name: "k7q2.pdn"}}}},
		{"words first, then the file", chat.Message{Text: spans("a caption that is too long"),
			File: &chat.File{Name: "k7q2.pdn"}}, rich,
			[]chat.Message{{Text: spans("a caption that is too long")}, {File: &chat.File{Name: "k7q2.pdn"}}}},
		{"a file where nothing has a caption",
			chat.Message{Text: spans(strings.Repeat("x", 60)+"\n", strings.Repeat("y", 60)), File: &chat.File{Name: "k7q2.pdn"}},
			plain,
			[]chat.Message{{Text: spans(strings.Repeat("x", 60) + "\n")},
				{Text: spans(strings.Repeat("y", 60)), File: &chat.File{Name: "k7q2.pdn"}}}},
		{"no pictures", chat.Message{Text: spans("hello"), Board: board}, plain,
			[]chat.Message{{Text: append(spans("hello", "\n\n"), chat.Span{Text: "XO", Mono: true})}}},
		{"no buttons", chat.Message{Text: spans("hello"), Buttons: [][]chat.Button{buttons("/a", "/b"), buttons("/c")}},
			plain,
			[]chat.Message{{Text: spans("hello", "\n", "[/a] [/b] [/c]")}}},
		{"no buttons, and none needed", chat.Message{Text: spans("hello"), Told: true,
			Buttons: [][]chat.Button{buttons("/a")}}, plain,
			[]chat.Message{{Text: spans("hello"), Told: true}}},
		{"a row too wide", chat.Message{Buttons: [][]chat.Button{buttons("1", "2", "3")}}, rich,
			[]chat.Message{{Buttons: [][]chat.Button{buttons("1", "2"), buttons("3")}}}},
		{"too many rows", chat.Message{Text: spans("pick"), Buttons: [][]chat.Button{buttons("1", "2", "3", "4", "5"),
			buttons("6")}}, rich,
			[]chat.Message{{Text: spans("pick", "\n", "[5] [6]"),
				Buttons: [][]chat.Button{buttons("1", "2"), buttons("3", "4")}}}},
		{"a button that says too much", chat.Message{Text: spans("pick"),
			Buttons: [][]chat.Button{buttons("1", "12345678901")}}, rich,
			[]chat.Message{{Text: spans("pick", "\n", "[12345678901]"), Buttons: [][]chat.Button{buttons("1")}}}},
		{"a list of people where there is none",
			chat.Message{Text: spans("pick"), Buttons: [][]chat.Button{{{Says: "x", Asks: chat.APerson}}, buttons("1")}}, rich,
			[]chat.Message{{Text: spans("pick"), Buttons: [][]chat.Button{buttons("1")}}}},
		{"a label too long", chat.Message{Buttons: [][]chat.Button{{{Label: "ações!", Says: "x"}}}}, rich,
			[]chat.Message{{Buttons: [][]chat.Button{{{Label: "açõe…", Says: "x"}}}}}},
		{"as long as it may be", chat.Message{Text: spans(strings.Repeat("x", 100))}, plain,
			[]chat.Message{{Text: spans(strings.Repeat("x", 100))}}},
		{"split at the end of a line of several pieces",
			chat.Message{Text: append(spans(strings.Repeat("x", 60)+"\n", "name", "  "), spans(strings.Repeat("y", 60))...)},
			plain,
			[]chat.Message{{Text: spans(strings.Repeat("x", 60) + "\n")}, {Text: spans("name", "  ", strings.Repeat("y", 60))}}},
		{"split at the end of a line, buttons last",
			chat.Message{Text: spans(strings.Repeat("x", 60)+"\n", strings.Repeat("y", 60)),
				Buttons: [][]chat.Button{buttons("z")}}, rich,
			[]chat.Message{{Text: spans(strings.Repeat("x", 60) + "\n")},
				{Text: spans(strings.Repeat("y", 60)), Buttons: [][]chat.Button{buttons("z")}}}},
		{"no pictures, and no words", chat.Message{Board: board}, plain,
			[]chat.Message{{Text: []chat.Span{{Text: "XO", Mono: true}}}}},
		{"no pictures, and a single character", chat.Message{Text: spans("x"), Board: board}, plain,
			[]chat.Message{{Text: append(spans("x", "\n\n"), chat.Span{Text: "XO", Mono: true})}}},
		{"a board told in words", chat.Message{Board: &chat.Board{Text: "White: 1.", Told: true}}, plain,
			[]chat.Message{{Text: spans("White: 1.")}}},
		{"a board without a picture", chat.Message{Board: &chat.Board{Text: "XO"}}, rich,
			[]chat.Message{{Text: []chat.Span{{Text: "XO", Mono: true}}}}},
		{"a caption of one character", chat.Message{Text: spans("x"), Board: board},
			chat.Caps{Text: 100, Pictures: true, Caption: 1}, []chat.Message{{Text: spans("x"), Board: board}}},
		{"no buttons, and no words", chat.Message{Buttons: [][]chat.Button{buttons("/a")}}, plain,
			[]chat.Message{{Text: spans("[/a]")}}},
		{"no buttons, and a single character", chat.Message{Text: spans("x"), Buttons: [][]chat.Button{buttons("/a")}},
			plain, []chat.Message{{Text: spans("x", "\n", "[/a]")}}},
		{"a row as wide as it may be", chat.Message{Buttons: [][]chat.Button{buttons("1", "2"), buttons("3", "4")}}, rich,
			[]chat.Message{{Buttons: [][]chat.Button{buttons("1", "2"), buttons("3", "4")}}}},
		{"a button that says as much as it may", chat.Message{Buttons: [][]chat.Button{{{Says: "1234567890"}}}}, rich,
			[]chat.Message{{Buttons: [][]chat.Button{{{Says: "1234567890"}}}}}},
		{"an address where there are no buttons", chat.Message{Text: spans("x"),
			Buttons: [][]chat.Button{{{URL: "https://example.org"}}}}, plain, []chat.Message{{Text: spans("x")}}},
		{"a question where it can be asked", chat.Message{Buttons: [][]chat.Button{{{Says: "1234567890", Asks: chat.AText}}}},
			chat.Caps{Text: 100, Rows: 2, Columns: 2, Says: 10, Label: 5, Asks: true},
			[]chat.Message{{Buttons: [][]chat.Button{{{Says: "1234567890", Asks: chat.AText}}}}}},
		{"a question that is too long", chat.Message{Text: spans("x"),
			Buttons: [][]chat.Button{{{Says: "12345678901", Asks: chat.AText}}}},
			chat.Caps{Text: 100, Rows: 2, Columns: 2, Says: 10, Label: 5, Asks: true}, []chat.Message{{Text: spans("x")}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, chat.Fit(c.in, c.caps)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// For any message and capabilities every part fits, no word is lost, and every button is shown or named.
func TestFitLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		caps := chat.Caps{
			Text: rapid.IntRange(10, 50).Draw(t, "text"), Pictures: true, Caption: rapid.IntRange(0, 20).Draw(t, "caption"),
			Rows: rapid.IntRange(0, 3).Draw(t, "rows"), Columns: rapid.IntRange(1, 3).Draw(t, "columns"), Says: 8, Label: 3,
		}
		var m chat.Message
		for range rapid.IntRange(0, 5).Draw(t, "spans") {
			m.Text = append(m.Text, chat.Span{Text: rapid.StringMatching(`[a-zé\n ]{0,40}`).Draw(t, "span"),
				Bold: rapid.Bool().Draw(t, "bold")})
		}
		for r := range rapid.IntRange(0, 4).Draw(t, "button rows") {
			var row []chat.Button
			for c := range rapid.IntRange(0, 5).Draw(t, "buttons") {
				row = append(row, chat.Button{Label: fmt.Sprint("label", r, c),
					Says: fmt.Sprintf("/%d%d%s", r, c, rapid.SampledFrom([]string{"", "long-indeed"}).Draw(t, "more"))})
			}
			m.Buttons = append(m.Buttons, row)
		}
		if rapid.Bool().Draw(t, "board") {
			m.Board = &chat.Board{PNG: []byte("png"), Text: "XO\nOX"}
		}
		all, there := "", map[string]bool{}
		for _, part := range chat.Fit(m, caps) {
			text, limit := chat.PlainText(part.Text), caps.Text
			if part.Board != nil && caps.Caption > 0 {
				limit = caps.Caption
			}
			if n := utf8.RuneCountInString(text); n > limit {
				t.Fatalf("%d characters where %d fit: %q", n, limit, text)
			}
			if len(part.Buttons) > caps.Rows {
				t.Fatalf("%d rows where %d fit", len(part.Buttons), caps.Rows)
			}
			for _, row := range part.Buttons {
				if len(row) > caps.Columns || len(row) == 0 {
					t.Fatalf("a row of %d", len(row))
				}
				for _, b := range row {
					if len(b.Says) > caps.Says || utf8.RuneCountInString(b.Label) > caps.Label {
						t.Fatalf("button %+v", b)
					}
					there[b.Says] = true
				}
			}
			all += text
		}
		if words := chat.PlainText(m.Text); !strings.HasPrefix(all, words) {
			t.Fatalf("%q became %q", words, all)
		}
		for _, row := range m.Buttons {
			for _, b := range row {
				if !there[b.Says] && !strings.Contains(all, "["+b.Says+"]") {
					t.Fatalf("button %q is lost: %q %v", b.Says, all, there)
				}
			}
		}
	})
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"ações", 5, "ações"}, {"ações", 4, "açõ…"}, {"ações", 1, "…"}, {"", 1, ""},
		{"é", 1, "é"}, {"ab", 2, "ab"}, {"abc", 2, "a…"}, {"🎲", 1, "…"}, {"🎲", 2, "🎲"},
		{"🎲🎲", 4, "🎲🎲"}, {"🎲🎲", 3, "🎲…"}, {"a🎲🎲", 3, "a…"},
	} {
		if got := chat.Shorten(c.text, c.n); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.text, c.n, got, c.want)
		}
	}
}

// A fixed-width block stays whole if the part before has room for it, and else breaks at the end of a line.
func TestFit_Block(t *testing.T) {
	block := func(text string) chat.Span { return chat.Span{Text: text, Mono: true} }
	text := func(n int) chat.Span { return chat.Span{Text: strings.Repeat("x", n)} }
	for _, c := range []struct {
		name string
		in   []chat.Span
		want [][]chat.Span
	}{
		{"within a part", []chat.Span{text(30), text(30), block("\nAB\nCD"), text(60)},
			[][]chat.Span{{text(30), text(30), block("\nAB\nCD")}, {text(60)}}},
		{"as long as the part", []chat.Span{text(94), block("\nAB\nCD"), text(1)},
			[][]chat.Span{{text(94), block("\nAB\nCD")}, {text(1)}}},
		{"longer than the part", []chat.Span{text(95), block("\nAB\nCD"), text(1)},
			[][]chat.Span{{text(95), block("\nAB\n")}, {block("CD"), text(1)}}},
		{"after the end of a line", []chat.Span{text(60), {Text: "\n"}, block("ABC"), text(60)},
			[][]chat.Span{{text(60), {Text: "\n"}}, {block("ABC"), text(60)}}},
		{"no block", []chat.Span{text(60), {Text: "\nAB\nCD"}, text(60)},
			[][]chat.Span{{text(60), {Text: "\nAB\n"}}, {{Text: "CD"}, text(60)}}},
		{"before the cut", []chat.Span{block("AB\nCD"), text(120)},
			[][]chat.Span{{block("AB\nCD")}, {text(100)}, {text(20)}}},
		{"blank lines alone", []chat.Span{{Text: "\n \n"}, text(110)},
			[][]chat.Span{{{Text: "\n \n"}, text(97)}, {text(13)}}},
		{"no line", []chat.Span{text(100), text(100), text(1)}, [][]chat.Span{{text(100)}, {text(100)}, {text(1)}}},
	} {
		var got [][]chat.Span
		for _, m := range chat.Fit(chat.Message{Text: c.in}, plain) {
			got = append(got, m.Text)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestTrim(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a": "a", " a b\t\n": "a b", "\u200ba\u2060": "a", "\x00a\x1b": "a", "\u200f \u200e": "", "\u00a0á\u00a0": "á",
		".a-": ".a-",
	} {
		if got := chat.Trim(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// Labels of up to six characters stand four in a row, up to nine three, up to fifteen two, and longer ones alone.
func TestColumns(t *testing.T) {
	for length, wide := range map[int]int{1: 4, 6: 4, 7: 3, 9: 3, 10: 2, 15: 2, 16: 1, 30: 1} {
		row := buttons("1", "2", "3", "4", "5", "6", "7", "8", "9")
		row[4].Label = strings.Repeat("é", length)
		var all []chat.Button
		for i, r := range chat.Columns(row) {
			if left := len(row) - i*wide; len(r) != min(left, wide) {
				t.Errorf("labels of %d: row %d has %d", length, i, len(r))
			}
			all = append(all, r...)
		}
		if diff := cmp.Diff(row, all); diff != "" {
			t.Error(diff)
		}
	}
	if got := chat.Columns(nil); got != nil {
		t.Errorf("rows of nothing: %v", got)
	}
}
