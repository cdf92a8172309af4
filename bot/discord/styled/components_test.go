package styled

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"tabuleiro/bot/chat"
)

// Each of any buttons can be pressed once, and Discord takes them: rows and menus are not too long.
func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows [][]chat.Button
		want := map[string]bool{}
		for range rapid.IntRange(0, 25).Draw(t, "rows") {
			var row []chat.Button
			for range rapid.IntRange(0, 5).Draw(t, "buttons") {
				says := rapid.StringMatching(`[a-d]{0,3}`).Draw(t, "says")
				row = append(row, chat.Button{Label: rapid.StringMatching(`[a-z]{0,90}`).Draw(t, "label"), Says: says})
				want[says] = says != ""
			}
			rows = append(rows, row)
		}
		check := func(label, says string) {
			if !want[says] || label == "" || len([]rune(label)) > 80 {
				t.Fatalf("button %q says %q", label, says)
			}
			want[says] = false
		}
		people := rapid.Bool().Draw(t, "people")
		if people {
			rows = append(rows, []chat.Button{{Label: "somebody", Says: "x", Asks: chat.APerson}})
		}
		all := Components(rows)
		if people {
			last := all[len(all)-1].(discordgo.ActionsRow).Components
			if m, ok := last[0].(discordgo.SelectMenu); !ok || len(last) > 1 || m.MenuType != discordgo.UserSelectMenu ||
				m.CustomID != "@ x" {
				t.Fatalf("the last row is %v", last)
			}
			all = all[:len(all)-1]
			if len(all) > 4 {
				t.Fatalf("%d rows beside a list of people", len(all))
			}
		}
		if len(all) > 5 {
			t.Fatalf("%d rows", len(all))
		}
		for _, row := range all {
			in := row.(discordgo.ActionsRow).Components
			if len(in) < 1 || len(in) > 5 {
				t.Fatalf("a row of %d", len(in))
			}
			for _, c := range in {
				switch c := c.(type) {
				case discordgo.Button:
					check(c.Label, c.CustomID)
				case discordgo.SelectMenu:
					if len(in) > 1 || len(c.Options) > 25 {
						t.Fatalf("a menu of %d beside %d others", len(c.Options), len(in)-1)
					}
					for _, o := range c.Options {
						check(o.Label, o.Value)
					}
				}
			}
		}
		for says, missing := range want {
			if missing {
				t.Fatalf("%q cannot be pressed", says)
			}
		}
	})
}

// Rows for which there is no place are joined, as few as will do, the last and the narrow ones first.
func TestRows_Joined(t *testing.T) {
	for _, x := range []struct{ rows, want string }{
		{"now/house/lot first/second theirs/back/@", "now house/lot first/second theirs/back"},
		{"accept decline/1 2/3 4/5 6/7 8/more type", "accept decline/1 2/3 4/5 6/7 8 more type"},
		{"1/2/3/4/5", "1/2/3/4/5"},
		{"1 2 3/4 5/6 7 8/9 10/11 12 13/14 15", "1 2 3/4 5/6 7 8/9 10/11 12 13 14 15"},
		{"1 2 3/4 5 6/7 8 9/10 11 12/13 14 15/16 17 18", "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18"},
	} {
		var rows [][]chat.Button
		for _, row := range strings.Split(x.rows, "/") {
			var buttons []chat.Button
			for _, label := range strings.Fields(row) {
				b := chat.Button{Label: label, Says: label}
				if label == "@" {
					b.Asks = chat.APerson
				}
				buttons = append(buttons, b)
			}
			rows = append(rows, buttons)
		}
		var got []string
		for _, row := range Components(rows) {
			var labels []string
			for _, c := range row.(discordgo.ActionsRow).Components {
				if b, ok := c.(discordgo.Button); ok {
					labels = append(labels, b.Label)
				}
			}
			if labels != nil {
				got = append(got, strings.Join(labels, " "))
			}
		}
		if got := strings.Join(got, "/"); got != x.want {
			t.Errorf("%s becomes %s, not %s", x.rows, got, x.want)
		}
	}
}

// Where there are more buttons than rows take, they stand in menus of 25 that tell the first and the last of them.
func TestMenus(t *testing.T) {
	long := strings.Repeat("x", 61)
	for _, x := range []struct {
		buttons, menus, rows int
		people               bool
	}{{25, 0, 5, false}, {26, 2, 2, false}, {50, 2, 2, false}, {125, 5, 5, false}, {130, 5, 5, false}, {20, 0, 5, true}, {130, 4, 5, true}} {
		var row []chat.Button
		for i := range x.buttons {
			b := chat.Button{Label: fmt.Sprint(i), Says: fmt.Sprint("/", i)}
			if i == 24 {
				b.Label = long
			}
			row = append(row, b)
		}
		rows := slices.Collect(slices.Chunk(row, 5))
		if x.people {
			rows = append(rows, []chat.Button{{Label: "somebody", Says: "x", Asks: chat.APerson}})
		}
		all := Components(rows)
		menus := 0
		for i, r := range all {
			m, ok := r.(discordgo.ActionsRow).Components[0].(discordgo.SelectMenu)
			if !ok {
				continue
			}
			if m.MaxValues != 1 || m.MinValues != nil {
				t.Errorf("of the menu %s %d can be chosen", m.CustomID, m.MaxValues)
			}
			if m.MenuType != discordgo.StringSelectMenu {
				continue
			}
			if menus++; i == 0 && m.Placeholder != "0 … "+long[:59]+"…" || i == 0 && m.CustomID != "menu 0" {
				t.Errorf("the menu %s is %q", m.CustomID, m.Placeholder)
			}
			if i == 1 && x.buttons > 50 && (m.Placeholder != "25 … 49" || len(m.Options) != 25) {
				t.Errorf("the menu %s of %d is %q", m.CustomID, len(m.Options), m.Placeholder)
			}
		}
		if menus != x.menus || len(all) != x.rows {
			t.Errorf("%d buttons stand in %d rows, of which %d are menus", x.buttons, len(all), menus)
		}
	}
	first := []chat.Button{{Label: long, Says: "a"}}
	for i := range 30 {
		first = append(first, chat.Button{Label: fmt.Sprint(i), Says: fmt.Sprint("/", i)})
	}
	if got := Components(slices.Collect(slices.Chunk(first, 5)))[0].(discordgo.ActionsRow).Components[0].(discordgo.SelectMenu).Placeholder; got != long[:59]+"… … 23" {
		t.Errorf("a menu is %q", got)
	}
}

// A button looks as it is meant, leads to an address, or asks for a text.
func TestButton(t *testing.T) {
	long := strings.Repeat("x", 81)
	for want, b := range map[discordgo.Button]chat.Button{
		{Label: "a", Style: discordgo.SecondaryButton, CustomID: "/a"}:             {Label: "a", Says: "/a"},
		{Label: "a", Style: discordgo.PrimaryButton, CustomID: "/a"}:               {Label: "a", Says: "/a", Tone: chat.Usual},
		{Label: "a", Style: discordgo.SuccessButton, CustomID: "/a"}:               {Label: "a", Says: "/a", Tone: chat.Agrees},
		{Label: "a", Style: discordgo.DangerButton, CustomID: "/a"}:                {Label: "a", Says: "/a", Tone: chat.Grave},
		{Label: "a", Style: discordgo.LinkButton, URL: "https://example.org"}:      {Label: "a", URL: "https://example.org"},
		{Label: "a", Style: discordgo.SecondaryButton, CustomID: ForText + "/a"}:   {Label: "a", Says: "/a", Asks: chat.AText},
		{Label: "/a", Style: discordgo.SecondaryButton, CustomID: "/a"}:            {Says: "/a"},
		{Label: long[:79] + "…", Style: discordgo.SecondaryButton, CustomID: "/"}:  {Label: long, Says: "/"},
		{Label: long[:80], Style: discordgo.SecondaryButton, CustomID: "/"}:        {Label: long[:80], Says: "/"},
		{Label: long[:79] + "…", Style: discordgo.SecondaryButton, CustomID: long}: {Says: long},
	} {
		got := Components([][]chat.Button{{b}})
		if len(got) != 1 || got[0].(discordgo.ActionsRow).Components[0] != want {
			t.Errorf("%+v is %+v", b, got)
		}
	}
}
