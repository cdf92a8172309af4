package bot_test

import (
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// counted is a position that counts how often each text is read as a move.
type counted struct {
	engine.Position
	reads map[string]int
}

func (c counted) Read(text string) (engine.Move, error) {
	c.reads[text]++
	return c.Position.Read(text)
}

func (c counted) Play(m engine.Move) (engine.Position, error) {
	p, err := c.Position.Play(m)
	return counted{p, c.reads}, err
}

// A typed move is read once, and its words are not classified, whether it is legal or not, said to the bot or to
// nobody.
func TestMove_ReadOnce(t *testing.T) {
	InTime(t, func(t *testing.T) {
		reads := map[string]int{}
		counting := func(c *bot.Config) {
			g := *GameNamed("portuguese")
			begin := g.New
			g.New = func(o engine.Options) (engine.Position, error) {
				p, err := begin(o)
				return counted{p, reads}, err
			}
			c.Games = []*engine.Game{&g}
		}
		store, d := memorytest.New(), NewDesk()
		h, _ := Start(t, store, d, counting)
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		h.Deafen()
		for _, c := range []struct {
			who    chat.User
			text   string
			to     bool // the bot
			moves  int
			answer string
		}{
			{Ana, "9-5", true, 0, "Men do not move backwards."},
			{Ana, "11-15", false, 1, "to move"},
			{Rui, "3-2", true, 1, "The piece on 3 is your opponent's."},
			{Rui, "22-18", true, 2, "to move"},
		} {
			clear(reads)
			d.Heard()
			Hear(h, chat.Event{Room: "desk:group", From: c.who, Text: c.text, Addressed: c.to})
			d.Expect(t, c.text, c.answer)
			if m := Only(t, store, storage.Query{}); m.Moves() != c.moves || reads[c.text] != 1 {
				t.Errorf("%s is read %d times, %d moves are made", c.text, reads[c.text], m.Moves())
			}
		}
	})
}
