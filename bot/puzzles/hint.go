package puzzles

import (
	"cmp"
	"strings"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
)

// Hint helps with the puzzle of the room, if that is rather meant than a match with hints.
func (p Puzzles) Hint(req *request.Request, text string) (answer *request.Result, taken bool, err error) {
	about := strings.HasPrefix(strings.TrimSpace(req.Event.Quoted), tell.PuzzleSign)
	if id, _ := request.Named(text); id != "" || !about && req.Quoted() != "" {
		return nil, false, nil
	}
	s, posed, err := p.Load(req.Ctx, req.Event.Room)
	if err != nil || !posed || !about && p.Find.AnyMine(req, func(m *match.Match) bool {
		return m.Status == match.Playing && request.Helps(m)
	}) {
		return nil, false, err
	}
	if text != "" {
		return nil, true, req.Extra(text, req.Guide.Voice.Typed("hint"))
	}
	now, err := p.line(s)
	if err != nil {
		return nil, true, err
	}
	m := req.Privately("puzzle-hint", req.UnlessButton("Solution", req.Guide.Voice.Typed("puzzle")+" "+req.Guide.Voice.Typed("solution")))
	before := len(m.Text)
	if m = p.withPiece(req, m, s, now); len(m.Text) > before {
		var counted []chat.Span
		counted, err = p.counted(req, &s, false)
		m.Text, err = then(m.Text, counted), cmp.Or(err, p.keepBy(req, s))
	}
	return request.Say(m), true, err
}

// withPiece is what somebody is told of a puzzle, with the piece that is to move, if one is.
func (p Puzzles) withPiece(req *request.Request, m chat.Message, s Set, now tell.Puzzle) chat.Message {
	position := now.Line.Position()
	if piece := analysis.Start(position, s.Puzzle.Solution[s.At]); piece != "" {
		look := req.Guide.Voice.HintPiece(now.Game, position, piece)
		m.Text = append(append(m.Text, chat.Span{Text: " "}), look...)
	}
	return m
}
