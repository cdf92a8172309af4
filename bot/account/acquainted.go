package account

import (
	"slices"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/request"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// seen refuses to tell about somebody who does not want that: those whose profile is private, and to strangers those
// who have not made it one for everybody. A stranger is told the same as of somebody who is not known at all.
func (s Standings) seen(req *request.Request, p match.Player) error {
	if p.ID == req.Author.ID || p.ID == anyLevel {
		return nil
	}
	switch s.Archive.Preferences(req.Ctx, archive.OfPerson(p.ID)).Of(privacy) {
	case "private":
		return req.Note("profile-private")
	case "public":
		return nil
	}
	return s.acquainted(req, p)
}

// acquainted refuses to tell about strangers: the author and the other one neither are here together, nor have played
// each other or in one room.
func (s Standings) acquainted(req *request.Request, p match.Player) error {
	if p.ID == req.Author.ID || p.ID == anyLevel || req.Guide.Caps.Together || req.Event.Answered.ID == p.ID ||
		s.present(req, p) {
		return nil
	}
	theirs, err := s.Archive.Find(req.Ctx, storage.Query{Player: p.ID, Limit: find.Lately})
	if err != nil {
		return err
	}
	own, err := s.Archive.Find(req.Ctx, storage.Query{Player: req.Author.ID, Limit: find.Lately})
	if err != nil {
		return err
	}
	rooms := common(own)
	if !req.Event.Private {
		rooms = append(rooms, string(req.Event.Room))
	}
	for _, h := range theirs {
		if slices.Contains(h.Players, req.Author.ID) ||
			slices.ContainsFunc(common([]storage.Head{h}), func(room string) bool { return slices.Contains(rooms, room) }) {
			return nil
		}
	}
	return req.Note("profile-unknown")
}

// common are the rooms in which others see some matches, too.
func common(heads []storage.Head) (rooms []string) {
	for _, h := range heads {
		for _, p := range h.Places {
			if p.For == "" && !slices.Contains(rooms, p.Room) {
				rooms = append(rooms, p.Room)
			}
		}
	}
	return rooms
}

// present reports whether the service knows the other one to be where the author asks.
func (s Standings) present(req *request.Request, p match.Player) bool {
	service, ok := s.Blocks.Services.Adapter(req.Event.Room.Service()).(chat.Presence)
	if !ok || req.Event.Private {
		return false
	}
	local, err := s.Registry.LocalUser(req.Ctx, req.Event.Room, chat.User{ID: p.ID})
	if err != nil || local.ID == "" {
		return false
	}
	is, err := service.Present(req.Ctx, req.Event.Room, local.ID, false)
	return err == nil && is
}
