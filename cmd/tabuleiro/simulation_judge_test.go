package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/computer"
	"tabuleiro/cmd/tabuleiro/judgetest"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
	"tabuleiro/storage"
)

// judge compares what is stored with what was sent, and with what should have happened.
func (w *world) judge() {
	heads, err := w.store.Find(w.t.Context(), storage.Query{})
	if err != nil {
		w.t.Fatal(err)
	}
	if n := w.discord.Hasty(); n > 0 {
		w.t.Errorf("the bot identified itself to Discord too soon %d times", n)
	}
	for _, h := range heads {
		if h.Undelivered() {
			w.t.Errorf("match %s is not said: %+v of %d", h.ID, h.Places, h.N)
		}
	}
	for _, p := range w.tables {
		chats := p.room.sent()
		for _, id := range p.ids {
			_, events := w.load(id)
			w.counts["matches"]++
			w.judgeTime(id, events)
			for i, sent := range chats {
				p.judgeTelling(id, lines(p, id, events), i, sent)
			}
		}
	}
}

// calls are the phrases for reminders.
var calls = map[match.Reminder]string{
	match.Quarter: "%s: three quarters of your time are gone.", match.Soon: "%s: your time is nearly up.",
	match.TimeUp:    "%s's time is up.",
	match.Requested: "%s: you asked me to remind you of your move.",
}

// calledInLines returns the name of a player within a sentence, without the level of the bot.
func calledInLines(p match.Player) string {
	if computer.Is(p.ID) {
		return "Bot"
	}
	return p.Name
}

// lines returns the lines that must be sent about moves and reminders of a match.
func lines(p *couple, id string, events []match.Event) (all []string) {
	m := &match.Match{ID: id}
	for _, e := range events {
		switch e.Kind {
		case match.Moved:
			if word, _ := engine.WordOf(m.Line.Position(), e.Move); word != "" || e.Forced {
				break // these have sentences of their own
			}
			all = append(all, fmt.Sprintf("%s: %s", calledInLines(m.Player(m.Turn())), e.Move))
		case match.Reminded:
			all = append(all, fmt.Sprintf(calls[e.Reminder], calledInLines(m.Player(m.Turn()))))
		}
		next, err := m.Apply(e, table.Named)
		if err != nil {
			p.w.t.Errorf("match %s: %v", id, err)
			break
		}
		m = next
	}
	return all
}

// others matches a play told in the other player's numbers.
var others = regexp.MustCompile(`^(.+?: )([^(]+) \(.+'s numbers\)$`)

var number = regexp.MustCompile(`\d+`)

// renumbered returns the line about a move of backgammon in the mover's own numbers.
func renumbered(line string) string {
	found := others.FindStringSubmatch(line)
	if found == nil {
		return line
	}
	return found[1] + number.ReplaceAllStringFunc(found[2], func(text string) string {
		n, _ := strconv.Atoi(text) // it has digits only
		return strconv.Itoa(25 - n)
	})
}

var tellingLine = regexp.MustCompile(`^((P\d+[ab]|Bot): (\S*\d\S*( \S*/\S*)*|three quarters of.*|your time is nearly.*|you asked me.*)|(P\d+[ab]|Bot)'s time is up\.)$`)

// forOther reports whether a line calls the other player, not the owner of a private chat; such a line may be part of a
// message there, but need not be.
func (p *couple) forOther(line string, chat int) bool {
	_, private := p.room.(*privateRoom)
	who, what, ok := strings.Cut(line, ": ")
	return private && ok && who != p.names[chat] &&
		slices.ContainsFunc([]match.Reminder{match.Quarter, match.Soon, match.Requested}, func(c match.Reminder) bool {
			return strings.HasSuffix(calls[c], what)
		})
}

// judgeTelling compares the lines required for a match with those sent to a chat.
func (p *couple) judgeTelling(id string, want []string, chat int, sent []string) {
	r := judgetest.Record{Happened: want, Stored: want, Optional: func(line string) bool { return p.forOther(line, chat) }}
	ours := false // the message is about the match
	for at, text := range sent {
		if numbered.MatchString(text) { // else it goes on with the message before, which was too long
			ours = strings.Contains(text, "#"+id)
		}
		if !ours || strings.Contains(text, "may have missed") {
			continue
		}
		for line := range strings.SplitSeq(text, "\n") {
			if line = renumbered(line); tellingLine.MatchString(line) {
				r.Said = append(r.Said, judgetest.Message{Tells: line, Number: at})
			}
		}
	}
	for _, n := range p.marks[chat] {
		r.Falls = append(r.Falls, n-1) // the message may be on its way
	}
	v := judgetest.Judge(r)
	p.w.counts["told"] += len(want) - len(v.Unsaid)
	p.w.counts["told twice"] += len(v.Twice)
	if v.Broken() {
		p.w.t.Errorf("match %s in %T of %v: %+v\nto be said %q\nsaid %q, marks %v", id, p.room, p.names, v, want, sent,
			p.marks[chat])
	}
}

// judgeTime checks that all reminders that were due were sent, once.
func (w *world) judgeTime(id string, events []match.Event) {
	m := &match.Match{ID: id}
	called := map[match.Reminder]bool{}
	for i, e := range append(events, match.Event{At: time.Now()}) {
		call, at := m.Next()
		if at.Before(m.Latest) {
			at = m.Latest // it was asked for too late
		}
		if call != "" && e.At.After(w.latest(m, call, at)) {
			w.t.Errorf("match %s: %s was due at %v, and nothing happened before %v: %+v", id, call, at, e.At,
				events[max(0, i-3):min(len(events), i+1)])
		}
		if computer.Due(m) {
			w.counts["house asked"]++
			if e.At.After(w.excused(m.Latest).Add(promptly)) {
				w.t.Errorf("match %s: the house was to answer at %v, and nothing happened before %v: %+v", id, m.Latest, e.At,
					events[max(0, i-3):min(len(events), i+1)])
			}
		}
		if i == len(events) {
			break
		}
		switch {
		case e.Ahead:
			w.counts["moved as planned"]++
		case e.Kind == match.Reminded && e.Reminder != match.Requested:
			if called[e.Reminder] {
				w.t.Errorf("match %s: %s is called twice for one decision", id, e.Reminder)
			}
			called[e.Reminder] = true
			w.counts["called"]++
		case e.Kind == match.Moved, e.Kind == match.Gave, e.Kind == match.Next, e.Kind == match.Ruled:
			clear(called)
		}
		next, err := m.Apply(e, table.Named)
		if err != nil {
			w.t.Errorf("match %s: %v", id, err)
			return
		}
		m = next
	}
}

// promptly is how soon the bot must do what is due, while it runs.
const promptly = 10 * time.Minute

// latest returns the latest time for something due: when the bot runs and, for reminders, by day.
func (w *world) latest(m *match.Match, call match.Reminder, at time.Time) time.Time {
	at = w.excused(at)
	if call != match.TimeUp && call != match.End && !m.Setup.Time.Sudden() {
		at = w.excused(at.Add(12 * time.Hour)) // a night
	}
	return at.Add(promptly)
}
