package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// What an arbiter has decided stands in the record of a match with the words for it: all of it in the log, the end in
// the file, which can be read again.
func TestArbiterStandsInTheRecord(t *testing.T) {
	d := newDesk()
	d.caps.Pictures = false
	h, _ := start(t, memory.New(), d)
	carla := chat.User{ID: "desk:carla", Handle: "carla", Name: "Carla"}
	says(h, carla, "/games")
	types(h, ana, "/play damas white time=3d arbiter=@carla @rui", carla, rui)
	for _, said := range []struct {
		who  chat.User
		text string
	}{
		{rui, "/accept"}, {ana, "11-15"}, {rui, "22-18"}, {carla, "/arbiter back 1 a slip {of} the finger"}, {carla, "/arbiter give 2d the train was late"},
		{carla, "/arbiter pause 2d holidays"}, {carla, "/arbiter draw both agree"},
	} {
		says(h, said.who, said.text)
	}
	for _, command := range []string{"/log", "/log all"} {
		says(h, ana, command)
		answer := d.last(t).m
		got := chat.Plain(answer.Text)
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
	says(h, ana, "/export")
	file := d.last(t).m.File
	if file == nil || !strings.Contains(string(file.Data), "{Carla: both agree} *") {
		t.Fatalf("exported: %+v", file)
	}
	brings(h, ana, "/import", file)
	if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Ana") || strings.Contains(got, "line ") {
		t.Errorf("imported: %q", got)
	}
}
