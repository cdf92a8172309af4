package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/match"
)

// couple is two people who play match after match, and rely only on messages they have read.
type couple struct {
	w       *world
	random  *rand.Rand
	room    room
	names   [2]string
	handles [2]string
	robot   bool     // the second is the computer
	ids     []string // of their matches

	mu    sync.Mutex
	marks [][]int // for each chat of the room: numbers of messages before which something may have been said for nothing
}

// room is where a couple plays: one chat, or a chat for each.
type room interface {
	says(by int, text string)
	next(d time.Duration) string // what the bot says next, "" if nothing comes in time
	sent() [][]string            // all that it has said in each chat
	chats() []int64              // Telegram's ids of the chats; none on Discord
}

// groupRoom is a group on Telegram, or a topic of one.
type groupRoom struct {
	chat    *telegramtest.Chat
	who     [2]*telegramtest.Person
	arbiter *telegramtest.Person
}

func (r *groupRoom) says(by int, text string) {
	if strings.HasPrefix(text, "#") {
		text = "/m " + text
	}
	r.who[by].Says(r.chat, text)
}

func (r *groupRoom) next(d time.Duration) string {
	if m := r.chat.NextWithin(d); m != nil {
		return m.Text
	}
	return ""
}

func (r *groupRoom) sent() [][]string { return [][]string{r.chat.Texts()} }
func (r *groupRoom) chats() []int64   { return []int64{r.chat.ID} }

// channelRoom is a channel on Discord.
type channelRoom struct {
	channel *discordtest.Channel
	who     [2]*discordtest.User
}

func (r *channelRoom) says(by int, text string) { r.who[by].Types(r.channel, text) }

func (r *channelRoom) next(d time.Duration) string {
	if m := r.channel.NextWithin(d); m != nil {
		return plain.Replace(m.Content)
	}
	return ""
}

func (r *channelRoom) sent() [][]string {
	var texts []string
	for _, text := range r.channel.Texts() {
		texts = append(texts, plain.Replace(text))
	}
	return [][]string{texts}
}

func (r *channelRoom) chats() []int64 { return nil }

// privateRoom is the private chats of two people, or of one who plays the bot.
type privateRoom struct {
	who   []*telegramtest.Person
	reads int // whose chat is read: the last one's who wrote
}

func (r *privateRoom) says(by int, text string) {
	r.reads = by
	r.who[by].Says(r.who[by].Private(), text)
}

func (r *privateRoom) next(d time.Duration) string {
	if m := r.who[r.reads].Private().NextWithin(d); m != nil {
		return m.Text
	}
	return ""
}

func (r *privateRoom) sent() (texts [][]string) {
	for _, p := range r.who {
		texts = append(texts, p.Private().Texts())
	}
	return texts
}

func (r *privateRoom) chats() (ids []int64) {
	for _, p := range r.who {
		ids = append(ids, p.Private().ID)
	}
	return ids
}

// rooms is the number of rooms.
const rooms = 50

// settle puts people into rooms of all kinds.
func (w *world) settle(seed uint64) {
	for n := range rooms {
		p := &couple{w: w, random: rand.New(rand.NewPCG(seed, uint64(n+1)))}
		for i := range 2 {
			p.names[i], p.handles[i] = fmt.Sprintf("P%d%c", n, 'a'+i), fmt.Sprintf("player%d%c", n, 'a'+i)
		}
		switch {
		case n%5 < 2:
			r := &channelRoom{}
			for i := range r.who {
				r.who[i] = w.discord.User(p.handles[i])
				r.who[i].Name = p.names[i]
			}
			r.channel = w.discord.Guild(r.who[0], r.who[1]).Channel(fmt.Sprint("channel ", n))
			p.room = r
		case n%5 == 2:
			r := &privateRoom{}
			for i := range p.names {
				r.who = append(r.who, w.telegram.Person(p.names[i], p.handles[i]))
			}
			p.room = r
		default:
			r := &groupRoom{}
			for i := range r.who {
				r.who[i] = w.telegram.Person(p.names[i], p.handles[i])
			}
			switch n % 3 {
			case 0:
				r.chat = w.telegram.Group(r.who[0], r.who[1])
			case 1:
				r.arbiter = w.telegram.Person(fmt.Sprintf("P%dc", n), fmt.Sprintf("player%dc", n))
				r.chat = w.telegram.Supergroup(r.who[0], r.who[1], r.arbiter)
			case 2:
				r.chat = w.telegram.Forum(r.who[0], r.who[1]).Topic()
			}
			p.room = r
		}
		if n%4 == 3 {
			p.robot, p.names[1] = true, "Bot (level 1)"
			if r, ok := p.room.(*privateRoom); ok {
				r.who = r.who[:1]
			}
		}
		p.marks = make([][]int, len(p.room.sent()))
		w.tables = append(w.tables, p)
	}
}

func (p *couple) mark(chat int64) {
	for i, id := range p.room.chats() {
		if chat == 0 || chat == id {
			n := len(p.room.sent()[i])
			p.mu.Lock()
			p.marks[i] = append(p.marks[i], n)
			p.mu.Unlock()
		}
	}
}

// pause returns how long people take for a move, mostly hours and sometimes days.
func (p *couple) pause() time.Duration {
	d := time.Duration(p.random.ExpFloat64() * float64(4*time.Hour))
	if p.random.IntN(12) == 0 {
		d += time.Duration(p.random.Int64N(int64(4 * 24 * time.Hour)))
	}
	return d
}

// sleep waits, but not beyond the end.
func (p *couple) sleep(d time.Duration) { time.Sleep(min(d, time.Until(p.w.end))) }

// play plays until the end.
func (p *couple) play() {
	for time.Now().Before(p.w.end) {
		p.sleep(p.pause())
		id := p.begin()
		for id != "" && p.turn(id) && time.Now().Before(p.w.end) {
		}
	}
}

// forbearance is how long people wait for an answer before they repeat a text, longer than any fault.
const forbearance = 18 * time.Hour

// hears waits for a message about a match, any if the id is "", and returns it; "" if none comes, or one that reports
// an error.
func (p *couple) hears(id string, what ...string) string {
	until := time.Now().Add(forbearance)
	for {
		text := p.room.next(time.Until(until))
		switch {
		case text == "":
			return ""
		case strings.Contains(text, "went wrong"), strings.Contains(text, "may have missed"):
			p.w.count("told that it went wrong")
			time.Sleep(time.Duration(p.random.Int64N(int64(time.Hour))))
			return ""
		case !strings.Contains(text, "#"+id):
			continue
		}
		if slices.ContainsFunc(what, func(w string) bool { return strings.Contains(text, w) }) {
			return text
		}
	}
}

var numbered = regexp.MustCompile(`#([a-z0-9]{4,8})\b`)

// begin has one player challenge the other, who accepts, and returns the id of the match, "" if it does not begin.
func (p *couple) begin() string {
	by := p.random.IntN(2)
	game := []string{"damas", "chilenas", "eximo", "cage size=6", "gamao"}[p.random.IntN(5)]
	control := []string{"1d", "2d", "3d", "7d", "12h", "2h", "2d+1h", "2d+1d<=4d", "none"}[p.random.IntN(9)]
	private, apart := p.room.(*privateRoom)
	var whom string
	switch {
	case p.robot:
		by, whom = 0, "house level=1"
	case apart:
		whom = "anyone"
	default:
		whom = "@" + p.handles[1-by]
	}
	if r, ok := p.room.(*groupRoom); ok && r.arbiter != nil && !p.robot {
		whom += " arbiter=@" + r.arbiter.Handle
	}
	if game != "gamao" && p.random.IntN(3) == 0 { // which is a match of games by its points
		game += " games=2"
	}
	p.room.says(by, fmt.Sprintf("/play %s time=%s %s", game, control, whom))
	text := p.hears("", "challenge", "anyone who accepts", p.names[1])
	found := numbered.FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	id := found[1]
	p.ids = append(p.ids, id)
	if p.robot {
		return id
	}
	p.sleep(p.pause())
	if _, link, ok := strings.Cut(text, "?start="); ok && apart {
		link, _, _ = strings.Cut(link, "\n")
		private.says(1-by, "/start "+link)
		p.hears(id, "anyone who accepts")
	}
	for range 5 {
		p.room.says(1-by, "/accept #"+id)
		if p.hears(id, "accepts", "is over") != "" {
			break
		}
	}
	return id
}

// turn has the player on turn act, and waits for the message about it. It returns false when the match is over.
func (p *couple) turn(id string) bool {
	m, _ := p.w.load(id)
	if m == nil || m.Status != match.Playing {
		return false
	}
	p.sleep(p.pause())
	if m, _ = p.w.load(id); m.Status != match.Playing {
		return false
	}
	by := slices.Index(p.names[:], m.Player(m.Turn()).Name)
	if p.robot && by == 1 {
		return true // the judge looks how long it takes
	}
	switch {
	case m.Clock.Reminder == match.TimeUp && p.random.IntN(3) == 0:
		if by = 1 - by; p.robot {
			by = 0
		}
		p.room.says(by, []string{"/claim", "/give 2d", "/cancel"}[p.random.IntN(3)]+" #"+id)
		return p.hears(id, "wins on time", "more.", "cancels", "Too many moves", "can be") != "" || true
	case p.random.IntN(40) == 0:
		p.room.says(by, "/remind 3h #"+id)
		p.hears(id, "remind")
		return true
	case p.random.IntN(80) == 0:
		p.room.says(by, "/resign yes #"+id)
		p.hears(id, "resigns")
		return true
	}
	if r, ok := p.room.(*groupRoom); ok && r.arbiter != nil && m.Setup.Arbiter.Handle != "" && p.random.IntN(10) == 0 {
		p.rule(r, id, by)
		return true
	}
	p.move(id, m, by)
	p.plan(id, by)
	return true
}

// rule has the arbiter decide something, mostly a time limit.
func (p *couple) rule(r *groupRoom, id string, by int) {
	ruling := []string{"pause 1d", "give 1d", "give 12h", "back 1", "back 2", "draw",
		"award @" + p.handles[by]}[p.random.IntN(7)]
	p.w.count("ruled " + ruling[:4])
	r.arbiter.Says(r.chat, "/arbiter #"+id+" "+ruling+" as it rains")
	p.hears(id, "arbiter", "rains")
}

// plan has a player enter a conditional move in a private chat.
func (p *couple) plan(id string, by int) {
	r, ok := p.room.(*privateRoom)
	m, _ := p.w.load(id)
	if !ok || p.robot || m.Status != match.Playing || m.Turn() == engine.Nobody || m.Player(m.Turn()).Name == p.names[by] {
		return
	}
	var replies, answers []engine.Move
	for move := range m.Line.Position().Moves() {
		replies = append(replies, move)
	}
	if len(replies) == 0 {
		return
	}
	reply := replies[p.random.IntN(len(replies))]
	after, err := m.Line.Position().Play(reply)
	if err != nil {
		return
	}
	for move := range after.Moves() {
		answers = append(answers, move)
	}
	if len(answers) > 0 {
		r.says(by, fmt.Sprintf("/if #%s %s %s", id, reply, answers[p.random.IntN(len(answers))]))
		p.hears(id, "")
	}
}

// move sends a move until it is told.
func (p *couple) move(id string, m *match.Match, by int) {
	var all []engine.Move
	for move := range m.Line.Position().Moves() {
		all = append(all, move)
	}
	p.w.count("typed in " + m.Game.Name)
	move := all[p.random.IntN(len(all))]
	line := fmt.Sprintf("%s: %s", p.names[by], move)
	if word, _ := engine.WordOf(m.Line.Position(), move); word != "" {
		line = "" // it has a sentence of its own: anything may be said
	} else if m.Game == backgammon.Backgammon {
		line = p.names[by] + ": " // its points have other numbers for each side
	}
	for try := range 6 {
		p.room.says(by, fmt.Sprintf("#%s %s", id, move))
		p.w.count("typed")
		if p.hears(id, line, "Time is up", "on time") != "" {
			return
		}
		now, _ := p.w.load(id)
		if now.Status != match.Playing || now.Line.Len() > m.Line.Len() || now.GameNumber() != m.GameNumber() {
			if p.hears(id, line) == "" {
				return // the judge will tell
			}
			return
		}
		p.w.count("typed again")
		if try == 5 {
			p.w.t.Errorf("%s: %q is never carried out in #%s", p.names[by], move, id)
		}
	}
}
