package telegram_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage/memorytest"
)

// A menu in a group is changed by the one alone who has opened it, the greeting too, and after a restart as before:
// then it is the message it answers that tells whose it is. In a topic a message that answers none seems to answer the
// one that began the topic.
func TestMenu_IsOfItsOpener(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s, store := telegramtest.Virtual(t), memorytest.New()
		o := openAt(t, s, store)
		ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
		for _, room := range []*telegramtest.Chat{o.Group(ana, rui), o.Forum(ana, rui).Topic()} {
			greeting := say(room, rui, "/start")
			help := say(room, rui, "/help")
			for _, restart := range []bool{false, true} {
				if restart {
					o.stop()
					o = openAt(t, s, store)
				}
				for menu, label := range map[*telegramtest.Message]string{greeting: "Play a friend", help: "More"} {
					before := menu.Now().Text
					if shown := ana.Taps(menu, label).Wait(); !strings.HasPrefix(shown, "Somebody else has opened this.") ||
						menu.Now().Text != before {
						t.Errorf("restart %v, the menu of Rui tapped by Ana: shown %q, now %q", restart, shown, menu.Now().Text)
					}
				}
			}
			rui.Taps(help, "More").Wait()
			o.Until("the menu is changed by Rui", func() bool { return strings.HasPrefix(help.Now().Text, "Challenges") })
		}
	})
}

// A menu that answers nobody is changed by nobody: a person who taps it gets another one. Such are the greeting of a
// bot that was taken into a group, and after a restart what came by a tap under a board.
func TestMenu_OfNobody(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s, store := telegramtest.Virtual(t), memorytest.New()
		o := openAt(t, s, store)
		ana, rui, group := o.people()
		group.Expel()
		group.Add(ana)
		greeting := group.Next()
		said := greeting.Text
		rui.Taps(greeting, "Play a friend").Wait()
		m := group.Next()
		rui.Taps(m, "Cancel").Wait() // the greeting has done all that it was for
		if !strings.Contains(m.Text, "Rui will play against anyone") || greeting.Now().Text != said ||
			len(greeting.Buttons()) == 0 {
			t.Errorf("the greeting is %q with %v, and said is %q", greeting.Now().Text, greeting.Buttons(), m.Text)
		}

		topic := o.Forum(ana, rui).Topic()
		d := o.begin(topic, ana, rui)
		rui.Taps(d.board[rui.ID], "⋯").Wait()
		rules := topic.Next()
		rui.Taps(rules, "Rules").Wait()
		o.Until("the rules are there", func() bool { return strings.HasPrefix(rules.Now().Text, "Portuguese draughts · ") })
		o.stop()
		openAt(t, s, store)
		before := rules.Now().Text
		for _, p := range []*telegramtest.Person{ana, rui} {
			p.Taps(rules, "›").Wait()
			if m := topic.Next(); !strings.HasPrefix(m.Text, "\u2068"+p.First+"\u2069: Portuguese draughts · ") ||
				rules.Now().Text != before {
				t.Errorf("the rules are %q, and said is %q", rules.Now().Text, m.Text)
			}
		}
	})
}

// A player who taps [Resign] twice, and then twice that it is meant, leaves no line that says so: nothing but the end
// comes.
func TestResign_Twice(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui, group := o.people()
		d := o.begin(group, ana, rui)
		d.move()
		d.move()
		ana.Taps(d.board[ana.ID], "⋯").Wait()
		menu := group.Next()
		before := len(group.Sent())
		twice := func(label string) {
			data := menu.Data(label)
			first, second := ana.TapsData(menu, data), ana.TapsData(menu, data)
			first.Wait()
			second.Wait()
		}
		twice("Resign")
		o.Until("it is asked", func() bool { return !slices.Contains(menu.Buttons(), "Rules") })
		twice("Resign")
		o.Until("it has ended", func() bool { return lastWith(group, "Rematch") != nil })
		said := len(group.Sent())
		ana.Says(group, "/help")
		o.Until("what comes after that is said", func() bool { return len(group.Sent()) > said })
		sent := group.Sent()
		for _, m := range sent[before : len(sent)-1] {
			if !slices.Contains(m.Buttons(), "Rematch") {
				t.Errorf("said: %q", m.Text)
			}
		}
	})
}
