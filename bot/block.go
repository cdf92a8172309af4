package bot

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
)

// blocks are the blocklists of everybody.
type blocks struct {
	archive  *archive.Archive
	people   *people
	services *services
	locks    archive.Locks[string] // by owner; held while a list changes
}

// blocklist is whom somebody does not want to play with: while one of two has blocked the other, no match begins between
// them. It is kept under the owner's id; and as challenges may know only a handle, the owner's id is kept under that.
type blocklist struct {
	Handle  string            `json:"handle,omitempty"`  // the owner's at the service of the id, in lists from before there were others
	Handles map[string]string `json:"handles,omitempty"` // the owner's, as last known, by service
	People  []blocked         `json:"people"`
}

// blocked is somebody in a list. Of who had to be forgotten nothing but the mark is left, so that the block outlasts that.
type blocked struct {
	Mark   string `json:"mark,omitempty"`   // see markOf; "" while only the handle is known
	Under  string `json:"under,omitempty"`  // the owner for the mark, if that was another account of the owner
	Handle string `json:"handle,omitempty"` // as last known
	Name   string `json:"name,omitempty"`
}

// mostBlocked bounds a list.
const mostBlocked = 100

const blocklists = "blocked/"

func blocklistKey(owner string) string { return blocklists + owner }

// ownerKey is where it stands who has a handle and a list.
func ownerKey(service, handle string) string {
	return blocklists + "@" + service + ":" + strings.ToLower(handle)
}

// service is the service of a person's id.
func service(id string) string { return chat.Room(id).Service() }

// markOf stands for an id in the list of an owner. It is another one in every list, and does not tell the id.
func markOf(owner, id string) string {
	sum := sha256.Sum256([]byte(owner + "\x00" + id))
	return hex.EncodeToString(sum[:12])
}

// is tells whether an entry of an owner's list is about somebody: see match.Player.Is.
func (e blocked) is(owner string, p match.Player) bool {
	if e.Mark != "" && p.ID != "" {
		return e.Mark == markOf(cmp.Or(e.Under, owner), p.ID)
	}
	return e.Handle != "" && strings.EqualFold(e.Handle, p.Handle)
}

// word names an entry in a command.
func (e blocked) word() string {
	if e.Handle != "" {
		return "@" + e.Handle
	}
	return e.Mark
}

func (e blocked) user() chat.User {
	if e.Name == "" && e.Handle == "" {
		return chat.User{Name: goneName}
	}
	return tell.Clean(chat.User{Handle: e.Handle, Name: e.Name})
}

// find is the place of somebody in an owner's list, -1 if there is none.
func (l blocklist) find(owner string, p match.Player) int {
	return slices.IndexFunc(l.People, func(e blocked) bool { return e.is(owner, p) })
}

func (b *blocks) of(ctx context.Context, owner string) (l blocklist, err error) {
	text, err := b.archive.Get(ctx, blocklistKey(owner))
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &l)
	}
	if err != nil {
		return l, fmt.Errorf("blocklist: %w", err)
	}
	if l.Handle != "" && l.Handles == nil {
		l.Handles = map[string]string{service(owner): l.Handle}
	}
	l.Handle = ""
	return l, nil
}

// handleAt is what somebody is called at a service now; zero: that is not known.
type handleAt struct{ service, handle string }

// handle is what the author is called where the author is.
func (t *talk) handle() handleAt { return handleAt{t.event.Room.Service(), t.me.Handle} }

// change changes the list of an owner and, if that is known, what the owner is called.
func (b *blocks) change(ctx context.Context, owner string, now handleAt, change func(*blocklist)) error {
	defer b.locks.Enter(owner)()
	l, err := b.of(ctx, owner)
	if err != nil {
		return err
	}
	change(&l)
	before := l.Handles
	l.Handles = maps.Clone(before)
	switch {
	case len(l.People) == 0:
		l.Handles = nil
	case now.service != "" && now.handle == "":
		delete(l.Handles, now.service)
	case now.service != "" && l.Handles == nil:
		l.Handles = map[string]string{now.service: now.handle}
	case now.service != "":
		l.Handles[now.service] = now.handle
	}
	for service, handle := range before {
		if !strings.EqualFold(l.Handles[service], handle) {
			if err := b.dropHandle(ctx, owner, service, handle); err != nil {
				return err
			}
		}
	}
	text := ""
	if len(l.People) > 0 {
		encoded, err := json.Marshal(l)
		if err != nil {
			return err
		}
		text = string(encoded)
	}
	if err := b.archive.Put(ctx, blocklistKey(owner), text); err != nil {
		return err
	}
	for service, handle := range l.Handles {
		if err := b.archive.Put(ctx, ownerKey(service, handle), owner); err != nil {
			return err
		}
	}
	return nil
}

// dropHandle takes a handle from an owner who has it no more.
func (b *blocks) dropHandle(ctx context.Context, owner, service, handle string) error {
	key := ownerKey(service, handle)
	who, err := b.archive.Get(ctx, key)
	if err != nil || who != owner {
		return err
	}
	return b.archive.Put(ctx, key, "")
}

// keepHandle sees to it that the author's handle leads to the author's list, and to nobody else's.
func (b *blocks) keepHandle(t *talk) error {
	here := t.event.Room.Service()
	key := ownerKey(here, t.me.Handle)
	owner, err := b.archive.Get(t.ctx, key)
	if err != nil {
		return err
	}
	l, err := b.of(t.ctx, t.me.ID)
	switch {
	case err != nil:
		return err
	case len(l.People) == 0 && owner != "":
		return b.archive.Put(t.ctx, key, "")
	case len(l.People) == 0 || t.me.Handle == l.Handles[here] && (owner == t.me.ID || t.me.Handle == ""):
		return nil
	}
	return b.change(t.ctx, t.me.ID, t.handle(), func(*blocklist) {})
}

// bothWilling refuses if the author or the other one has blocked the other. key is the sentence for those who are blocked, and
// accuses nobody.
func (b *blocks) bothWilling(t *talk, other match.Player, key string) error {
	if other.Anyone() {
		return nil
	}
	own, err := b.of(t.ctx, t.me.ID)
	if err != nil {
		return err
	}
	if i := own.find(t.me.ID, other); i >= 0 {
		return instead(chat.Message{
			Text:    t.Voice.Say("blocked-own", speech.Person("Player", tell.User(other)), speech.Text("Unblock", t.Voice.Typed("unblock")+" "+own.People[i].word())),
			Buttons: [][]chat.Button{{t.unblockButton(own.People[i])}},
			Private: true,
			Told:    true,
		})
	}
	owner := other.ID
	if owner == "" {
		if owner, err = b.archive.Get(t.ctx, ownerKey(t.event.Room.Service(), other.Handle)); err != nil || owner == "" {
			return err
		}
	}
	theirs, err := b.of(t.ctx, owner)
	if err != nil {
		return err
	}
	i := theirs.find(owner, known(t.me, t.event.Room.Service(), owner))
	if i < 0 {
		return nil
	}
	if theirs.People[i].Mark == "" { // a handle may change, an id does not
		err := b.change(t.ctx, owner, handleAt{}, func(l *blocklist) {
			if i := l.find(owner, t.me); i >= 0 {
				l.People[i].Mark = markOf(owner, t.me.ID)
			}
		})
		if err != nil {
			return err
		}
	}
	return t.note(key, speech.Person("Player", tell.User(other)), t.typed("Play", "play"))
}

// person is the one a command is about: the one after @ or mentioned, else the one whose message it answers. It is false if
// there is none. Other words go with nobody.
func (b *blocks) person(t *talk, command, text string) (match.Player, bool, error) {
	words := strings.Fields(text)
	for i, word := range words {
		if handle, ok := strings.CutPrefix(word, "@"); ok && handle != "" {
			if rest := slices.Delete(words, i, i+1); len(rest) > 0 {
				return match.Player{}, false, t.extra(strings.Join(rest, " "), command+" "+word)
			}
			u, err := b.people.known(t.ctx, t.event, handle)
			return tell.Player(u), true, err
		}
	}
	u := t.event.Answered
	if i := slices.IndexFunc(t.event.Mentions, func(u chat.User) bool { return u.Handle == "" && u.ID != "" }); i >= 0 {
		u = t.event.Mentions[i]
	}
	return tell.Player(u), text == "" && u != (chat.User{}), nil
}

// block blocks somebody, or shows the people who are blocked.
func (b *blocks) block(t *talk, text string) (reply, error) {
	p, ok, err := b.person(t, t.Voice.Typed("block"), text)
	switch {
	case err != nil:
		return nil, err
	case !ok && text == "":
		return b.show(t, nil)
	case !ok:
		return nil, t.note(t.perService("block-who"), t.typed("Block", "block"))
	case b.services.isBot(t.event.Room, p):
		return nil, t.note("block-bot")
	case p.Is(t.me):
		return nil, t.note("block-self")
	}
	key := "block-done"
	e := blocked{Handle: p.Handle, Name: p.Name}
	if p.ID != "" {
		e.Mark = markOf(t.me.ID, p.ID)
	}
	err = b.change(t.ctx, t.me.ID, t.handle(), func(l *blocklist) {
		i := l.find(t.me.ID, p)
		switch {
		case i >= 0 && e.Mark != "":
			l.People[i] = e
		case i >= 0:
		case len(l.People) >= mostBlocked:
			key = "block-full"
		default:
			l.People = append(l.People, e)
		}
	})
	answer := chat.Message{Private: true, Told: true, Text: t.Voice.Say(key,
		speech.Person("Player", tell.User(p)), speech.Text("Unblock", t.Voice.Typed("unblock")+" "+e.word()), t.typed("Block", "block"), speech.Count(mostBlocked))}
	if key == "block-done" {
		answer.Buttons = [][]chat.Button{{t.unblockButton(e)}}
	}
	return reply{answer}, err
}

// unblock takes somebody off the author's list. A button may name an entry by its word.
func (b *blocks) unblock(t *talk, text string) (reply, error) {
	p, ok, err := b.person(t, t.Voice.Typed("unblock"), text)
	if err != nil {
		return nil, err
	}
	if !ok && text == "" {
		return b.show(t, nil)
	}
	var gone *blocked
	err = b.change(t.ctx, t.me.ID, t.handle(), func(l *blocklist) {
		i := -1
		if ok {
			i = l.find(t.me.ID, p)
		}
		if i < 0 {
			i = slices.IndexFunc(l.People, func(e blocked) bool { return strings.EqualFold(e.word(), text) })
		}
		if i >= 0 {
			e := l.People[i]
			gone = &e
			l.People = slices.Delete(l.People, i, i+1)
		}
	})
	switch {
	case err != nil:
		return nil, err
	case gone == nil:
		return nil, t.note("unblock-none", t.typed("Block", "block"))
	}
	return b.show(t, t.Voice.Say("unblock-done", speech.Person("Player", gone.user())))
}

// show lists those whom the author has blocked, with a button for each, under what is news.
func (b *blocks) show(t *talk, news []chat.Span) (reply, error) {
	l, err := b.of(t.ctx, t.me.ID)
	if err != nil {
		return nil, err
	}
	m := chat.Message{Private: true, Instead: true, Text: news}
	if news != nil && len(l.People) > 0 {
		m.Text = append(m.Text, chat.Span{Text: "\n\n"})
	}
	switch {
	case len(l.People) > 0:
		m.Text = append(m.Text, t.Voice.Say("block-list", speech.Count(len(l.People)))...)
	case news == nil:
		m.Text = t.Voice.Say("block-none", t.typed("Block", "block"))
	}
	for _, e := range l.People {
		u := e.user()
		m.Text = append(m.Text, chat.Span{Text: "\n"}, chat.Span{Text: u.Name, User: &u})
		m.Buttons = append(m.Buttons, []chat.Button{t.unblockButton(e)})
	}
	return reply{m}, nil
}

func (t *talk) unblockButton(e blocked) chat.Button {
	return chat.Button{Label: t.Voice.Text("button.unblock", speech.Text("Name", e.user().Name)), Says: t.Voice.Typed("unblock") + " " + e.word()}
}
