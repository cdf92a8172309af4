package bot

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// finder finds the match that a text is about.
type finder struct{ archive *archive.Archive }

// keepLanguage gives a room that has not chosen a language that of the person who begins something in it: of what follows the
// bot may speak there when nobody has said anything.
func (f finder) keepLanguage(t *talk) error {
	if t.event.Locale == "" || t.preferences["language"].Value != "" {
		return nil
	}
	return f.archive.Choose(t.ctx, t.owner(), "language", tell.Chosen{Value: t.room.Language})
}

// idForm is how a match is named in a text: #k7q2, or #k7q2-… with the secret of a link or a code.
var idForm = regexp.MustCompile(`(?i)(?:^|\s)#([a-z0-9]{4,8})(?:-([a-z0-9]{8,40})|:([0-9]+))?\b`)

// boardOf is how many moves had been made on the board whose button says a text, -1 if it does not tell.
func boardOf(text string) int {
	if at := idForm.FindStringSubmatch(text); at != nil && at[3] != "" {
		if n, err := strconv.Atoi(at[3]); err == nil {
			return n
		}
	}
	return -1
}

// named takes the id of a match out of a command's text. Without the # it must stand alone.
func named(text string) (id, rest string) {
	id, _, rest = namedByLink(text)
	return id, rest
}

// namedByLink is named with the secret of the link, "" if there is none.
func namedByLink(text string) (id, secret, rest string) {
	at := idForm.FindStringSubmatchIndex(text)
	if at == nil {
		return "", "", strings.TrimSpace(text)
	}
	if at[4] >= 0 {
		secret = strings.ToLower(text[at[4]:at[5]])
	}
	return strings.ToLower(text[at[2]:at[3]]), secret, strings.TrimSpace(text[:at[0]] + " " + text[at[1]:])
}

// quoted is the id of the match whose board was answered, "" if none was. It ends the first line of what the bot says; a
// name before it may look like one too.
func (t *talk) quoted() string {
	first, _, _ := strings.Cut(t.event.Quoted, "\n")
	all := idForm.FindAllStringSubmatch(first, -1)
	if all == nil {
		return ""
	}
	return all[len(all)-1][1]
}

// questioned tells whether the author has pressed a button under a question about a match, which has no number as boards have.
func (t *talk) questioned() bool { return t.event.Tap && t.event.Quoted != "" && t.quoted() == "" }

// find is the match that a text is about, of those in which its author may do one of the kinds: the one named in the
// text, the one whose board was answered, the only one there is; else the author is asked, and the answer is the command once
// more. It returns the text without the name. The error tells the author what is missing.
func (f finder) find(t *talk, text, command string, kinds ...match.Kind) (*match.Match, string, error) {
	return f.findWhere(t, text, command, kinds, nil, func(m *match.Match) bool { return can(m, t.me, kinds...) })
}

// findBegun is find for matches in which there is something to look at: those that have begun, if any match has.
func (f finder) findBegun(t *talk, text, command string) (*match.Match, string, error) {
	return f.findLookedAt(t, text, command, func(m *match.Match) bool { return m.First.ID != "" })
}

// findMoves is findBegun for matches in which there is something to go through: moves, if any match has some.
func (f finder) findMoves(t *talk, text, command string) (*match.Match, string, error) {
	return f.findLookedAt(t, text, command, moved)
}

// moved tells whether anybody has moved in a match: a throw of the dice is no move.
func moved(m *match.Match) bool {
	for n := range m.Line.Len() {
		if m.Line.At(n).Turn() != engine.Chance {
			return true
		}
	}
	return false
}

func (f finder) findLookedAt(t *talk, text, command string, worth func(*match.Match) bool) (*match.Match, string, error) {
	m, rest, err := f.findWhere(t, text, command, nil, worth, func(m *match.Match) bool { return tell.Plays(m, t.me) && m.First.ID != "" })
	if err == nil && m.First.ID == "" {
		err = t.note("not-begun", speech.Text("ID", m.ID))
	}
	return m, rest, err
}

// findWhere is find where more than the kinds tells in which match a text makes sense. Matches without worth are only meant
// where there are no others; nil: all have it.
func (f finder) findWhere(t *talk, text, command string, kinds []match.Kind, worth, fits func(*match.Match) bool) (*match.Match, string, error) {
	m, rest, err := f.pick(t, text, command, kinds, worth, fits)
	if err == nil && m != nil && m.Reader.ID != "" {
		f.archive.Look(t.ctx, m.ID, t.Now)
	}
	return m, rest, err
}

func (f finder) pick(t *talk, text, command string, kinds []match.Kind, worth, fits func(*match.Match) bool) (*match.Match, string, error) {
	id, secret, rest := namedByLink(text)
	if id == "" {
		id = t.quoted()
	}
	if id != "" {
		m, err := f.byID(t, id, secret)
		return m, rest, err
	}
	here, err := f.live(t)
	if err != nil {
		return nil, rest, err
	}
	// a bare id, for those who leave out the #
	for _, m := range here {
		if word, tail, _ := strings.Cut(rest, " "); strings.EqualFold(word, m.ID) {
			return m, tail, nil
		}
	}
	if worth != nil {
		if here, err = f.worthwhile(t, here, worth); err != nil {
			return nil, rest, err
		}
	}
	fit := only(here, fits)
	if len(fit) == 0 && t.event.Private && (slices.Contains(kinds, match.Accepted) || slices.Contains(kinds, match.Declined)) {
		if fit, err = f.asked(t); err != nil {
			return nil, rest, err
		}
	}
	if len(fit) == 0 {
		if fit, err = f.next(t, here, kinds); err != nil {
			return nil, rest, err
		}
	}
	fit, rest = t.called(fit, rest)
	fit = t.likely(fit, rest, kinds)
	switch len(fit) {
	case 0:
		return nil, rest, t.note("no-match")
	case 1:
		return fit[0], rest, nil
	}
	return nil, rest, instead(t.Lists().WhichMatch(fit, command, rest))
}

// asked are the challenges of somebody who asked the author anywhere.
func (f finder) asked(t *talk) ([]*match.Match, error) {
	found, err := f.archive.Search(t.ctx, storage.Query{Player: t.me.ID, Live: true, Limit: most})
	return only(found, func(m *match.Match) bool { return m.Status == match.Open && m.Opponent.ID == t.me.ID }), err
}

// worthwhile are the matches here that have some worth: the author's own, else the last one that the author played, else those
// of others; if there are none, all.
func (f finder) worthwhile(t *talk, here []*match.Match, worth func(*match.Match) bool) ([]*match.Match, error) {
	some := only(here, worth)
	if slices.ContainsFunc(some, func(m *match.Match) bool { return tell.Plays(m, t.me) }) {
		return some, nil
	}
	last, err := f.archive.Search(t.ctx, storage.Query{Room: string(t.event.Room), Player: t.me.ID, Limit: lately})
	last = only(last, func(m *match.Match) bool { return worth(m) && m.Status != match.Void })
	switch {
	case err != nil || len(last) > 0:
		return last[:min(len(last), 1)], err
	case len(some) > 0:
		return some, nil
	}
	return here, nil
}

// likely are the matches that are rather meant than the others: for a move the only one in which the text is one, else those
// that are going on before those that wait for an answer.
func (t *talk) likely(fit []*match.Match, text string, kinds []match.Kind) []*match.Match {
	rather := func(m *match.Match) bool { return m.Status == match.Playing }
	if slices.Contains(kinds, match.Moved) && text != "" {
		rather = func(m *match.Match) bool {
			_, err := t.read(m, text)
			return err == nil
		}
	} else if kinds != nil {
		return fit
	}
	if some := only(fit, rather); len(some) > 0 {
		return some
	}
	return fit
}

// next is what to do with when the author may do none of the kinds in any match here: all to look at for onlookers, else
// any one that tells why not, be it the last one that ended.
func (f finder) next(t *talk, here []*match.Match, kinds []match.Kind) ([]*match.Match, error) {
	if kinds == nil && len(here) > 0 {
		return here, nil
	}
	fit := only(here, func(m *match.Match) bool { return tell.Plays(m, t.me) })
	if len(fit) == 0 && slices.Contains(kinds, match.Accepted) {
		fit = only(here, func(m *match.Match) bool { return m.Status == match.Open })
	}
	if !slices.Contains(kinds, match.Accepted) && !slices.Contains(kinds, match.Declined) {
		fit = t.likely(fit, "", nil)
	}
	if len(fit) > 0 {
		return fit[:1], nil
	}
	last, err := f.archive.Search(t.ctx, storage.Query{Room: string(t.event.Room), Player: t.me.ID, Limit: lately})
	if kinds == nil { // what came to nothing is in nobody's way
		last = only(last, func(m *match.Match) bool { return m.Status != match.Void })
	}
	return last[:min(len(last), 1)], err
}

// findMoving is the match that a move is meant for; nil if it is meant for none. Without command, number or board to go by it
// is the match where the author is on turn, and talk finds none.
func (f finder) findMoving(t *talk, text string, explicit bool) (*match.Match, string, error) {
	mine, err := f.mine(t)
	if err != nil {
		return nil, text, err
	}
	id, rest := named(text)
	number, behind, _ := strings.Cut(text, " ")
	if number, is := strings.CutPrefix(number, "#"); is && id == "" && number != "" {
		id, rest, err = number, behind, t.noSuchMatch(number)
	}
	if explicit && text == "" || id != "" || t.quoted() != "" {
		var m *match.Match
		if err == nil {
			m, rest, err = f.find(t, text, "move", match.Moved)
		}
		said := explicit || t.event.Addressed || slices.ContainsFunc(mine, func(m *match.Match) bool { return t.shaped(m, rest) })
		if errors.As(err, new(refused)) && !said {
			return nil, text, nil // so people talk
		}
		return m, rest, err
	}
	shaped := func(m *match.Match) bool { return m.Status == match.Playing && t.shaped(m, text) }
	legible := func(m *match.Match) bool { return t.legible(m, text) }
	turn := only(mine, func(m *match.Match) bool { return can(m, t.me, match.Moved) })
	shapedIn := only(mine, shaped) // whoever is on turn there
	if explicit {
		bare := func(m *match.Match) bool { return strings.HasPrefix(strings.ToLower(text), m.ID) }
		switch {
		case slices.ContainsFunc(turn, legible): // it is one of these
		case len(shapedIn) > 0:
			return shapedIn[0], text, nil // it tells whose turn it is
		case len(turn) > 1 && !slices.ContainsFunc(mine, legible) && !slices.ContainsFunc(mine, bare):
			return turn[0], text, nil // it tells that this is no move
		}
		return f.find(t, text, "move", match.Moved)
	}
	fit := only(turn, shaped)
	switch {
	case len(fit) > 0:
		fit = t.likely(fit, text, []match.Kind{match.Moved})
	case len(shapedIn) > 0:
		fit = shapedIn[:1] // it tells whose turn it is
	case len(turn) == 1:
		fit = turn // it tells what is wrong, or takes the text for talk
	case len(turn) == 0:
		fit = only(mine, func(m *match.Match) bool { return m.Status == match.Playing })
		fit = fit[:min(len(fit), 1)] // it tells whose turn it is
	}
	switch {
	case len(fit) == 1:
		return fit[0], text, nil
	case len(fit) > 1:
		return nil, text, instead(t.Lists().WhichMatch(fit, "move", text))
	case !t.direct():
		return nil, text, nil
	}
	last, err := f.next(t, nil, []match.Kind{match.Moved})
	switch {
	case err != nil:
		return nil, text, err
	case len(last) > 0 && last[0].Status != match.Open && t.shaped(last[0], text):
		return last[0], text, nil // it tells that it is over
	}
	return nil, text, f.lost(t)
}

// only are those of some matches of which something is true.
func only(some []*match.Match, is func(*match.Match) bool) []*match.Match {
	return slices.DeleteFunc(slices.Clone(some), func(m *match.Match) bool { return !is(m) })
}

// findEnded is the match that the text behind a command names, else the one whose board was answered, else the last one here that
// the author played to its end.
func (f finder) findEnded(t *talk, text, command string) (*match.Match, storage.Head, error) {
	id, secret, rest := namedByLink(text)
	if bare, _ := named("#" + rest); id == "" && bare == strings.ToLower(rest) { // for those who leave out the #
		if _, err := f.byID(t, bare, ""); err == nil {
			id, rest = bare, ""
		}
	}
	if id == "" {
		id = t.quoted()
	}
	if id == "" {
		heads, err := f.archive.Find(t.ctx, storage.Query{Room: string(t.event.Room), Player: t.me.ID, Ended: true, Limit: most})
		if err != nil {
			return nil, storage.Head{}, err
		}
		if i := slices.IndexFunc(heads, func(h storage.Head) bool { return h.Status == match.Over }); i >= 0 {
			id = heads[i].ID
		}
	}
	if id == "" {
		return nil, storage.Head{}, t.note("no-ended-match")
	}
	m, err := f.byID(t, id, secret)
	if err := cmp.Or(err, t.nothingElse(m, command, rest)); err != nil {
		return nil, storage.Head{}, err
	}
	if m.Reader.ID != "" {
		f.archive.Look(t.ctx, m.ID, t.Now)
	}
	head, err := f.archive.Head(t.ctx, id)
	return m, head, err
}

// byID is a match that is played in this room, or by the author in another one, or to which the author has a link. To all
// others its number alone shows nothing: numbers are short and can be tried out.
func (f finder) byID(t *talk, id, secret string) (*match.Match, error) {
	m, head, err := f.archive.Load(t.ctx, id)
	switch {
	case err == nil && (archive.IsAt(head, t.event.Room) || tell.Plays(m, t.meAt(head)) || secret != "" && (secret == m.Secret || secret == m.Code)):
		return m, nil
	case err == nil || errors.Is(err, storage.ErrNotFound):
		return nil, t.noSuchMatch(id)
	}
	return nil, err
}

func (t *talk) noSuchMatch(id string) error {
	return t.note("no-such-match", speech.Text("ID", speech.Clean(id, tell.LongestName)), t.typed("Games", "games"))
}

// meAt is the author as a match may know one: by the id everywhere, by the handle only at the service where it was begun.
func (t *talk) meAt(h storage.Head) match.Player {
	me := t.me
	if archive.BegunAt(h) != t.event.Room.Service() {
		me.Handle = ""
	}
	return me
}

// most is how many live matches of a room are looked through.
const most = 200

// live are the matches of this room that have not ended, newest first.
func (f finder) live(t *talk) ([]*match.Match, error) {
	return f.archive.Search(t.ctx, storage.Query{Room: string(t.event.Room), Live: true, Limit: most})
}

// mine are those of them in which the author plays.
func (f finder) mine(t *talk) ([]*match.Match, error) {
	return f.playedBy(t.ctx, t.event.Room, t.me.ID)
}

func (f finder) playedBy(ctx context.Context, room chat.Room, id string) ([]*match.Match, error) {
	return f.archive.Search(ctx, storage.Query{Room: string(room), Player: id, Live: true, Limit: most})
}

// lately is in how many of the last matches people and moves are looked for.
const lately = 30
