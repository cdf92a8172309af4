package account

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/computer"
	"tabuleiro/bot/kv"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
	"tabuleiro/engine/record"
	"tabuleiro/storage"
)

// Operator is the person or group that runs the bot, as shown to people.
type Operator struct {
	Name    string // "": it is not told
	Contact string // an address, of whatever kind; "": none
}

// Privacy says what is stored, who sees it, and whom to ask.
func (r *Records) Privacy(req *request.Request, text string) (*request.Result, error) {
	if text != "" {
		return nil, req.Extra(text, req.Guide.Voice.Typed("privacy"))
	}
	return request.Say(chat.Message{Private: true, Text: PrivacyIn(req.Guide.Voice.Voice, r.Operator)}), nil
}

// PrivacyIn returns the text of Privacy in a language.
func PrivacyIn(v speech.Voice, o Operator) []chat.Span {
	typed := func(fact, command string) speech.Fact { return speech.Text(fact, v.Typed(command)) }
	return v.Say("privacy", typed("MyData", "mydata"), typed("Forget", "forget"), typed("Settings", "settings"),
		speech.Text("Operator", o.Name), speech.Text("Contact", o.Contact))
}

// keptOf is all data of a person, as written to a file.
type keptOf struct {
	Person   string                     `json:"person"`
	Accounts []string                   `json:"accounts"`
	Notes    map[string]json.RawMessage `json:"notes"` // settings, absences and the like, as they are stored
	Blocked  []string                   `json:"blocked"`
	Ratings  []storage.Rating           `json:"ratings"`
	Matches  []copiedMatch              `json:"matches"`           // the latest first
	Left     int                        `json:"leftOut,omitempty"` // older ones that did not fit
}

type copiedMatch struct {
	ID      string    `json:"id"`
	Game    string    `json:"game"`
	Status  string    `json:"status"`
	Began   time.Time `json:"began"`
	Latest  time.Time `json:"latest"`
	Rooms   []string  `json:"rooms"`
	Against string    `json:"against"` // by name
	Side    int       `json:"side"`    // 1 or 2; 0: not drawn yet
	Text    string    `json:"text"`    // the moves, as /export writes them
}

// mostCopied is the maximum size of the file in bytes, so that it fits on every service.
const mostCopied = 4 << 20

// MyData sends the author all their data, as one file, in private.
func (r *Records) MyData(req *request.Request, text string) (*request.Result, error) {
	switch {
	case text != "":
		return nil, req.Extra(text, req.Guide.Voice.Typed("mydata"))
	case !req.Event.Private && !req.Guide.Caps.Privates && !req.Guide.Caps.Together:
		return nil, req.Refuse("mydata-where", req.Typed("MyData", "mydata"))
	}
	all, err := r.gather(req)
	if err != nil {
		return nil, fmt.Errorf("gather what is kept of somebody: %w", err)
	}
	file, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return nil, err
	}
	left := ""
	if all.Left > 0 {
		left = strconv.Itoa(all.Left)
	}
	return request.Say(chat.Message{
		Text:    req.Guide.Voice.Say("mydata", speech.Text("Left", left), req.Typed("Export", "export")),
		File:    &chat.File{Name: "tabuleiro.json", Data: file, Size: len(file)},
		Private: true,
	}), nil
}

func (r *Records) gather(req *request.Request) (all keptOf, err error) {
	all = keptOf{Person: req.Author.ID, Notes: map[string]json.RawMessage{}, Blocked: []string{},
		Ratings: []storage.Rating{}, Matches: []copiedMatch{}}
	p, err := r.Registry.Person(req.Ctx, req.Author.ID)
	if err != nil {
		return all, err
	}
	all.Accounts = people.Accounts(p)
	for _, id := range append([]string{req.Author.ID}, all.Accounts...) {
		if err := kv.Copy(req.Ctx, r.Archive, kv.Person, id, all.Notes); err != nil {
			return all, err
		}
	}
	if all.Blocked, err = r.Blocks.Names(req.Ctx, req.Author.ID); err != nil {
		return all, err
	}
	rated, err := r.Archive.Ratings(req.Ctx, storage.RatingQuery{Person: req.Author.ID})
	if err != nil {
		return all, err
	}
	all.Ratings = append(all.Ratings, rated...)
	heads, err := r.Archive.Find(req.Ctx, storage.Query{Player: req.Author.ID})
	if err != nil {
		return all, err
	}
	slices.SortStableFunc(heads, func(a, b storage.Head) int { return b.Latest.Compare(a.Latest) })
	size := 0
	for i, h := range heads {
		m, _, err := r.Archive.Load(req.Ctx, h.ID)
		if err != nil {
			return all, err
		}
		is := copyMatch(h, m, req.Author)
		if size += len(is.Text) + 500; size > mostCopied {
			all.Left = len(heads) - i
			break
		}
		all.Matches = append(all.Matches, is)
	}
	return all, nil
}

// copyMatch returns a match as one of its players may have it, with only the name of the opponent.
func copyMatch(h storage.Head, m *match.Match, of match.Player) copiedMatch {
	is := copiedMatch{ID: h.ID, Game: h.Game, Status: string(h.Status), Began: h.Began, Latest: h.Latest,
		Rooms: []string{}, Side: int(m.Side(of.ID))}
	for _, p := range h.Places {
		if p.For == "" || p.For == of.ID {
			is.Rooms = append(is.Rooms, p.Room)
		}
	}
	other := m.Opponent
	if other.ID == of.ID {
		other = m.Challenger
	}
	if is.Against = other.Name; computer.Is(other.ID) {
		is.Against = other.ID
	}
	if m.First.ID != "" {
		is.Text, _ = record.Write(m.Record())
	}
	return is
}
