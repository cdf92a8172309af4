package show

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tabuleiro/bot/computer"
	"tabuleiro/bot/request"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
	"tabuleiro/engine/record"
)

// shownBest bounds the moves that are shown of a position.
const shownBest = 5

// diceBehind are dice that are set, behind a position.
var diceBehind = regexp.MustCompile(` ([1-6])[ -]?([1-6])$`)

// positionForm is how the text of a position begins.
var positionForm = regexp.MustCompile(`(?i)^(?:\[?FEN|[WB]:|XGID=|GNUbgID=|position id|[a-z0-9+/]{14}(?:[: ]|$)|[a-z0-9]+(?:/[a-z0-9]+){5,} )`)

// IsPosition reports whether a text is that of a position and of nothing else.
func IsPosition(games []*engine.Game, text string) bool {
	return positionForm.MatchString(text) && record.Positions(diceBehind.ReplaceAllString(text, ""), games) != nil
}

// position shows a position that belongs to no match: its text may stand behind the name of its game, and before dice,
// or before the word for a position to have it as text. It is nil if the text is none.
func (v *Viewer) position(req *request.Request, text string) (*request.Result, error) {
	games, shown := req.Guide.Games, strings.TrimSpace(text)
	if word, rest, _ := strings.Cut(shown, " "); req.Guide.Game(word) != nil {
		games, shown = []*engine.Game{req.Guide.Game(word)}, strings.TrimSpace(rest)
	}
	asText := false
	if i := strings.LastIndexByte(shown, ' '); i > 0 && req.Guide.Languages.Book.Command(shown[i+1:]) == "position" {
		asText, shown = true, strings.TrimSpace(shown[:i])
	}
	dice := diceBehind.FindStringSubmatch(shown)
	start := diceBehind.ReplaceAllString(shown, "")
	list := record.Positions(start, games)
	switch {
	case list == nil:
		return nil, nil
	case len(list) > 1:
		return request.Say(req.WhichGame(list, "analyse", shown)), nil
	}
	r := list[0]
	start = r.Line.At(0).String()
	if dice != nil {
		if err := throw(&r, dice[1]+dice[2]); err != nil {
			return nil, req.Refuse("sight-no-dice")
		}
	}
	m := &match.Match{Game: r.Game, Line: r.Line, Status: match.Playing,
		Setup: match.Setup{Game: r.Game.Name, Options: r.Options, Start: start}}
	to := req.Guide.Audience
	to.Look = req.Preferences.BoardStyle(m, max(engine.First, r.Line.Turn()))
	if asText {
		return request.Say(to.Position(m)), nil
	}
	sight := view.Sight{Match: m, Start: start,
		Says: req.Guide.Voice.Typed("analyse") + " " + req.Guide.TypedGame(r.Game) + " " + start}
	if turn := r.Line.Turn(); r.Game.Brain != nil && (turn == engine.First || turn == engine.Second) {
		task := hintTask(m)
		task.Best = shownBest
		var err error
		waited := v.Think.Do(req.Ctx, computer.Job{Person: req.Author.ID, Think: func(ctx context.Context) {
			var thought engine.SearchResult
			if thought, err = r.Game.Brain.Think(ctx, r.Line, task); err == nil {
				sight.Best = thought.Moves[:min(shownBest, len(thought.Moves))]
				sight.Cube, err = analysis.Cube(ctx, r.Game.Brain, r.Line, task)
			}
		}})
		if err = cmp.Or(waited, err); err != nil {
			return nil, fmt.Errorf("think about a position: %w", err)
		}
	}
	return request.Say(to.Sight(sight)), nil
}

// throw sets dice in a position where they are to be thrown, or where the side on turn may double before.
func throw(r *engine.Record, dice string) error {
	if _, ok := r.Line.Position().(engine.DicePosition); !ok {
		return fmt.Errorf("%s has no dice", r.Game.Name)
	}
	if r.Line.Turn() != engine.Chance && slices.Contains(slices.Collect(r.Line.Position().Moves()), "roll") {
		if err := r.Enter("roll", engine.ReadMove); err != nil {
			return err
		}
	}
	return r.Enter(dice, engine.ReadMove)
}
