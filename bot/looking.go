package bot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// viewer shows matches: to those who play, and to onlookers those that are played where they are.
type viewer struct{ finder }

// board shows a match.
func (v viewer) board(t *talk, text string) (reply, error) {
	flip, text := t.without("flip", text)
	m, rest, err := v.find(t, text, "board")
	if err != nil {
		return nil, err
	}
	if text == "" && t.sees(m) {
		return nil, nil
	}
	_, secret, _ := namedByLink(text)
	to := t.public(m)
	to.Look, to.Secret = to.Look.Turned(flip), secret
	pressed := t.event.Tap || t.Caps.Together // at a keyboard, buttons are pressed by typing what they say
	if pressed && (rest == "more" || rest == "back") {
		if at := boardOf(text); at >= 0 && at != m.Line.Len() {
			return nil, t.tooLate(m)
		}
		return v.control(t, m, rest == "more")
	}
	if !t.event.Tap {
		if err := t.nothingElse(m, "board", rest); err != nil {
			return nil, err
		}
	}
	board := t.showing(to, m)
	board.Private = flip && t.event.Tap
	return reply{board}, nil
}

// showing is the board of a match as it is, for which nobody is called, whoever asks.
func (t *talk) showing(to tell.Pages, m *match.Match) chat.Message {
	t.board = m
	board := to.Present(m)
	board.Turn, board.Quiet = chat.User{}, true
	return board
}

// control changes the buttons under a board for a player, to those for everything else or back again.
func (v viewer) control(t *talk, m *match.Match, more bool) (reply, error) {
	switch {
	case !tell.Plays(m, t.me):
		return nil, instead(t.to(m).Refusal(m, match.NotAPlayer))
	case more:
		t.question = &question{}
		return reply{t.public(m).More(m, helps(m), v.mayDouble(t, m))}, nil
	case t.questioned() && m.Status.Ended():
		return reply{t.refusal(m, match.MatchOver)}, nil
	case t.questioned():
		kept := t.privately("kept-on")
		kept.Instead = true
		return reply{kept}, nil
	}
	return reply{t.public(m).Control(m, "")}, nil
}

// without takes a word out of a text that stands for something in any language, and tells whether it was there.
func (t *talk) without(what, text string) (bool, string) {
	words := strings.Fields(text)
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return t.Languages.Book.Means(what, w) })
	return len(rest) < len(words), strings.Join(rest, " ")
}

// nothingElse refuses words behind a command that takes none but the number of the match that was found, if one was, and what
// else names that.
func (t *talk) nothingElse(m *match.Match, command, rest string) error {
	if m == nil {
		return nil
	}
	if rest = t.withoutNames(m, rest); rest == "" {
		return nil
	}
	return t.extra(rest, t.Voice.Typed(command)+" #"+m.ID)
}

// extra refuses words that go with nothing in a command, and says what would be enough.
func (t *talk) extra(words, enough string) error {
	return t.note("extra-words", speech.Text("Word", speech.Clean(words, tell.LongestName)), speech.Text("Command", enough))
}

// withoutNames takes the handles of those who play a match, and the name of its game, out of a text.
func (t *talk) withoutNames(m *match.Match, text string) string {
	words := slices.DeleteFunc(strings.Fields(text), func(w string) bool {
		name, at := strings.CutPrefix(w, "@")
		return t.Game(w) == m.Game && m.Game != nil || at && slices.ContainsFunc([]match.Player{m.Challenger, m.Opponent}, func(p match.Player) bool {
			return p.ID == name || strings.EqualFold(p.Handle, name)
		})
	})
	return strings.Join(words, " ")
}

// called are the matches that a text names best by their games and by those who play, with what else it says; all of them if it names
// none.
func (t *talk) called(fit []*match.Match, text string) ([]*match.Match, string) {
	if len(fit) < 2 {
		return fit, text
	}
	best := text
	for _, m := range fit {
		if rest := t.withoutNames(m, text); len(strings.Fields(rest)) < len(strings.Fields(best)) {
			best = rest
		}
	}
	if best == text {
		return fit, text
	}
	return only(fit, func(m *match.Match) bool { return t.withoutNames(m, text) == best }), best
}

// text shows the board as text, for those to whom a picture says nothing, behind its description in words: not every service
// can give a picture one.
func (v viewer) text(t *talk, text string) (reply, error) {
	flip, text := t.without("flip", text)
	symbols, text := t.without("symbols", text)
	m, rest, err := v.find(t, text, "text")
	if err := cmp.Or(err, t.nothingElse(m, "text", rest)); err != nil {
		return nil, err
	}
	to := t.to(m)
	to.Caps, to.Look = chat.Caps{}, to.Look.Turned(flip)
	to.Look.Symbols, to.Look.Show = symbols, "text"
	answer := to.Present(m)
	answer.Buttons, answer.Private = nil, true
	if answer.Board != nil {
		words := answer.Board.Alt
		if m.Status == match.Over { // Present has told the result
			words = strings.TrimPrefix(words, chat.Plain(to.Lines().Result(m))+" ")
		}
		answer.Text = append(answer.Text, tell.Line([]chat.Span{{Text: words}})...)
		view := tell.Shown(m)
		if list := to.Boards().List(view); list != "" {
			answer.Board.Text += "\n\n" + list
		}
		answer.Board.Text += "\n\n" + to.Boards().Legend(m, view)
	}
	return reply{answer}, nil
}

// why says what stands in the way of a move, or that nothing does.
func (v viewer) why(t *talk, text string) (reply, error) {
	m, rest, err := v.find(t, text, "why")
	if err != nil {
		return nil, err
	}
	if m.Status != match.Playing {
		return nil, t.note("not-playing", speech.Text("ID", m.ID))
	}
	return reply{t.to(m).Why(m, rest, t.me.ID)}, nil
}

// words tells the board in words, or what is not on it as it was when the author had moved last.
func (v viewer) words(t *talk, text string) (reply, error) {
	since, text := t.without("new", text)
	m, rest, err := v.findBegun(t, text, "words")
	if err := cmp.Or(err, t.nothingElse(m, "words", rest)); err != nil {
		return nil, err
	}
	return reply{t.to(m).Words(m, m.Side(t.me.ID), since)}, nil
}

// log lists the moves of a match.
func (v viewer) log(t *talk, text string) (reply, error) {
	all, text := t.without("all", text)
	m, rest, err := v.findMoves(t, text, "log")
	if err := cmp.Or(err, t.nothingElse(m, "log", rest)); err != nil {
		return nil, err
	}
	return reply{t.to(m).Log(m, all)}, nil
}

// position shows the text of a position, which a challenge can begin from.
func (v viewer) position(t *talk, text string) (reply, error) {
	m, rest, err := v.findBegun(t, text, "position")
	if err := cmp.Or(err, t.nothingElse(m, "position", rest)); err != nil {
		return nil, err
	}
	return reply{t.to(m).Position(m)}, nil
}

// dice shows where the throws of a match come from.
func (v viewer) dice(t *talk, text string) (reply, error) {
	m, rest, err := v.find(t, text, "dice")
	if err != nil {
		return nil, err
	}
	if m.Dice.Seal == "" {
		return nil, t.note("no-dice")
	}
	events, err := v.archive.Events(t.ctx, m.ID)
	if err != nil {
		return nil, err
	}
	throws := slices.DeleteFunc(events[:min(m.N, len(events))], func(e match.Event) bool { return e.Kind != match.Rolled })
	from, err := strconv.Atoi(rest)
	if err != nil {
		if err := t.nothingElse(m, "dice", rest); err != nil {
			return nil, err
		}
	}
	return reply{t.to(m).Dice(m, throws, from)}, nil
}

// step shows a match after one of its moves, and offers the others: "/step #k7q2 12".
func (v viewer) step(t *talk, text string) (reply, error) {
	m, rest, err := v.findMoves(t, text, "step")
	if err != nil {
		return nil, err
	}
	stops := tell.Stops(m)
	last := len(stops) - 1
	at := last
	if rest = strings.TrimSpace(rest); rest != "" {
		if at, err = strconv.Atoi(rest); err != nil || at < 0 || at > last {
			return nil, t.note("no-such-step", speech.Text("Word", rest), speech.Count(last))
		}
	}
	message := t.to(m).Step(m, stops, at)
	if r, ok, err := (insights{finder: v.finder}).report(t.ctx, m); err == nil && ok {
		for n := stops[at]; n < stops[min(at+1, last)]; n++ { // with dice there are decisions and throws between two stops
			message.Text = append(message.Text, t.to(m).Better(m, r, n)...)
		}
	}
	message.Instead = rest != "" // a message that only offers to begin with it stays
	return reply{message}, nil
}

// pages shows what is not about a single match.
type pages struct{ finder }

// start greets with the menu and shows what is going on in the room, or the match whose link was opened.
func (p pages) start(t *talk, text string) (reply, error) {
	if t.Languages.Book.Means("menu", text) {
		return p.menu(t), nil
	}
	if text != "" {
		return viewer(p).board(t, "#"+strings.TrimPrefix(text, "#"))
	}
	found, err := p.live(t)
	own := only(found, func(m *match.Match) bool {
		return t.event.Private && m.Status == match.Open && m.Challenger.ID == t.me.ID
	})
	switch {
	case err != nil:
		return nil, err
	case len(found) == len(own): // nothing to go on with, but others may
		return p.menu(t, own...), nil
	case len(found) == 1 && t.sees(found[0]):
		return nil, nil
	case len(found) == 1:
		if t.me.ID == "" { // at a keyboard: it is taken by the one whose turn it is
			return reply{t.public(found[0]).Present(found[0])}, nil
		}
		return reply{t.showing(t.public(found[0]), found[0])}, nil
	}
	return reply{t.forAll().Lists().Here(found)}, nil
}

func (p pages) menu(t *talk, waiting ...*match.Match) reply {
	if t.me.ID == "" {
		return reply{t.forAll().Reading().Menu(), t.privately(t.perService("greeting-nameless"))}
	}
	return reply{t.forAll().Reading().Menu(waiting...)}
}

// help explains a command, or a game by its rules; without one the commands of every day.
func (p pages) help(t *talk, text string) (reply, error) {
	if t.Game(text) != nil {
		return p.rules(t, text)
	}
	return reply{t.Reading().Help(text)}, nil
}

func (p pages) manual(t *talk, text string) (reply, error) { return t.Reading().Manual(text) }

// rules shows the rules of the game named, or of the one that the author plays here, or of the only one there is.
func (p pages) rules(t *talk, text string) (reply, error) {
	found, err := p.live(t)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(found, func(m *match.Match) bool { return tell.Plays(m, t.me) }); i >= 0 {
		return t.Reading().Rules(text, found[i].Game)
	}
	if len(t.Games) == 1 {
		return t.Reading().Rules(text, t.Games[0])
	}
	return t.Reading().Rules(text, nil)
}

// games lists what the author plays here, and everywhere if nobody else listens.
func (p pages) games(t *talk, text string) (reply, error) {
	return p.page(t, "games", "history", text, storage.Query{Player: t.me.ID, Live: true})
}

// history lists what the author has played here, and everywhere if nobody else listens.
func (p pages) history(t *talk, text string) (reply, error) {
	return p.page(t, "history", "games", text, storage.Query{Player: t.me.ID, Ended: true})
}

// page lists one page of the matches that fit.
func (p pages) page(t *talk, command, other, text string, q storage.Query) (reply, error) {
	if !t.event.Private {
		q.Room = string(t.event.Room)
	}
	n, err := p.archive.Count(t.ctx, q)
	if err != nil {
		return nil, err
	}
	page, err := strconv.Atoi(strings.TrimSpace(text))
	in := min(max(page, 1), guide.Pages(n))
	if text != "" && (err != nil || page != in && !t.event.Tap) {
		return nil, instead(t.Lists().NoSuchPage(text, guide.Pages(n)))
	}
	page = in
	q.Skip, q.Limit = (page-1)*guide.PerPage, guide.PerPage
	found, err := p.archive.Search(t.ctx, q)
	where := func(m *match.Match) chat.Room {
		head, err := p.archive.Head(t.ctx, m.ID)
		room := archive.PlayedAt(head)
		if err != nil || room == t.event.Room || !t.Caps.Threads || room.Service() != t.event.Room.Service() {
			return ""
		}
		return room
	}
	return reply{t.Lists().Page(command, other, n, page, found, where)}, err
}
