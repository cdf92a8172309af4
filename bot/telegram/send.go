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

// send is Telegram.Send.
func (o *outbox) send(ctx context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	at, err := wire.SpotOf(room)
	if err != nil {
		return "", err
	}
	ctx, cancel := within(ctx, o.life, o.times.Send)
	defer cancel()
	c, _ := m.Answers.(*cause)
	if of := o.pressed(c, at); m.OnlyButtons && of != nil {
		o.stop(c)
		fitted := chat.Fit(m, o.caps())
		if o.rekey(ctx, *of, shape{media: c.media, brief: m.Fleeting, thread: at.Thread},
			styled.Keys(fitted[len(fitted)-1].Buttons), classOf(m)) == nil {
			return chat.Ref(of.String()), nil
		}
	}
	var old *wire.Ref // whose place the message takes
	if m.Instead {
		old = o.pressed(c, at)
	}
	note := c != nil && m.Private && m.Board == nil && m.File == nil && len(m.Buttons) == 0
	if old != nil {
		o.stop(c)
		c.await(ctx)
		if note && o.shapeOf(*old).away { // and with it what there is to say of it
			return "", nil
		}
		done, err := o.takePlace(ctx, *old, shape{media: c.media, keys: true, owner: ownerOf(c)}, m)
		if err != nil {
			return "", fmt.Errorf("telegram: say in %s: %w", room, err)
		}
		if done {
			return chat.Ref(old.String()), nil
		}
	} else if note && (o.notice(c, m) || o.spare(c, m)) {
		return "", nil
	}
	o.stop(c)
	switch {
	case c != nil && m.File != nil:
		c.release(ctx)
	case c != nil && old == nil:
		c.await(ctx)
	}
	sent, is, err := o.sayAll(ctx, at, m, c)
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
	if m.Board != nil || len(m.Buttons) > 0 || m.Passing {
		name = chat.Ref(sent.String())
		is.owner = ownerOf(c)
		o.remember(sent, is)
	}
	if old != nil {
		o.retire(*old, shape{media: c.media})
	}
	if of := o.pressed(c, at); m.Closes && of != nil {
		o.remove(ctx, *of, shape{media: c.media})
	}
	return name, nil
}

// classOf is what a message is while it waits.
func classOf(m chat.Message) pace.Class {
	switch {
	case m.File != nil:
		return pace.Files
	case m.News:
		return pace.News
	}
	return pace.Answers
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

// sayAll sends a message in as many parts as it needs. The ref is that of the last one; zero if there was nothing to
// say.
func (o *outbox) sayAll(ctx context.Context, at wire.Spot, m chat.Message,
	c *cause) (sent wire.Ref, is shape, err error) {
	if c != nil && c.query != "" && m.Private && at.Chat < 0 { // a button has no author to reply to
		name := styled.Tidy(c.name)
		m.Text = append([]chat.Span{{Text: name, User: &chat.User{Name: name}}, {Text: ": "}}, m.Text...)
	}
	m.Text = styled.Defuse(o.words.Respell(m.Text), m.Turn)
	for i, part := range chat.Fit(o.fitting(o.moves.now(at).Chat, m), o.caps()) {
		if i > 0 {
			part.Overtaken = nil // the rest belongs to what has left
		}
		if sent, is, err = o.post(ctx, at, part, c); err != nil {
			return wire.Ref{}, shape{}, err
		}
	}
	return sent, is, nil
}

// notice shows a private sentence in answer to a button, if it can be shown there.
func (o *outbox) notice(c *cause, m chat.Message) bool {
	text := chat.Plain(o.words.Respell(m.Text))
	return c.query != "" && utf8.RuneCountInString(text) <= longestNotice && o.answerQuery(c, text, true)
}

// spare reports whether a sentence for the one who pressed a button need not be a message for all to see, which would
// make a
// chat wait longer that has to wait: that person is told its beginning, or has been told that the chat waits.
func (o *outbox) spare(c *cause, m chat.Message) bool {
	if c.query == "" || c.heard.Chat > 0 || o.wait(c) == "" {
		return false
	}
	o.answerQuery(c, chat.Plain(o.words.Respell(m.Text)), true)
	return true
}

// post sends one message that fits. The ref is zero if there is nothing in it.
func (o *outbox) post(ctx context.Context, at wire.Spot, m chat.Message,
	c *cause) (sent wire.Ref, is shape, err error) {
	p := parcel{m, kindOf(m), styled.Compose(o.words, m.Text, m.Turn)}
	if p.kind == asText && styled.Blank(p.Plain) {
		return wire.Ref{}, shape{}, nil
	}
	forbidden := false // no picture may be sent
	for range 4 {
		at = o.moves.now(at)
		box := len(styled.Keys(p.Buttons).Rows) == 0 && at.Chat < 0 && p.Turn.Reachable() && !o.hearsAll(ctx, at.Chat)
		r, err := draft(at, p, c, box)
		if err != nil {
			return wire.Ref{}, shape{}, err
		}
		before := o.opens.Load()
		r.Call = &pace.Call{Chat: at.Chat, Class: classOf(m), Overtaken: m.Overtaken}
		id, err := o.deliver(ctx, r)
		f := client.AsFailure(err)
		switch {
		case err == nil:
			o.sight.said(wire.Ref{Chat: at.Chat, Message: id})
			if forbidden {
				o.pictureless.Put(at.Chat, true)
			}
			is := shape{media: r.Upload != nil, keys: len(styled.Keys(p.Buttons).Rows) > 0, box: box, thread: at.Thread}
			return wire.Ref{Chat: at.Chat, Message: id}, is, nil
		case f.Moved != 0:
			o.noteMove(wire.Spot{Chat: at.Chat}, wire.Spot{Chat: f.Moved})
		case at.Thread != 0 && f.Says("message thread not found", "TOPIC_DELETED"):
			o.noteMove(at, wire.Spot{Chat: at.Chat}) // a talk begun in a topic goes on in the group
		case f.Closes():
			o.close(at.Chat, f, before)
			return wire.Ref{}, shape{}, fmt.Errorf("%w: %w", closedBy(f.Blocked()), err)
		case f.Spoken && f.Status == http.StatusBadRequest:
			o.log.Error("telegram: not accepted", "error", err, "method", r.Method, "sent",
				o.line.Hide.Replace(fmt.Sprint(r.Params)))
			lesser, ok := o.lesser(p, c, f)
			if !ok {
				return wire.Ref{}, shape{}, err
			}
			forbidden = p.kind == asPhoto && f.Says("not enough rights")
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
	// A reply notifies its author, so it is left out where somebody else is meant, and where news is told. A quiet message
	// after a tap stands below the board.
	answers := c != nil && (c.query == "" || p.Quiet && c.message != 0)
	if answers && !private && at.Chat == c.heard.Chat && (p.Turn == chat.User{} && !p.News || turn == c.author &&
		c.query == "") {
		to := map[string]any{"message_id": c.message, "allow_sending_without_reply": true}
		if err := r.Params.AddInterface("reply_parameters", to); err != nil {
			return r, err
		}
	}
	r.Params.AddBool("disable_notification", p.Quiet || p.Private && !private || private && p.Turn != (chat.User{}) &&
		turn != at.Chat)
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

// deliver makes a call when it is the chat's turn.
func (o *outbox) deliver(ctx context.Context, r client.Request) (id int, err error) {
	if blocked, closed := o.closed.Get(r.Call.Chat); closed {
		return 0, closedBy(blocked)
	}
	var sent struct {
		ID int `json:"message_id"`
	}
	r.Chat = r.Call.Chat
	err = o.line.Insist(ctx, r, &sent)
	return sent.ID, err
}

// close keeps a chat from being written to until something is heard from it; before is the count of openings when the
// call began that failed: a chat may have been opened while it was under way. A topic may close without the chat.
func (o *outbox) close(chatID int64, f *client.Failure, before uint64) {
	if since, _ := o.opened.Get(chatID); f.Status == http.StatusForbidden && since <= before {
		o.closed.Put(chatID, f.Blocked())
	}
}

// closedBy is the error of a chat that takes nothing.
func closedBy(blocked bool) error {
	if blocked {
		return chat.ErrBlocked
	}
	return chat.ErrClosed
}
