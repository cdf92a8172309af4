package desktest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// Types sends a text in a group where handles are only known by the given mentions.
func Types(h chat.Handler, u chat.User, text string, mentions ...chat.User) {
	h.Hear(context.Background(), chat.Event{Room: "desk:group", From: u, Text: text, Addressed: true, Mentions: mentions})
}

// Expect checks that exactly these texts, or messages containing them, were sent since the previous look.
func (d *Desk) Expect(t *testing.T, what string, wants ...string) {
	t.Helper()
	got := d.Heard()
	if len(got) != len(wants) {
		t.Fatalf("%s: said %q, want %q", what, got, wants)
	}
	for i, want := range wants {
		if !strings.Contains(got[i], want) {
			t.Errorf("%s: said %q, want %q", what, got[i], want)
		}
	}
}

// Begin starts a match with a time control in a group, and plays four moves.
func Begin(t *testing.T, h chat.Handler, d *Desk, control string) {
	t.Helper()
	Says(h, Ana, "/play damas colour=white time="+control+" @rui")
	Says(h, Rui, "/accept")
	for _, move := range []string{"ana 11-15", "rui 21-18", "ana 15-20", "rui 24x15"} {
		who, text, _ := strings.Cut(move, " ")
		Says(h, map[string]chat.User{"ana": Ana, "rui": Rui}[who], text)
	}
	if said := d.Heard(); len(said) != 6 {
		t.Fatalf("said: %q", said)
	}
}

// Mentioned sends a text in the group that mentions the bot.
func Mentioned(h chat.Handler, who chat.User, text string) {
	e := EventOf(who, text)
	e.Addressed = true
	Hear(h, e)
}

// Asks sends a text to the bot in private, and returns all answers.
func (d *Desk) Asks(h chat.Handler, who chat.User, text string) string {
	d.Heard()
	Hear(h, chat.Event{Room: chat.Room(who.ID), From: who, Text: text, Private: true, Addressed: true})
	return strings.Join(d.Heard(), "\n")
}

// Tells sends a text to the bot by Mentioned or Privately, and checks that the answers contain another one.
func (d *Desk) Tells(t *testing.T, h chat.Handler, way func(chat.Handler, chat.User, string), who chat.User,
	text, want string) {
	t.Helper()
	d.Heard()
	way(h, who, text)
	if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) {
		t.Errorf("%s: told %q", text, got)
	}
}

// Together returns a function that types a text at a shared keyboard, in a language, and returns the answers with their
// buttons.
func Together(t *testing.T, lang string) func(u chat.User, text string) (told string) {
	t.Helper()
	d := NewDesk()
	d.Can.Together = true
	h, _ := Start(t, memorytest.New(), d)
	types := func(u chat.User, text string) string {
		before, told := len(d.All()), ""
		Hear(h, chat.Event{Room: "desk:group", From: u, Text: text, Addressed: true})
		for _, s := range d.All()[before:] {
			told += chat.PlainText(s.M.Text) + "\n"
			for _, b := range slices.Concat(s.M.Buttons...) {
				told += "[" + b.Label + ": " + b.Says + "]"
			}
		}
		return told
	}
	types(Ana, "/language "+lang)
	return types
}

// IDOf returns the id of the match in the last message, with its #.
func IDOf(t *testing.T, d *Desk) string {
	t.Helper()
	text := chat.PlainText(d.Last(t).M.Text)
	return text[strings.LastIndex(text[:strings.Index(text+"\n", "\n")], "#"):][:5]
}

// EventOf returns an event in the group that is not addressed to the bot.
func EventOf(u chat.User, text string) chat.Event {
	return chat.Event{Room: "desk:group", From: u, Text: text}
}
