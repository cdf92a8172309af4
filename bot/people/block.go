package people

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
)

// Blocklists are the blocklists of all people.
type Blocklists struct {
	Archive  *archive.Archive
	Registry *Registry
	Services *services.Services
	locks    archive.Locks[string] // by owner; held while a list changes
}

// Blocklist has the people whom its owner does not want to play with: no match begins between two if one has blocked
// the other. It is stored under the owner's id.
type Blocklist struct {
	People []blocked `json:"people"`
}

// blocked is an entry of a list. Of somebody who was forgotten only the mark is left, so that the block remains.
type blocked struct {
	Mark   string `json:"mark,omitempty"`   // see MarkOf; "" while only the handle is known
	Under  string `json:"under,omitempty"`  // the owner for mark and handle, if that is another account of the owner
	Handle string `json:"handle,omitempty"` // as last known
	Name   string `json:"name,omitempty"`
}

// mostBlocked bounds a list.
const mostBlocked = 100

// lists has the blocklists by owner.
var lists = kv.New[Blocklist](kv.Schema{
	Name: "blocked/", Owner: kv.Own, Bound: "a list a person, of 100", Forgotten: "Blocklists.Rename",
})

// Service returns the service of a person's id.
func Service(id string) string { return chat.Room(id).Service() }

// MarkOf returns a hash that stands for an id in the list of an owner. It differs from list to list, and does not
// reveal the id.
func MarkOf(owner, id string) string {
	sum := sha256.Sum256([]byte(owner + "\x00" + id))
	return hex.EncodeToString(sum[:12])
}

// matches reports whether an entry of an owner's list is about somebody with a handle at a service: see match.Player.Is.
// A handle means something only at the service where it was given.
func (e blocked) matches(owner string, p match.Player, at string) bool {
	owner = cmp.Or(e.Under, owner)
	if e.Mark != "" && p.ID != "" {
		return e.Mark == MarkOf(owner, p.ID)
	}
	return e.Handle != "" && at == Service(owner) && strings.EqualFold(e.Handle, p.Handle)
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
		return chat.User{Name: view.GoneName}
	}
	return view.Clean(chat.User{Handle: e.Handle, Name: e.Name})
}

// find returns the index of somebody with a handle at a service in an owner's list, -1 if there is none.
func (l Blocklist) find(owner string, p match.Player, at string) int {
	return slices.IndexFunc(l.People, func(e blocked) bool { return e.matches(owner, p, at) })
}

func (b *Blocklists) of(ctx context.Context, owner string) (l Blocklist, err error) {
	l, _, err = lists.Get(ctx, b.Archive, owner)
	return l, err
}

// change edits the list of an owner, and stores it if it has changed.
func (b *Blocklists) change(ctx context.Context, owner string, change func(*Blocklist)) error {
	defer b.locks.Enter(owner)()
	l, err := b.of(ctx, owner)
	if err != nil {
		return err
	}
	before := slices.Clone(l.People)
	switch change(&l); {
	case slices.Equal(before, l.People):
		return nil
	case len(l.People) == 0:
		return lists.Delete(ctx, b.Archive, owner)
	}
	return lists.Put(ctx, b.Archive, owner, l)
}

// bothWilling refuses if the author or the other one has blocked the other. key names the sentence for somebody who is
// blocked, which accuses nobody.
func (b *Blocklists) bothWilling(req *request.Request, other match.Player, key string) error {
	own, err := b.of(req.Ctx, req.Author.ID)
	if err != nil {
		return err
	}
	service := req.Event.Room.Service()
	if i := own.find(req.Author.ID, other, service); i >= 0 {
		return ownBlock(req, other, own.People[i])
	}
	owner := cmp.Or(other.ID, b.Registry.idOf(service, other.Handle))
	if owner == "" { // who accepts is known
		return nil
	}
	theirs, err := b.of(req.Ctx, owner)
	i := theirs.find(owner, req.Author, service)
	if err != nil || i < 0 {
		return err
	}
	if theirs.People[i].Mark == "" { // a handle may change, an id does not
		err = b.change(req.Ctx, owner, func(l *Blocklist) {
			if i := l.find(owner, req.Author, service); i >= 0 {
				l.People[i].Mark = MarkOf(cmp.Or(l.People[i].Under, owner), req.Author.ID)
			}
		})
	}
	return cmp.Or(err, req.Refuse(key, speech.Person("Player", view.User(other)), req.Typed("Play", "play")))
}

// ownBlock tells the author of their own block, where nobody else reads it.
func ownBlock(req *request.Request, other match.Player, e blocked) error {
	player := speech.Person("Player", view.User(other))
	if !req.Event.Private && !req.Guide.Caps.Privates && !req.Event.Hidden && !req.Guide.Caps.Together {
		return req.Refuse("blocked-between", player, req.Typed("Play", "play")) // the one who is blocked may read it
	}
	return request.Replace(chat.Message{
		Text: req.Guide.Voice.Say("blocked-own", player,
			speech.Text("Unblock", req.Guide.Voice.Typed("unblock")+" "+e.word())),
		Buttons: [][]chat.Button{{unblockButton(req, e)}},
		Private: true,
		Told:    true,
	})
}

// Person returns the person a command is about: the one after @ or mentioned, else the author of the message it
// answers; false if there is none. Other words are refused.
func (b *Blocklists) Person(req *request.Request, command, text string) (match.Player, bool, error) {
	words := strings.Fields(text)
	for i, word := range words {
		if handle, ok := strings.CutPrefix(word, "@"); ok && handle != "" {
			if rest := slices.Delete(words, i, i+1); len(rest) > 0 {
				return match.Player{}, false, req.Extra(strings.Join(rest, " "), command+" "+word)
			}
			u, err := b.Registry.Known(req.Ctx, req.Event, handle)
			return view.Player(u), true, err
		}
	}
	u := req.Event.Pointed()
	return view.Player(u), text == "" && u != (chat.User{}), nil
}

// Block blocks somebody, or shows the people who are blocked.
func (b *Blocklists) Block(req *request.Request, text string) (*request.Result, error) {
	p, ok, err := b.Person(req, req.Guide.Voice.Typed("block"), text)
	switch {
	case err != nil:
		return nil, err
	case !ok && text == "":
		return b.show(req, nil)
	case !ok:
		return nil, req.Refuse(req.PerService("block-who"), req.Typed("Block", "block"))
	case b.Services.IsBot(req.Event.Room, p):
		return nil, req.Refuse("block-bot")
	case p.Is(req.Author):
		return nil, req.Refuse("block-self")
	}
	key := "block-done"
	e := blocked{Handle: p.Handle, Name: p.Name, Under: req.Account}
	if p.ID != "" {
		e.Mark = MarkOf(req.Account, p.ID)
	}
	err = b.change(req.Ctx, req.Author.ID, func(l *Blocklist) {
		i := l.find(req.Author.ID, p, req.Event.Room.Service())
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
		return nil, err
	}
	answer := chat.Message{Private: true, Told: true, Text: req.Guide.Voice.Say(key,
		speech.Person("Player", view.User(p)), speech.Text("Unblock", req.Guide.Voice.Typed("unblock")+" "+e.word()),
		req.Typed("Block", "block"), speech.Count(mostBlocked))}
	if key == "block-done" {
		answer.Buttons = [][]chat.Button{{unblockButton(req, e)}}
	}
	return request.Say(answer), nil
}

// Unblock removes somebody from the author's list. A button may name an entry by its word.
func (b *Blocklists) Unblock(req *request.Request, text string) (*request.Result, error) {
	p, ok, err := b.Person(req, req.Guide.Voice.Typed("unblock"), text)
	if err != nil {
		return nil, err
	}
	if !ok && text == "" {
		return b.show(req, nil)
	}
	var gone *blocked
	err = b.change(req.Ctx, req.Author.ID, func(l *Blocklist) {
		i := l.find(req.Author.ID, p, req.Event.Room.Service())
		if !ok || i < 0 {
			i = slices.IndexFunc(l.People, func(e blocked) bool { return e.isNamed(text) })
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
		return nil, req.Refuse("unblock-none", req.Typed("Block", "block"))
	}
	return b.show(req, req.Guide.Voice.Say("unblock-done", speech.Person("Player", gone.user())))
}

// isNamed reports whether a text names the person, with or without an @.
func (e blocked) isNamed(text string) bool {
	return text != "" && (strings.EqualFold(e.word(), text) || strings.EqualFold(e.Handle, text) ||
		strings.EqualFold(e.Name, text))
}

// show lists the people whom the author has blocked, with a button for each, below the news.
func (b *Blocklists) show(req *request.Request, news []chat.Span) (*request.Result, error) {
	l, err := b.of(req.Ctx, req.Author.ID)
	if err != nil {
		return nil, err
	}
	m := chat.Message{Private: true, Instead: true, Text: news}
	if news != nil && len(l.People) > 0 {
		m.Text = append(m.Text, chat.Span{Text: "\n\n"})
	}
	switch {
	case len(l.People) > 0:
		m.Text = append(m.Text, req.Guide.Voice.Say("block-list", speech.Count(len(l.People)))...)
	case news == nil:
		m.Text = req.Guide.Voice.Say("block-none", req.Typed("Block", "block"))
	}
	for _, e := range l.People {
		u := e.user()
		m.Text = append(m.Text, chat.Span{Text: "\n"}, chat.Span{Text: u.Name, User: &u})
		m.Buttons = append(m.Buttons, []chat.Button{unblockButton(req, e)})
	}
	return request.Say(m), nil
}

func unblockButton(req *request.Request, e blocked) chat.Button {
	return chat.Button{Label: req.Guide.Voice.Text("button.unblock", speech.Text("Name", e.user().Name)),
		Says: req.Guide.Voice.Typed("unblock") + " " + e.word()}
}

// Names returns the people in an owner's list by name and handle, without those who were forgotten.
func (b *Blocklists) Names(ctx context.Context, owner string) ([]string, error) {
	l, err := b.of(ctx, owner)
	names := []string{}
	for _, one := range l.People {
		if one.Name != "" || one.Handle != "" {
			names = append(names, strings.TrimSpace(one.Name+" "+one.word()))
		}
	}
	return names, err
}

// Rename merges the blocklist of a person into that of another id, and blocks that id wherever the person is blocked.
// Without another id it deletes the list, and leaves only marks of the person in those of others.
func (b *Blocklists) Rename(ctx context.Context, p match.Player, at, into string) error {
	theirs, err := b.of(ctx, p.ID)
	if err == nil && into != "" {
		err = b.change(ctx, into, func(l *Blocklist) { l.merge(theirs, p.ID, into) })
	}
	if err == nil {
		err = lists.Delete(ctx, b.Archive, p.ID)
	}
	if err != nil {
		return err
	}
	return lists.Each(ctx, b.Archive, "", func(owner string) error {
		return b.change(ctx, owner, func(l *Blocklist) {
			i := l.find(owner, p, at)
			switch {
			case i < 0 || owner == into:
			case into == "":
				l.People[i] = blocked{Mark: MarkOf(owner, p.ID)}
			case l.find(owner, match.Player{ID: into}, "") < 0:
				also := l.People[i]
				also.Mark = MarkOf(cmp.Or(also.Under, owner), into)
				l.People = append(l.People, also)
			}
		})
	})
}

// merge adds the list that an owner had under another account. Its marks stay, since they do not reveal whom they mean.
func (l *Blocklist) merge(theirs Blocklist, from, into string) {
	for _, e := range theirs.People {
		e.Under = cmp.Or(e.Under, from)
		if !e.matches(from, match.Player{ID: into}, "") && !slices.Contains(l.People, e) {
			l.People = append(l.People, e)
		}
	}
}
