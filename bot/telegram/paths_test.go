package telegram_test

import (
	"slices"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
)

// From the first words it takes one line or tap until there is a board against the bot, and two against a friend: what
// is done is counted here, in a private talk and in a group. The greeting comes by itself to whoever opens the talk.
func TestTapsToTheBoard(t *testing.T) {
	t.Parallel()
	type step func(o *table, room *telegramtest.Chat, ana, rui *telegramtest.Person)
	says := func(text string) step {
		return func(_ *table, room *telegramtest.Chat, ana, _ *telegramtest.Person) { ana.Says(room, text) }
	}
	taps := func(label string) step {
		return func(_ *table, room *telegramtest.Chat, ana, _ *telegramtest.Person) {
			ana.Taps(lastWith(room, label), label)
		}
	}
	accepts := func(o *table, room *telegramtest.Chat, _, rui *telegramtest.Person) {
		o.Until("there is a challenge", func() bool { return lastWith(room, "Accept") != nil })
		rui.Taps(lastWith(room, "Accept"), "Accept")
	}
	for name, c := range map[string]struct {
		group   bool
		greeted bool // "/start" has been said, as Telegram does for whoever opens a private talk
		most    int
		steps   []step
	}{
		"private, the bot by a tap":    {greeted: true, most: 1, steps: []step{taps("Play me")}},
		"private, the bot by words":    {most: 1, steps: []step{says("I want to play you")}},
		"private, the bot by its game": {most: 1, steps: []step{says("draughts")}},
		"group, the bot by a command":  {group: true, most: 1, steps: []step{says("/play house")}},
		"group, a friend by a command": {group: true, most: 2, steps: []step{says("/play @rui"), accepts}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t)
			ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
			room := ana.Private()
			if c.group {
				room = o.Group(ana, rui)
			}
			if c.greeted {
				ana.Says(room, "/start")
				room.Next()
			}
			for _, do := range c.steps {
				do(o, room, ana, rui)
			}
			o.Until("there is a board", func() bool {
				return slices.ContainsFunc(room.Sent(), func(m *telegramtest.Message) bool { return m.Now().Photo != nil })
			})
			if len(c.steps) > c.most {
				t.Errorf("%d lines and taps, want at most %d", len(c.steps), c.most)
			}
		})
	}
}

// lastWith is the newest message with a button, nil if there is none.
func lastWith(room *telegramtest.Chat, label string) *telegramtest.Message {
	for _, m := range slices.Backward(room.Sent()) {
		if slices.Contains(m.Buttons(), label) {
			return m
		}
	}
	return nil
}
