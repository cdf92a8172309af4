package show

import (
	"cmp"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Start greets with the menu and shows what is going on in the room, or the match whose link was opened.
func (v *Viewer) Start(req *request.Request, text string) (*request.Result, error) {
	if req.Guide.Languages.Book.Means("menu", text) {
		return v.menu(req), nil
	}
	if text != "" {
		return v.Board(req, "#"+strings.TrimPrefix(text, "#"))
	}
	found, err := v.Find.Live(req)
	own := request.Filter(found, func(m *match.Match) bool {
		return req.Event.Private && m.Status == match.Open && m.Challenger.ID == req.Author.ID
	})
	switch {
	case err != nil:
		return nil, err
	case len(found) == len(own): // nothing to go on with, but others may
		return v.menu(req, own...), nil
	case len(found) == 1 && req.Sees(found[0]):
		return nil, nil
	case len(found) == 1:
		if req.Guide.Caps.Together { // the keyboard is taken by the one whose turn it is
			return request.Say(req.ForRoom(found[0]).Present(found[0])), nil
		}
		return boardOnly(found[0], present(req.ForRoom(found[0]), found[0])), nil
	}
	return request.Say(req.RoomGuide().Lists().Under(req.Room.Say("games", speech.Count(len(found))), found...)), nil
}

func (v *Viewer) menu(req *request.Request, waiting ...*match.Match) *request.Result {
	if req.Author.ID == "" {
		return request.Say(req.RoomGuide().Reading().Menu(), req.Privately(req.PerService("greeting-nameless")))
	}
	return request.Say(req.RoomGuide().Reading().Menu(waiting...))
}

// Help explains a command, or a game in a few sentences; without one the commands of every day.
func (v *Viewer) Help(req *request.Request, text string) (*request.Result, error) {
	if game := req.Guide.Game(text); game != nil {
		return request.Say(req.Guide.Reading().Gist(game)), nil
	}
	found, err := v.Find.Mine(req)
	example := ""
	for _, m := range slices.Backward(found) { // of the newest that has begun
		if m.Status == match.Playing {
			example = cmp.Or(req.Audience(m).Example(m), example)
		}
	}
	answer, ok := req.Guide.Reading().Help(text, example)
	if !ok && err == nil {
		return nil, req.Misread("unknown-command", speech.Text("Command",
			speech.Clean(strings.TrimPrefix(text, "/"), view.LongestName)))
	}
	return request.Say(answer), err
}

// resultOf is a result of messages that were made, unless they could not be.
func resultOf(m []chat.Message, err error) (*request.Result, error) { return request.Say(m...), err }

// Manual shows the manual: what there is, a section, or all.
func (v *Viewer) Manual(req *request.Request, text string) (*request.Result, error) {
	return resultOf(req.Guide.Reading().Manual(text))
}

// Rules shows the rules of the game named, or of the one that the author plays here, or of the only one there is.
func (v *Viewer) Rules(req *request.Request, text string) (*request.Result, error) {
	found, err := v.Find.Live(req)
	if err != nil {
		return nil, err
	}
	var here *engine.Game
	if i := slices.IndexFunc(found, func(m *match.Match) bool { return view.Plays(m, req.Author) }); i >= 0 {
		here = found[i].Game
	} else if len(req.Guide.Games) == 1 {
		here = req.Guide.Games[0]
	}
	m, err := req.Guide.Reading().Rules(text, here)
	if m == nil && err == nil {
		return nil, req.UnknownGame(text, req.Guide.Games)
	}
	return resultOf(m, err)
}
