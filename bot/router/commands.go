package router

import (
	"strings"

	"tabuleiro/bot/change"
	"tabuleiro/bot/command"
	"tabuleiro/bot/exercise"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/request"
)

// commands maps the names of command.Table, and those of answers, to the functions that run them.
func (c *Router) commands() map[string]request.Command {
	h := c.Config
	reply := func(key string) request.Command {
		return func(req *request.Request, _ string) (*request.Result, error) { return nil, req.Refuse(key) }
	}
	named := func(do func(*request.Request, string, string) (*request.Result, error)) func(string) request.Command {
		return func(command string) request.Command {
			return func(req *request.Request, text string) (*request.Result, error) { return do(req, command, text) }
		}
	}
	respond, propose, timed := named(h.Players.Respond), named(h.Players.Propose), named(h.Players.Timed)
	return map[string]request.Command{
		// the bot itself and its settings
		"start": h.start, "help": h.explained(h.Viewer.Help, false), "rules": h.Viewer.Rules, "manual": h.Viewer.Manual,
		"theme": h.Settings.Theme,
		"language": func(req *request.Request, text string) (*request.Result, error) {
			return h.Settings.Shortcut(req, "language", text)
		},
		"settings": h.Settings.Settings, "status": h.Status,
		// people
		"block": h.Blocks.Block, "unblock": h.Blocks.Unblock, "forget": h.Records.Forget, "mydata": h.Records.MyData,
		"privacy": h.Records.Privacy, "profile": h.Standings.Profile, "versus": h.Standings.Versus,
		"ranking": h.Standings.Ranking, "link": h.Records.Link, "unlink": h.Records.Unlink,
		// beginning, ending and agreeing about matches
		"play": h.Players.Challenge, "tournament": h.Tournament, "ladder": h.Ladder,
		"accept": respond("accept"), "decline": respond("decline"), "cancel": respond("cancel"),
		"draw": propose("draw"), "undo": propose("undo"), "stop": propose("stop"),
		"claim": timed("claim"), "give": timed("give"), "pause": timed("pause"),
		"resign": h.Players.Resign, "rematch": h.Players.Rematch, "away": h.Players.Away, "remind": h.Players.Remind,
		"export": h.Players.Export, "import": h.Players.Imported, "arbiter": h.Players.Rule,
		// moves and exercises
		"move": h.move, "moves": h.Moves.List, "if": h.Moves.If, "try": h.Moves.Try, "confirm": h.confirm, "hint": h.hint,
		"puzzle": h.Exercises.Puzzle, "learn": h.Exercises.Learn,
		// showing matches
		"board": h.Viewer.Board, "text": h.Viewer.Text, "words": h.Viewer.Words, "why": h.explained(h.Viewer.Why, true),
		"log":      h.Viewer.Log,
		"position": h.Viewer.Position, "dice": h.dice, "step": h.Viewer.Step, "replay": h.Viewer.Film, "games": h.Viewer.Games,
		"history": h.Viewer.History, "analyse": h.Viewer.Analyse,
		// answers to sentences that are no commands
		"thanks": reply("welcome"), "praised": reply("good-game"), "bye": reply("goodbye"), "never": reply("left-alone"),
		"sorry": reply("no-harm"), "stays": reply("stays"), "no-level-lower": reply("no-level-lower"),
		"no-level-higher": reply("no-level-higher"), "level-next": levelNext, "unplayed": unplayed, "differ": differ,
		"way": c.goesWhere, "resume": c.resume, "talk": c.talk,
		"priced": func(req *request.Request, _ string) (*request.Result, error) { return exercise.Price(req), nil },
	}
}

func (h Config) start(req *request.Request, text string) (*request.Result, error) {
	if exercise.Linked(text) {
		return h.Exercises.Arrive(req, text)
	}
	return h.Viewer.Start(req, text)
}

// explained returns a command that explains the lesson or puzzle shown last, instead of running, if no more was said;
// unless typed is true only in a sentence.
func (h Config) explained(run request.Command, typed bool) request.Command {
	return func(req *request.Request, text string) (*request.Result, error) {
		if text == "" && (typed || req.Meant) {
			if answer, err := h.Exercises.Explains(req); answer != nil || err != nil {
				return answer, err
			}
		}
		return run(req, text)
	}
}

func (h Config) move(req *request.Request, text string) (*request.Result, error) {
	if answer, taken, err := h.Exercises.Hears(req, text, true); taken || err != nil {
		return answer, err
	}
	return h.Moves.Move(req, text, true)
}

func (h Config) confirm(req *request.Request, text string) (*request.Result, error) {
	if _, ok := req.Guide.Settings().ValueIn(matches.ConfirmChoice, text); ok {
		return h.Settings.Shortcut(req, "confirm", text)
	}
	return h.Moves.Confirm(req, text)
}

func (h Config) hint(req *request.Request, text string) (*request.Result, error) {
	if answer, taken, err := h.Exercises.Hint(req, text); taken || err != nil {
		return answer, err
	}
	return h.Viewer.Hint(req, text)
}

func (h Config) dice(req *request.Request, text string) (*request.Result, error) {
	if all, rest := req.RemoveWord("stats", text); all {
		return h.Standings.Rolls(req, rest)
	}
	if change.HasWord(req, text) {
		return nil, h.Players.Salt(req, text)
	}
	return h.Viewer.Dice(req, text)
}

// foreign reports whether the author has pressed a button of somebody else's menu. Buttons of a match may be pressed by
// everybody.
func foreign(req *request.Request, name, rest string) bool {
	if !req.Event.Tap || req.Event.Opener.ID == "" || req.Event.Opener.ID == req.Author.ID {
		return false
	}
	_, what := request.Named(rest)
	switch name {
	case "step":
		return what != ""
	case "settings":
		if word, _, _ := strings.Cut(rest, " "); req.Guide.Languages.Book.Command(word) == "undo" {
			return false // this menu is for everybody
		}
	case "board":
		return what == "back" && req.Questioned()
	}
	return req.Board == "" && command.Named(name).Personal
}
