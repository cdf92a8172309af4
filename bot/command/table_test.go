package command_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/command"
)

// names returns the names of the commands with a property, in table order.
func names(is func(command.Command) bool) string {
	var all []string
	for _, c := range command.Table {
		if is(c) {
			all = append(all, c.Name)
		}
	}
	return strings.Join(all, " ")
}

// A binding command is not run by a tap on its name, a personal one not by another's button, and people who hide their
// names get only those that just show something.
func TestTable_Marks(t *testing.T) {
	for what, c := range map[string]struct {
		is   func(command.Command) bool
		want string
	}{
		"binding": {func(c command.Command) bool { return c.Binding },
			"accept decline cancel rematch draw undo resign stop claim"},
		"personal": {func(c command.Command) bool { return c.Personal },
			"start play rules games history language theme settings block unblock manual help"},
		"anonymous":        {func(c command.Command) bool { return c.Anonymous }, "start rules manual help"},
		"of nobody's help": {func(c command.Command) bool { return c.Group == "" }, "status"},
		"in private menus": {func(c command.Command) bool { return c.Menu&command.Private != 0 },
			"play move board rules games hint puzzle draw undo resign settings help"},
		"in menus of groups": {func(c command.Command) bool { return c.Menu&command.Groupwide != 0 },
			"play move moves board rules games tournament draw undo resign ranking help"},
		"in menus of administrators": {func(c command.Command) bool { return c.Menu&command.Administrators != 0 },
			"play move board rules games tournament draw undo resign ranking settings help"},
		"with a game":   {func(c command.Command) bool { return c.Takes(command.Games) }, "play rules tournament ladder puzzle learn ranking"},
		"with a person": {func(c command.Command) bool { return has(c, command.Person) }, "play profile versus dice import block unblock"},
		"with a number": {func(c command.Command) bool { return has(c, command.Number) }, "games history step ranking"},
		"with what has to be given": {func(c command.Command) bool {
			return slices.ContainsFunc(c.Args, func(a command.Arg) bool { return a.Required })
		}, "move versus import"},
		"typed alone": {func(c command.Command) bool {
			return slices.ContainsFunc(c.Args, func(a command.Arg) bool { return a.Typed })
		}, "text"},
		"with a language":  {func(c command.Command) bool { return c.Takes(command.Languages) }, "language"},
		"with the word me": {func(c command.Command) bool { return c.Takes("word.me") }, ""},
	} {
		if got := names(c.is); got != c.want {
			t.Errorf("%s are %q, want %q", what, got, c.want)
		}
	}
}

func has(c command.Command, kind command.Kind) bool {
	return slices.ContainsFunc(c.Args, func(a command.Arg) bool { return a.Kind == kind })
}

// The commands at the top of Discord's list are in the order of their numbers, each once from 1 on.
func TestTable_Top(t *testing.T) {
	top := slices.DeleteFunc(slices.Clone(command.Table), func(c command.Command) bool { return c.Top == 0 })
	slices.SortFunc(top, func(a, b command.Command) int { return cmp.Compare(a.Top, b.Top) })
	var got []string
	for i, c := range top {
		got = append(got, c.Name)
		if c.Top != i+1 || c.Folder != "" {
			t.Errorf("%s is number %d, in the folder %q", c.Name, c.Top, c.Folder)
		}
	}
	if want := "play move board games rules learn resign draw settings help"; strings.Join(got, " ") != want {
		t.Errorf("at the top are %q, want %q", got, want)
	}
}

// Each command is found by its name, is in one group of the help, and the words that go with it are those that can
// stand alone.
func TestTable_Found(t *testing.T) {
	all := 0
	for _, g := range append([]command.Group{command.Everyday}, command.Groups...) {
		for _, c := range command.Of(g) {
			all++
			if command.Named(c.Name).Name != c.Name || c.Group != g {
				t.Errorf("%s is found as %+v", c.Name, command.Named(c.Name))
			}
		}
	}
	if public := command.Public(); all != len(public) || len(public) != len(command.Table)-1 {
		t.Errorf("%d commands are in groups, %d public, of %d", all, len(public), len(command.Table))
	}
	if none := command.Named("zeal"); none.Name != "" || none.Args != nil {
		t.Errorf("found is %+v", none)
	}
	var words []string
	for _, c := range command.Table {
		for _, a := range c.Args {
			if said := a.Words(); said != nil {
				words = append(words, fmt.Sprint(c.Name, said))
			}
		}
	}
	want := "board[flip] text[flip] words[new] log[all] replay[public] puzzle[next solution puzzle-capture puzzle-sacrifice puzzle-king " +
		"puzzle-ending puzzle-race puzzle-cube] learn[next] remind[in] arbiter[award] dice[stats] help[more]"
	if got := strings.Join(words, " "); got != want {
		t.Errorf("words are\n%s, want\n%s", got, want)
	}
}
