package speak

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/notebook"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// A challenge may be posted in a chat that the bot is not in. Those who are there watch: the post becomes the board,
// and is changed as the match goes on, no faster than such messages may be. The players may tap there, too. The service
// takes no new picture for it, so that it has one only where a player has got the same in private; else it is text.

// post is such a message.
type post struct {
	Service  string `json:"service"`
	Name     string `json:"name"`               // as the service calls it
	Lang     string `json:"lang"`               // in which it was posted
	N        int    `json:"n,omitempty"`        // events of the match that it shows
	Pictured bool   `json:"pictured,omitempty"` // it has a picture, and will have one always
	Old      bool   `json:"old,omitempty"`      // that is of an earlier position
	Worded   bool   `json:"worded,omitempty"`   // it takes no picture
	After    string `json:"after,omitempty"`    // the match that it showed before, of which this one is the rematch
}

var posted = notebook.New[post](notebook.Kind{
	Name: "posted/", Of: notebook.Match, Bound: "one a match that was posted, until the first start after its end",
})

// postPause is between two changes of a post: Telegram takes twenty a minute in a chat.
const postPause = 3 * time.Second

// postWait is how long a post waits at most until the players have got the same board.
const postWait = 10 * time.Second

// posting is a post that is being changed.
type posting struct {
	again bool              // there is more to be shown
	told  []<-chan struct{} // closed when the rooms of the match have been told
}

// Post has a message that stands where the bot is not, and is a challenge, show what comes of its match. It is false
// where the service cannot do that.
func (s *Speaker) Post(ctx context.Context, id, service, name, lang string) bool {
	if _, ok := s.Adapter(service).(chat.Reposter); !ok || name == "" {
		return false
	}
	err := posted.Put(ctx, s.Archive, id, post{Service: service, Name: name, Lang: lang, N: 1})
	if err != nil {
		s.Log.Warn("a post will not show its match", "match", id, "error", err)
	}
	return err == nil
}

// PostAgain has a post that shows how a match has ended show what comes of its rematch, where it can be accepted, too.
func (s *Speaker) PostAgain(ctx context.Context, ended, rematch string) {
	at, there, err := posted.Get(ctx, s.Archive, ended)
	if err == nil && there {
		at.N, at.After = 0, ended
		err = posted.Put(ctx, s.Archive, rematch, at)
	}
	if err != nil {
		s.Log.Warn("a post will not show a rematch", "match", rematch, "error", err)
	}
}

// repost has a post show what its match is by now, if it has one, after its rooms have been told. Changes meanwhile are
// shown together.
func repost(s *Speaker, id string, told []<-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if is, busy := s.posting[id]; busy {
		is.again, is.told = true, told
		return
	}
	is := &posting{told: told}
	s.posting[id] = is
	s.tasks.Go(func() {
		for again := true; again; {
			s.mu.Lock()
			told := is.told
			s.mu.Unlock()
			late := time.After(postWait)
			for _, done := range told {
				select {
				case <-done:
				case <-late:
				case <-s.life.Done():
				}
			}
			if showPost(s, id) {
				select {
				case <-time.After(postPause):
				case <-s.rests.Done():
				}
			}
			s.mu.Lock()
			if again = is.again && s.rests.Err() == nil; again {
				is.again = false
			} else {
				delete(s.posting, id)
			}
			s.mu.Unlock()
		}
	})
}

// repostAll is repost of all matches that were posted.
func repostAll(ctx context.Context, s *Speaker) {
	ids, err := posted.Names(ctx, s.Archive, "")
	if err != nil {
		s.Log.Warn("which matches were posted is not known", "error", err)
	}
	for _, id := range ids {
		m, _, err := s.Archive.Load(ctx, id)
		at, _, failed := posted.Get(ctx, s.Archive, id)
		if err == nil && failed == nil && m.Status.Ended() && at.N >= m.N {
			err = posted.Delete(ctx, s.Archive, id)
		} else {
			repost(s, id, nil)
		}
		if err != nil {
			s.Log.Warn("what a post shows is not known", "match", id, "error", err)
		}
	}
}

// showPost changes a post. It is false if there was nothing to change.
func showPost(s *Speaker, id string) bool {
	ctx := s.life
	at, there, err := posted.Get(ctx, s.Archive, id)
	if err != nil || !there {
		return false
	}
	m, head, err := s.Archive.Load(ctx, id)
	if err != nil || at.N >= m.N {
		return false
	}
	a := s.Adapter(at.Service)
	service, ok := a.(chat.Reposter)
	if !ok {
		return false
	}
	message, shown, err := ofPost(ctx, s, a, m, head.Places, at)
	if err == nil {
		err = service.Repost(s.rests, at.Name, message)
	}
	closed, away := errors.Is(err, chat.ErrClosed), errors.Is(err, chat.ErrAway)
	if err != nil && message.Board != nil && message.Board.PNG != nil && !closed && !away {
		s.Log.Info("a post takes no picture", "match", id, "error", err)
		at.Worded = true
		if message, shown, err = ofPost(ctx, s, a, m, head.Places, at); err == nil {
			err = service.Repost(s.rests, at.Name, message)
		}
	}
	if away {
		s.rest.ring()
	}
	if err != nil && !closed {
		s.Log.Info("a post does not show its match", "match", id, "error", err)
		return true
	}
	if shown.N = m.N; closed {
		err = posted.Delete(s.life, s.Archive, id)
	} else {
		err = posted.Put(ctx, s.Archive, id, shown)
	}
	if err != nil {
		s.Log.Warn("what a post shows is not noted", "match", id, "error", err)
	}
	return true
}

// choicesBelow is up to how many moves a post has a button for each. More would be made in steps, and these in private.
const choicesBelow = 40

// ofPost is what a post says of a match, and what it is then: to all, with the moves as buttons and a way to the
// players' own talks. The picture is one that the service has because it is the same as in one of the places.
func ofPost(ctx context.Context, s *Speaker, a chat.Adapter, m *match.Match, places []storage.Place,
	at post) (chat.Message, post, error) {
	events, err := s.Archive.Last(ctx, m, m.N-at.N)
	if err != nil {
		return chat.Message{}, at, err
	}
	voice := s.Languages.Voice(tell.Preferences{}, at.Lang)
	to := tell.Audience{Voice: voice, Caps: a.Caps()}
	to.Caps.Choices = choicesBelow
	message, pictured := pictureOf(ctx, s, a.(chat.Reposter), to, m, events, places, at)
	if !pictured {
		to.Caps.Pictures = false
		message = newsOf(to, m, events)
	}
	message.Buttons = carried(voice, m, message.Buttons)
	if at.After != "" && m.Line.Len() == m.Given() && m.Status != match.Playing {
		if ended, _, err := s.Archive.Load(ctx, at.After); err == nil { // which is still there to be read
			message.Text = append(to.Lines().Gist(ended), append([]chat.Span{{Text: "\n"}}, message.Text...)...)
			if m.Status == match.Void {
				message.Buttons = carried(voice, ended, to.Pages().Present(ended).Buttons)
			}
		}
	}
	if m.Status == match.Playing {
		message.Text = append(message.Text, tell.Line(voice.Say("offer-begun"))...)
	}
	if at.Pictured, at.Old = at.Pictured || pictured, at.Pictured && !pictured; at.Old {
		message.Text = append(message.Text, tell.Line(voice.Say("offer-older"))...)
	}
	if l, ok := a.(chat.Linker); ok && m.Secret != "" {
		message.Buttons = append(message.Buttons,
			[]chat.Button{{Label: voice.Text("menu.games"), URL: l.Link(m.ID + "-" + m.Secret)}})
	}
	return message, at, nil
}

// carried are the buttons of a match that stand under its post: those of moves, of the rematch when it has ended, and
// those that answer the challenge to one.
func carried(voice tell.Voice, m *match.Match, rows [][]chat.Button) (kept [][]chat.Button) {
	stands := func(b chat.Button) bool {
		says := func(command string) bool { return strings.HasPrefix(b.Says, voice.Typed(command)+" #"+m.ID) }
		switch {
		case b.Asks != chat.Nothing:
			return false
		case m.Status == match.Open:
			return says("accept") || says("decline")
		case m.Status != match.Playing:
			return says("rematch")
		}
		move, ok := strings.CutPrefix(b.Says, "/move #"+m.ID+":")
		_, move, _ = strings.Cut(move, " ")
		_, err := m.Line.Position().Read(move)
		return ok && err == nil
	}
	for _, row := range rows {
		if row = slices.DeleteFunc(slices.Clone(row), func(b chat.Button) bool { return !stands(b) }); len(row) > 0 {
			kept = append(kept, row)
		}
	}
	return kept
}

// pictureOf is what has happened in a match, with a picture of the board that the service has, or below the one that
// is there where nothing has changed on the board. It is false if there is none.
func pictureOf(ctx context.Context, s *Speaker, service chat.Reposter, to tell.Audience, m *match.Match,
	events []match.Event, places []storage.Place, at post) (chat.Message, bool) {
	to.Draw = s.Draw
	if news := to.Pages().News(m, events); news.Board == nil && at.Pictured && !at.Old {
		if board := to.Pages().Present(m).Board; board != nil {
			news.Board = &chat.Board{Text: board.Text, Told: board.Told}
		}
		return news, true
	}
	for _, p := range places {
		room := chat.Room(p.Room)
		to.Look = s.Archive.Preferences(ctx, archive.OwnerAt(room, p.For)).Look(m, m.Side(p.For))
		if at.Worded || room.Service() != at.Service || !tell.Pictured(to.Look.Show) {
			continue
		}
		to.Look.Show = tell.Preferences{}.Of("show")
		if message := newsOf(to, m, events); message.Board != nil && service.Has(message.Board.PNG) {
			return message, true
		}
	}
	return chat.Message{}, false
}

// newsOf is what has happened in a match, with the board.
func newsOf(to tell.Audience, m *match.Match, events []match.Event) chat.Message {
	message := to.Pages().News(m, events)
	if message.Board == nil {
		message = to.Pages().Present(m)
	}
	return message
}

// neverThere tells whether a player has never been told anything in a place, and sees the match in a post.
func neverThere(ctx context.Context, s *Speaker, m *match.Match, p storage.Place) bool {
	_, there, err := posted.Get(ctx, s.Archive, m.ID)
	return there && err == nil && p.Ref == ""
}
