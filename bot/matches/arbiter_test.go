package matches_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A person named as arbiter is notified once, when the match is proposed, and can decline before and after it has
// begun; then it has no arbiter, and the players are told.
func TestArbiter_Told(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, begun := range []bool{false, true} {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: "/play damas @rui arbiter=@eva", Addressed: true,
				Mentions: []chat.User{Rui, Eva}})
			if begun {
				Says(h, Rui, "/accept")
			}
			var called []chat.Message
			for _, s := range d.All() {
				if s.M.Turn.ID == Eva.ID {
					called = append(called, s.M)
				}
			}
			named := "Eva, Ana names you the arbiter of #"
			if len(called) != 1 || called[0].Quiet || !strings.Contains(chat.PlainText(called[0].Text), named) {
				t.Fatalf("begun %v: the arbiter is called by %+v", begun, called)
			}
			no := chat.Event{Room: "desk:group", From: Rui, Text: called[0].Buttons[0][0].Says, Addressed: true, Tap: true}
			Hear(h, no) // is refused
			if m := Only(t, store, storage.Query{}); m.Setup.Arbiter.Anyone() {
				t.Fatalf("begun %v: a player makes the match one without an arbiter", begun)
			}
			d.Heard()
			no.From = Eva
			Hear(h, no)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Eva will not be the arbiter") {
				t.Errorf("begun %v: the players are told %q", begun, got)
			}
			if m := Only(t, store, storage.Query{}); !m.Setup.Arbiter.Anyone() || m.Status.Ended() {
				t.Errorf("begun %v: the arbiter is %v, the match %v", begun, m.Setup.Arbiter, m.Status)
			}
			if !begun {
				Says(h, Rui, "/accept")
			}
			Says(h, Ana, "/move 11-15")
			if m := Only(t, store, storage.Query{}); m.Status != match.Playing || m.Moves() != 1 {
				t.Errorf("begun %v: it does not go on: %v", begun, m.Status)
			}
		}
	})
}

// The rulings of an arbiter and their reasons stand in the record of a match: all of them in the log, the last one in
// the file, which can be imported again.
func TestArbiter_InTheRecord(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Pictures = false
		h, _ := Start(t, memorytest.New(), d)
		carla := chat.User{ID: "desk:carla", Handle: "carla", Name: "Carla"}
		Says(h, carla, "/games")
		Types(h, Ana, "/play damas white time=3d arbiter=@carla @rui", carla, Rui)
		for _, said := range []struct {
			who  chat.User
			text string
		}{
			{Rui, "/accept"}, {Ana, "11-15"}, {Rui, "22-18"}, {carla, "/arbiter back 1 a slip {of} the finger"},
			{carla, "/arbiter give 2d the train was late"},
			{carla, "/arbiter pause 2d holidays"}, {carla, "/arbiter draw both agree"},
		} {
			Says(h, said.who, said.text)
		}
		for _, command := range []string{"/log", "/log all"} {
			Says(h, Ana, command)
			answer := d.Last(t).M
			got := chat.PlainText(answer.Text)
			if answer.File != nil {
				got = string(answer.File.Data)
			}
			for _, words := range []string{"“a slip {of} the finger”", "“the train was late”", "“holidays”", "“both agree”"} {
				if strings.Count(got, words) != 1 {
					t.Errorf("%s has %s %d times: %q", command, words, strings.Count(got, words), got)
				}
			}
			if strings.Count(got, "The arbiter, Carla,") != 3 {
				t.Errorf("%s: %q", command, got)
			}
		}
		Says(h, Ana, "/export")
		file := d.Last(t).M.File
		if file == nil || !strings.Contains(string(file.Data), "{Carla: both agree} *") {
			t.Fatalf("exported: %+v", file)
		}
		Brings(h, Ana, "/import", file)
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana") || strings.Contains(got, "line ") {
			t.Errorf("imported: %q", got)
		}
	})
}

// A ruling in a series belongs to the game in which it was made, in the log and in the file.
func TestArbiter_InTheGame(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Pictures = false
		h, _ := Start(t, memorytest.New(), d)
		carla := chat.User{ID: "desk:carla", Handle: "carla", Name: "Carla"}
		Says(h, carla, "/games")
		Types(h, Ana, "/play damas white games=2 time=3d arbiter=@carla @rui", carla, Rui)
		for _, said := range []struct {
			who  chat.User
			text string
		}{
			{Rui, "/accept"}, {Ana, "11-15"}, {Rui, "22-18"}, {carla, "/arbiter back 1 a slip"}, {Rui, "22-19"},
			{carla, "/arbiter award @ana rui was rude"}, {Rui, "11-15"}, {carla, "/arbiter give 2d the train was late"},
			{Ana, "22-18"},
			{carla, "/arbiter no train left"},
		} {
			Says(h, said.who, said.text)
		}
		words := []string{"“a slip”", "“rui was rude”", "“the train was late”", "Carla will not be the arbiter"}
		Says(h, Ana, "/log")
		log := chat.PlainText(d.Last(t).M.Text)
		for i, w := range words {
			if strings.Contains(log, w) != (i > 1) {
				t.Errorf("the log of the second game: %q", log)
			}
		}
		Says(h, Ana, "/log all")
		all := string(d.Last(t).M.File.Data)
		for _, w := range append(words, "game 2:") {
			if strings.Count(all, w) != 1 || strings.Index(all, w) < strings.Index(all, "game 2:") != (w == words[0] ||
				w == words[1]) {
				t.Errorf("the whole log: %s", all)
			}
		}
		Says(h, Ana, "/export")
		file := d.Last(t).M.File
		for _, want := range []string{"1. 11-15 {Carla: back 1: a slip} 22-19 {Carla: rui was rude} *",
			"1. 11-15 {Carla: more 2d: the train was late} 22-18 {Carla: recused: train left} *"} {
			if !strings.Contains(strings.Join(strings.Fields(string(file.Data)), " "), want) {
				t.Errorf("the file has no %q: %s", want, file.Data)
			}
		}
		Brings(h, Ana, "/import 1", file)
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Ana") || strings.Contains(got, "line ") {
			t.Errorf("imported: %q", got)
		}
	})
}
