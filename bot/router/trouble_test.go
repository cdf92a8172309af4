package router_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/render"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// trouble is the answer if the bot could not do what it was asked.
const trouble = "Something went wrong, and I could not do what you asked."

// If the bot panics while it answers, the author is told, and the next text is answered.
func TestTrouble_Panic(t *testing.T) {
	inked := false
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/rules damas")
		d.Expect(t, "without ink", trouble)
		inked = true
		Says(h, Ana, "/rules damas")
		d.Expect(t, "with ink", "Portuguese draughts · Setup")
	}, func(c *bot.Config) {
		c.Draw = func(engine.View, render.Style) ([]byte, error) {
			if !inked {
				panic("no ink")
			}
			return Undrawn, nil
		}
	})
}

// If the store is lost, the event is left to the next process, if this one ends; else its author is told after a wait.
func TestTrouble_StoreLost(t *testing.T) {
	for _, err := range []error{storage.ErrLost, storage.ErrAway} {
		for _, ends := range []bool{false, true} {
			InTime(t, func(t *testing.T) {
				d, store := NewDesk(), faultytest.New(memorytest.New())
				h, stop := Start(t, store, d)
				defer stop()
				ctx, end := context.WithCancel(t.Context())
				defer end()
				store.Plan(faultytest.Always(faultytest.Fault{Err: err}, "Append"))
				go h.Bot.Hear(ctx, chat.Event{ID: "1", Room: "desk:group", From: Ana, Text: "/play damas @rui", Addressed: true,
					Mentions: []chat.User{Rui}})
				time.Sleep(7 * time.Second)
				synctest.Wait()
				d.Expect(t, "at first")
				if ends {
					end()
				}
				time.Sleep(2 * time.Second)
				synctest.Wait()
				if ends {
					d.Expect(t, "after the end")
				} else {
					d.Expect(t, "while it runs", trouble)
				}
				store.Plan(nil)
			})
		}
	}
}

// Any other error of the store is told at once, and the next attempt succeeds.
func TestTrouble_StoreFull(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d, store := NewDesk(), faultytest.New(memorytest.New())
		h, stop := Start(t, store, d)
		defer stop()
		store.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrFull}, "Append"))
		Says(h, Ana, "/play damas @rui")
		d.Expect(t, "full", trouble)
		store.Plan(nil)
		Says(h, Ana, "/play damas @rui")
		d.Expect(t, "emptied", "Ana challenges Rui.")
	})
}
