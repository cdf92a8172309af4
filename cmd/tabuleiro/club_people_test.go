package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// clubRoom is a tournament and its players, in a room of each service.
type clubRoom struct {
	y           *year
	random      *rand.Rand
	home, other chat.Room
	people      []*member
	id          string // of the tournament
}

// member is a player of a clubRoom.
type member struct {
	chat.User
	room  chat.Room // where the person talks
	lazy  int       // is there one time of so many
	gone  bool      // was forgotten
	twin  *member   // the same person at the other service, where that is so
	alone bool      // talks to the bot alone
}

func newClubRoom(y *year, n int) *clubRoom {
	c := &clubRoom{y: y, random: rand.New(rand.NewPCG(max(*seed, 1), uint64(n+1000)))}
	at := c.random.IntN(2)
	c.home = chat.Room(fmt.Sprintf("%s:-%d", y.services[at].name, 1000+n))
	c.other = chat.Room(fmt.Sprintf("%s:-%d", y.services[1-at].name, 1000+n))
	size := 3 + c.random.IntN(6)
	if c.random.IntN(10) == 0 {
		size += 8
	}
	for i := range size {
		m := &member{room: c.home, lazy: 1}
		switch {
		case c.random.IntN(4) == 0:
			m.room = c.other
		case c.random.IntN(12) == 0:
			m.alone = true
		}
		if c.random.IntN(8) == 0 {
			m.lazy = 12
		}
		name := fmt.Sprintf("P%d%c", n, 'a'+i)
		m.User = chat.User{ID: fmt.Sprintf("%s:%d", m.room.Service(), 100*(n+1)+i), Handle: strings.ToLower(name), Name: name}
		if m.alone {
			m.room = chat.Room(m.ID)
		}
		c.people = append(c.people, m)
	}
	return c
}

// says has a member send a text.
func (c *clubRoom) says(m *member, text string) {
	c.y.says(chat.Event{Room: m.room, From: m.User, Text: text, Private: m.alone, Mentions: nil})
	c.y.count("said")
}

// rest lets a random time pass, with mean d.
func (c *clubRoom) rest(d time.Duration) { c.y.pass(time.Duration(c.random.ExpFloat64() * float64(d))) }

// state returns the tournament as it is stored.
func (c *clubRoom) state() (s tournament.State) {
	text, _ := c.y.store.Get(context.Background(), "tournament/"+c.id)
	var r struct{ Events []tournament.Event }
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		c.y.t.Errorf("%s: %v in %q", c.id, err, text)
		return s
	}
	s, err := tournament.Replay(c.id, r.Events)
	if err != nil {
		c.y.t.Error(err)
	}
	return s
}

// heads returns the heads of the tournament's matches.
func (c *clubRoom) heads() (heads []storage.Head) {
	s := c.state()
	for round := range s.Rounds {
		for board := range s.Rounds[round].Boards {
			for _, id := range s.Games(round, board) {
				if h, err := c.y.store.Head(context.Background(), id); err == nil {
					heads = append(heads, h)
				}
			}
		}
	}
	return heads
}

var announcedID = regexp.MustCompile(`🏆 #(\w+) `)

// live plays whole tournaments until the year ends.
func (c *clubRoom) live() {
	c.y.pass(time.Duration(c.random.Int64N(int64(*clubDays) * int64(24*time.Hour))))
	game := []string{"damas", "damas", "chilenas", "brasileiras"}[c.random.IntN(4)]
	system := []string{"swiss", "swiss", "round", "cup"}[c.random.IntN(4)]
	games := 1 + c.random.IntN(5)/4
	organiser := c.people[slices.IndexFunc(c.people, func(m *member) bool { return !m.alone })]
	c.home, c.other = organiser.room, map[bool]chat.Room{true: c.other, false: c.home}[organiser.room == c.home]
	for try := 0; c.id == "" && try < 20; try++ {
		wish := fmt.Sprintf("/tournament %s system=%s days=2 round=%dd games=%d", game, system, 5+c.random.IntN(3), games)
		if try%2 == 1 { // it may have been announced while nothing could be said
			wish = "/tournament"
		}
		c.says(organiser, wish)
		c.rest(time.Hour)
		for _, m := range c.y.hallOf(c.home).texts(c.home) {
			if found := announcedID.FindStringSubmatch(m.text); found != nil {
				c.id = found[1]
			}
		}
	}
	if c.id == "" {
		c.y.t.Errorf("%s: there is no tournament: %v", c.home, c.y.hallOf(c.home).texts(c.home))
		return
	}
	for _, m := range c.people {
		c.rest(6 * time.Hour)
		c.until(m, "join", func(s tournament.State) bool { return s.Number(m.ID) >= 0 })
	}
	if c.random.IntN(4) == 0 {
		c.until(c.people[2], "leave", func(s tournament.State) bool { return s.Number(c.people[2].ID) < 0 })
	}
	c.until(organiser, "begin", func(s tournament.State) bool { return s.Status != tournament.Gathering })
	for day := 0; ; day++ {
		s := c.state()
		if s.Status == tournament.Over || s.Status == tournament.Void {
			c.y.count("tournaments " + string(s.Setup.System))
			return
		}
		if day == 4*300 {
			c.y.t.Errorf("#%s goes on for ever: %+v", c.id, s)
			return
		}
		c.rest(6 * time.Hour)
		c.act(organiser)
	}
}

// until repeats a member's command until its effect is seen.
func (c *clubRoom) until(m *member, act string, done func(tournament.State) bool) {
	for range 20 {
		c.says(m, "/tournament #"+c.id+" "+act)
		if done(c.state()) {
			return
		}
		c.rest(time.Hour)
	}
	c.y.t.Errorf("%s cannot %s #%s", m.ID, act, c.id)
}

// act does some of what may happen within six hours.
func (c *clubRoom) act(organiser *member) {
	m := c.people[c.random.IntN(len(c.people))]
	switch c.random.IntN(150) {
	case 0:
		c.y.count("withdraws")
		c.says(m, "/tournament #"+c.id+" leave yes")
	case 1:
		if m != organiser && !m.gone {
			c.y.count("is forgotten")
			c.says(m, "/forget yes "+m.ID)
			m.gone = true
		}
	case 2:
		c.y.count("blocks")
		c.says(m, "/block @"+c.people[c.random.IntN(len(c.people))].Handle)
	case 3:
		c.y.count("awards")
		c.says(organiser, fmt.Sprintf("/tournament #%s award %d %s", c.id, 1+c.random.IntN(3),
			[]string{"1-0", "0-1", "1-1"}[c.random.IntN(3)]))
	case 4:
		c.y.count("extends")
		c.says(organiser, fmt.Sprintf("/tournament #%s extend 2d", c.id))
	case 5:
		c.link(m)
	}
	for _, h := range c.heads() {
		if h.Status.Ended() || c.random.IntN(2) == 0 {
			continue
		}
		events, _ := c.y.store.Events(context.Background(), h.ID)
		if now, err := match.Replay(h.ID, table.Named, events); err == nil && now.Status == match.Playing {
			c.play(now)
		}
	}
}

// link links a member to a new account at the other service, who talks from there afterwards.
func (c *clubRoom) link(m *member) {
	if m.gone || m.twin != nil || m.alone {
		return
	}
	service := c.y.services[0].name
	if m.room.Service() == service {
		service = c.y.services[1].name
	}
	twin := &member{User: chat.User{ID: service + m.ID[strings.IndexByte(m.ID, ':'):] + "9", Handle: m.Handle + "_x",
		Name: m.Name}, lazy: m.lazy}
	private := func(of *member) *member { return &member{User: of.User, room: chat.Room(of.ID), alone: true} }
	code := func(of *member) string {
		texts := c.y.hallOf(chat.Room(of.ID)).texts(chat.Room(of.ID))
		if len(texts) == 0 {
			return "/help"
		}
		return linkingCode.FindString(texts[len(texts)-1].text)
	}
	c.says(private(twin), "/link")
	c.says(private(m), code(twin))
	c.says(private(twin), code(m))
	person, err := c.y.store.Person(context.Background(), twin.ID)
	if err != nil || !slices.Contains(person.Identities, m.ID) {
		return
	}
	c.y.count("changes service")
	m.twin, twin.room = twin, c.home
	if service == c.other.Service() {
		twin.room = c.other
	}
}

var linkingCode = regexp.MustCompile(`/\pL+ [a-z0-9]{8}\b`)

// play has the player on turn move, resign or agree to a draw.
func (c *clubRoom) play(m *match.Match) {
	who := c.who(m.Player(m.Turn()))
	if who == nil || c.random.IntN(who.lazy) != 0 {
		return
	}
	for range 4 + c.random.IntN(3) { // a few moves of both, when they are at it
		var all []engine.Move
		for move := range m.Line.Position().Moves() {
			all = append(all, move)
		}
		text := fmt.Sprintf("/move #%s %s", m.ID, all[c.random.IntN(len(all))])
		switch enough := m.Moves() >= 4; {
		case enough && c.random.IntN(3) > 0:
			text = "/resign yes #" + m.ID
		case enough && c.random.IntN(2) == 0:
			c.says(who, "/draw #"+m.ID)
			if who = c.who(m.Player(m.Turn().Other())); who == nil {
				return
			}
			text = "/accept #" + m.ID
		}
		c.says(who, text)
		events, _ := c.y.store.Events(context.Background(), m.ID)
		m, _ = match.Replay(m.ID, table.Named, events)
		if m == nil || m.Status != match.Playing {
			return
		}
		if who = c.who(m.Player(m.Turn())); who == nil || who.lazy > 1 {
			return
		}
	}
}

// who returns the member with an account, at the service where the member talks now.
func (c *clubRoom) who(p match.Player) *member {
	for _, m := range c.people {
		if m.ID == p.ID || m.twin != nil && m.twin.ID == p.ID {
			if m.twin != nil && c.random.IntN(2) == 0 {
				return m.twin
			}
			return m
		}
	}
	return nil
}
