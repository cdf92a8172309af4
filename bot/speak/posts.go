package speak

import (
	"context"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/notebook"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
)

// A challenge may be posted in a chat that the bot is not in. Those who are there watch: the post becomes the board, as
// text, and is changed as the match goes on, no faster than such messages may be. Whoever plays may tap there, too.

// post is such a message.
type post struct {
	Service string `json:"service"`
	Name    string `json:"name"`        // as the service calls it
	Lang    string `json:"lang"`        // in which it was posted
	N       int    `json:"n,omitempty"` // events of the match that it shows
}

var posted = notebook.New[post](notebook.Kind{
	Name: "posted/", Of: notebook.Match, Bound: "one a match that was posted, until it is over",
})

// postPause is between two changes of a post.
const postPause = 3 * time.Second

// Post has a message that stands where the bot is not show a match from now on. It is false where the service cannot do
// that.
func (s *Speaker) Post(ctx context.Context, id, service, name, lang string) bool {
	if _, ok := s.Adapter(service).(chat.Reposter); !ok || name == "" {
		return false
	}
	if err := posted.Put(ctx, s.Archive, id, post{Service: service, Name: name, Lang: lang}); err != nil {
		s.Log.Warn("a post will not show its match", "match", id, "error", err)
		return false
	}
	repost(s, id)
	return true
}

// repost has a post show what its match is by now, if it has one. What changes meanwhile is shown together.
func repost(s *Speaker, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, busy := s.posting[id]
	if s.posting[id] = busy; busy {
		return
	}
	s.tasks.Go(func() {
		for again := true; again; {
			shown := showPost(s, id)
			if shown {
				select {
				case <-time.After(postPause):
				case <-s.life.Done():
				}
			}
			s.mu.Lock()
			if again = s.posting[id] && s.life.Err() == nil; again {
				s.posting[id] = false
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
		repost(s, id)
	}
}

// showPost changes a post. It is false if there was nothing to change.
func showPost(s *Speaker, id string) bool {
	ctx := s.life
	at, there, err := posted.Get(ctx, s.Archive, id)
	if err != nil || !there {
		return false
	}
	m, _, err := s.Archive.Load(ctx, id)
	if err != nil || at.N >= m.N {
		return false
	}
	a := s.Adapter(at.Service)
	service, ok := a.(chat.Reposter)
	if !ok {
		return false
	}
	message, err := ofPost(ctx, s, a, m, at)
	if err == nil {
		err = service.Repost(ctx, at.Name, message)
	}
	if err != nil {
		s.Log.Info("a post does not show its match", "match", id, "error", err)
		return true
	}
	if at.N = m.N; m.Status.Ended() {
		err = posted.Delete(s.life, s.Archive, id)
	} else {
		err = posted.Put(ctx, s.Archive, id, at)
	}
	if err != nil {
		s.Log.Warn("what a post shows is not noted", "match", id, "error", err)
	}
	return true
}

// ofPost is what a post says of a match: to all, with the moves as buttons and a way to the players' own talks.
func ofPost(ctx context.Context, s *Speaker, a chat.Adapter, m *match.Match, at post) (chat.Message, error) {
	events, err := s.Archive.Last(ctx, m, m.N-at.N)
	if err != nil {
		return chat.Message{}, err
	}
	voice := s.Languages.Voice(tell.Preferences{}, at.Lang)
	caps := a.Caps()
	caps.Pictures = false
	to := tell.Audience{Voice: voice, Caps: caps}
	message := to.Pages().News(m, events)
	if message.Board == nil {
		message = to.Pages().Present(m)
	}
	for i, row := range message.Buttons {
		message.Buttons[i] = slices.DeleteFunc(slices.Clone(row), func(b chat.Button) bool {
			return !strings.HasPrefix(b.Says, "/move #"+m.ID+":") || b.Asks != chat.Nothing
		})
	}
	message.Buttons = slices.DeleteFunc(message.Buttons, func(row []chat.Button) bool { return len(row) == 0 })
	message.Text = append(message.Text, tell.Line(voice.Say("offer-begun"))...)
	if l, ok := a.(chat.Linker); ok && m.Secret != "" {
		message.Buttons = append(message.Buttons,
			[]chat.Button{{Label: voice.Text("menu.games"), URL: l.Link(m.ID + "-" + m.Secret)}})
	}
	return message, nil
}
