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
)

// Send implements chat.Adapter. It waits for the chat's turn and repeats what fails, for Times.Send at the most. A Ref is
// given for what has a board or buttons, or took the place of another message; it is that of the last part.
func (t *Telegram) Send(ctx context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	at, err := spotOf(room)
	if err != nil {
		return "", err
	}
	if m.Once != "" || t.seats.in(ctx, room) {
		ctx = forPlayers(ctx)
	}
	ctx, cancel := t.within(ctx, t.Times.Send)
	defer cancel()
	c, _ := m.Answers.(*cause)
	if of := t.pressed(c, at); m.OnlyButtons && of != nil {
		t.stop(c)
		fitted := chat.Fit(m, t.Caps())
		if t.rekey(ctx, *of, shape{media: c.media, brief: m.Fleeting, thread: at.thread}, keys(fitted[len(fitted)-1].Buttons)) == nil {
			return chat.Ref(of.String()), nil
		}
	}
	var old *ref // whose place the message takes
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
		return chat.Ref(ref{c.heard.chat, c.message}.String()), nil
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
	if sent.message == 0 {
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
	var f *failure
	return errors.As(err, &f) && f.passing() || errors.Is(err, context.DeadlineExceeded)
}

// sayAll sends a message in as many parts as it needs. The ref is that of the last one; zero if there was nothing to say.
func (t *Telegram) sayAll(ctx context.Context, at spot, m chat.Message, c *cause) (sent ref, is shape, err error) {
	if c != nil && c.query != "" && m.Private && at.chat < 0 { // a button has no author to reply to
		name := tidy(c.name)
		m.Text = append([]chat.Span{{Text: name, User: &chat.User{Name: name}}, {Text: ": "}}, m.Text...)
	}
	m.Text = defuse(t.respell(m.Text), m.Turn)
	for _, part := range chat.Fit(m, t.Caps()) {
		if sent, is, err = t.post(ctx, at, part, c); err != nil {
			return ref{}, shape{}, err
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
	text, buttons := chat.Plain(t.respell(m.Text)), keys(fitted[len(fitted)-1].Buttons)
	if len(buttons.Rows) == 0 {
		return utf8.RuneCountInString(text) <= longestNotice && t.answerQuery(c, text, true)
	}
	if c.message == 0 || t.rekey(ctx, ref{c.heard.chat, c.message}, shape{media: c.media}, buttons) != nil {
		return false
	}
	t.answerQuery(c, chat.Shorten(text, longestNotice, nil), false)
	return true
}

// spare tells whether a sentence for whoever pressed a button need not be a message for all to see, which would make a chat wait
// longer that has to wait: that person is told its beginning, or has been told that the chat waits.
func (t *Telegram) spare(c *cause, m chat.Message) bool {
	if c.query == "" || len(m.Buttons) > 0 || c.heard.chat > 0 || t.wait(c) == "" {
		return false
	}
	t.answerQuery(c, chat.Plain(t.respell(m.Text)), true)
	return true
}

// post sends one message that fits. The ref is zero if there is nothing in it.
func (t *Telegram) post(ctx context.Context, at spot, m chat.Message, c *cause) (ref, shape, error) {
	p := parcel{m, kindOf(m), t.compose(m.Text, m.Turn)}
	if p.kind == asText && blank(p.text) {
		return ref{}, shape{}, nil
	}
	for range 4 {
		at = t.now(at)
		box := len(keys(p.Buttons).Rows) == 0 && at.chat < 0 && p.Turn.Reachable() && !t.hearsAll(ctx, at.chat)
		r, err := draft(at, p, c, box)
		if err != nil {
			return ref{}, shape{}, err
		}
		before := t.opens.Load()
		id, err := t.deliver(ctx, at.chat, ref{}, r)
		f := asFailure(err)
		switch {
		case err == nil:
			is := shape{media: r.upload != nil, keys: len(keys(p.Buttons).Rows) > 0, box: box, thread: at.thread}
			return ref{at.chat, id}, is, nil
		case f.moved != 0:
			t.noteMove(spot{chat: at.chat}, spot{chat: f.moved})
		case at.thread != 0 && f.says("message thread not found", "TOPIC_DELETED"):
			t.noteMove(at, spot{chat: at.chat}) // what was begun in a topic goes on in the group
		case f.closes():
			t.close(at.chat, f, before)
			return ref{}, shape{}, fmt.Errorf("%w: %w", closedBy(f.blocked()), err)
		case f.spoken && f.status == http.StatusBadRequest:
			t.Log.Error("telegram: not accepted", "error", err, "method", r.method, "sent", t.line.hide.Replace(fmt.Sprint(r.params)))
			lesser, ok := t.lesser(p, c, f)
			if !ok {
				return ref{}, shape{}, err
			}
			p = lesser
		default:
			return ref{}, shape{}, err
		}
	}
	return ref{}, shape{}, fmt.Errorf("chat %d keeps moving", at.chat)
}

// draft makes the request for a message. The box is opened for a reply by who is on turn.
func draft(at spot, p parcel, c *cause, box bool) (request, error) {
	private := at.chat > 0
	r := request{method: methods[p.kind], params: tgbotapi.Params{"chat_id": strconv.FormatInt(at.chat, 10)}}
	r.params.AddNonZero("message_thread_id", at.thread)
	words, entities := "caption", "caption_entities"
	if p.kind == asText {
		words, entities = "text", "entities"
		r.params["link_preview_options"] = noPreview
	} else {
		r.upload = uploadOf(p.Message, p.kind)
		r.params.AddBool("disable_content_type_detection", p.kind != kindOf(p.Message)) // or it would be an animation again
	}
	if err := p.fill(r.params, words, entities); err != nil {
		return r, err
	}
	turn := userID(p.Turn)
	// A reply notifies its author, so it is left out where somebody else is meant.
	if c != nil && c.query == "" && !private && at.chat == c.heard.chat && (p.Turn == chat.User{} || turn == c.author) {
		to := map[string]any{"message_id": c.message, "allow_sending_without_reply": true}
		if err := r.params.AddInterface("reply_parameters", to); err != nil {
			return r, err
		}
	}
	r.params.AddBool("disable_notification", p.Quiet || p.Private && !private || private && p.Turn != (chat.User{}) && turn != at.chat)
	if k := keys(p.Buttons); len(k.Rows) > 0 {
		return r, r.params.AddInterface("reply_markup", k)
	}
	if box {
		return r, r.params.AddInterface("reply_markup", map[string]bool{"force_reply": true, "selective": true})
	}
	return r, nil
}

// noPreview keeps Telegram from showing what is behind a link.
const noPreview = `{"is_disabled":true}`

// deliver sends a message, or changes the one that is given, when it is the chat's turn.
func (t *Telegram) deliver(ctx context.Context, chatID int64, of ref, r request) (id int, err error) {
	if blocked, closed := t.closed.Get(chatID); closed {
		return 0, closedBy(blocked)
	}
	t.lanes.all.divide(t.Work.Processes())
	place, err := t.lanes.enter(ctx, chatID, of)
	if err != nil {
		return 0, fmt.Errorf("wait for the chat: %w", err)
	}
	defer place.leave()
	var sent struct {
		ID int `json:"message_id"`
	}
	r.chat, r.place = chatID, place
	err = t.line.insist(ctx, r, &sent)
	return sent.ID, err
}

// closes tells whether a chat does not take messages any more.
func (f *failure) closes() bool {
	return f.spoken && (f.status == http.StatusForbidden || f.status == http.StatusBadRequest && f.says(
		"chat not found", "group chat was deactivated", "PEER_ID_INVALID", "CHAT_WRITE_FORBIDDEN", "have no rights to send a message",
		"not enough rights to send text messages", "message thread not found", "TOPIC_CLOSED", "TOPIC_DELETED", "CHAT_RESTRICTED"))
}

// close keeps a chat from being written to until something is heard from it; before is the count of openings when the call
// began that failed: a chat may have been opened while it was under way. A topic may close without the chat.
func (t *Telegram) close(chatID int64, f *failure, before uint64) {
	if since, _ := t.opened.Get(chatID); f.status == http.StatusForbidden && since <= before {
		t.closed.Add(chatID, f.blocked())
	}
}

// blocked tells whether the person in a private chat has closed it.
func (f *failure) blocked() bool {
	return f.spoken && f.status == http.StatusForbidden && f.says("blocked by the user")
}

// closedBy is the error of a chat that takes nothing.
func closedBy(blocked bool) error {
	if blocked {
		return chat.ErrBlocked
	}
	return chat.ErrClosed
}
