package desktest

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// Scenes plays the scenes of the files that match a pattern. Each is a paragraph of dialogues, and the first characters
// of a line tell what it does:
//
//	# A player who asks for a draw offers one, and is asked before giving up
//	--- group, grants
//	> /play damas @rui colour=white
//	> rui: /accept
//	* @ draw | @ I offer a draw
//	< Ana offers a draw
//	*pt,es @ desisto
//	<! wins
//	= portuguese playing 0
//
//	---  sets the scene: "private" or a "group"; with "grants" the question "Did you mean" is answered by its button,
//	     with "together" all type at one keyboard; or, as "--- wait 1h", advances the time
//	>    is said by Ana, or by the name before a colon, which may have a room after an @; "@ " mentions the bot; after a
//	     name, "taps" presses a button and "answers:" replies to the last message
//	*    is said in a dialogue of its own from the beginning, in the languages named, as is each text between bars;
//	     so is each text between bars after ">", but with "once" those are said one after the other
//	<    expects a part of the answer, "<!" not that part, "<3" three of them, "<^" the beginning, "<=" all of it, and
//	     "-" no answer; a part that begins with [ is a button, as [label: text]; without expectations a text to the bot
//	     must have some answer
//	=    expects the matches to stand so, or to be the "same" as before the text
//	#    begins a comment, | continues the line before; a text " repeats the chosen one, $1 is the id of the first match
func Scenes(t *testing.T, pattern string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenes: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range scenes(t, file, string(text)) {
				t.Run(fmt.Sprint("line", s.branches[0].lines[0].n), s.hold)
			}
		})
	}
}

// scene is a paragraph of dialogues.
type scene struct {
	file     string
	where    []string // "private", "group", "grants", "together", "once"
	branches []branch // each from the beginning
}

// branch is a dialogue in some languages.
type branch struct {
	languages []string
	lines     []sceneLine
}

// sceneLine is a line of a dialogue.
type sceneLine struct {
	n               int
	sign            string // ">": somebody speaks, "*": likewise, in one branch
	who, room, verb string // of what is said
	text            string
}

var (
	headed  = regexp.MustCompile(`^--- (?:private|group)(?:, (?:grants|together|once))*$`)
	signed  = regexp.MustCompile(`^(---|[>=|#]|<(?:[!^=]|\d+)?|\*[a-zA-Z,-]*) (.*)$`)
	speaker = regexp.MustCompile(`^(ana|rui|eva)(?:@(private|group|ana))?(:| taps| answers:) (.*)$`)
)

// scenes parses the scenes of a file.
func scenes(t *testing.T, file, text string) (all []scene) {
	t.Helper()
	n := 0
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		s := scene{file: file, branches: []branch{{languages: []string{""}}}}
		branched := false
		var begin []sceneLine // the common beginning of all dialogues
		for row := range strings.SplitSeq(strings.TrimSuffix(paragraph, "\n"), "\n") {
			n++
			m := signed.FindStringSubmatch(row)
			if m == nil {
				t.Fatalf("%s:%d: cannot be read: %q", file, n, row)
			}
			now := &s.branches[len(s.branches)-1]
			l := sceneLine{n: n, sign: m[1], who: "ana", text: m[2]}
			switch languages, branches := strings.CutPrefix(l.sign, "*"); {
			case branches:
				if !branched {
					branched, begin, s.branches = true, now.lines, nil
				}
				l.sign = "*"
				s.branches = append(s.branches, branch{strings.Split(languages, ","), append(slices.Clone(begin), l.spoken())})
			case l.sign == "|":
				now.lines[len(now.lines)-1].text += " | " + l.text
			case headed.MatchString(row):
				s.where = strings.Split(l.text, ", ")
			case l.sign != "#":
				now.lines = append(now.lines, l.spoken())
			}
		}
		n++
		if s.where == nil {
			t.Fatalf("%s:%d: it is not said where that is", file, n-1)
		}
		all = append(all, s)
	}
	return all
}

// spoken parses who says a line, how and where.
func (l sceneLine) spoken() sceneLine {
	if m := speaker.FindStringSubmatch(l.text); m != nil && (l.sign == ">" || l.sign == "*") {
		l.who, l.room, l.verb, l.text = m[1], m[2], strings.Trim(m[3], " :"), m[4]
	}
	return l
}

// hold plays all dialogues of a scene.
func (s scene) hold(t *testing.T) {
	for _, b := range s.branches {
		parted := ">*"
		if slices.Contains(s.where, "once") {
			parted = "*"
		}
		for _, language := range b.languages {
			for _, lines := range versions(b.lines, parted) {
				InTime(t, func(t *testing.T) { s.play(t, language, inTurn(lines)) })
			}
		}
	}
}

// versions returns the dialogues with every choice of one text from each line whose sign is among signs.
func versions(lines []sceneLine, signs string) (all [][]sceneLine) {
	at := slices.IndexFunc(lines, func(l sceneLine) bool {
		return strings.Contains(signs, l.sign) && strings.Contains(l.text, " | ")
	})
	if at < 0 {
		return [][]sceneLine{lines}
	}
	for text := range strings.SplitSeq(lines[at].text, " | ") {
		one := slices.Clone(lines)
		one[at].text = text
		for i := range one {
			if one[i].text == `"` {
				one[i].text = text
			}
		}
		all = append(all, versions(one, signs)...)
	}
	return all
}

// inTurn returns the dialogue in which all texts of each line are said, and answered, one after the other.
func inTurn(lines []sceneLine) (all []sceneLine) {
	for len(lines) > 0 {
		next := 1
		for next < len(lines) && !strings.Contains(">*---", lines[next].sign) {
			next++
		}
		for text := range strings.SplitSeq(lines[0].text, " | ") {
			l := lines[0]
			l.text = text
			all = append(append(all, l), lines[1:next]...)
		}
		lines = lines[next:]
	}
	return all
}

// stage is the state of a dialogue being played.
type stage struct {
	scene
	t *testing.T
	h *Host
	d *Desk

	text, told, buttons string // the last line, and the answer to it
	before              string // the matches before that
	events              int
}

// play plays a dialogue until an expectation fails.
func (s scene) play(t *testing.T, language string, lines []sceneLine) {
	d := NewDesk()
	d.Can.Together = slices.Contains(s.where, "together")
	h, _ := Start(t, memorytest.New(), d)
	if slices.Contains(s.where, "grants") {
		h.Grants = d
	}
	on := &stage{scene: s, t: t, h: h, d: d}
	if language != "" {
		on.says(sceneLine{who: "ana", text: "/language " + language})
	}
	for i, l := range lines {
		right := true
		switch l.sign {
		case "---":
			wait, err := time.ParseDuration(strings.TrimPrefix(l.text, "wait "))
			if right = err == nil; right {
				Later(wait)
			}
		case ">", "*":
			addressed := on.says(l)
			right = !addressed || on.told != "" || i+1 < len(lines) && lines[i+1].text == "-"
		default:
			right = on.wants(l.sign, on.filled(l.text))
		}
		if !right {
			t.Errorf("%s:%d: %s %s: %q is answered with %q %s; the matches: %s", s.file, l.n, l.sign, l.text, on.text, on.told,
				on.buttons, on.matches())
			return
		}
	}
}

// says sends, taps or replies with a line, and reports whether it was addressed to the bot.
func (on *stage) says(l sceneLine) (addressed bool) {
	before := len(on.d.All())
	on.before = on.stored()
	on.events++
	e := chat.Event{ID: fmt.Sprint("e", on.events), Room: chat.Room("desk:" + cmp.Or(l.room, on.where[0])),
		From: map[string]chat.User{"ana": Ana, "rui": Rui, "eva": Eva}[l.who], Text: on.filled(l.text)}
	if e.Room == "desk:private" {
		e.Room = chat.Room(e.From.ID)
	}
	if e.Private = e.Room == chat.Room(e.From.ID); !e.Private {
		e.Mentions = []chat.User{Ana, Rui}
	}
	text, mentioned := strings.CutPrefix(e.Text, "@ ")
	e.Text, on.text = text, text
	e.Addressed = e.Private || mentioned || on.d.Can.Together || strings.HasPrefix(text, "/")
	for _, s := range slices.Backward(on.d.All()) {
		if l.verb == "answers" {
			e.Quoted, e.Addressed = chat.PlainText(s.M.Text), true
			break
		}
		if says, has := button(s.M, text); l.verb == "taps" && has {
			e.Room, e.Text, e.Tap, e.Addressed, e.Opener, e.Quoted = s.Room, says, true, true, e.From, chat.PlainText(s.M.Text)
			break // of the last message that has such a button
		}
	}
	if l.verb == "taps" && !e.Tap {
		on.t.Fatalf("%s:%d: no button %q", on.file, l.n, text)
	}
	Hear(on.h, e)
	on.told, on.buttons = "", ""
	all := on.d.All()
	for _, s := range all[min(before, len(all)):] {
		on.told += chat.PlainText(s.M.Text) + "\n"
		for _, b := range slices.Concat(s.M.Buttons...) {
			on.buttons += "[" + b.Label + ": " + b.Says + "]"
		}
	}
	on.told = strings.TrimSuffix(on.told, "\n")
	return e.Addressed
}

// wants reports whether the answer, or the matches, are as a line expects.
func (on *stage) wants(sign, part string) bool {
	told := on.told
	if strings.HasPrefix(part, "[") {
		told = on.buttons
	}
	switch {
	case sign == "=" && part == "same":
		return on.stored() == on.before
	case sign == "=":
		return on.matches() == part
	case part == "-":
		return told == ""
	case sign == "<":
		return strings.Contains(told, part)
	case sign == "<^":
		return strings.HasPrefix(told, part)
	case sign == "<=":
		return told == part
	}
	times, _ := strconv.Atoi(sign[1:]) // 0 for "<!"
	return strings.Count(told, part) == times
}

// numbered matches the placeholder of a match id.
var numbered = regexp.MustCompile(`\$\d`)

// filled replaces line breaks and match ids in a text.
func (on *stage) filled(text string) string {
	return numbered.ReplaceAllStringFunc(strings.ReplaceAll(text, `\n`, "\n"), func(place string) string {
		all := Every(on.t, on.h.Store)
		if n, err := strconv.Atoi(place[1:]); err == nil && 0 < n && n <= len(all) {
			return all[len(all)-n].ID
		}
		return place
	})
}

// matches describes all matches in the order in which they began: game, status, number of moves, and pending offer.
func (on *stage) matches() string {
	var all []string
	for _, m := range slices.Backward(Every(on.t, on.h.Store)) {
		one := fmt.Sprintf("%s %s %d", m.Game.Name, m.Status, m.Moves())
		if m.Pending.Offer != "" {
			one += " " + string(m.Pending.Offer)
		}
		all = append(all, one)
	}
	return cmp.Or(strings.Join(all, ", "), "-")
}

// stored returns the number of events of each match.
func (on *stage) stored() string {
	heads, err := on.h.Store.Find(on.t.Context(), storage.Query{})
	if err != nil {
		on.t.Fatal(err)
	}
	events := map[string]int{}
	for _, h := range heads {
		events[h.ID] = h.N
	}
	return fmt.Sprint(events)
}
