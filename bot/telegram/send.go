package telegram

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/styled"
	"tabuleiro/bot/telegram/wire"
)

// Send implements chat.Adapter: it waits in the chat's queue and retries, for at most Times.Send. It returns a Ref,
// that of the last part, if the message has a board or buttons, is Passing, or replaced another one.
func (t *Telegram) Send(ctx context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	at, err := wire.SpotOf(room)
	if err != nil {
		return "", err
	}
	ctx, cancel := t.within(ctx, t.Times.Send)
	defer cancel()
	defer t.showAhead(ctx, at, m)()
	c, _ := m.Answers.(*replyContext)
	ref, err := t.send(ctx, at, m, c)
	if err != nil && away(err) {
		err = fmt.Errorf("%w: %w", chat.ErrAway, err)
	}
	if err != nil {
		return "", fmt.Errorf("telegram: say in %s: %w", room, err)
	}
	return ref, nil
}

// away reports whether an error says nothing about the message itself: Telegram was unreachable, or time ran out.
func away(err error) bool {
	var f *client.Failure
	return errors.As(err, &f) && f.Passing() || errors.Is(err, context.DeadlineExceeded)
}

// send sends a message or, if wanted and possible, replaces the one whose button was pressed. A note for one person is
// shown in the answer to the press.
func (t *Telegram) send(ctx context.Context, at wire.Spot, m chat.Message, c *replyContext) (chat.Ref, error) {
	of := t.pressed(c, at)
	instead := of != nil && (m.Instead || m.OnlyButtons)
	note := c != nil && isNote(m)
	if note && !instead && t.notice(c, m) {
		return "", nil
	}
	t.stop(c)
	c.waitFor(ctx, m)
	if instead {
		if name, done, err := t.takePlace(ctx, *of, m, c); done {
			return name, err
		}
	}
	name, is, err := t.sayNew(ctx, at, m, c)
	switch {
	case !is:
	case instead:
		t.retire(*of, t.shapeNow(*of, c))
	case of != nil && m.Closes:
		t.remove(ctx, *of, t.shapeNow(*of, c))
	}
	return name, err
}

// isNote reports whether a message is only a text for one person.
func isNote(m chat.Message) bool {
	return m.Private && m.Board == nil && m.File == nil && len(m.Buttons) == 0
}

// takePlace edits the message whose button was pressed. done is false if that is impossible, and the message has to be
// sent anew.
func (t *Telegram) takePlace(ctx context.Context, of wire.Ref, m chat.Message,
	c *replyContext) (name chat.Ref, done bool, err error) {
	is := t.shapeNow(of, c)
	if isNote(m) && is.away { // the message is gone, and a note about it is pointless
		return "", true, nil
	}
	is.owner = c.author
	err = t.change(ctx, of, is, m)
	f := client.AsFailure(err)
	return chat.Ref(of.String()), !errors.Is(err, errFixed) && (!f.Spoken || f.Passing()), err
}

// waitFor waits until the answers to earlier events are sent, except for match events and changes of buttons alone.
// While a file waits and is uploaded, later events need not wait for it.
func (c *replyContext) waitFor(ctx context.Context, m chat.Message) {
	switch {
	case c == nil || c.turn.Before == nil || m.File == nil && (m.News || m.OnlyButtons):
		return
	case m.File != nil:
		c.turn.Decided()
		defer c.turn.End()
	}
	select {
	case <-c.turn.Before:
	case <-ctx.Done():
	}
}

// sayNew sends a new message and reports whether there was anything to send. It returns a Ref if the message may be
// changed later.
func (t *Telegram) sayNew(ctx context.Context, at wire.Spot, m chat.Message, c *replyContext) (chat.Ref, bool, error) {
	sent, err := t.sayAll(ctx, t.answerPlace(ctx, at, m, c), m, c)
	if err != nil || sent.Message == 0 {
		return "", false, err
	}
	if m.Board == nil && len(m.Buttons) == 0 && !m.Passing {
		return "", true, nil
	}
	return chat.Ref(sent.String()), true, nil
}

// classOf returns the queue class of a message.
func classOf(m chat.Message) pace.Class {
	switch {
	case m.File != nil:
		return pace.Files
	case m.News:
		return pace.News
	}
	return pace.Answers
}

// notice shows a text in the answer to a press. It returns false if the text has to be sent as a message; in a group
// that has to wait that would only add to the delay, so there a truncated text, or one shown earlier, is enough.
func (t *Telegram) notice(c *replyContext, m chat.Message) bool {
	text := respell(chat.PlainText(m.Text))
	if c.query == "" {
		return false
	}
	crowded := c.heard.Chat < 0 && t.wait(c) != ""
	return (crowded || utf8.RuneCountInString(text) <= longestNotice) && t.answerPress(c, text, true, "") || crowded
}

// maxGroupWait is the delay of a group beyond which its players are answered in private if possible.
const maxGroupWait = 5 * time.Second

// answerPlace returns where to send an answer: in private if its recipient plays in a group that has to wait. A message
// with buttons stays in the group, which may need them.
func (t *Telegram) answerPlace(ctx context.Context, at wire.Spot, m chat.Message, c *replyContext) wire.Spot {
	if c == nil || c.query != "" || c.author == 0 || at.Chat > 0 || classOf(m) != pace.Answers || len(m.Buttons) > 0 ||
		t.queue.Wait(at.Chat, pace.Answers, 0) <= maxGroupWait {
		return at
	}
	who := wire.PersonOf(c.author)
	if slices.Contains(t.seats.In(ctx, at.Room()), who.ID) {
		if _, ok := t.Callable(ctx, who.ID, false); ok {
			return wire.Spot{Chat: c.author}
		}
	}
	return at
}

// showAhead shows a board in private to the player on turn while the group has to wait for it. The caller calls done
// when the group has it, which deletes the private copy.
func (t *Telegram) showAhead(ctx context.Context, at wire.Spot, m chat.Message) (done func()) {
	who := wire.UserID(m.Turn)
	if !m.News || m.OnlyButtons || m.Board == nil || at.Chat > 0 || who == 0 || t.queue.Wait(at.Chat, pace.News, 0) <= maxGroupWait {
		return func() {}
	}
	if _, ok := t.Callable(ctx, m.Turn.ID, false); !ok {
		return func() {}
	}
	m.Answers, m.Quiet, m.Overtaken = nil, false, nil
	shown := make(chan wire.Ref, 1)
	go func() {
		of, err := t.sayAll(ctx, wire.Spot{Chat: who}, m, nil)
		if err != nil {
			t.Log.Info("telegram: a board cannot be sent in private", "error", err)
		}
		shown <- of
	}()
	return func() {
		go func() {
			if of := <-shown; of.Message != 0 {
				ctx, cancel := t.within(context.Background(), t.Times.Edit)
				defer cancel()
				t.remove(ctx, of, t.shapeOf(of))
			}
		}()
	}
}

// sayAll sends a message in as many parts as needed. The Ref is that of the last part, zero if there was nothing to
// send.
func (t *Telegram) sayAll(ctx context.Context, at wire.Spot, m chat.Message, c *replyContext) (sent wire.Ref, err error) {
	if c != nil && c.query != "" && m.Private && at.Chat < 0 { // a press has no message to reply to
		name := styled.Tidy(c.name)
		m.Text = append([]chat.Span{{Text: name, User: &chat.User{Name: name}}, {Text: ": "}}, m.Text...)
	}
	for _, part := range t.fit(t.moves.current(at).Chat, m) {
		if sent, err = t.post(ctx, at, part, c); err != nil {
			return wire.Ref{}, err
		}
		m.Overtaken = nil
	}
	return sent, nil
}

// post sends a message that fits. The Ref is zero if the message is empty.
func (t *Telegram) post(ctx context.Context, at wire.Spot, m chat.Message, c *replyContext) (sent wire.Ref, err error) {
	p := t.pack(m)
	if p.kind == asText && chat.Trim(p.Plain) == "" {
		return wire.Ref{}, nil
	}
	for range 5 {
		at = t.moves.current(at)
		box := len(p.keys.InlineKeyboard) == 0 && at.Chat < 0 && p.Turn.Reachable() && !t.hearsAll(ctx, at.Chat)
		r := p.request(at, c, box)
		opened := t.chats.get(at.Chat).opened
		id, err := t.deliver(ctx, r)
		if err == nil {
			sent = wire.Ref{Chat: at.Chat, Message: id}
			is := messageState{media: r.Upload != nil, keys: len(p.keys.InlineKeyboard) > 0, box: box, thread: at.Thread, at: time.Now()}
			if c != nil {
				is.owner = c.author
			}
			t.chats.with(at.Chat, func(k *known) {
				k.own, k.said = id, k.said+1
				if is.place = k.said; p.forbidden {
					k.wordsOnly = time.Now().Add(pictureAgain)
				}
			})
			t.shapes.Put(sent, is)
			return sent, nil
		}
		if p, err = t.repack(at, p, c, err, opened); err != nil {
			return wire.Ref{}, err
		}
	}
	return wire.Ref{}, fmt.Errorf("chat %d keeps moving", at.Chat)
}

// repack returns what to send after an error, or the error. The chat may have moved.
func (t *Telegram) repack(at wire.Spot, p outgoing, c *replyContext, err error, opened int) (outgoing, error) {
	switch f := client.AsFailure(err); {
	case f.Moved != 0:
		t.noteMove(wire.Spot{Chat: at.Chat}, wire.Spot{Chat: f.Moved})
		return p, nil
	case at.Thread != 0 && f.Says("message thread not found", "TOPIC_DELETED"):
		t.noteMove(at, wire.Spot{Chat: at.Chat}) // a conversation begun in a topic continues in the group
		return p, nil
	case f.Closes() != nil:
		t.close(at.Chat, f, opened)
		return p, fmt.Errorf("%w: %w", f.Closes(), err)
	case f.Spoken && f.Status == 400:
		t.Log.Error("telegram: a message was refused", "error", err, "method", methods[p.kind], "sent", t.line.Hide.Replace(p.Plain))
		if lesser, ok := t.lesser(p, c, f); ok {
			return lesser, nil
		}
	}
	return p, err
}

// request returns the request for a new message. box opens a reply box for the player on turn.
func (p outgoing) request(at wire.Spot, c *replyContext, box bool) client.Request {
	r := client.Request{Method: methods[p.kind], Call: &pace.Call{Chat: at.Chat, Class: classOf(p.Message),
		Overtaken: p.Overtaken}, Params: client.Params{"chat_id": at.Chat, "message_thread_id": at.Thread,
		"disable_notification": p.silent(at)}}
	if p.kind == asText {
		r.Params["text"], r.Params["entities"], r.Params["link_preview_options"] = p.Plain, p.Entities, noPreview
	} else {
		r.Upload = p.upload()
		r.Params["caption"], r.Params["caption_entities"] = p.Plain, p.Entities
		r.Params["disable_content_type_detection"] = p.kind != kindOf(p.Message) // or it would become an animation again
	}
	if p.replies(at, c) {
		r.Params["reply_parameters"] = map[string]any{"message_id": c.message, "allow_sending_without_reply": true}
	}
	switch {
	case len(p.keys.InlineKeyboard) > 0:
		r.Params["reply_markup"] = p.keys
	case box:
		r.Params["reply_markup"] = map[string]bool{"force_reply": true, "selective": true}
	}
	return r
}

// noPreview disables link previews.
var noPreview = map[string]bool{"is_disabled": true}

// replies reports whether a message is sent as a reply to the one that it answers. A reply notifies that author, so
// there is none if somebody else is on turn, or for match events; only a quiet answer to a tap is a reply to the board.
func (p outgoing) replies(at wire.Spot, c *replyContext) bool {
	if c == nil || at.Chat > 0 || at.Chat != c.heard.Chat || c.query != "" && (!p.Quiet || c.message == 0) {
		return false
	}
	return p.Turn == chat.User{} && !p.News || wire.UserID(p.Turn) == c.author && c.query == ""
}

// silent reports whether a message is sent without a notification.
func (p outgoing) silent(at wire.Spot) bool {
	if at.Chat < 0 {
		return p.Quiet || p.Private
	}
	return p.Quiet || p.Turn != chat.User{} && wire.UserID(p.Turn) != at.Chat
}

// deliver makes a call when the chat's queue allows.
func (t *Telegram) deliver(ctx context.Context, r client.Request) (id int, err error) {
	if is := t.chats.get(r.Call.Chat); is.closed != nil {
		return 0, is.closed
	}
	var sent struct {
		ID int `json:"message_id"`
	}
	r.Chat = r.Call.Chat
	err = t.line.Insist(ctx, r, &sent)
	return sent.ID, err
}
