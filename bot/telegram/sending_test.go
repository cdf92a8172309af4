package telegram_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
)

// picture is a very small one.
var picture = func() []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.White})); err != nil {
		panic(err)
	}
	return b.Bytes()
}()

func text(s string) []chat.Span { return []chat.Span{{Text: s}} }

func row(says ...string) [][]chat.Button {
	var buttons []chat.Button
	for _, s := range says {
		buttons = append(buttons, chat.Button{Label: strings.TrimPrefix(s, "/"), Says: s})
	}
	return [][]chat.Button{buttons}
}

func roomOf(c *telegramtest.Chat) chat.Room {
	room := "telegram:" + itoa(c.ID)
	if c.Thread != 0 {
		room += ":" + itoa(int64(c.Thread))
	}
	return chat.Room(room)
}

// Names that try to be markup, commands, links or calls are shown as they are and do nothing; the one on turn is called.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listen(t, s)
	group := s.Group()
	for _, name := range []string{
		"<b>Ana</b>", "*Ana*_[x](http://evil.example)`", "@victim", "/resign", "evil.example", "#abcd", "&amp;", `\`,
		"👩‍👩‍👧‍👦 família", "\u2068עדי\u2069", "ana\u0301", "𝔸𝕟𝕒", "😀",
	} {
		who, other := chat.User{ID: "telegram:42", Name: name}, chat.User{ID: "telegram:43", Name: name}
		m := chat.Message{
			Text: []chat.Span{
				{Text: "🎲 Game", Bold: true}, {Text: ": "}, {Text: name, User: &other}, {Text: " and "}, {Text: name, User: &who},
				{Text: "\nsee @nobody\n"}, {Text: "a\nb", Mono: true}, {Text: " "}, {Text: "c", Mono: true, Bold: true},
			},
			Turn: who,
		}
		if _, err := l.Send(t.Context(), roomOf(group), m); err != nil {
			t.Fatal(err)
		}
		got := group.Next()
		if plain := strings.ReplaceAll(got.Text, "\u2060", ""); plain != chat.Plain(m.Text) {
			t.Errorf("%q became %q", chat.Plain(m.Text), plain)
		}
		for _, trap := range []string{"@victim", "@nobody", "/resign", "#abcd", "evil.example"} {
			if strings.Contains(got.Text, trap) {
				t.Errorf("Telegram would find %s in %q", trap, got.Text)
			}
		}
		unjoined := strings.NewReplacer("\u2060", "")
		var marked []string
		for _, e := range got.Entities {
			units := utf16.Encode([]rune(got.Text))[e.Offset : e.Offset+e.Length]
			marked = append(marked, e.Type+" "+unjoined.Replace(string(utf16.Decode(units))))
		}
		want := []string{"bold 🎲 Game", "text_mention " + name, "pre a\nb", "code c"}
		if diff := cmp.Diff(want, marked); diff != "" {
			t.Errorf("%q (-want +got):\n%s", name, diff)
		}
		if ids := got.Mentions(); len(ids) != 1 || ids[0] != 42 {
			t.Errorf("%q: %v are called", name, ids)
		}
	}
}

// Somebody of whom only the handle is known is called by it, and nobody else is.
func TestHandleOnly(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listen(t, s)
	group := s.Group()
	rui, kim := chat.User{Handle: "Rui"}, chat.User{Handle: "kim"}
	_, err := l.Send(t.Context(), roomOf(group), chat.Message{
		Text: []chat.Span{{Text: "@kim", User: &kim}, {Text: " challenges "}, {Text: "@rui", User: &chat.User{Handle: "rui"}}},
		Turn: rui,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := group.Next().Text, "@\u2060kim challenges @Rui"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}

// What a board looks like: a picture with caption and buttons, and other ways where that does not do.
func TestBoards(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listen(t, s)
	group := s.Group()
	long := strings.Repeat("long line of text\n", 80)
	board := chat.Message{Text: text("your move"), Board: &chat.Board{PNG: picture, Text: "a b\nc d"}, Buttons: row("/a", "/b")}
	send := func(m chat.Message) chat.Ref {
		t.Helper()
		ref, err := l.Send(t.Context(), roomOf(group), m)
		if err != nil {
			t.Fatal(err)
		}
		return ref
	}
	send(board)
	if m := group.Next(); m.Text != "your move" || !bytes.Equal(m.Photo, picture) || len(m.Offered) != 2 {
		t.Errorf("a board: %+v", m)
	}
	longer := board
	longer.Text = text(long)
	send(longer)
	if m := group.Next(); m.Photo != nil || m.Text != long || m.Offered != nil {
		t.Errorf("the words before a board: %+v", m)
	}
	if m := group.Next(); m.Photo == nil || m.Text != "" || len(m.Offered) != 2 {
		t.Errorf("a board without words: %+v", m)
	}
	group.Forbid("sendPhoto")
	ref := send(board)
	if m := group.Next(); m.Photo != nil || m.Text != "your move\n\na b\nc d" || len(m.Offered) != 2 || m.Entities[0].Type != "pre" {
		t.Errorf("a board where pictures are forbidden: %+v", m)
	}
	l.log.until(t, "not accepted")
	if ref == "" {
		t.Error("a message with buttons has no Ref")
	}
	if ref := send(chat.Message{Text: text("hello")}); ref != "" {
		t.Errorf("a message without buttons has the Ref %q", ref)
	}
	group.Next()
	send(chat.Message{Text: text(strings.Repeat(long, 5)), Buttons: row("/a")})
	whole := ""
	for n := 1; len(whole) < 5*len(long); n++ {
		m := group.Next()
		whole += m.Text
		if last := len(whole) == 5*len(long); last != (len(m.Offered) > 0) {
			t.Errorf("part %d has %d buttons", n, len(m.Offered))
		}
	}
	send(chat.Message{Text: text("  \n")}) // nothing to say
	many := make([]string, 40)
	for i := range many {
		many[i] = "/m " + string(rune('a'+i%26)) + strings.Repeat("x", i)
	}
	send(chat.Message{Text: text("many"), Buttons: row(many...), Told: true})
	if m := group.Next(); len(m.Offered) != 40 {
		t.Errorf("%d of 40 buttons", len(m.Offered))
	}
}

// Buttons are taken off once; what is gone or was taken off before is no trouble.
func TestRetire(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listen(t, s)
	group := s.Group()
	ref, err := l.Send(t.Context(), roomOf(group), chat.Message{Text: text("hello"), Buttons: row("/a")})
	if err != nil {
		t.Fatal(err)
	}
	m := group.Next()
	for range 2 {
		if err := l.Retire(t.Context(), roomOf(group), ref); err != nil {
			t.Error(err)
		}
		if got := m.Buttons(); got != nil {
			t.Errorf("%v are still there", got)
		}
	}
	gone := chat.Ref(strings.Replace(string(ref), "/", "/9", 1))
	if err := l.Retire(t.Context(), roomOf(group), gone); err != nil {
		t.Error(err)
	}
	if err := l.Retire(t.Context(), roomOf(group), "nonsense"); err == nil {
		t.Error("nonsense is a Ref")
	}
	s.Fail("editMessageReplyMarkup", 1, telegramtest.Refuse(400, "Bad Request: something else"))
	if err := l.Retire(t.Context(), roomOf(group), ref); err == nil {
		t.Error("a failure is no error")
	}
}

// Where the bot hears replies only, whoever is to answer finds a box for it, and only there and then.
func TestReplyBox(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listen(t, s).run(t)
	ana := s.Person("Ana", "ana")
	group, admin, forum := s.Group(ana), s.Group(ana), s.Forum(ana)
	topic := forum.Topic()
	admin.Promote()
	private := ana.Private()
	ana.Says(private, "hello")
	l.ears.next(t)
	turn := chat.User{ID: "telegram:" + itoa(ana.ID), Name: "Ana"}
	call := chat.Message{Text: []chat.Span{{Text: "Ana", User: &turn}, {Text: " to move"}}, Turn: turn}
	buttons := call
	buttons.Buttons = row("/a")
	for _, c := range []struct {
		name string
		in   *telegramtest.Chat
		m    chat.Message
		want bool
	}{
		{"group", group, call, true},
		{"topic", topic, call, true},
		{"buttons", group, buttons, false},
		{"nobody's turn", group, chat.Message{Text: text("hello")}, false},
		{"administrator", admin, call, false},
		{"private", private, call, false},
	} {
		if _, err := l.Send(t.Context(), roomOf(c.in), c.m); err != nil {
			t.Fatal(err)
		}
		if m := c.in.Next(); m.ForceReply != c.want {
			t.Errorf("%s: a box: %v, want %v", c.name, m.ForceReply, c.want)
		}
	}
	if n := s.Calls("getChatMember"); n > 2 {
		t.Errorf("asked %d times what the bot is in 3 groups, one of which said so", n)
	}
}

// What answers what, and who is disturbed by it.
func TestAnswers(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listen(t, s)
	ana, rui := s.Person("Ana", "ana"), s.Person("Rui", "rui")
	user := func(p *telegramtest.Person) chat.User {
		return chat.User{ID: "telegram:" + itoa(p.ID), Name: p.First}
	}
	group, private := s.Supergroup(ana, rui), ana.Private()
	topic := s.Forum(ana).Topic()
	answer := make(chan chat.Message, 1)
	errs := make(chan error, 1)
	l.ears.do = func(e chat.Event) {
		m := <-answer
		m.Answers = e.ID
		_, err := l.Send(t.Context(), e.Room, m)
		errs <- err
	}
	l.run(t)
	for _, c := range []struct {
		name   string
		in     *telegramtest.Chat
		m      chat.Message
		reply  bool
		silent bool
	}{
		{"answer", group, chat.Message{Text: text("x")}, true, false},
		{"answer in a topic", topic, chat.Message{Text: text("x")}, true, false},
		{"notice", group, chat.Message{Text: text("x"), Private: true}, true, true},
		{"to who wrote", group, chat.Message{Text: text("x"), Turn: user(ana)}, true, false},
		{"to somebody else", group, chat.Message{Text: text("x"), Turn: user(rui)}, false, false},
		{"private", private, chat.Message{Text: text("x")}, false, false},
		{"private notice", private, chat.Message{Text: text("x"), Private: true}, false, false},
		{"private, own turn", private, chat.Message{Text: text("x"), Turn: user(ana)}, false, false},
		{"private, not on turn", private, chat.Message{Text: text("x"), Turn: user(rui)}, false, true},
	} {
		answer <- c.m
		said := ana.Says(c.in, "/help")
		m := c.in.Next()
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
		if c.reply != (m.ReplyTo == said.ID) {
			t.Errorf("%s: answers %d, and what was written is %d", c.name, m.ReplyTo, said.ID)
		}
		if m.Silent != c.silent {
			t.Errorf("%s: silent: %v, want %v", c.name, m.Silent, c.silent)
		}
	}
}

// What is only for who pressed a button is shown at the button, where there is room for it.
func TestNotices(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listen(t, s, func(c *telegram.Config) { c.Times.Press = telegramtest.Patience })
	ana := s.Person("Ana\n\u202e", "ana")
	group := s.Supergroup(ana)
	long := strings.Repeat("words ", 50)
	answer := make(chan []chat.Message, 1)
	l.ears.do = func(e chat.Event) {
		for _, m := range <-answer {
			m.Answers = e.ID
			if _, err := l.Send(t.Context(), e.Room, m); err != nil {
				t.Error(err)
			}
		}
	}
	l.run(t)
	note := func(s string) chat.Message { return chat.Message{Text: text(s), Private: true} }
	choice := note("which one?")
	choice.Buttons = row("/x", "/y")
	longChoice := note(long)
	longChoice.Buttons = row("/z")
	for _, c := range []struct {
		name    string
		answers []chat.Message
		shown   string
		alert   bool
		said    []string // as messages
		buttons []string // afterwards
	}{
		{"nothing", nil, "", false, nil, []string{"a"}},
		{"answer", []chat.Message{{Text: text("for all")}}, "", false, []string{"for all"}, []string{"a"}},
		{"notice", []chat.Message{note("not you")}, "not you", true, nil, []string{"a"}},
		{"two notices", []chat.Message{note("one"), note("two")}, "one", true, []string{"\u2068Ana \u2069: two"}, []string{"a"}},
		{"long notice", []chat.Message{note(long)}, "", false, []string{"\u2068Ana \u2069: " + long}, []string{"a"}},
		{"choice", []chat.Message{choice}, "which one?", false, nil, []string{"x", "y"}},
		{"long choice", []chat.Message{longChoice}, long[:199] + "…", false, nil, []string{"z"}},
	} {
		if _, err := l.Send(t.Context(), roomOf(group), chat.Message{Text: text("press"), Buttons: row("/a")}); err != nil {
			t.Fatal(err)
		}
		m := group.Next()
		answer <- c.answers
		tap := ana.Taps(m, "a")
		if got := tap.Wait(); got != c.shown || tap.Alert != c.alert {
			t.Errorf("%s: %q is shown, alert %v; want %q, %v", c.name, got, tap.Alert, c.shown, c.alert)
		}
		for _, want := range c.said {
			if got := group.Next(); got.Text != want || !got.Silent && got.Text != "for all" {
				t.Errorf("%s: said %q (silent: %v), want %q", c.name, got.Text, got.Silent, want)
			}
		}
		if diff := cmp.Diff(c.buttons, m.Buttons()); diff != "" {
			t.Errorf("%s: buttons (-want +got):\n%s", c.name, diff)
		}
	}
}

// A button does not turn for long, however long the bot takes, and what is said after that is said all the same.
func TestSlowAnswerToButton(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listen(t, s, func(c *telegram.Config) { c.Times.Press = 1 })
	ana := s.Person("Ana", "ana")
	group := s.Group(ana)
	if _, err := l.Send(t.Context(), roomOf(group), chat.Message{Text: text("press"), Buttons: row("/a")}); err != nil {
		t.Fatal(err)
	}
	more := make(chan struct{})
	l.ears.do = func(e chat.Event) {
		<-more
		if _, err := l.Send(context.Background(), e.Room, chat.Message{Text: text("not you"), Private: true, Answers: e.ID}); err != nil {
			t.Error(err)
		}
	}
	l.run(t)
	if got := ana.Taps(group.Next(), "a").Wait(); got != "" {
		t.Errorf("%q is shown", got)
	}
	close(more)
	if got := group.Next().Text; got != "\u2068Ana\u2069: not you" {
		t.Errorf("said %q", got)
	}
}

// A long text stays within Telegram's bounds although what keeps names calm makes it longer.
func TestCalmFits(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listen(t, s)
	group := s.Group()
	for _, m := range []chat.Message{
		{Text: text(strings.Repeat("@", 4096))},
		{Text: text(strings.Repeat("@", 1024)), Board: &chat.Board{PNG: picture, Text: "board"}},
	} {
		if _, err := l.Send(t.Context(), roomOf(group), m); err != nil {
			t.Error(err)
		}
	}
}

// A chat to which nothing gets through keeps no other waiting, and what is said to it arrives in order afterwards.
func TestSlowChat(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listen(t, s)
	slow, quick := s.Group(), s.Group()
	now := make(chan struct{})
	slow.Hold(now)
	var saying sync.WaitGroup
	for i := range 5 {
		calls := s.Calls("sendMessage")
		saying.Go(func() {
			if _, err := l.Send(t.Context(), roomOf(slow), chat.Message{Text: text(itoa(int64(i)))}); err != nil {
				t.Error(err)
			}
		})
		if i == 0 {
			s.Until("something is being said", func() bool { return s.Calls("sendMessage") > calls })
		}
	}
	for range 5 {
		if _, err := l.Send(t.Context(), roomOf(quick), chat.Message{Text: text("quick")}); err != nil {
			t.Error(err)
		}
	}
	if n := len(slow.Sent()); n != 0 {
		t.Errorf("%d messages got through", n)
	}
	close(now)
	saying.Wait()
	if sent := slow.Sent(); len(sent) != 5 || sent[0].Text != "0" {
		t.Errorf("%d messages arrived, first %q", len(sent), sent[0].Text)
	}
}

// With rates that the service allows it never has to say that it is too much.
func TestRatesKept(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	s.Pace(telegramtest.Pace{Messages: 8, Window: time.Second, RetryAfter: 1})
	l := listen(t, s, func(c *telegram.Config) { c.Rates.Group = telegram.Rate{Every: 200 * time.Millisecond, Burst: 2} })
	group := s.Group()
	for range 10 {
		if _, err := l.Send(t.Context(), roomOf(group), chat.Message{Text: text("hello")}); err != nil {
			t.Error(err)
		}
	}
	if n := s.Calls("sendMessage"); n != 10 {
		t.Errorf("%d tries for 10 messages", n)
	}
}

// Rooms that take nothing are closed, and a room from which something is heard is open again.
func TestClosedRooms(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listen(t, s).run(t)
	ana, kim := s.Person("Ana", "ana"), s.Person("Kim", "")
	group, forum, private := s.Group(ana), s.Forum(ana), ana.Private()
	ana.Says(private, "hello")
	l.ears.next(t)
	say := func(room chat.Room) error {
		_, err := l.Send(t.Context(), room, chat.Message{Text: text("hello")})
		return err
	}
	closed := func(name string, room chat.Room) {
		t.Helper()
		if err := say(room); !errors.Is(err, chat.ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	closed("never written to the bot", roomOf(kim.Private()))
	closed("no such chat", "telegram:-77")
	closed("no such topic", roomOf(forum)+":99")
	if err := say(roomOf(forum)); err != nil {
		t.Errorf("a forum of which a topic is gone: %v", err)
	}
	group.Expel()
	closed("expelled", roomOf(group))
	private.Expel()
	closed("blocked", roomOf(private))
	n := s.Calls("sendMessage")
	closed("blocked", roomOf(private))
	if s.Calls("sendMessage") != n {
		t.Error("goes on writing to who has blocked the bot")
	}
	private.Admit()
	ana.Says(private, "/start")
	l.ears.next(t)
	if err := say(roomOf(private)); err != nil {
		t.Errorf("after coming back: %v", err)
	}
	kim.Says(kim.Private(), "/start")
	l.ears.next(t)
	if err := say(roomOf(kim.Private())); err != nil {
		t.Errorf("after beginning to talk: %v", err)
	}
	for _, room := range []chat.Room{"telegram:", "discord:5", "telegram:x", "telegram:5:x", "telegram:0"} {
		if err := say(room); err == nil || errors.Is(err, chat.ErrClosed) {
			t.Errorf("%q: %v", room, err)
		}
	}
}
