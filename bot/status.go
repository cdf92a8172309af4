package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/meter"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// status tells an owner how the bot is doing, and others who they are.
func (b *Bot) status(req *request.Request, _ string) (*request.Result, error) {
	if !slices.Contains(b.Owners, req.Author.ID) {
		return nil, req.Refuse("status-refused", speech.Text("ID", req.Author.ID))
	}
	c, err := b.Census(req.Ctx)
	if err != nil {
		return nil, err
	}
	f := b.Meter.Figures()
	var spans []chat.Span
	say := func(key string, facts ...speech.Fact) {
		spans = append(spans, view.Line(req.Guide.Voice.Say(key, facts...))...)
	}
	number := func(name, of string) speech.Fact { return speech.Text(name, strconv.FormatUint(f.All[of], 10)) }
	count := func(name string, n int) speech.Fact { return speech.Text(name, strconv.Itoa(n)) }

	spans = append(spans, req.Guide.Voice.Say("status-running", speech.Text("Version", b.Version),
		speech.Text("Time", req.Guide.Voice.Span(b.Now().Sub(f.Since))))...)
	for _, s := range b.services.List() {
		if s.Trouble != "" {
			say("status-service", speech.Text("Service", s.Name))
		}
		for _, what := range s.Lacks {
			say("status-lacks." + what)
		}
	}
	say("status-matches", count("Matches", c.Matches), count("Challenges", c.Challenges), count("Rooms", c.Rooms))
	say("status-since", number("Begun", meter.Begun), number("Ended", meter.Ended), number("Moves", meter.Moves))
	say("status-heard", number("All", meter.Heard), speech.Text("Each", each(f.Each[meter.Heard])))
	say("status-said", number("Said", meter.Said), number("Failed", meter.Unsaid), count("Waiting", c.Waiting))
	if f.Answers > 0 {
		say("status-time.mean", speech.Text("Mean", f.Mean.Round(time.Millisecond).String()))
	} else {
		say("status-time.none")
	}
	lines := f.Each[meter.LogLines]
	say("status-trouble", number("Panics", meter.Panics), number("Store", meter.StoreErrors),
		count("Errors", int(lines["error"])), count("Warnings", int(lines["warn"])))
	return request.Say(chat.Message{Text: spans, Private: true}), nil
}

// Census counts matches, challenges and rooms.
type Census struct {
	Challenges int // not answered yet
	Matches    int // being played
	Rooms      int // where there is a challenge or a match
	Waiting    int // matches, ended ones too, of which something is still to be announced
}

// Census counts what is stored. It reads the heads of all matches that have not ended.
func (b *Bot) Census(ctx context.Context) (Census, error) {
	live, err := b.Store.Find(ctx, storage.Query{Live: true})
	if err != nil {
		return Census{}, fmt.Errorf("count matches: %w", err)
	}
	unsaid, err := b.Store.Find(ctx, storage.Query{Undelivered: true})
	if err != nil {
		return Census{}, fmt.Errorf("count announcements: %w", err)
	}
	c := Census{Waiting: len(unsaid)}
	rooms := map[string]bool{}
	for _, h := range live {
		if h.Status == match.Open {
			c.Challenges++
		} else {
			c.Matches++
		}
		for _, p := range h.Places {
			rooms[p.Room] = true
		}
	}
	c.Rooms = len(rooms)
	return c, nil
}

// each lists counts by name.
func each(counts map[string]uint64) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, fmt.Sprintf("%s %d", name, counts[name]))
	}
	return strings.Join(list, ", ")
}

// Services are those that Run was given, in that order.
func (b *Bot) Services() []services.Service { return b.services.List() }

// Health tells why the bot cannot do its work: the store does not answer before ctx ends, or a service does not listen. It
// is nil if all is well.
func (b *Bot) Health(ctx context.Context) error {
	var ill []error
	if err := b.storeAnswers(ctx); err != nil {
		ill = append(ill, err)
	}
	services := b.Services()
	if len(services) == 0 {
		ill = append(ill, errors.New("no service has begun to listen"))
	}
	for _, s := range services {
		if s.Trouble != "" {
			ill = append(ill, fmt.Errorf("%s %s", s.Name, s.Trouble))
		}
	}
	return errors.Join(ill...)
}

// storeAnswers reads something that no memory before the store has. A disk that hangs does not know contexts, so that is
// done aside, once at a time.
func (b *Bot) storeAnswers(ctx context.Context) error {
	answered := b.probe.DoChan("", func() (any, error) { return b.Store.Keys(context.WithoutCancel(ctx), "health") })
	select {
	case is := <-answered:
		if is.Err != nil {
			return fmt.Errorf("the store fails: %w", is.Err)
		}
		return nil
	case <-ctx.Done():
		return errors.New("the store does not answer")
	}
}
