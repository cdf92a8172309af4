package telegram

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
)

// Send implements chat.Adapter. It waits for the chat's turn and repeats what fails, for Times.Send at the most. The Ref is
// that of the last message if it has buttons: nothing can be done to the others later.
func (t *Telegram) Send(ctx context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	at, err := spotOf(room)
	if err != nil {
		return "", err
	}
	ctx, cancel := t.within(ctx, t.Times.Send)
	defer cancel()
	c := t.causes.get(m.Answers)
	if c != nil && m.Private && m.Board == nil && t.notice(ctx, c, m) {
		return "", nil
	}
	if c != nil && c.query != "" && m.Private && at.chat < 0 { // a button has no author to reply to
		name := tidy(c.name)
		m.Text = append([]chat.Span{{Text: name, User: &chat.User{Name: name}}, {Text: ": "}}, m.Text...)
	}
	m.Text = calm(m.Text, m.Turn)
	var ref chat.Ref
	for _, part := range chat.Fit(m, t.Caps()) {
		if ref, err = t.post(ctx, at, part, c); err != nil {
			return "", fmt.Errorf("telegram: say in %s: %w", room, err)
		}
	}
	return ref, nil
}

// notice shows a private message in answer to a button, if it can be shown there.
func (t *Telegram) notice(ctx context.Context, c *cause, m chat.Message) bool {
	if c.query == "" {
		return false
	}
	fitted := chat.Fit(m, t.Caps())
	text, buttons := chat.Plain(m.Text), keys(fitted[len(fitted)-1].Buttons)
	if len(buttons.Rows) == 0 {
		return utf8.RuneCountInString(text) <= longestNotice && t.answerQuery(c, text, true)
	}
	if t.rekey(ctx, c.heard.chat, c.message, buttons) != nil {
		return false
	}
	t.answerQuery(c, shorten(text, longestNotice), false)
	return true
}

func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// post sends one message that fits.
func (t *Telegram) post(ctx context.Context, at spot, m chat.Message, c *cause) (chat.Ref, error) {
	picture := m.Board != nil && m.Board.PNG != nil
	l := compose(m.Text, m.Turn)
	if !picture && blank(l.text) {
		return "", nil
	}
	for range 3 {
		at = t.now(at)
		r, err := t.draft(ctx, at, m, l, c)
		if err != nil {
			return "", err
		}
		id, err := t.deliver(ctx, at.chat, r)
		f := asFailure(err)
		switch {
		case err == nil && len(m.Buttons) > 0:
			return refOf(at.chat, id), nil
		case err == nil:
			return "", nil
		case f.moved != 0:
			if t.noteMove(at.chat, f.moved) {
				t.announceMove(at.chat, f.moved)
			}
		case f.closes():
			t.close(at.chat, f)
			return "", fmt.Errorf("%w: %w", chat.ErrClosed, err)
		case f.spoken && f.status == http.StatusBadRequest:
			t.Log.Error("telegram: not accepted", "error", err, "sent", t.line.hide.Replace(fmt.Sprint(r.params)), "picture", len(r.photo))
			if !picture || m.Board.Text == "" {
				return "", err
			}
			m.Board, picture = &chat.Board{Text: m.Board.Text}, false // where pictures are forbidden, for one
			whole := chat.Fit(m, t.Caps())
			m = whole[len(whole)-1]
			l = compose(m.Text, m.Turn)
		default:
			return "", err
		}
	}
	return "", fmt.Errorf("chat %d keeps moving", at.chat)
}

// announceMove tells the bot that a chat has moved, once somebody listens.
func (t *Telegram) announceMove(from, to int64) {
	t.mu.Lock()
	heard := t.handler != nil
	t.mu.Unlock()
	if heard {
		t.tellMoved(from, to)
	}
}

// draft makes the request for a message.
func (t *Telegram) draft(ctx context.Context, at spot, m chat.Message, l letter, c *cause) (request, error) {
	private := at.chat > 0
	r := request{method: "sendMessage", params: tgbotapi.Params{"chat_id": strconv.FormatInt(at.chat, 10)}}
	r.params.AddNonZero("message_thread_id", at.thread)
	text, entities := "text", "entities"
	if m.Board != nil && m.Board.PNG != nil {
		r.method, r.photo = "sendPhoto", m.Board.PNG
		text, entities = "caption", "caption_entities"
	} else {
		r.params["disable_web_page_preview"] = "true"
	}
	r.params.AddNonEmpty(text, l.text)
	if len(l.entities) > 0 {
		if err := r.params.AddInterface(entities, l.entities); err != nil {
			return r, err
		}
	}
	turn := userID(m.Turn)
	// A reply notifies its author, so it is left out where somebody else is meant.
	if c != nil && c.query == "" && !private && at.chat == c.heard.chat && (m.Turn == chat.User{} || turn == c.author) {
		r.params["reply_to_message_id"] = strconv.Itoa(c.message)
		r.params["allow_sending_without_reply"] = "true"
	}
	r.params.AddBool("disable_notification", m.Private && !private || private && turn != 0 && turn != at.chat)
	var markup any
	if k := keys(m.Buttons); len(k.Rows) > 0 {
		markup = k
	} else if !private && m.Turn != (chat.User{}) && !t.hearsAll(ctx, at.chat) {
		markup = map[string]bool{"force_reply": true, "selective": true}
	}
	if markup == nil {
		return r, nil
	}
	return r, r.params.AddInterface("reply_markup", markup)
}

// deliver sends a message when it is the chat's turn.
func (t *Telegram) deliver(ctx context.Context, chatID int64, r request) (id int, err error) {
	t.mu.Lock()
	closed := t.closed[chatID]
	t.mu.Unlock()
	if closed {
		return 0, chat.ErrClosed
	}
	leave, err := t.lanes.enter(ctx, chatID)
	if err != nil {
		return 0, fmt.Errorf("wait for the chat: %w", err)
	}
	var sent struct {
		ID int `json:"message_id"`
	}
	err = t.line.insist(ctx, r, &sent)
	leave(asFailure(err).after)
	return sent.ID, err
}

// closes tells whether a chat does not take messages any more.
func (f *failure) closes() bool {
	return f.spoken && (f.status == http.StatusForbidden || f.status == http.StatusBadRequest && f.says(
		"chat not found", "group chat was deactivated", "PEER_ID_INVALID", "CHAT_WRITE_FORBIDDEN", "have no rights to send a message",
		"not enough rights to send text messages", "message thread not found", "TOPIC_CLOSED", "TOPIC_DELETED", "CHAT_RESTRICTED"))
}

// close keeps a chat from being written to until something is heard from it. A topic may close without the chat.
func (t *Telegram) close(chatID int64, f *failure) {
	if f.status != http.StatusForbidden {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed[chatID] = true
	trim(t.closed)
}

// hearsAll tells whether the bot hears everything in a group: it is an administrator, or privacy mode is off. If Telegram
// does not say, it is taken not to, which only costs a box that nobody needs.
func (t *Telegram) hearsAll(ctx context.Context, group int64) bool {
	t.mu.Lock()
	self := t.self
	admin, known := t.admin[group]
	t.mu.Unlock()
	if self.HearsAll || known || self.ID == 0 {
		return self.HearsAll || admin
	}
	var member struct {
		Status string `json:"status"`
	}
	err := t.line.ask(ctx, request{method: "getChatMember", params: tgbotapi.Params{
		"chat_id": strconv.FormatInt(group, 10), "user_id": strconv.FormatInt(self.ID, 10),
	}}, &member)
	if err != nil {
		t.Log.Info("telegram: what the bot is in a group is not known", "error", err)
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.admin[group] = member.Status == "administrator"
	trim(t.admin)
	return t.admin[group]
}

func refOf(chatID int64, message int) chat.Ref {
	return chat.Ref(strconv.FormatInt(chatID, 10) + "/" + strconv.Itoa(message))
}

// Retire implements chat.Retirer.
func (t *Telegram) Retire(ctx context.Context, _ chat.Room, ref chat.Ref) error {
	in, of, _ := strings.Cut(string(ref), "/")
	chatID, err := strconv.ParseInt(in, 10, 64)
	message, wrong := strconv.Atoi(of)
	if err != nil || wrong != nil {
		return fmt.Errorf("telegram: retire: %q is not the name of a message", ref)
	}
	if t.now(spot{chat: chatID}).chat != chatID {
		return nil // messages did not keep their names
	}
	ctx, cancel := t.within(ctx, t.Times.Edit)
	defer cancel()
	if err := t.rekey(ctx, chatID, message, keys(nil)); err != nil {
		return fmt.Errorf("telegram: retire %s: %w", ref, err)
	}
	return nil
}

// rekey gives a message other buttons. A message that has them, or is gone, is as it should be.
func (t *Telegram) rekey(ctx context.Context, chatID int64, message int, k keyboard) error {
	params := tgbotapi.Params{"chat_id": strconv.FormatInt(chatID, 10), "message_id": strconv.Itoa(message)}
	if err := params.AddInterface("reply_markup", k); err != nil {
		return err
	}
	err := t.line.insist(ctx, request{method: "editMessageReplyMarkup", params: params}, nil)
	f := asFailure(err)
	gone := f.closes() || f.says("message to edit not found", "MESSAGE_ID_INVALID")
	if f.says("message is not modified") || len(k.Rows) == 0 && gone {
		return nil
	}
	return err
}
