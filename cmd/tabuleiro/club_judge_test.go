package main

import (
	"context"
	"regexp"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/cmd/tabuleiro/judgetest"
	"tabuleiro/engine/match"
	"tabuleiro/engine/record"
	"tabuleiro/engine/table"
)

// judge checks all tournaments.
func (y *year) judge() {
	ctx := context.Background()
	for _, c := range y.rooms {
		if c.id == "" {
			continue
		}
		stored, _ := y.store.Get(ctx, "tournament/"+c.id)
		is := judgetest.Tournament{ID: c.id, Log: stored, Games: map[string]judgetest.TimedGame{}}
		for _, h := range c.heads() {
			events, _ := y.store.Events(ctx, h.ID)
			m, err := match.Replay(h.ID, table.Named, events)
			if err != nil || m.First.ID == "" {
				continue
			}
			text, _ := record.Write(m.Record())
			_, at, _ := strings.Cut(eventTag.FindString(text), c.id+" ")
			is.Games[strings.TrimSuffix(at, `"]`)] = judgetest.TimedGame{PDN: text, End: h.Latest}
		}
		for _, at := range []chat.Room{c.home, c.other} {
			y.announced(c.id, at)
		}
		for _, text := range y.hallOf(c.home).texts(c.home) {
			// a repeated announcement may be the first that the room has of it
			if strings.Contains(text.text, "🏆 #"+c.id) && strings.Contains(text.text, "It is over") {
				is.Table = text.text
			}
		}
		for _, wrong := range judgetest.JudgeTournament(is) {
			y.count("wrong")
			y.t.Errorf("%s", wrong)
		}
		y.count("judged")
		for range is.Games {
			y.count("games")
		}
	}
}

var eventTag = regexp.MustCompile(`\[Event "[^"]*"\]`)

// announced counts the announcements of a tournament in a room. No process makes one twice; one that a killed process
// sent but did not note may come once more.
func (y *year) announced(id string, room chat.Room) {
	type saying struct {
		what string
		by   *clubLife
	}
	once, lives := map[saying]int{}, map[string]int{}
	for _, m := range y.hallOf(room).texts(room) {
		if !strings.Contains(m.text, "🏆 #"+id) || !strings.HasPrefix(m.once, "tournament/") {
			continue
		}
		y.count("announced")
		_, after, _ := strings.Cut(m.text, "\n")
		for line := range strings.SplitSeq(after, "\n") {
			if newsLine.MatchString(line) && !strings.Contains(line, "—") { // those who were forgotten are all called that
				once[saying{line, m.by}]++
			}
		}
		once[saying{m.once, m.by}]++
	}
	for said, n := range once {
		if lives[said.what]++; n > 1 || lives[said.what] > 2 {
			y.t.Errorf("%s: %q is announced %d times by a process, and by %d", room, said.what, n, lives[said.what])
		}
		if lives[said.what] > 1 {
			y.count("announced again after a kill")
		}
	}
}

// newsLine matches a line about something that happens once.
var newsLine = regexp.MustCompile(`announces a tournament|has withdrawn|no longer takes part|takes part any longer|is out\.|has been taken out|It is over|comes to nothing|No first move|stayed drawn|no first move`)
