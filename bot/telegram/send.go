package telegram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
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
// shown in the answer to the press. It returns a Ref if the message may be changed later.
func (t *Telegram) send(ctx context.Context, at wire.Spot, m chat.Message, c *replyContext) (chat.Ref, error) {
	of := t.pressed(c, at)
	instead := of != nil && (m.Instead || m.OnlyButtons)
	if !instead && t.notice(c, m) {
		return "", nil
	}
	t.stop(c)
	c.waitFor(ctx, m)
	if instead {
		if name, done, err := t.takePlace(ctx, *of, m, c); done {
			return name, err
		}
	}
	sent, err := t.sayAll(ctx, t.answerPlace(ctx, at, m, c), m, c)
	switch {
	case err != nil || sent.Message == 0:
		return "", err
	case instead:
		t.retire(*of, t.shapeOf(*of))
	case of != nil && m.Closes:
		t.remove(ctx, *of, t.shapeOf(*of))
	}
	if m.Board == nil && len(m.Buttons) == 0 && !m.Passing {
		return "", nil
	}
	return chat.Ref(sent.String()), nil
}

// isNote reports whether a message is only a text for one person.
func isNote(m chat.Message) bool {
	return m.Private && m.Board == nil && m.File == nil && len(m.Buttons) == 0
}

// takePlace edits the message whose button was pressed. done is false if that is impossible, and the message has to be
// sent anew.
func (t *Telegram) takePlace(ctx context.Context, of wire.Ref, m chat.Message,
	c *replyContext) (name chat.Ref, done bool, err error) {
	is := t.shapeOf(of)
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

// notice shows a note in the answer to a press. It returns false if that has to be sent as a message; in a group
// that has to wait that would only add to the delay, so there a truncated text, or one shown earlier, is enough.
func (t *Telegram) notice(c *replyContext, m chat.Message) bool {
	if c == nil || c.query == "" || !isNote(m) {
		return false
	}
	text := respell(chat.PlainText(m.Text))
	crowded := c.heard.Chat < 0 && t.wait(c) != ""
	return (crowded || utf8.RuneCountInString(text) <= longestNotice) && t.answerPress(c, text, true, "") || crowded
}

// maxGroupWait is the delay of a group beyond which its players are answered in private if possible.
const maxGroupWait = 5 * time.Second

// answerPlace returns where to send an answer: in private if its recipient plays in a group that has to wait. A message
// with buttons stays in the group, which may need them.
func (t *Telegram) answerPlace(ctx context.Context, at wire.Spot, m chat.Message, c *replyContext) wire.Spot {
	if c == nil || c.query != "" || c.author == 0 || at.Chat > 0 || classOf(m) != pace.Answers || len(m.Buttons) > 0 ||
		t.line.Queue.Wait(at.Chat, pace.Answers, 0) <= maxGroupWait {
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
	if !m.News || m.OnlyButtons || m.Board == nil || at.Chat > 0 || who == 0 ||
		t.line.Queue.Wait(at.Chat, pace.News, 0) <= maxGroupWait {
		return func() {}
	}
	if _, ok := t.Callable(ctx, m.Turn.ID, false); !ok {
		return func() {}
	}
	m.Answers, m.Quiet, m.Overtaken = nil, false, nil
	inGroup, done := context.WithCancel(context.Background())
	go func() {
		of, err := t.sayAll(ctx, wire.Spot{Chat: who}, m, nil)
		chat.Warn(t.Log, err, "telegram: a board cannot be sent in private")
		if <-inGroup.Done(); of.Message != 0 {
			ctx, cancel := t.within(context.Background(), t.Times.Edit)
			defer cancel()
			t.remove(ctx, of, t.shapeOf(of))
		}
	}()
	return done
}

// sayAll sends a message in as many parts as needed. The Ref is that of the last part, zero if there was nothing to
// send.
func (t *Telegram) sayAll(ctx context.Context, at wire.Spot, m chat.Message, c *replyContext) (sent wire.Ref, err error) {
	if c != nil && c.query != "" && m.Private && at.Chat < 0 { // a press has no message to reply to
		name := tidy(c.name)
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
		r := p.request(at, 0, c, box)
		opened := t.chat(at.Chat).opened
		id, err := t.deliver(ctx, r)
		if err == nil {
			sent = wire.Ref{Chat: at.Chat, Message: id}
			is := messageState{media: r.Upload != nil, keys: len(p.keys.InlineKeyboard) > 0, box: box, thread: at.Thread, at: time.Now()}
			if c != nil {
				is.owner = c.author
			}
			t.chats.Change(at.Chat, func(k *known) {
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

// request returns the request that sends the message or, unless edited is 0, changes that one into it. box opens a
// reply box for the player on turn.
func (p outgoing) request(at wire.Spot, edited int, c *replyContext, box bool) client.Request {
	r, edits := about(methods[p.kind], wire.Ref{Chat: at.Chat, Message: edited}, classOf(p.Message)), edited != 0
	r.Call.Overtaken = p.Overtaken
	switch {
	case p.kind == asText:
		r.Params["text"], r.Params["entities"], r.Params["link_preview_options"] = p.Plain, p.Entities, noPreview
		if edits {
			r.Method = "editMessageText"
		}
	case edits:
		r.Method, r.Upload = "editMessageMedia", p.upload()
		r.Params["media"] = map[string]any{"type": p.kind, "media": "attach://" + r.Upload.Field, "caption": p.Plain,
			"caption_entities": p.Entities}
	default:
		r.Upload = p.upload()
		r.Params["caption"], r.Params["caption_entities"] = p.Plain, p.Entities
		r.Params["disable_content_type_detection"] = p.kind != kindOf(p.Message) // or it would become an animation again
	}
	switch {
	case edits || len(p.keys.InlineKeyboard) > 0:
		r.Params["reply_markup"] = p.keys
	case box:
		r.Params["reply_markup"] = map[string]bool{"force_reply": true, "selective": true}
	}
	if edits {
		return r
	}
	r.Params["message_thread_id"], r.Params["disable_notification"] = at.Thread, p.silent(at)
	if p.replies(at, c) {
		r.Params["reply_parameters"] = map[string]any{"message_id": c.message, "allow_sending_without_reply": true}
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
	if is := t.chat(r.Call.Chat); is.closed != nil {
		return 0, is.closed
	}
	var sent struct {
		ID int `json:"message_id"`
	}
	err = t.line.Insist(ctx, r, &sent)
	return sent.ID, err
}

// Telegram can edit a text into a photo or a document and either of these into the other, but neither back into a text.
// An edit notifies nobody and cannot open a reply box (force_reply), and a message that opened one cannot be edited.

// errFixed means that an edit was not attempted because Telegram does not allow it.
var errFixed = errors.New("the message cannot become this one")

// messageState determines how a message can be edited.
type messageState struct {
	media bool  // has a picture or a file, and cannot become a text again
	keys  bool  // has buttons
	owner int64 // the person whose event it answers, 0 if nobody
	brief bool  // its buttons are chat.Message.Fleeting
	box   bool  // opened a reply box, and cannot be edited
	away  bool  // was deleted

	thread int // topic of the message, 0 if none

	at    time.Time // when it was sent; zero if before the start
	place int       // its number among the bot's messages in the chat
}

// shapeOf returns the state of a message. For messages from before the start it is a guess, and Telegram may refuse the
// edit.
func (t *Telegram) shapeOf(of wire.Ref) messageState {
	if is, ok := t.shapes.Get(of); ok {
		return is
	}
	return messageState{keys: true}
}

// Edit implements chat.Adapter. Like Send it waits in the queue of the chat.
func (t *Telegram) Edit(ctx context.Context, _ chat.Room, name chat.Ref, m chat.Message) error {
	of, err := wire.ParseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: edit: %w", err)
	}
	ctx, cancel := t.within(ctx, t.Times.Send)
	defer cancel()
	defer t.showAhead(ctx, wire.Spot{Chat: of.Chat}, m)()
	if err = t.change(ctx, of, t.shapeOf(of), m); err != nil {
		return fmt.Errorf("telegram: edit %s: %w", name, err)
	}
	return nil
}

// Retire implements chat.Adapter: it removes the buttons in the background when the chat's queue is idle, or never.
// Fleeting buttons stay, so that a move in two steps costs two calls and not a third.
func (t *Telegram) Retire(_ context.Context, _ chat.Room, name chat.Ref) error {
	of, err := wire.ParseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: retire: %w", err)
	}
	if is := t.shapeOf(of); is.keys && !is.brief && !t.gone(of) {
		t.retire(of, is)
	}
	return nil
}

// Remove implements chat.Adapter. Telegram does not count deletions against a rate limit.
func (t *Telegram) Remove(ctx context.Context, _ chat.Room, name chat.Ref) error {
	of, err := wire.ParseRef(name)
	if err != nil {
		return fmt.Errorf("telegram: remove: %w", err)
	}
	t.remove(ctx, of, t.shapeOf(of))
	return nil
}

// pressed returns the message whose button was pressed if it is in the room and may be edited, else nil.
func (t *Telegram) pressed(c *replyContext, at wire.Spot) *wire.Ref {
	if c == nil || c.query == "" || c.message == 0 || t.moves.current(at) != c.heard {
		return nil
	}
	return &wire.Ref{Chat: c.heard.Chat, Message: c.message}
}

// change turns a message of the bot into m, or replaces only its buttons, when the chat's queue allows.
func (t *Telegram) change(ctx context.Context, of wire.Ref, is messageState, m chat.Message) error {
	parts := t.fit(of.Chat, m)
	if is.brief = m.Fleeting; m.OnlyButtons {
		return t.rekey(ctx, of, is, keys(parts[len(parts)-1].Buttons), classOf(m))
	}
	p := t.pack(parts[0])
	if len(parts) > 1 || is.box || t.gone(of) || p.kind == asText && (is.media || chat.Trim(p.Plain) == "") {
		return errFixed
	}
	is.media, is.keys = is.media || p.kind != asText, len(p.keys.InlineKeyboard) > 0
	return t.edit(ctx, of, is, p.request(wire.Spot{Chat: of.Chat}, of.Message, nil, false))
}

// edit makes a call that changes a message, whose state is then the one given. It succeeds if the message is like that
// already, or is being changed into something newer.
func (t *Telegram) edit(ctx context.Context, of wire.Ref, is messageState, r client.Request) error {
	_, err := t.deliver(ctx, r)
	f := client.AsFailure(err)
	switch {
	case f.Moved != 0:
		t.noteMove(wire.Spot{Chat: of.Chat}, wire.Spot{Chat: f.Moved})
	case errors.Is(err, pace.ErrOvertaken):
		return nil
	case err == nil || f.Unmodified():
		t.shapes.Put(of, is)
		return nil
	}
	return err
}

// about returns a counted request about a message of the bot.
func about(method string, of wire.Ref, class pace.Class) client.Request {
	return client.Request{Method: method, Params: client.Params{"chat_id": of.Chat, "message_id": of.Message},
		Chat: of.Chat, Call: &pace.Call{Chat: of.Chat, Message: of.Message, Class: class}}
}

// rekey replaces the buttons of a message when the chat's queue allows. It succeeds as well if they are to be removed
// from a message that is gone or cannot be edited.
func (t *Telegram) rekey(ctx context.Context, of wire.Ref, is messageState, k tgbotapi.InlineKeyboardMarkup,
	class pace.Class) error {
	r := about("editMessageReplyMarkup", of, class)
	r.Params["reply_markup"], is.keys = k, len(k.InlineKeyboard) > 0
	err := t.edit(ctx, of, is, r)
	f := client.AsFailure(err)
	if !is.keys && (f.Closes() != nil ||
		f.Says("message to edit not found", "MESSAGE_ID_INVALID", "message can't be edited")) {
		t.shapes.Put(of, is)
		return nil
	}
	return err
}

// retireTimeout limits how long the removal of old buttons waits for the chat to be quiet.
const retireTimeout = 5 * time.Minute

// retire removes the buttons of a message in the background when its chat's queue is idle, or never.
func (t *Telegram) retire(of wire.Ref, is messageState) {
	go func() {
		ctx, cancel := t.within(context.Background(), retireTimeout)
		defer cancel()
		err := t.rekey(ctx, of, is, keys(nil), pace.Spares)
		chat.Warn(t.Log, err, "telegram: the buttons of a message cannot be removed")
	}()
}

// remove deletes a message of the bot; if Telegram refuses, as it does two days after sending, its buttons are removed
// instead. Deletions do not count against the chat's rate limit.
func (t *Telegram) remove(ctx context.Context, of wire.Ref, is messageState) {
	r := about("deleteMessage", of, pace.Spares)
	r.Call, r.Chat = nil, 0
	t.shapes.Put(of, messageState{away: true})
	err := t.line.Insist(ctx, r, nil)
	if err != nil {
		t.shapes.Put(of, is)
	}
	if f := client.AsFailure(err); f.Spoken && !f.Passing() {
		t.retire(of, is)
	} else if err != nil {
		t.Log.Info("telegram: an old message cannot be deleted", "error", err)
	}
}

// kind is the content type of a message, by Telegram's name.
type kind string

const (
	asText      kind = "text"
	asPhoto     kind = "photo"
	asDocument  kind = "document"
	asAnimation kind = "animation"
)

// methods are the API methods that send each kind.
var methods = map[kind]string{
	asText: "sendMessage", asPhoto: "sendPhoto", asDocument: "sendDocument", asAnimation: "sendAnimation",
}

// kindOf returns the kind that a message is sent as.
func kindOf(m chat.Message) kind {
	switch {
	case m.Board != nil && m.Board.PNG != nil:
		return asPhoto
	case m.File == nil:
		return asText
	case strings.EqualFold(path.Ext(m.File.Name), ".gif"):
		return asAnimation
	}
	return asDocument
}

// outgoing is a message in the form in which it is sent.
type outgoing struct {
	chat.Message
	styled
	kind      kind
	keys      tgbotapi.InlineKeyboardMarkup
	again     bool // was refused once
	forbidden bool // pictures are forbidden in the chat
}

// pack prepares a message that fits for sending.
func (t *Telegram) pack(m chat.Message) outgoing {
	return outgoing{Message: m, styled: compose(m.Text, m.Turn), kind: kindOf(m), keys: keys(m.Buttons)}
}

// pictureAgain is how long boards stay text after a chat refused a picture, unless the bot's rights there change
// earlier.
const pictureAgain = 24 * time.Hour

// fit splits a message into parts that a chat accepts; where pictures are known to be refused the board becomes text.
func (t *Telegram) fit(chatID int64, m chat.Message) []chat.Message {
	if kindOf(m) == asPhoto && m.Board.Text != "" && time.Now().Before(t.chat(chatID).wordsOnly) {
		m.Board = &chat.Board{Text: m.Board.Text}
	}
	m.Text = t.defuse(m.Text, m.Turn)
	return chat.Fit(m, t.Caps(""))
}

// upload returns the file of a message that is no text. The form field is named after the kind.
func (p outgoing) upload() *client.Upload {
	if p.kind != asPhoto {
		return &client.Upload{Field: string(p.kind), Name: p.File.Name, Data: p.File.Data}
	}
	return &client.Upload{Field: string(asPhoto), Name: "board.png", Data: p.Board.PNG}
}

// lesser returns a fallback for a refused message: a document for an animation, text for a board, the file's text and
// the reason for a document. A picture that was refused as such is first sent once more; if it was refused for another
// reason ok is false.
func (t *Telegram) lesser(p outgoing, c *replyContext, why *client.Failure) (outgoing, bool) {
	m := p.Message
	rights := why.Says("not enough rights")
	excused := func(key string) []chat.Span {
		_, reason, _ := strings.Cut(why.Text, "Bad Request: ")
		if rights {
			reason = t.say(c, RightsKey, nil)
		}
		return append(slices.Clone(m.Text), chat.Span{Text: "\n" +
			t.say(c, key, map[string]string{"Name": m.File.Name, "Reason": reason})})
	}
	switch {
	case p.kind == asAnimation:
		p.kind = asDocument
		if l := compose(excused(NoFilmKey), m.Turn); len(wire.Units(l.Plain)) <= t.Caps("").Caption {
			p.styled = l
		}
		return p, true
	case p.kind == asPhoto && !rights && !p.again:
		p.again = true
		return p, why.Says("photo", "image", "media")
	case p.kind == asPhoto && m.Board.Text != "":
		m.Board = &chat.Board{Text: m.Board.Text}
	case p.kind == asDocument:
		m.Text = excused(NoFileKey)
		if words := cmp.Or(m.File.Text, string(m.File.Data)); readable(words) {
			m.Text = append(m.Text, chat.Span{Text: "\n"}, chat.Span{Text: words, Mono: true})
		}
		m.File = nil
	default:
		return p, false
	}
	whole := chat.Fit(m, t.Caps(""))
	words := t.pack(whole[len(whole)-1])
	words.forbidden = p.kind == asPhoto && rights
	return words, true
}

// readable reports whether the content of a file is short and plain enough to be sent within a message.
func readable(text string) bool {
	control := func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' || r == utf8.RuneError
	}
	return len(text) <= 3000 && strings.IndexFunc(text, control) < 0
}
