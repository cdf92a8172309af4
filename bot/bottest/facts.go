package bottest

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// told is a sentence with facts as named gaps.
type told struct {
	form
	key   string
	names []string // names of the gaps, in the order of the groups
	early bool     // may precede the match id in a message
	so    func(f facts, v view.Voice, m *match.Match, now time.Time) bool
}

// facts are the values of a sentence's gaps, and its "Line".
type facts map[string]string

// unjudged are the reasons for a game's end whose sentences say more than the winner and the reason.
var unjudged = []string{"reason.arbiter", "reason.record", "reason.absent", "reason.left", "reason.series-won",
	"reason.series-level",
	"reason.series-given-up"}

// judged returns a language's sentences about turns, dice, times, results, the race and reminders.
func judged(v view.Voice) (all []told) {
	for key, so := range map[string]func(facts, engine.Position) bool{
		"turn": nil, "not-a-move": nil, "not-a-choice": nil,
		"turn-dice": func(f facts, p engine.Position) bool {
			dice := throw(p).Dice
			return f["Dice"] == fmt.Sprintf("%d-%d", dice[0], dice[1])
		},
		"turn-roll":   func(_ facts, p engine.Position) bool { return !thrown(p) && doubles(p) },
		"turn-throw":  func(_ facts, p engine.Position) bool { return !thrown(p) && !doubles(p) },
		"turn-double": func(_ facts, p engine.Position) bool { return throw(p).Doubled > 0 },
	} {
		all = append(all, toldBy(v, key, onTurn(so)))
	}
	all = append(all, toldBy(v, "time-to-move", left))
	for i := range all {
		all[i].early = true
	}
	for _, key := range v.Keys() {
		name, reason := strings.CutPrefix(key, "reason.")
		if reason && !strings.HasPrefix(name, "ruled") && !slices.Contains(unjudged, key) {
			all = append(all, toldBy(v, key, ended(key)))
		}
	}
	all = append(all, toldBy(v, "told-pips", races))
	for _, key := range []string{"reminds", "reminds-day", "reminds-later"} {
		all = append(all, toldBy(v, key, reminded))
	}
	return all
}

// toldBy returns the sentence of a key, with both forms if it has a plural.
func toldBy(v view.Voice, key string, so func(facts, view.Voice, *match.Match, time.Time) bool) told {
	t := told{key: key, so: so}
	var forms []string
	for n, count := range []int{1, 2} {
		given := []speech.Fact{speech.Count(count)}
		for _, name := range v.Facts(key) {
			if name != "Count" {
				given = append(given, speech.Person(name, chat.User{Name: "\x00" + name + "\x00"}))
			}
		}
		text := regexp.QuoteMeta(plain(v.Text(key, given...)))
		form := regexp.MustCompile("\x00([A-Za-z]+)\x00").ReplaceAllStringFunc(text, func(gap string) string {
			name := strings.Trim(gap, "\x00")
			t.names = append(t.names, name)
			switch name {
			case "Hour", "Time":
				return `([^()#;]+?)`
			case "A", "B":
				return `(\d+)`
			}
			return `([^().:,]+?)`
		})
		if slices.Contains(v.Facts(key), "Count") {
			form = strings.Replace(form, strconv.Itoa(count), `(\d+)`, 1)
			t.names = slices.Insert(t.names, len(t.names)-strings.Count(form[strings.Index(form, `(\d+)`)+5:], "([^"), "Count")
		}
		if n == 0 || form != forms[0] {
			forms = append(forms, form)
		} else {
			t.names = t.names[:len(t.names)/2]
		}
	}
	t.form = newForm(forms...)
	return t
}

// wrong returns what is false in a line.
func (t told) wrong(line string, v view.Voice, m *match.Match, now time.Time) (all []string) {
	for _, found := range t.in(line) {
		f := facts{"Line": line}
		for i, name := range t.names {
			if found[i+1] != "" {
				f[name] = found[i+1]
			}
		}
		if !t.so(f, v, m, now) {
			all = append(all, fmt.Sprintf("in #%s, which is %s after %d events, %s with %q is not so", m.ID, m.Status, m.N, t.key, f))
		}
	}
	return all
}

// unnamed checks statements about the race in a text that names no match: they must hold for one that is being played.
func (j *Judge) unnamed(text string) {
	for _, v := range tongues() {
		for _, sentence := range v.told {
			if !strings.HasSuffix(sentence.key, "-pips") || sentence.in(text) == nil {
				continue
			}
			heads, err := j.Store.Find(context.Background(), storage.Query{Live: true})
			if err != nil || !slices.ContainsFunc(heads, func(h storage.Head) bool {
				m := j.match(h.ID, "", 0)
				return m != nil && len(sentence.wrong(text, v.Voice, m, j.Now())) == 0
			}) {
				j.T.Errorf("%q: %s is not so in any match: %v", text, sentence.key, err)
			}
		}
	}
}

// calls reports whether a name is that of a player, who may have been forgotten.
func calls(name string, p match.Player) bool {
	if view.User(p).Robot { // sentences omit its level
		return strings.HasSuffix(name, "Bot")
	}
	return strings.HasSuffix(name, p.Name) && p.Name != "" || strings.HasSuffix(name, "—")
}

// throw returns the dice of a position, zero if it has none.
func throw(p engine.Position) engine.Throw {
	if p, ok := p.(engine.DicePosition); ok {
		return p.Throw()
	}
	return engine.Throw{}
}

func thrown(p engine.Position) bool { t := throw(p); return t.Dice[0] != 0 && t.By != engine.Nobody }

// doubles reports whether a double may be offered.
func doubles(p engine.Position) bool {
	_, err := p.Read("double")
	return err == nil
}

// onTurn checks whose turn it is, and a further condition.
func onTurn(so func(facts, engine.Position) bool) func(facts, view.Voice, *match.Match, time.Time) bool {
	return func(f facts, _ view.Voice, m *match.Match, _ time.Time) bool {
		return m.Status == match.Playing && calls(f["Player"], m.Player(m.Turn())) && (so == nil || so(f, m.Line.Position()))
	}
}

// left checks the time left for a decision.
func left(f facts, v view.Voice, m *match.Match, now time.Time) bool {
	if m.Status != match.Playing || m.Decides() == engine.Nobody {
		return true
	}
	span := v.Span(m.TimeOf(m.Decides(), now))
	return strings.Contains(f["Line"], plain(v.Text("time-to-move", speech.Text("Time", span))))
}

// ended checks the winner, the points and the reason of a result: of the match, of a game of it, or of a part of a game
// with dice.
func ended(key string) func(facts, view.Voice, *match.Match, time.Time) bool {
	return func(f facts, v view.Voice, m *match.Match, _ time.Time) bool {
		is := func(one *match.Match, o engine.Outcome) bool {
			if !o.Decided() || v.Of(one.Game, "reason."+string(o.Reason)) != key {
				return false
			}
			for name, side := range map[string]engine.Side{"Winner": o.Winner, "Loser": o.Winner.Other()} {
				if f[name] != "" && !calls(f[name], one.Player(side)) {
					return false
				}
			}
			return f["Count"] == "" || f["Count"] == strconv.Itoa(o.Points)
		}
		if m.Status == match.Over && is(m, m.Outcome) {
			return true
		}
		for n := 1; n <= m.RecordedGames(); n++ {
			one := m.SingleGame(n)
			if one.Status == match.Over && is(one, one.Outcome) {
				return true
			}
		}
		for n := range m.Line.Len() + 1 {
			if is(m, engine.StandingOf(m.Line.At(n)).Ended) {
				return true
			}
		}
		return false
	}
}

// races checks the pip counts. With the players' names they refer to the current position; with the sides' names
// possibly to an earlier one.
func races(f facts, _ view.Voice, m *match.Match, _ time.Time) bool {
	first, second := m.Player(engine.First), m.Player(engine.Second)
	named := calls(f["First"], first) || calls(f["First"], second)
	for n := range m.Line.Len() + 1 {
		p := m.Line.At(n).View().Points
		if p == nil || named && n < m.Line.Len() {
			continue
		}
		a, b := strconv.Itoa(p.Pips[0]), strconv.Itoa(p.Pips[1])
		if f["A"] == a && f["B"] == b && (!named || calls(f["First"], first)) ||
			f["A"] == b && f["B"] == a && named && calls(f["First"], second) {
			return true
		}
	}
	return false
}

// reminded checks the time of a reminder: either player must have asked for it.
func reminded(f facts, v view.Voice, m *match.Match, now time.Time) bool {
	for _, p := range []match.Player{m.Player(engine.First), m.Player(engine.Second)} {
		wish := m.Reminder(p.ID, now)
		hour, zone, _ := strings.Cut(f["Hour"], ", UTC")
		switch {
		case f["Hour"] == "":
			if wish.Span > 0 && plain(v.Span(time.Duration(wish.Span))) == f["Time"] {
				return true
			}
		case !wish.Until.IsZero():
			hours, minutes, _ := strings.Cut(zone, ":")
			h, _ := strconv.Atoi(hours)
			ms, _ := strconv.Atoi(minutes)
			if h < 0 || strings.HasPrefix(hours, "-") {
				ms = -ms
			}
			at := wish.Until.In(time.FixedZone("", h*3600+ms*60))
			if at.Format("15:04") == hour && plain(v.Span(wish.Until.Sub(now))) == f["Time"] {
				return true
			}
		}
	}
	return false
}
