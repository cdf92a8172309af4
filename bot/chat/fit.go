package chat

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Caps describes the limits and features of a service.
type Caps struct {
	Text     int  // characters of a message
	Pictures bool // boards are wanted as pictures
	Caption  int  // characters of a caption; 0 if messages have no pictures and the board is sent as text
	Rows     int  // rows of buttons; 0 for no buttons
	Columns  int  // buttons in a row
	Says     int  // bytes of a button's text
	Label    int  // characters of a button's label
	Unpaced  bool // no rate limits: people bear the cost themselves
	Talk     bool // the bot receives messages that are not addressed to it
	Guest    bool // the bot is not a member of the room: it receives commands and buttons there, but no replies
	Privates bool // a message can be shown to one person only
	Together bool // everybody sits at the same screen: nobody has to be notified
	ByID     bool // people are mentioned by id: a typed handle notifies nobody
	Asks     bool // a button can ask for input: see Button.Asks
	Threads  bool // the adapter implements Threads
	Crowded  bool // the rate limit delays a new message now, but not one that replaces the message of a pressed button
	// a board is updated in place, without a notification, as long as it is in sight: see Direct
	Turns  bool
	Clears bool // a superseded board is deleted; else it loses its buttons
	// an edit counts against the rate limit like a new message: a move entered in steps is drawn only at its end
	Dear bool
	// answers to commands and buttons are sent by a channel of their own: a slow one delays no other in the room
	Apart   bool
	Choices int // a board with at most this many moves has a button for each; with more, moves are entered in steps
}

// Fit splits a message into those that the service can carry, in order; the last one has the buttons and the file.
func Fit(m Message, c Caps) []Message {
	m.Buttons, m.Text = fitButtons(m, c)
	caption := c.Caption > 0 && (m.File != nil || m.Board != nil && m.Board.PNG != nil)
	// The caption is too long: the text goes first.
	switch {
	case caption && length(m.Text) <= c.Caption:
		return []Message{m}
	case caption:
		last := m
		last.Text = nil
		m.Board, m.File, m.Buttons = nil, nil, nil
		return append(Fit(m, c), last)
	// The service has no pictures, or none is wanted: the board is sent as text.
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

// fitButtons drops buttons whose text is too long, breaks wide rows and shortens labels. Buttons without a place are
// listed under the text, so that they can be typed.
func fitButtons(m Message, c Caps) (rows [][]Button, _ []Span) {
	var listed []string
	for _, row := range m.Buttons {
		var kept []Button
		for _, b := range row {
			switch long := len(b.Says) > c.Says; {
			case b.Asks != Nothing && (long || !c.Asks): // it sends nothing that could be typed
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

func length(spans []Span) int { return utf8.RuneCountInString(PlainText(spans)) }

// Shorten truncates a text to at most n UTF-16 units, as services count, including the "…" that it appends.
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

// split breaks spans into parts of at most limit characters, at line ends where possible. A fixed-width block that fits
// into one part is not broken.
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

// cutAt splits spans after n characters, of which there must be more.
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

// Trim removes invisible characters from both ends of a text: white space, control and format characters.
func Trim(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf) })
}

// columns lists how many buttons with labels of at most that many characters fit side by side on a phone's screen.
var columns = []struct{ label, most int }{{6, 4}, {9, 3}, {15, 2}, {math.MaxInt, 1}}

// Columns arranges buttons in rows as wide as the longest label allows.
func Columns(buttons []Button) [][]Button {
	var longest int
	for _, b := range buttons {
		longest = max(longest, utf8.RuneCountInString(b.Label))
	}
	i := slices.IndexFunc(columns, func(c struct{ label, most int }) bool { return longest <= c.label })
	return slices.Collect(slices.Chunk(buttons, columns[i].most))
}
