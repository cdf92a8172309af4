package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/storage"
)

// linker makes accounts on several services one person, and separates them again.
//
// Two codes do that, one in each direction: what the first account is given is typed by the second one, and what that one is
// given then by the first. So nobody who is talked into typing a code has been joined with anybody.
type linker struct {
	joiner
	services *services
}

// A code holds for a while, and whoever types wrong ones has so many tries in that time.
const (
	codeHolds = 10 * time.Minute
	codeTries = 5
	linkCode  = 8 // letters
)

// linking is how far an account is with being linked.
type linking struct {
	Mark  string    `json:"mark,omitempty"`  // of the code that the account was given: see markOf
	Until time.Time `json:"until,omitzero"`  // for which it holds
	For   string    `json:"for,omitempty"`   // the account that may type it; "": any
	Wrong int       `json:"wrong,omitempty"` // codes that were typed by the account
	Since time.Time `json:"since,omitzero"`  // the first of them
}

// linkings begins the keys under which that is kept.
const linkings = "linking/"

func (l *linker) of(ctx context.Context, account string) (is linking, err error) {
	text, err := l.archive.Get(ctx, linkings+account)
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &is)
	}
	if err != nil {
		return is, fmt.Errorf("linking of an account: %w", err)
	}
	if !l.now().Before(is.Until) {
		is.Mark, is.Until, is.For = "", time.Time{}, ""
	}
	if l.now().Sub(is.Since) >= codeHolds {
		is.Wrong, is.Since = 0, time.Time{}
	}
	return is, nil
}

func (l *linker) keep(ctx context.Context, account string, is linking) error {
	if is == (linking{}) {
		return l.archive.Put(ctx, linkings+account, "")
	}
	text, err := json.Marshal(is)
	if err != nil {
		return fmt.Errorf("linking of an account: %w", err)
	}
	return l.archive.Put(ctx, linkings+account, string(text))
}

// possible tells whether accounts of two services can be one person here.
func (l *linker) possible() bool { return l.registry.stored != nil && l.services.several() }

// link gives the author a code, or takes one: "/link", "/link hk4m7wqz".
func (l *linker) link(t *talk, text string) (reply, error) {
	switch {
	case !l.possible():
		return nil, t.note("link-alone")
	case !t.event.Private:
		return nil, t.note("link-private", t.typed("Link", "link"))
	}
	_, leave, err := l.alone(t.ctx) // two who type at once see what the other one has done
	if err != nil {
		return nil, err
	}
	defer leave()
	if text == "" {
		return l.give(t, "", "link-code")
	}
	return l.take(t, strings.ToLower(text))
}

// give gives the author's account a code that another one may type.
func (l *linker) give(t *talk, other, key string) (reply, error) {
	is, err := l.of(t.ctx, t.account)
	if err != nil {
		return nil, err
	}
	code, err := l.lots.id(linkCode)
	if err != nil {
		return nil, err
	}
	is.Mark, is.Until, is.For = markOf(t.account, code), l.now().Add(codeHolds), other
	typed := t.Voice.Typed("link") + " " + code
	message := t.privately(key, speech.Text("Link", typed), speech.Text("Service", tell.ServiceName(service(other))))
	message.Text = copied(message.Text, typed)
	return reply{message}, l.keep(t.ctx, t.account, is)
}

// copied sets what is to be typed elsewhere apart, so that no service writes it in its own way.
func copied(said []chat.Span, typed string) (text []chat.Span) {
	before, after, _ := strings.Cut(chat.Plain(said), typed)
	return []chat.Span{{Text: before}, tell.Mono(typed), {Text: after}}
}

// take takes a code that another account was given.
func (l *linker) take(t *talk, code string) (reply, error) {
	is, err := l.of(t.ctx, t.account)
	if err != nil {
		return nil, err
	}
	if is.Wrong >= codeTries {
		return nil, t.note("link-tries")
	}
	other, theirs, err := l.whose(t.ctx, code)
	if err != nil {
		return nil, err
	}
	if other == "" || other == t.account || theirs.For != "" && theirs.For != t.account {
		if is.Wrong++; is.Wrong == 1 {
			is.Since = l.now()
		}
		if err := l.keep(t.ctx, t.account, is); err != nil {
			return nil, err
		}
		if is.Wrong == codeTries {
			return nil, t.note("link-tries")
		}
		return nil, t.note("link-wrong", speech.Count(codeTries-is.Wrong))
	}
	mine, err := l.registry.person(t.ctx, t.account)
	if err != nil {
		return nil, err
	}
	they, err := l.registry.person(t.ctx, other)
	if err != nil {
		return nil, err
	}
	if err := l.mayJoin(t, mine, they); err != nil {
		return nil, err
	}
	if err := l.keep(t.ctx, other, linking{}); err != nil { // a code opens once
		return nil, err
	}
	if theirs.For == "" {
		return l.give(t, other, "link-back")
	}
	if err := l.join(t.ctx, mine, they); err != nil {
		return nil, err
	}
	return reply{t.privately("link-done", t.typed("Unlink", "unlink"))}, nil
}

// whose is the account that was given a code, "" if none was.
func (l *linker) whose(ctx context.Context, code string) (account string, is linking, err error) {
	keys, err := l.archive.Keys(ctx, linkings)
	if err != nil {
		return "", is, err
	}
	for _, key := range keys {
		account := strings.TrimPrefix(key, linkings)
		is, err := l.of(ctx, account)
		switch {
		case err != nil:
			return "", is, err
		case is == (linking{}): // it is over
			if err := l.keep(ctx, account, is); err != nil {
				return "", is, err
			}
		case is.Mark != "" && is.Mark == markOf(account, code):
			return account, is, nil
		}
	}
	return "", linking{}, nil
}

// mayJoin refuses where two people cannot be one.
func (l *linker) mayJoin(t *talk, one, other storage.Person) error {
	if one.ID == other.ID {
		return t.note("link-already")
	}
	there := map[string]bool{}
	for _, account := range append(accounts(one), accounts(other)...) {
		if there[service(account)] {
			return t.note("link-same", speech.Text("Service", tell.ServiceName(service(account))))
		}
		there[service(account)] = true
	}
	heads, err := l.archive.Find(t.ctx, storage.Query{Player: one.ID, Live: true})
	for _, h := range heads {
		if between(h, one.ID, other.ID) {
			return t.note("link-playing", speech.Text("ID", h.ID))
		}
	}
	return err
}

// unlink explains what it is to separate one's accounts, or does it: "/unlink", "/unlink yes".
func (l *linker) unlink(t *talk, text string) (reply, error) {
	p, err := l.registry.person(t.ctx, t.account)
	if err != nil {
		return nil, err
	}
	switch linked := len(p.Identities) > 1; {
	case !linked && !l.possible():
		return nil, t.note("link-alone")
	case !linked:
		return nil, t.note("unlink-none", t.typed("Link", "link"))
	}
	word, whose, _ := strings.Cut(text, " ")
	first := speech.Text("Service", tell.ServiceName(service(p.ID)))
	switch {
	case !t.Languages.Book.Means("yes", word):
		says := t.Voice.Typed("unlink") + " " + t.Voice.Typed("yes")
		return reply{{
			Text:    t.Voice.Say("unlink-explain", first, t.unlessButton("Command", says)),
			Buttons: [][]chat.Button{{{Label: t.Voice.Text("button.unlink"), Says: says + " " + t.me.ID}}},
			Private: true,
			Told:    true,
		}}, nil
	case whose != "" && whose != t.me.ID:
		return nil, t.note("forget-other", t.typed("Forget", "unlink"))
	}
	if err := l.separate(t.ctx, p); err != nil {
		return nil, err
	}
	return reply{t.privately("unlink-done", first)}, nil
}

// separate leaves everything with the account whose id is the person's, and makes the others new. In private talks
// with those no match of the person is told any more.
func (l *linker) separate(ctx context.Context, p storage.Person) error {
	heads, err := l.archive.Find(ctx, storage.Query{Player: p.ID})
	if err != nil {
		return err
	}
	for _, h := range heads {
		if err := l.archive.Leave(ctx, h.ID, func(at storage.Place) bool {
			return at.For == p.ID && service(at.Room) != service(p.ID)
		}); err != nil {
			return fmt.Errorf("separate accounts: match %s: %w", h.ID, err)
		}
	}
	return l.registry.has(ctx, p.ID)
}
