package bot

import (
	"context"
	"sync"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/share"
)

// looking is how often a process looks for what is to be said in its rooms, and was brought about by another process
// that could not tell it.
const looking = 5 * time.Second

// takePart shares the work with other processes, if there may be any: until hearing ends, and then gives up what this
// process has, while working still goes on. aside has what is then waited for. givenUp is closed when nothing is this
// process's any more.
func (b *Bot) takePart(hearing, working context.Context, aside *sync.WaitGroup) (givenUp <-chan struct{}) {
	done := make(chan struct{})
	if b.Share == nil {
		close(done)
		return done
	}
	gained, left := make(chan struct{}, 1), make(chan struct{}, 1)
	b.Share.Gained(func() {
		b.outbox.Gained()
		b.club.LookAgain()
		for _, c := range []chan struct{}{gained, left} {
			select {
			case c <- struct{}{}:
			default:
			}
		}
	})
	matches := make(chan *share.Letter, share.InHand)
	b.Share.Open(share.Matches, func(l *share.Letter) { matches <- l })
	b.Share.Open(share.Tournaments, func(l *share.Letter) {
		if _, ours := l.Begin(working); ours {
			b.club.Heard()
			l.Done()
		}
	})
	aside.Go(func() { b.goOn(working, gained, matches) })
	aside.Go(func() { b.goOnLinking(working, left) })
	aside.Go(func() {
		_ = b.Share.Hold(working, "care/forgetting", func(ctx context.Context) error { // which never fails
			b.finishForgetting(ctx)
			<-ctx.Done()
			return nil
		})
	})
	go func() {
		defer close(done)
		b.Share.Run(hearing)
	}()
	return done
}

// goOn goes on with matches, until the context ends: with all in rooms that this process has got, with those that
// another one has changed and, now and then, with those of which that could not be told.
func (b *Bot) goOn(ctx context.Context, gained <-chan struct{}, matches <-chan *share.Letter) {
	tick := time.NewTicker(looking)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			b.speaker.Look(ctx)
		case <-gained:
			b.speaker.Look(ctx)
			b.house.Resume(ctx)
			b.bell.Ring()
		case l := <-matches:
			b.goOnWith(ctx, l)
		}
	}
}

// goOnLinking finishes what a process has left undone which linked two people, whenever this one gets rooms: when it
// begins, and when another one ends.
func (b *Bot) goOnLinking(ctx context.Context, gained <-chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-gained:
			b.finishLinking(ctx)
		}
	}
}

// goOnWith has said, and answered by the house, what another process has brought about in a match.
func (b *Bot) goOnWith(ctx context.Context, l *share.Letter) {
	ctx, ours := l.Begin(ctx)
	if !ours {
		return
	}
	b.bell.Ring()
	b.house.Begin(l.Body, l.Body, 0, matches.Ignore)
	b.speaker.SayHere(ctx, l.Body)
	l.Done()
}

func (b *Bot) finishLinking(ctx context.Context) {
	if err := b.linker.Joiner.Finish(ctx); err != nil && ctx.Err() == nil {
		b.Log.Error("two people are not one yet", "error", err)
	}
}

func (b *Bot) finishForgetting(ctx context.Context) {
	if err := b.eraser.Finish(ctx, b.guideFor(nil, chat.Event{})); err != nil {
		b.Log.Error("somebody is not forgotten yet", "error", err)
	}
}
