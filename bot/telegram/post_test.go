package telegram_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/bot/telegram/wire"
	enginetable "tabuleiro/engine/table"
)

// posted is a match that was begun by a post where the bot is not.
type posted struct {
	*table
	ana, rui *telegramtest.Person
	post     *telegramtest.Message
	at       *telegramtest.Chat // of the post
}

// accepted has Ana post a challenge and Rui accept it; before that both may say something in private.
func (o *table) accepted(words ...string) *posted {
	return o.acceptedIn("dam", append([]string{"/start"}, words...)...)
}

// acceptedIn is accepted with another query, and only with the words that are said before.
func (o *table) acceptedIn(typed string, words ...string) *posted {
	o.t.Helper()
	p := &posted{table: o, ana: o.Person("Ana", "ana"), rui: o.Person("Rui", "rui")}
	p.at = o.Group(p.ana, p.rui)
	p.at.Expel()
	for _, who := range []*telegramtest.Person{p.ana, p.rui} {
		for _, text := range words {
			who.Says(who.Private(), text)
			time.Sleep(2 * time.Second)
		}
	}
	query := p.ana.Queries(typed)
	p.post = query.Choose(query.Wait()[0].ID, p.at, false)
	p.rui.Taps(p.post, "Accept").Wait()
	time.Sleep(10 * time.Second)
	return p
}

// moves taps the first move under the post, and waits until all of it is shown.
func (p *posted) moves() {
	p.t.Helper()
	who := p.rui
	if slices.Contains(p.post.Mentions(), p.ana.ID) {
		who = p.ana
	}
	who.TapsData(p.post, p.post.Data(movesUnder(p.post)[0])).Wait()
	time.Sleep(10 * time.Second)
}

// board is the last picture in the private chat of somebody.
func (p *posted) board(of *telegramtest.Person) (photo []byte) {
	for _, m := range of.Private().Sent() {
		if now := m.Now(); now.Photo != nil {
			photo = now.Photo
		}
	}
	return photo
}

// pictured fails unless the post has a picture that one of the players has in private, and says its words below.
func (p *posted) pictured(when string, words ...string) {
	p.t.Helper()
	now := p.post.Now()
	if now.Photo == nil || !bytes.Equal(now.Photo, p.board(p.ana)) && !bytes.Equal(now.Photo, p.board(p.rui)) {
		p.t.Errorf("%s: nobody has the picture of the post, %d bytes, in private; it says %q", when, len(now.Photo), now.Text)
	}
	for _, w := range words {
		if !strings.Contains(now.Text, w) {
			p.t.Errorf("%s: the post says %q, and not %q", when, now.Text, w)
		}
	}
	if strings.Count(now.Text, "\n6|") != 1 && !strings.Contains(now.Text, "does not count") {
		p.t.Errorf("%s: the board cannot be read below its picture: %q", when, now.Text)
	}
}

// Two who have never talked to the bot play by the post alone: each button under it is a whole move, and neither is
// said to be out of reach.
func TestPostPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Limit(telegramtest.Real)
		s.Inline(true)
		o := openGames(t, s, newStore(), enginetable.Games, speaks, func(c *telegram.Config) {
			c.Dial, c.Rates, c.Times = s.Dial, telegram.Rates{}, telegram.Times{}
		})
		p := o.acceptedIn("bg")
		for range 5 {
			before := p.post.Now().Text
			if len(movesUnder(p.post)) == 0 {
				break // a double can be played in too many ways
			}
			p.moves()
			if now := p.post.Now().Text; now == before || strings.Contains(now, "reach") || strings.Contains(now, "stopped") {
				t.Fatalf("after a move the post says %q", now)
			}
		}
	})
}

// A post has the picture that a player has got in private, at each move and at the end.
func TestPostPictured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := virtual(t).acceptedIn("damas 1h", "/start")
		p.pictured("at the beginning", "to move", "in your private chat with me")
		before := p.post.Now().Photo
		for range 3 {
			p.moves()
			p.pictured("after a move", "to move")
			if bytes.Equal(before, p.post.Now().Photo) {
				t.Error("after a move the picture is the one before")
			}
			before = p.post.Now().Photo
		}
		p.rui.Says(p.rui.Private(), "/draw")
		time.Sleep(10 * time.Second)
		p.pictured("while a draw is offered", "draw")
		time.Sleep(3 * time.Hour)
		p.pictured("at the end", "does not count")
		if text := p.post.Now().Text; strings.Contains(text, "You each play") || strings.Contains(text, "earlier") {
			t.Errorf("after the end the post says %q", text)
		}
	})
}

// Where neither player has pictures in private the post is words. One that has a picture already tells that this is an
// old one until there is a new one.
func TestPostOlderPicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := virtual(t).accepted("/settings show text")
		if now := p.post.Now(); now.Photo != nil || !strings.Contains(now.Text, "6|") {
			t.Errorf("with boards in letters the post says %q, with a picture of %d bytes", now.Text, len(now.Photo))
		}
		show := func(what string) {
			for _, who := range []*telegramtest.Person{p.ana, p.rui} {
				who.Says(who.Private(), "/settings show "+what)
			}
			time.Sleep(5 * time.Second)
			p.moves()
		}
		show("picture")
		p.pictured("with pictures")
		show("text")
		now := p.post.Now()
		for _, want := range []string{"6|", "The picture above is of an earlier position"} {
			if now.Photo == nil || !strings.Contains(now.Text, want) {
				t.Errorf("with boards in letters again the post says %q, and not %q", now.Text, want)
			}
		}
		show("picture")
		p.pictured("with pictures again")
		if strings.Contains(p.post.Now().Text, "earlier position") {
			t.Errorf("of a new picture is said %q", p.post.Now().Text)
		}
	})
}

// Where photos may not be the post is words, and no photo is tried again at each move.
func TestPostWithoutPhotos(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := virtual(t).accepted("/settings show text")
		p.at.Forbid("sendPhoto")
		for _, who := range []*telegramtest.Person{p.ana, p.rui} {
			who.Says(who.Private(), "/settings show picture")
		}
		time.Sleep(5 * time.Second)
		for range 2 {
			p.moves()
			if now := p.post.Now(); now.Photo != nil || !strings.Contains(now.Text, "6|") {
				t.Errorf("the post says %q, with a picture of %d bytes", now.Text, len(now.Photo))
			}
		}
		if n := strings.Count(p.log.String(), "a post takes no picture"); n != 1 {
			t.Errorf("a picture was refused %d times", n)
		}
	})
}

// A post that Telegram does not take for a while is changed when it may be, though nothing more happens in the match.
func TestPostLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := virtual(t).accepted()
		before := p.Calls("editMessageMedia")
		p.Fail("editMessageMedia", 5, telegramtest.Flood(200))
		p.rui.Says(p.rui.Private(), "/resign yes")
		time.Sleep(20 * time.Minute)
		p.pictured("later", "Rui resigns")
		if n := p.Calls("editMessageMedia") - before; n > 7 {
			t.Errorf("Telegram was asked %d times", n)
		}
	})
}

// The words of a post that has a picture fit under it, whatever they are, and what is gone is told apart from what
// Telegram takes later.
func TestRepost(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Inline(true)
		o := openAt(t, s, newStore())
		ana := o.Person("Ana", "ana")
		elsewhere := o.Group(ana)
		elsewhere.Expel()
		ana.Says(ana.Private(), "/start")
		query := ana.Queries("dam")
		post := query.Choose(query.Wait()[0].ID, elsewhere, false)
		var drawn bytes.Buffer
		if err := png.Encode(&drawn, image.NewGray(image.Rect(0, 0, 9, 9))); err != nil {
			t.Fatal(err)
		}
		m := chat.Message{Text: []chat.Span{{Text: strings.Repeat("🔴\n", 600)}}, Board: &chat.Board{PNG: drawn.Bytes()}}
		if o.telegram.Has(m.Board.PNG) {
			t.Error("a picture is known that was never sent")
		}
		_, err := o.telegram.Send(t.Context(), chat.Room(fmt.Sprint("telegram:", ana.ID)), m)
		if err != nil || !o.telegram.Has(m.Board.PNG) {
			t.Fatalf("a picture that was sent is not known: %v", err)
		}
		if err := o.telegram.Repost(t.Context(), post.Inline(), m); err != nil {
			t.Fatal(err)
		}
		if now := post.Now(); !bytes.Equal(now.Photo, drawn.Bytes()) || len(wire.Units(now.Text)) > 1024 {
			t.Errorf("under a picture of %d bytes are %d units", len(now.Photo), len(wire.Units(now.Text)))
		}
		if err := o.telegram.Repost(t.Context(), "AgAAgone", m); !errors.Is(err, chat.ErrClosed) {
			t.Errorf("of a post that is gone is said: %v", err)
		}
	})
}
