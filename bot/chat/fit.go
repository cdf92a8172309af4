package chat

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Caps are the amounts a service can carry.
type Caps struct {
	Text     int  // characters of a message
	Pictures bool // boards are wanted as pictures
	Caption  int  // characters of a message with a picture; 0: pictures go elsewhere, the text of the board is said
	Rows     int  // rows of buttons; 0: none
	Columns  int  // buttons in a row
	Says     int  // bytes of what a button says
	Label    int  // characters of a button's label
	Unpaced  bool // people may ask for as much as they like: they pay for it themselves
	Talk     bool // talk that is not addressed to the bot is heard
	Guest    bool // the bot is no member of the room: it hears commands and buttons there, no replies
	Privates bool // a message can be for one person only
	Together bool // the people sit in front of the same screen: nobody has to be called
	ByID     bool // people are called by their ids: a handle that was typed notifies nobody
	Asks     bool // a button can ask for something: see Asked
	Threads  bool // a thread can be opened: the adapter has Threads
	Crowded  bool // what is said now would have to wait, and what takes the place of a message whose button was pressed not
	// a board goes on in the message where it is, which notifies nobody, as long as that is in sight: see Direct
	Turns  bool
	Clears bool // a board that another one has overtaken goes; else it loses its buttons
	// a message that is changed counts as much as a new one: a move that is tapped in steps is drawn at its end only
	Dear bool
	// answers to commands and buttons go a way of their own: one that is slow keeps no other in the room waiting
	Apart   bool
	Choices int // a board with at most so many moves has a button for each whole move; with more they are made in steps
}

// Fit turns a message into those that the service can carry, in order; the last one has the buttons. Where there are no
// pictures the text of the board is said; where a caption is too long the words come first. A file goes with the last
// one. Where there are no buttons what they say is listed, so that it can be typed.
func Fit(m Message, c Caps) []Message {
	m.Buttons, m.Text = fitButtons(m, c)
	caption := c.Caption > 0 && (m.File != nil || m.Board != nil && m.Board.PNG != nil)
	switch {
	case caption && length(m.Text) <= c.Caption:
		return []Message{m}
	case caption:
		last := m
		last.Text = nil
		m.Board, m.File, m.Buttons = nil, nil, nil
		return append(Fit(m, c), last)
	case m.Board != nil:
		text := m.Text
		if length(text) > 0 {
			text = append(text[:len(text):len(text)], Span{Text: "\n\n"})
		}
		m.Text = append(text, Span{Text: m.Board.Text, Mono: !m.Board.Told})
		m.Board = nil
	}
	parts := split(m.Text, c.Text)
	out := make([]Message, len(parts))
	for i, p := range parts {
		out[i] = m
		out[i].Text = p
		if i < len(parts)-1 {
			out[i].Buttons, out[i].File = nil, nil
		}
	}
	return out
}

// fitButtons drops buttons that say too much, breaks rows that are too wide and cuts labels. Buttons for which there is
// no place are listed under the text instead.
func fitButtons(m Message, c Caps) (rows [][]Button, _ []Span) {
	var listed []string
	for _, row := range m.Buttons {
		var kept []Button
		for _, b := range row {
			switch long := len(b.Says) > c.Says; {
			case b.Asks != Nothing && (long || !c.Asks): // it says nothing that could be typed
			case !long && len(rows)+len(kept)/max(c.Columns, 1) < c.Rows:
				b.Label = Shorten(b.Label, c.Label)
				kept = append(kept, b)
			case b.URL == "":
				listed = append(listed, b.Says)
			}
		}
		rows = slices.AppendSeq(rows, slices.Chunk(kept, max(c.Columns, 1)))
	}
	if len(listed) == 0 || m.Told {
		return rows, m.Text
	}
	text := append([]Span(nil), m.Text...)
	if length(text) > 0 {
		text = append(text, Span{Text: "\n"})
	}
	return rows, append(text, Span{Text: "[" + strings.Join(listed, "] [") + "]"})
}

func length(spans []Span) int {
	n := 0
	for _, s := range spans {
		n += utf8.RuneCountInString(s.Text)
	}
	return n
}

// Shorten cuts a text to a length of at most n in UTF-16, as services count, the "…" at its end included.
func Shorten(s string, n int) string {
	var used, end int // end is where the text would be cut
	for i, r := range s {
		if used <= n-1 {
			end = i
		}
		if used += utf16.RuneLen(r); used > n {
			return s[:end] + "…"
		}
	}
	return s
}

// split breaks text into parts of at most limit characters, at the end of a line where there is one. A block in a fixed
// width that fits into the part is not broken.
func split(spans []Span, limit int) (parts [][]Span) {
	for {
		text := []rune(PlainText(spans))
		if len(text) <= limit {
			return append(parts, spans)
		}
		cut, at := limit, 0
		line := strings.LastIndexByte(string(text[:limit]), '\n') + 1
		if head := string(text[:limit])[:line]; strings.TrimSpace(head) != "" {
			cut = utf8.RuneCountInString(head)
		}
		for _, s := range spans {
			end := at + utf8.RuneCountInString(s.Text)
			if s.Mono && at < cut && end <= limit {
				cut = max(cut, end)
			}
			at = end
		}
		part, rest := cutAt(spans, cut)
		parts, spans = append(parts, part), rest
	}
}

// cutAt breaks spans after so many characters, of which there are more.
func cutAt(spans []Span, n int) (head, tail []Span) {
	for i, s := range spans {
		text := []rune(s.Text)
		if len(text) > n {
			first, rest := s, s
			first.Text, rest.Text = string(text[:n]), string(text[n:])
			if n > 0 {
				head = append(head, first)
			}
			return head, append([]Span{rest}, spans[i+1:]...)
		}
		head, n = append(head, s), n-len(text)
	}
	return head, nil
}

// Trim cuts off both ends of a text what nobody sees there: blanks, control and format characters.
func Trim(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf) })
}

// columns are how many buttons stand side by side whose labels have at most so many characters, on the screen of a
// phone.
var columns = []struct{ label, most int }{{6, 4}, {9, 3}, {15, 2}}

// Columns puts buttons into rows that are as wide as the longest label allows.
func Columns(buttons []Button) [][]Button {
	var longest int
	for _, b := range buttons {
		longest = max(longest, utf8.RuneCountInString(b.Label))
	}
	wide := 1
	for _, c := range columns {
		if longest <= c.label {
			wide = c.most
			break
		}
	}
	return slices.Collect(slices.Chunk(buttons, wide))
}
