package telegram

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"unicode/utf8"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/styled"
	"tabuleiro/bot/telegram/wire"
)

// Send implements chat.Adapter. It waits for the chat's turn and repeats what fails, for Times.Send at the most. A Ref is
// given for what has a board or buttons, or took the place of another message; it is that of the last part.
func (t *Telegram) Send(ctx context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	at, err := wire.SpotOf(room)
	if err != nil {
		return "", err
	}
	if m.Once != "" || t.seats.in(ctx, room) {
		ctx = pace.ForPlayers(ctx)
	}
	ctx, cancel := t.within(ctx, t.Times.Send)
	defer cancel()
	c, _ := m.Answers.(*cause)
	if of := t.pressed(c, at); m.OnlyButtons && of != nil {
		t.stop(c)
		fitted := chat.Fit(m, t.Caps())
		if t.rekey(ctx, *of, shape{media: c.media, brief: m.Fleeting, thread: at.Thread}, styled.Keys(fitted[len(fitted)-1].Buttons)) == nil {
			return chat.Ref(of.String()), nil
		}
	}
	var old *wire.Ref // whose place the message takes
	if m.Instead {
		old = t.pressed(c, at)
	}
	if old != nil {
		t.stop(c)
		c.await(ctx)
		done, err := t.takePlace(ctx, *old, shape{media: c.media, keys: true, owner: ownerOf(c)}, m)
		if err != nil {
			return "", fmt.Errorf("telegram: say in %s: %w", room, err)
		}
		if done {
			return chat.Ref(old.String()), nil
		}
	} else if c != nil && m.Private && m.Board == nil && m.File == nil && (t.notice(ctx, c, m) || t.spare(c, m)) {
		if len(m.Buttons) == 0 {
			return "", nil
		}
		return chat.Ref(wire.Ref{Chat: c.heard.Chat, Message: c.message}.String()), nil
	}
	t.stop(c)
	if c != nil && old == nil {
		c.await(ctx)
	}
	sent, is, err := t.sayAll(ctx, at, m, c)
	if err != nil && away(err) {
		err = fmt.Errorf("%w: %w", chat.ErrAway, err)
	}
	if err != nil {
		return "", fmt.Errorf("telegram: say in %s: %w", room, err)
	}
	if sent.Message == 0 {
		return "", nil
	}
	name := chat.Ref("")
	if m.Board != nil || len(m.Buttons) > 0 {
		name = chat.Ref(sent.String())
		is.owner = ownerOf(c)
		t.remember(sent, is)
	}
	if m.Taken != nil {
		m.Taken(name)
	}
	if old != nil {
		t.retire(*old, shape{media: c.media})
	}
	if of := t.pressed(c, at); m.Closes && of != nil {
		t.remove(ctx, *of, shape{media: c.media})
	}
	return name, nil
}

// ownerOf is the person whom a message answers, 0 if it answers nobody.
func ownerOf(c *cause) int64 {
	if c == nil {
		return 0
	}
	return c.author
}

// away tells of an error that it says nothing about the message: Telegram was not there, or had no time.
func away(err error) bool {
	var f *client.Failure
	return errors.As(err, &f) && f.Passing() || errors.Is(err, context.DeadlineExceeded)
}

// sayAll sends a message in as many parts as it needs. The ref is that of the last one; zero if there was nothing to say.
func (t *Telegram) sayAll(ctx context.Context, at wire.Spot, m chat.Message, c *cause) (sent wire.Ref, is shape, err error) {
	if c != nil && c.query != "" && m.Private && at.Chat < 0 { // a button has no author to reply to
		name := styled.Tidy(c.name)
		m.Text = append([]chat.Span{{Text: name, User: &chat.User{Name: name}}, {Text: ": "}}, m.Text...)
	}
	m.Text = styled.Defuse(t.words.Respell(m.Text), m.Turn)
	for _, part := range chat.Fit(m, t.Caps()) {
		if sent, is, err = t.post(ctx, at, part, c); err != nil {
			return wire.Ref{}, shape{}, err
		}
	}
	return sent, is, nil
}

// notice shows a private message in answer to a button, if it can be shown there.
func (t *Telegram) notice(ctx context.Context, c *cause, m chat.Message) bool {
	if c.query == "" {
		return false
	}
	fitted := chat.Fit(m, t.Caps())
	text, buttons := chat.Plain(t.words.Respell(m.Text)), styled.Keys(fitted[len(fitted)-1].Buttons)
	if len(buttons.Rows) == 0 {
		return utf8.RuneCountInString(text) <= longestNotice && t.answerQuery(c, text, true)
	}
	if c.message == 0 || t.rekey(ctx, wire.Ref{Chat: c.heard.Chat, Message: c.message}, shape{media: c.media}, buttons) != nil {
		return false
	}
	t.answerQuery(c, chat.Shorten(text, longestNotice, nil), false)
	return true
}

// spare tells whether a sentence for whoever pressed a button need not be a message for all to see, which would make a chat wait
// longer that has to wait: that person is told its beginning, or has been told that the chat waits.
func (t *Telegram) spare(c *cause, m chat.Message) bool {
	if c.query == "" || len(m.Buttons) > 0 || c.heard.Chat > 0 || t.wait(c) == "" {
		return false
	}
	t.answerQuery(c, chat.Plain(t.words.Respell(m.Text)), true)
	return true
}

// post sends one message that fits. The ref is zero if there is nothing in it.
func (t *Telegram) post(ctx context.Context, at wire.Spot, m chat.Message, c *cause) (wire.Ref, shape, error) {
	p := parcel{m, kindOf(m), styled.Compose(t.words, m.Text, m.Turn)}
	if p.kind == asText && styled.Blank(p.Plain) {
		return wire.Ref{}, shape{}, nil
	}
	for range 4 {
		at = t.now(at)
		box := len(styled.Keys(p.Buttons).Rows) == 0 && at.Chat < 0 && p.Turn.Reachable() && !t.hearsAll(ctx, at.Chat)
		r, err := draft(at, p, c, box)
		if err != nil {
			return wire.Ref{}, shape{}, err
		}
		before := t.opens.Load()
		id, err := t.deliver(ctx, at.Chat, wire.Ref{}, r)
		f := client.AsFailure(err)
		switch {
		case err == nil:
			is := shape{media: r.Upload != nil, keys: len(styled.Keys(p.Buttons).Rows) > 0, box: box, thread: at.Thread}
			return wire.Ref{Chat: at.Chat, Message: id}, is, nil
		case f.Moved != 0:
			t.noteMove(wire.Spot{Chat: at.Chat}, wire.Spot{Chat: f.Moved})
		case at.Thread != 0 && f.Says("message thread not found", "TOPIC_DELETED"):
			t.noteMove(at, wire.Spot{Chat: at.Chat}) // what was begun in a topic goes on in the group
		case f.Closes():
			t.close(at.Chat, f, before)
			return wire.Ref{}, shape{}, fmt.Errorf("%w: %w", closedBy(f.Blocked()), err)
		case f.Spoken && f.Status == http.StatusBadRequest:
			t.Log.Error("telegram: not accepted", "error", err, "method", r.Method, "sent", t.line.Hide.Replace(fmt.Sprint(r.Params)))
			lesser, ok := t.lesser(p, c, f)
			if !ok {
				return wire.Ref{}, shape{}, err
			}
			p = lesser
		default:
			return wire.Ref{}, shape{}, err
		}
	}
	return wire.Ref{}, shape{}, fmt.Errorf("chat %d keeps moving", at.Chat)
}

// draft makes the request for a message. The box is opened for a reply by who is on turn.
func draft(at wire.Spot, p parcel, c *cause, box bool) (client.Request, error) {
	private := at.Chat > 0
	r := client.Request{Method: methods[p.kind], Params: tgbotapi.Params{"chat_id": strconv.FormatInt(at.Chat, 10)}}
	r.Params.AddNonZero("message_thread_id", at.Thread)
	words, entities := "caption", "caption_entities"
	if p.kind == asText {
		words, entities = "text", "entities"
		r.Params["link_preview_options"] = noPreview
	} else {
		r.Upload = uploadOf(p.Message, p.kind)
		r.Params.AddBool("disable_content_type_detection", p.kind != kindOf(p.Message)) // or it would be an animation again
	}
	if err := p.Fill(r.Params, words, entities); err != nil {
		return r, err
	}
	turn := wire.UserID(p.Turn)
	// A reply notifies its author, so it is left out where somebody else is meant.
	if c != nil && c.query == "" && !private && at.Chat == c.heard.Chat && (p.Turn == chat.User{} || turn == c.author) {
		to := map[string]any{"message_id": c.message, "allow_sending_without_reply": true}
		if err := r.Params.AddInterface("reply_parameters", to); err != nil {
			return r, err
		}
	}
	r.Params.AddBool("disable_notification", p.Quiet || p.Private && !private || private && p.Turn != (chat.User{}) && turn != at.Chat)
	if k := styled.Keys(p.Buttons); len(k.Rows) > 0 {
		return r, r.Params.AddInterface("reply_markup", k)
	}
	if box {
		return r, r.Params.AddInterface("reply_markup", map[string]bool{"force_reply": true, "selective": true})
	}
	return r, nil
}

// noPreview keeps Telegram from showing what is behind a link.
const noPreview = `{"is_disabled":true}`

// deliver sends a message, or changes the one that is given, when it is the chat's turn.
func (t *Telegram) deliver(ctx context.Context, chatID int64, of wire.Ref, r client.Request) (id int, err error) {
	if blocked, closed := t.closed.Get(chatID); closed {
		return 0, closedBy(blocked)
	}
	t.lanes.All.Divide(t.Work.Processes())
	place, err := t.lanes.Enter(ctx, chatID, of)
	if err != nil {
		return 0, fmt.Errorf("wait for the chat: %w", err)
	}
	defer place.Leave()
	var sent struct {
		ID int `json:"message_id"`
	}
	r.Chat, r.Place = chatID, place
	err = t.line.Insist(ctx, r, &sent)
	return sent.ID, err
}

// close keeps a chat from being written to until something is heard from it; before is the count of openings when the call
// began that failed: a chat may have been opened while it was under way. A topic may close without the chat.
func (t *Telegram) close(chatID int64, f *client.Failure, before uint64) {
	if since, _ := t.opened.Get(chatID); f.Status == http.StatusForbidden && since <= before {
		t.closed.Add(chatID, f.Blocked())
	}
}

// closedBy is the error of a chat that takes nothing.
func closedBy(blocked bool) error {
	if blocked {
		return chat.ErrBlocked
	}
	return chat.ErrClosed
}
