package tell

import (
	"errors"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

// Fault says what is wrong with a file, and where.
func (v Voice) Fault(wrong *engine.FileError) []chat.Span {
	var spans []chat.Span
	if inner := (*engine.FileError)(nil); wrong.Code == engine.CutShort && errors.As(wrong.Err, &inner) {
		return append(append(v.Fault(inner), chat.Span{Text: " "}), v.Say("file.cut-short", speech.Count(wrong.Count))...)
	}
	switch {
	case wrong.Column > 0:
		spans = v.Say("file-place", speech.Count(wrong.Line), speech.Text("Column", strconv.Itoa(wrong.Column)))
	case wrong.Line > 0:
		spans = v.Say("file-line", speech.Count(wrong.Line))
	}
	if spans != nil {
		spans = append(spans, chat.Span{Text: " "})
	}
	count := wrong.Count
	if wrong.Code == engine.FileTooLarge {
		count >>= 10
	}
	spans = append(spans, v.Say("file."+string(wrong.Code), speech.Text("Text", speech.Clean(wrong.Text, LongestName)),
		speech.Count(count))...)
	if wrong.Move != nil && wrong.Move.Kind != engine.NotMove {
		spans = append(append(spans, chat.Span{Text: " "}), v.Obstacle(nil, wrong.Move)...)
	}
	return spans
}

// Oddities tells in a line what is odd about a record that was read all the same.
func (v Voice) Oddities(r engine.Record) (spans []chat.Span) {
	for _, odd := range r.Odd {
		if spans != nil {
			spans = append(spans, chat.Span{Text: " "})
		}
		spans = append(spans, v.Fault(odd)...)
	}
	return spans
}
