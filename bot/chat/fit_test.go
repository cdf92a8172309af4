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
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, chat.Fit(c.in, c.caps)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// For any message and caps every part fits, no word is lost, and every button is either there or told.
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
			text, limit := chat.Plain(part.Text), caps.Text
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
		if words := chat.Plain(m.Text); !strings.HasPrefix(all, words) {
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
		{"🎲🎲", 4, "🎲🎲"}, {"🎲🎲", 3, "🎲…"}, {"a🎲🎲", 3, "a…"},
	} {
		if got := chat.Shorten(c.text, c.n); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.text, c.n, got, c.want)
		}
	}
}
