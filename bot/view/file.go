package view

import (
	"errors"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

// Fault says what is wrong with a file, and where.
func (v Voice) Fault(wrong *engine.FileError) []chat.Span {
	var fault chat.Message
	if inner := (*engine.FileError)(nil); wrong.Code == engine.CutShort && errors.As(wrong.Err, &inner) {
		fault.Add(v.Fault(inner))
		fault.Add(v.Say("file.cut-short", speech.Count(wrong.Count)))
		return fault.Text
	}
	switch {
	case wrong.Column > 0:
		fault.Add(v.Say("file-place", speech.Count(wrong.Line), speech.Number("Column", wrong.Column)))
	case wrong.Line > 0:
		fault.Add(v.Say("file-line", speech.Count(wrong.Line)))
	}
	count := wrong.Count
	if wrong.Code == engine.FileTooLarge {
		count >>= 10
	}
	fault.Add(v.Say("file."+string(wrong.Code), speech.Text("Text", speech.Clean(wrong.Text, LongestName)),
		speech.Count(count)))
	if wrong.Move != nil && wrong.Move.Kind != engine.NotMove {
		fault.Add(v.Obstacle(nil, wrong.Move))
	}
	return fault.Text
}

// Oddities tells in a line what is odd about a record that was read all the same.
func (v Voice) Oddities(r engine.Record) []chat.Span {
	var odd chat.Message
	for _, fault := range r.Odd {
		odd.Add(v.Fault(fault))
	}
	return odd.Text
}
