package telegram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/wire"
)

// job is the work that an update causes.
type job struct {
	room chat.Room // the room in whose order it runs
	deal func(context.Context)
	firm bool // reads as a move
	asks bool // is addressed to the bot, in a group

	from  int64         // its author, 0 if it has none: then it is never skipped
	cause *replyContext // of an event for the bot, else nil
}

// understand decodes what an update is about. It returns nil if there is nothing to do.
func (t *Telegram) understand(u wire.Update) *job {
	switch {
	case u.Member != nil:
		return t.understandMembership(*u.Member)
	case u.Inline != nil:
		return t.understandInline(u.ID, *u.Inline)
	case u.Callback != nil && u.Callback.InlineMessageID != "" && !u.Callback.From.IsBot:
		return t.understandTaking(u.ID, *u.Callback)
	case u.Callback != nil:
		return t.understandCallback(u.ID, *u.Callback)
	case u.Edited != nil:
		return t.understandEdited(*u.Edited)
	case u.Message == nil:
		return nil
	}
	t.chats.Change(u.Message.Chat.ID, func(k *known) { k.people = max(k.people, u.Message.MessageID) })
	if do := t.understandService(u.Message); do != nil {
		return do
	}
	return t.understandMessage(u)
}

// groupAnonymous is the user that Telegram shows as the sender for anonymous administrators.
const groupAnonymous = 1087968824

func (t *Telegram) understandMessage(u wire.Update) *job {
	m := *u.Message
	hidden := m.SenderChat != nil || m.From != nil && m.From.ID == groupAnonymous
	if m.From == nil || m.Chat.Type == "channel" || m.From.IsBot && !hidden {
		return nil
	}
	file := m.Posted()
	if key := unreadable(&m, file); key != "" {
		return t.unread(m, key)
	}
	t.reopen(m.Chat.ID)
	e := t.eventOf(u, hidden)
	if !t.understandText(&e, m) {
		return nil
	}
	command := strings.HasPrefix(e.Text, "/")
	if m.Text == "" && !command && (file == nil || !e.Addressed) {
		return t.unread(m, WordlessKey) // pictures and files that people show each other
	}
	if file == nil && command {
		file = m.Reply.Posted()
	}
	return t.handle(e, m, file)
}

// unreadable returns the key of the sentence that says why a message is ignored, "" if it is not. The caption of a file
// forwarded to a private chat is somebody else's and is dropped.
func unreadable(m *wire.Message, file *wire.Document) string {
	switch {
	case m.Forwarded() && m.Chat.Type == "private" && file != nil:
		m.Caption, m.CaptionEntities = "", nil
	case m.Forwarded():
		return ForwardedKey
	case chat.Trim(m.Content()) == "" && file == nil:
		return WordlessKey
	}
	return ""
}

// eventOf returns the event of a message, without its text.
func (t *Telegram) eventOf(u wire.Update, hidden bool) chat.Event {
	m, private := u.Message, u.Message.Chat.Type == "private"
	e := chat.Event{ID: t.eventID(u.ID), Room: t.moves.current(m.Where()).Room(), Private: private, Addressed: private,
		Locale: m.From.LanguageCode, Reread: u.Reread}
	if m.Date > 0 { // whole seconds
		e.Said = m.Time()
	}
	if !hidden {
		t.see(*m.From)
		e.From = wire.Person(*m.From)
	}
	t.understandReply(&e, m.Reply)
	return e
}

// handle returns the job that passes an event to the bot, with a file if there is one; nil if the event does not
// concern the bot.
func (t *Telegram) handle(e chat.Event, m wire.Message, file *wire.Document) *job {
	weight := t.handler.Weigh(e)
	if weight == chat.Talk {
		return nil
	}
	c := &replyContext{of: t, message: m.MessageID, author: wire.UserID(e.From), locale: e.Locale, heard: t.moves.current(m.Where())}
	return &job{room: e.Room, asks: e.Addressed && !e.Private, firm: weight == chat.Move, from: c.author, cause: c,
		deal: func(ctx context.Context) {
			if file != nil {
				e.File = t.fetch(ctx, *file)
			}
			if ctx.Err() == nil {
				t.hear(ctx, e, c)
			}
		}}
}

// fetch downloads a posted file. It has no Data if it is too large or could not be fetched in time.
func (t *Telegram) fetch(ctx context.Context, d wire.Document) *chat.File {
	f := &chat.File{Name: adapter.FileName(d.FileName), Size: d.FileSize}
	if d.FileSize > chat.LargestFile {
		return f
	}
	ctx, cancel := t.within(ctx, t.Times.Fetch)
	defer cancel()
	data, err := t.line.Fetch(ctx, d.FileID)
	if f.Size = cmp.Or(f.Size, len(data)); errors.Is(err, adapter.ErrTooLarge) {
		f.Size = cmp.Or(f.Size, chat.LargestFile+1)
	}
	chat.Warn(t.Log, err, "telegram: a file cannot be downloaded", "name", f.Name, "size", f.Size)
	f.Data = data
	return f
}

// understandReply records which message an event replies to.
func (t *Telegram) understandReply(e *chat.Event, to *wire.Message) {
	switch e.Answered = authorOf(to); {
	case e.Answered.ID != "":
		t.see(*to.From)
	case to != nil && to.Topic == nil && to.From != nil && to.From.ID == t.myself().ID:
		e.Quoted, e.QuotedRef, e.Addressed = to.Content(), refTo(to), true
	}
}

// authorOf returns the person who wrote the message that another one replies to. In a topic, Telegram marks every
// message that is no reply as a reply to the one that created the topic.
func authorOf(to *wire.Message) chat.User {
	if to == nil || to.Topic != nil || to.SenderChat != nil || to.From == nil || to.From.IsBot {
		return chat.User{}
	}
	return wire.Person(*to.From)
}

// refTo returns the Ref of a message of the bot.
func refTo(m *wire.Message) chat.Ref {
	return chat.Ref(wire.Ref{Chat: m.Chat.ID, Message: m.MessageID}.String())
}

func (t *Telegram) understandCallback(id int64, q wire.Callback) *job {
	c := &replyContext{of: t, query: q.ID, author: q.From.ID, name: wire.Person(q.From).Name, locale: q.From.LanguageCode}
	if q.Message == nil || q.Message.Chat.ID == 0 || q.Data == "" || q.From.IsBot {
		return &job{room: wire.Spot{Chat: q.From.ID}.Room(), from: q.From.ID, deal: func(context.Context) {
			t.answerPress(c, "", false, "")
		}}
	}
	m := *q.Message
	t.reopen(m.Chat.ID)
	t.see(q.From)
	there := m.Where()
	is, _ := t.shapes.PutNew(wire.Ref{Chat: m.Chat.ID, Message: m.MessageID},
		messageState{keys: true, media: m.Media(), thread: there.Thread})
	if m.Date == 0 { // too old for Telegram to describe
		there.Thread = is.thread
	}
	c.heard = t.moves.current(there)
	e := chat.Event{
		ID:        t.eventID(id),
		Room:      c.heard.Room(),
		From:      wire.Person(q.From),
		Text:      q.Data,
		Addressed: true,
		Tap:       true,
		Private:   m.Chat.Type == "private",
		Quoted:    m.Content(),
		QuotedRef: refTo(&m),
		Opener:    authorOf(m.Reply),
		Locale:    q.From.LanguageCode,
	}
	if is.owner != 0 {
		e.Opener = wire.PersonOf(is.owner)
	}
	if c.heard == there {
		c.message, e.Pressed = m.MessageID, e.QuotedRef
	}
	c.move = t.handler.Weigh(e) == chat.Move
	// The timer starts now, not when the job's turn comes: Telegram and people wait only a few seconds for an answer to
	// a press. Usually the event is decided and answered before it fires.
	patience := t.Times.Press
	if t.wait(c) != "" {
		patience /= 2
	}
	c.late = time.AfterFunc(patience, func() {
		if t.life.Err() == nil {
			t.answerPress(c, t.wait(c), false, "")
		}
	})
	return &job{room: e.Room, deal: func(ctx context.Context) { t.hear(ctx, e, c) },
		firm: c.move, from: c.author, cause: c}
}

// eventID returns the event id of an update. Update ids are unique per bot.
func (t *Telegram) eventID(update int64) string {
	return fmt.Sprintf("telegram:%d-update-%d", t.myself().ID, update)
}

// hear passes an event to the bot with the context for its answers, and then answers the press if there was one.
func (t *Telegram) hear(ctx context.Context, e chat.Event, c *replyContext) {
	e.Reply = c
	if c.turn.Before != nil {
		e.Progress = c
	}
	t.handler.Hear(ctx, e)
	if c.query != "" {
		c.late.Stop()
		t.answerPress(c, "", false, "")
		c.answering.Wait()
	}
}

// understandEdited handles an edited message: the new text is ignored. If the message was meant for the bot, its author
// is told so.
func (t *Telegram) understandEdited(m wire.Message) *job {
	toBot := m.Reply != nil && m.Reply.From != nil && m.Reply.From.ID == t.myself().ID
	if chat.Trim(m.Content()) == "" || m.Chat.Type != "private" && !toBot && !strings.HasPrefix(chat.Trim(m.Content()), "/") {
		return nil
	}
	return t.unread(m, EditedKey)
}

// unread returns a job that tells the author of a message, once for each reason, why the bot ignores it. It is nil if
// that was told before, and in groups, where forwarded messages and pictures are meant for others.
func (t *Telegram) unread(m wire.Message, key string) *job {
	apart := m.Chat.Type == "private" || key == EditedKey
	if !apart || m.From == nil || m.From.IsBot || m.SenderChat != nil || m.IsAutomaticForward || key == WordlessKey && !m.Wordless() {
		return nil
	}
	if _, known := t.hinted.PutNew(fmt.Sprint(m.From.ID, " ", key), true); known {
		return nil
	}
	at := t.moves.current(m.Where())
	c := &replyContext{of: t, message: m.MessageID, author: m.From.ID, locale: m.From.LanguageCode, heard: at}
	text := t.say(c, key, nil)
	if text == "" {
		return nil
	}
	return &job{room: at.Room(), from: m.From.ID, deal: func(ctx context.Context) {
		m := chat.Message{Text: []chat.Span{{Text: text}}, Private: true, Answers: c}
		_, err := t.Send(ctx, at.Room(), m)
		chat.Warn(t.Log, err, "telegram: a hint cannot be sent", "room", at.Room())
	}}
}

// skipped tells a room that updates were rejected under load, once the admitted ones are done.
func (t *Telegram) skipped(room chat.Room, n int) {
	t.Log.Info("telegram: telling a room that messages were dropped", "room", room, "updates", n)
	if t.life.Err() == nil {
		t.turns.PutTurn(room, func(adapter.Turn) { t.handler.ShowAgain(t.life, room, true) })
	}
}

// showAgain shows the matches of a chat with all its topics, or of one topic, before anything else that follows there;
// it returns false if there are none. missed means that events may have been lost.
func (t *Telegram) showAgain(ctx context.Context, at wire.Spot, missed bool) (any bool) {
	for _, room := range t.playedIn(ctx, at) {
		any = true
		if room == at.Room() {
			t.handler.ShowAgain(t.life, room, missed)
		} else {
			t.turns.PutTurn(room, func(adapter.Turn) { t.handler.ShowAgain(t.life, room, missed) })
		}
	}
	return any
}

// playedIn returns the rooms of a chat in which a match is played, topics included, or only the topic if at is one.
func (t *Telegram) playedIn(ctx context.Context, at wire.Spot) []chat.Room {
	rooms, err := t.handler.Playing(ctx, "telegram")
	chat.Warn(t.Log, err, "telegram: the matches of a room could not be looked up", "room", at.Room())
	return slices.DeleteFunc(rooms, func(room chat.Room) bool {
		in, err := wire.SpotOf(room)
		return err != nil || in.Chat != at.Chat || at.Thread != 0 && in != at
	})
}

// replyContext is what answers need to know about their event.
type replyContext struct {
	of      *Telegram
	heard   wire.Spot
	message int    // the message received, or the one whose button was pressed; 0 if that is in a chat that has moved
	author  int64  // author of the event
	name    string // name of the person who pressed a button
	locale  string // language of the author's device
	query   string // id of the callback query, "" if no button was pressed
	move    bool   // reads as a move, so that a board will follow
	late    *time.Timer

	turn   adapter.Turn // zero if there is no event
	landed func()       // the event need not be delivered again

	answered  atomic.Bool // the press was answered
	answering sync.WaitGroup
}

// Decided implements chat.Progress.
func (c *replyContext) Decided() { c.turn.Decided() }

// Settled implements chat.Progress. If the chat has to wait, the press is answered at once, as the tap is certain to
// count.
func (c *replyContext) Settled() {
	if c.move && c.of.wait(c) != "" {
		c.of.stop(c)
	}
	c.landed()
	c.turn.Decided()
}

// Forget implements chat.Progress.
func (c *replyContext) Forget() { _ = c.of.write() } // logged

// longestNotice is the length of an answer to a press, in characters.
const longestNotice = 200

// answerPress ends a button's loading indicator, and shows a text or opens a link to the bot. It returns false if the
// press was answered before or is too old.
func (t *Telegram) answerPress(c *replyContext, text string, alert bool, link string) bool {
	if c.query == "" || c.answered.Swap(true) {
		return false
	}
	// While Telegram has more updates waiting, one press is answered before the others: if it is too old, so are they
	// until the backlog is done.
	if t.behind.Load() {
		t.probe <- struct{}{}
		release := sync.OnceFunc(func() { <-t.probe })
		defer release()
		if !t.behind.Load() {
			release()
		}
	}
	if t.stale.Load() {
		return false
	}
	params := client.Params{"callback_query_id": c.query, "text": chat.Shorten(text, longestNotice), "url": link,
		"show_alert": alert && text != ""}
	r := client.Request{Method: "answerCallbackQuery", Params: params, Chat: c.heard.Chat}
	err := t.brief(context.Background(), r)
	chat.Warn(t.Log, err, "telegram: a callback query cannot be answered")
	if !client.AsFailure(err).Says("query is too old") {
		t.behind.Store(false)
	} else if t.behind.Load() {
		t.stale.Store(true)
	}
	return err == nil
}

// stop answers a press in the background, with a text if the chat has to wait.
func (t *Telegram) stop(c *replyContext) {
	if c == nil || c.query == "" {
		return
	}
	text := t.wait(c)
	c.answering.Go(func() { t.answerPress(c, text, false, "") })
}

// longWait is the shortest delay worth mentioning, in Telegram's seconds.
const longWait = 3

// wait returns a sentence about the delay of a press's chat, "" if that is too short to mention. A board goes before
// answers; other answers also wait for those to pending events.
func (t *Telegram) wait(c *replyContext) string {
	class, unsaid := pace.News, 0
	if !c.move {
		class, unsaid = pace.Answers, t.turns.Open(c.heard.Room())
	}
	seconds := int((t.line.Queue.Wait(c.heard.Chat, class, unsaid) + t.Times.Second/2) / t.Times.Second)
	if seconds < longWait {
		return ""
	}
	return t.say(c, WaitKey, map[string]string{"Seconds": strconv.Itoa(seconds)})
}

// brief makes a request with a short timeout.
func (t *Telegram) brief(ctx context.Context, r client.Request) error {
	ctx, cancel := t.within(ctx, t.Times.Edit)
	defer cancel()
	return t.line.Insist(ctx, r, nil)
}

// Keys of the adapter's own sentences.
const (
	EditedKey    = "telegram-edited"    // an edited message is ignored
	ForwardedKey = "telegram-forwarded" // so is a forwarded one
	WordlessKey  = "telegram-wordless"  // and one without text
	WaitKey      = "telegram-wait"      // the chat has to wait {{.Seconds}}
	NoFileKey    = "telegram-no-file"   // files are not allowed here
	NoFilmKey    = "telegram-no-film"   // animations are not allowed here and are sent as files
	RightsKey    = "telegram-rights"    // the reason for these two
)

// say returns a sentence in the language of an event's author, who may be unknown.
func (t *Telegram) say(c *replyContext, key string, gaps map[string]string) string {
	if t.Say == nil {
		return ""
	}
	locale := ""
	if c != nil {
		locale = c.locale
	}
	return t.Say(locale, key, gaps)
}
