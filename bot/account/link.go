package account

import (
	"context"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// A code expires, and within that time an account may type only so many wrong ones.
const (
	codeHolds = 10 * time.Minute
	codeTries = 5
	linkCode  = 8 // letters
)

// Linking is the state of linking an account.
type Linking struct {
	Mark  string    `json:"mark,omitempty"`  // hash of the code given to the account: see markOf
	Until time.Time `json:"until,omitzero"`  // end of its validity
	For   string    `json:"for,omitempty"`   // the account that may type it; "": any
	Wrong int       `json:"wrong,omitempty"` // number of wrong codes typed by the account
	Since time.Time `json:"since,omitzero"`  // time of the first of them
}

// linkings has the states by account.
var linkings = kv.New[Linking](kv.Schema{Name: "linking/", Owner: kv.Person,
	Bound: "one an account, until its code is over"})

func (r *Records) linking(ctx context.Context, account string) (is Linking, err error) {
	if is, _, err = linkings.Get(ctx, r.Archive, account); err != nil {
		return is, err
	}
	if !r.Now().Before(is.Until) {
		is.Mark, is.Until, is.For = "", time.Time{}, ""
	}
	if r.Now().Sub(is.Since) >= codeHolds {
		is.Wrong, is.Since = 0, time.Time{}
	}
	return is, nil
}

func (r *Records) keepLinking(ctx context.Context, account string, is Linking) error {
	if is == (Linking{}) {
		return linkings.Delete(ctx, r.Archive, account)
	}
	return linkings.Put(ctx, r.Archive, account, is)
}

// Link gives the author a code, or takes one: "/link", "/link hk4m7wqz". Accounts on several services are linked by two
// codes, one typed on each side, so that nobody is linked by being talked into typing one code.
func (r *Records) Link(req *request.Request, text string) (*request.Result, error) {
	switch {
	case !r.Services.Several():
		return nil, req.Refuse("link-alone")
	case !req.Event.Private:
		return nil, req.Refuse("link-private", req.Typed("Link", "link"))
	}
	r.mu.Lock() // people who type at the same time must see each other's changes
	defer r.mu.Unlock()
	if text == "" {
		return r.giveCode(req, "", "link-code")
	}
	return r.takeCode(req, strings.ToLower(text))
}

// giveCode gives the author's account a code that another account may type.
func (r *Records) giveCode(req *request.Request, other, key string) (*request.Result, error) {
	is, err := r.linking(req.Ctx, req.Account)
	if err != nil {
		return nil, err
	}
	code := r.Draws.ID(linkCode)
	is.Mark, is.Until, is.For = people.MarkOf(req.Account, code), r.Now().Add(codeHolds), other
	typed := req.Guide.Voice.Typed("link") + " " + code
	message := req.Privately(key, speech.Text("Link", typed),
		speech.Text("Service", view.ServiceName(people.Service(other))))
	message.Text = copied(message.Text, typed)
	return request.Say(message), r.keepLinking(req.Ctx, req.Account, is)
}

// copied puts the text to be typed elsewhere into a fixed-width font, so that no service restyles it.
func copied(said []chat.Span, typed string) (text []chat.Span) {
	before, after, _ := strings.Cut(chat.PlainText(said), typed)
	return []chat.Span{{Text: before}, view.Mono(typed), {Text: after}}
}

// takeCode accepts a code that another account was given.
func (r *Records) takeCode(req *request.Request, code string) (*request.Result, error) {
	is, err := r.linking(req.Ctx, req.Account)
	if err != nil {
		return nil, err
	}
	if is.Wrong >= codeTries {
		return nil, req.Refuse("link-tries")
	}
	other, theirs, err := r.accountOf(req.Ctx, code)
	if err != nil {
		return nil, err
	}
	if other == "" || other == req.Account || theirs.For != "" && theirs.For != req.Account {
		return nil, r.wrongCode(req, is)
	}
	mine, err := r.Registry.Person(req.Ctx, req.Account)
	if err != nil {
		return nil, err
	}
	they, err := r.Registry.Person(req.Ctx, other)
	if err != nil {
		return nil, err
	}
	if err := r.mayJoin(req, mine, they); err != nil {
		return nil, err
	}
	if err := r.keepLinking(req.Ctx, other, Linking{}); err != nil { // a code opens once
		return nil, err
	}
	if theirs.For == "" {
		return r.giveCode(req, other, "link-back")
	}
	joined := Rewriting{Who: match.Player{ID: they.ID}, Into: mine.ID,
		Accounts: append(slices.Clone(people.Accounts(mine)), people.Accounts(they)...)}
	if err := r.begin(req.Ctx, joined, req.Guide); err != nil {
		return nil, err
	}
	return request.Say(req.Privately("link-done", req.Typed("Unlink", "unlink"))), nil
}

// wrongCode counts a wrong code, and says so.
func (r *Records) wrongCode(req *request.Request, is Linking) error {
	if is.Wrong++; is.Wrong == 1 {
		is.Since = r.Now()
	}
	if err := r.keepLinking(req.Ctx, req.Account, is); err != nil {
		return err
	}
	if is.Wrong == codeTries {
		return req.Refuse("link-tries")
	}
	return req.Refuse("link-wrong", speech.Count(codeTries-is.Wrong))
}

// accountOf returns the account that was given a code, "" if none was.
func (r *Records) accountOf(ctx context.Context, code string) (account string, is Linking, err error) {
	accounts, err := linkings.Names(ctx, r.Archive, "")
	if err != nil {
		return "", is, err
	}
	for _, account := range accounts {
		is, err := r.linking(ctx, account)
		switch {
		case err != nil:
			return "", is, err
		case is == (Linking{}): // it has expired
			if err := r.keepLinking(ctx, account, is); err != nil {
				return "", is, err
			}
		case is.Mark != "" && is.Mark == people.MarkOf(account, code):
			return account, is, nil
		}
	}
	return "", Linking{}, nil
}

// mayJoin returns an error if two people cannot become one.
func (r *Records) mayJoin(req *request.Request, one, other storage.Person) error {
	if one.ID == other.ID {
		return req.Refuse("link-already")
	}
	there := map[string]bool{}
	for _, account := range append(people.Accounts(one), people.Accounts(other)...) {
		if there[people.Service(account)] {
			return req.Refuse("link-same", speech.Text("Service", view.ServiceName(people.Service(account))))
		}
		there[people.Service(account)] = true
	}
	heads, err := r.Archive.Find(req.Ctx, storage.Query{Player: one.ID, Live: true})
	for _, h := range heads {
		if change.HavePlayers(h, one.ID, other.ID) {
			return req.Refuse("link-playing", speech.Text("ID", h.ID))
		}
	}
	return err
}

// Unlink explains what separating one's accounts means, or does it: "/unlink", "/unlink yes".
func (r *Records) Unlink(req *request.Request, text string) (*request.Result, error) {
	text, err := req.TakeAsked("unlink", text)
	if err != nil {
		return nil, err
	}
	p, err := r.Registry.Person(req.Ctx, req.Account)
	if err != nil {
		return nil, err
	}
	switch linked := len(p.Identities) > 1; {
	case !linked && !r.Services.Several():
		return nil, req.Refuse("link-alone")
	case !linked:
		return nil, req.Refuse("unlink-none", req.Typed("Link", "link"))
	}
	first := speech.Text("Service", view.ServiceName(people.Service(p.ID)))
	if !req.Guide.Languages.Book.Means("yes", text) {
		says := req.Guide.Voice.Typed("unlink") + " " + req.Guide.Voice.Typed("yes")
		return req.Asks("unlink", chat.Message{
			Text:    req.Guide.Voice.Say("unlink-explain", first),
			Buttons: [][]chat.Button{{{Label: req.Guide.Voice.Text("button.unlink"), Says: says}}},
			Private: true,
			Told:    true,
		}), nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	// everything stays with the account whose id is the person's, and the others are new
	if err := r.begin(req.Ctx, Rewriting{Who: match.Player{ID: p.ID}, Into: p.ID}, req.Guide); err != nil {
		return nil, err
	}
	return request.Say(req.Privately("unlink-done", first)), nil
}
