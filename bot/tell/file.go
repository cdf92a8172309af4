package tell

import (
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

// Fault says what is wrong with a file, and where.
func (v Voice) Fault(wrong *engine.FileError) []chat.Span {
	var spans []chat.Span
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
