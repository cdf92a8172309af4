package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
)

// blocklist is whom somebody does not want to play with: while one of two has blocked the other, no match begins between
// them. It is kept under the owner's id; and as challenges may know only a handle, the owner's id is kept under that.
type blocklist struct {
	Handle string    `json:"handle,omitempty"` // the owner's, as last known
	People []blocked `json:"people"`
}

// blocked is somebody in a list. Of who had to be forgotten nothing but the mark is left, so that the block outlasts that.
type blocked struct {
	Mark   string `json:"mark,omitempty"`   // see markOf; "" while only the handle is known
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
		return e.Mark == markOf(owner, p.ID)
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
	return cleanUser(chat.User{Handle: e.Handle, Name: e.Name})
}

// find is the place of somebody in an owner's list, -1 if there is none.
func (l blocklist) find(owner string, p match.Player) int {
	return slices.IndexFunc(l.People, func(e blocked) bool { return e.is(owner, p) })
}

func (b *Bot) blocklist(ctx context.Context, owner string) (l blocklist, err error) {
	text, err := b.Store.Get(ctx, blocklistKey(owner))
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &l)
	}
	if err != nil {
		return l, fmt.Errorf("blocklist: %w", err)
	}
	return l, nil
}

// changeBlocklist changes the list of an owner, who has a handle now.
func (b *Bot) changeBlocklist(ctx context.Context, owner, handle string, change func(*blocklist)) error {
	defer b.enter(blocklistKey(owner))()
	l, err := b.blocklist(ctx, owner)
	if err != nil {
		return err
	}
	change(&l)
	text := ""
	if len(l.People) == 0 {
		handle = ""
	}
	if !strings.EqualFold(l.Handle, handle) {
		if err := b.dropHandle(ctx, owner, l.Handle); err != nil {
			return err
		}
	}
	l.Handle = handle
	if len(l.People) > 0 {
		encoded, err := json.Marshal(l)
		if err != nil {
			return err
		}
		text = string(encoded)
	}
	if err := b.Store.Put(ctx, blocklistKey(owner), text); err != nil || handle == "" {
		return err
	}
	return b.Store.Put(ctx, ownerKey(service(owner), handle), owner)
}

// dropHandle takes a handle from an owner who has it no more.
func (b *Bot) dropHandle(ctx context.Context, owner, handle string) error {
	key := ownerKey(service(owner), handle)
	who, err := b.Store.Get(ctx, key)
	if err != nil || who != owner {
		return err
	}
	return b.Store.Put(ctx, key, "")
}

// keepHandle sees to it that the author's handle leads to the author's list, and to nobody else's.
func (t *talk) keepHandle() error {
	key := ownerKey(service(t.me.ID), t.me.Handle)
	owner, err := t.Store.Get(t.ctx, key)
	if err != nil {
		return err
	}
	l, err := t.blocklist(t.ctx, t.me.ID)
	switch {
	case err != nil:
		return err
	case len(l.People) == 0 && owner != "":
		return t.Store.Put(t.ctx, key, "")
	case len(l.People) == 0 || t.me.Handle == l.Handle && (owner == t.me.ID || t.me.Handle == ""):
		return nil
	}
	return t.changeBlocklist(t.ctx, t.me.ID, t.me.Handle, func(*blocklist) {})
}

// bothWilling tells whether neither the author nor the other one has blocked the other; if one has, the author was told. key
// is the sentence for who is blocked, and accuses nobody.
func (t *talk) bothWilling(other match.Player, key string) (bool, error) {
	if other.Anyone() {
		return true, nil
	}
	own, err := t.blocklist(t.ctx, t.me.ID)
	if err != nil {
		return false, err
	}
	if i := own.find(t.me.ID, other); i >= 0 {
		t.send(chat.Message{
			Text:    t.voice.Say("blocked-own", speech.Person("Player", user(other)), speech.Text("Unblock", t.voice.Typed("unblock")+" "+own.People[i].word())),
			Buttons: [][]chat.Button{{t.unblockButton(own.People[i])}},
			Private: true,
			Told:    true,
		})
		return false, nil
	}
	owner := other.ID
	if owner == "" {
		if owner, err = t.Store.Get(t.ctx, ownerKey(service(t.me.ID), other.Handle)); err != nil || owner == "" {
			return err == nil, err
		}
	}
	theirs, err := t.blocklist(t.ctx, owner)
	if err != nil {
		return false, err
	}
	i := theirs.find(owner, t.me)
	if i < 0 {
		return true, nil
	}
	t.note(key, speech.Person("Player", user(other)), speech.Text("Play", t.voice.Typed("play")))
	if theirs.People[i].Mark != "" {
		return false, nil
	}
	return false, t.changeBlocklist(t.ctx, owner, theirs.Handle, func(l *blocklist) { // a handle may change, an id does not
		if i := l.find(owner, t.me); i >= 0 {
			l.People[i].Mark = markOf(owner, t.me.ID)
		}
	})
}

// isBot tells whether somebody is the bot itself.
func (t *talk) isBot(p match.Player) bool {
	a, ok := t.adapters[t.event.Room.Service()].(chat.Named)
	return ok && player(a.Self()).Is(p)
}

// person is who a command is about: the one after @ or mentioned, else the one whose message it answers. Without any of them
// it is nobody.
func (t *talk) person(text string) (match.Player, bool) {
	for _, word := range strings.Fields(text) {
		if handle, ok := strings.CutPrefix(word, "@"); ok && handle != "" {
			return player(t.known(handle)), true
		}
	}
	u := t.event.Answered
	if i := slices.IndexFunc(t.event.Mentions, func(u chat.User) bool { return u.Handle == "" && u.ID != "" }); i >= 0 {
		u = t.event.Mentions[i]
	}
	return player(u), text == "" && u != (chat.User{})
}

// block blocks somebody, or shows who is blocked.
func (t *talk) block(text string) error {
	p, ok := t.person(text)
	switch {
	case !ok && text == "":
		return t.showBlocked(nil)
	case !ok:
		t.note("block-who", speech.Text("Block", t.voice.Typed("block")))
		return nil
	case t.isBot(p):
		t.note("block-bot")
		return nil
	case p.Is(t.me):
		t.note("block-self")
		return nil
	}
	key := "block-done"
	e := blocked{Handle: p.Handle, Name: p.Name}
	if p.ID != "" {
		e.Mark = markOf(t.me.ID, p.ID)
	}
	err := t.changeBlocklist(t.ctx, t.me.ID, t.me.Handle, func(l *blocklist) {
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
	if err != nil {
		return err
	}
	answer := chat.Message{Private: true, Told: true, Text: t.voice.Say(key,
		speech.Person("Player", user(p)), speech.Text("Unblock", t.voice.Typed("unblock")+" "+e.word()), speech.Text("Block", t.voice.Typed("block")), speech.Count(mostBlocked))}
	if key == "block-done" {
		answer.Buttons = [][]chat.Button{{t.unblockButton(e)}}
	}
	t.send(answer)
	return nil
}

// unblock takes somebody off the author's list. A button may name an entry by its word.
func (t *talk) unblock(text string) error {
	p, ok := t.person(text)
	if !ok && text == "" {
		return t.showBlocked(nil)
	}
	var gone *blocked
	err := t.changeBlocklist(t.ctx, t.me.ID, t.me.Handle, func(l *blocklist) {
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
	if err != nil {
		return err
	}
	if gone == nil {
		t.note("unblock-none", speech.Text("Block", t.voice.Typed("block")))
		return nil
	}
	return t.showBlocked(t.voice.Say("unblock-done", speech.Person("Player", gone.user())))
}

// showBlocked lists whom the author has blocked, with a button for each, under what is news.
func (t *talk) showBlocked(news []chat.Span) error {
	l, err := t.blocklist(t.ctx, t.me.ID)
	if err != nil {
		return err
	}
	m := chat.Message{Private: true, Instead: true, Text: news}
	if news != nil && len(l.People) > 0 {
		m.Text = append(m.Text, chat.Span{Text: "\n\n"})
	}
	switch {
	case len(l.People) > 0:
		m.Text = append(m.Text, t.voice.Say("block-list", speech.Count(len(l.People)))...)
	case news == nil:
		m.Text = t.voice.Say("block-none", speech.Text("Block", t.voice.Typed("block")))
	}
	for _, e := range l.People {
		u := e.user()
		m.Text = append(m.Text, chat.Span{Text: "\n"}, chat.Span{Text: u.Name, User: &u})
		m.Buttons = append(m.Buttons, []chat.Button{t.unblockButton(e)})
	}
	t.send(m)
	return nil
}

func (t *talk) unblockButton(e blocked) chat.Button {
	return chat.Button{Label: t.voice.Text("button.unblock", speech.Text("Name", e.user().Name)), Says: t.voice.Typed("unblock") + " " + e.word()}
}
