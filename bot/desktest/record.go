package desktest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io/fs"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// Conversations replays conversations on a desk, by default all recorded ones, and compares the results of each line
// with the record in bot/testdata. Recorded API calls are ignored.
func Conversations(t *testing.T, names ...string) {
	if len(names) == 0 {
		records, err := filepath.Glob("../testdata/record/*.txt")
		if err != nil || len(records) == 0 {
			t.Fatalf("no records: %v", err)
		}
		for _, record := range records {
			names = append(names, strings.TrimSuffix(filepath.Base(record), ".txt"))
		}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			Record(t, "../testdata", name, false)
		})
	}
}

// Dialogues runs Record for each dialogue in a package's testdata/record.
func Dialogues(t *testing.T, anew bool) {
	files, err := filepath.Glob("testdata/record/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialogues: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			Record(t, "testdata", name, anew)
		})
	}
}

// Record replays a conversation on a desk and on other stages, and compares the results of each line with the record,
// or with anew rewrites it. Recorded API calls count only if there are other stages.
func Record(t *testing.T, folder, name string, anew bool, stages ...func(names []string) Stage) {
	t.Helper()
	file := filepath.Join(folder, "record", name+".txt")
	want, err := os.ReadFile(file)
	if err != nil && !anew {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, name+".txt"))
	if errors.Is(err, fs.ErrNotExist) { // a conversation for the desk alone
		text, err = os.ReadFile(file)
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := typed(string(text))
	record := perform(t, lines, newRecordDesk(lines))
	for _, stage := range stages {
		for i, b := range perform(t, lines, stage(cast(lines))) {
			record[i].calls = append(record[i].calls, b.calls...)
		}
	}
	if len(stages) == 0 {
		want = calls.ReplaceAll(want, nil)
	}
	got := written(record)
	if anew {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("the record differs; go test ./bot -run TestRecord -update writes it anew (-want +got):\n%s", diff)
	}
}

// calls matches the lines of a record about API calls.
var calls = regexp.MustCompile(`(?m)^  (telegram|discord): .*\n`)

// ScriptLine is a line of a conversation.
type ScriptLine struct {
	Text  string // the line as written
	Who   string // "" for a directive or a comment
	Room  string // "", "private", "other"
	Verb  string // "says", "mutters" (not to the bot), "taps", "answers", "completes", "posts", "takes"
	Words string
}

var spokenLine = regexp.MustCompile(`^> ([^\s:@#/]+?)(?:@(private|other))?(:| mutters:| taps| answers:| completes| posts| takes) (.*)$`)

// typed parses the lines typed in a conversation. Without a name a line belongs to the speaker of the one before.
func typed(text string) (all []ScriptLine) {
	who := "ana"
	for l := range strings.Lines(text) {
		l = strings.TrimSuffix(l, "\n")
		if turnOnBoard.MatchString(l) {
			continue
		}
		if strings.HasPrefix(l, "--- ") || strings.HasPrefix(l, "# ") {
			all = append(all, ScriptLine{Text: l})
		}
		if !strings.HasPrefix(l, "> ") {
			continue
		}
		next := ScriptLine{Text: l, Who: who, Verb: "says", Words: l[len("> "):]}
		if m := spokenLine.FindStringSubmatch(l); m != nil {
			who = strings.ToLower(m[1])
			next.Who, next.Room, next.Words = who, m[2], m[4]
			if next.Verb = strings.Trim(m[3], " :"); next.Verb == "" {
				next.Verb = "says"
			}
		}
		all = append(all, next)
	}
	return all
}

// cast returns the people who speak or are mentioned in a conversation.
func cast(lines []ScriptLine) (names []string) {
	for _, l := range lines {
		for _, name := range append(peopleIn(l.Words), l.Who) {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Handle matches a mention in a text.
var Handle = regexp.MustCompile(`@([\pL\d_]+)`)

// peopleIn returns the people mentioned in a text.
func peopleIn(text string) (names []string) {
	for _, m := range Handle.FindAllStringSubmatch(text, -1) {
		names = append(names, strings.ToLower(m[1]))
	}
	return names
}

// block is the results of a line.
type block struct {
	ScriptLine
	events, said, calls []string
}

// written formats blocks as a record.
func written(record []block) []byte {
	var out bytes.Buffer
	for _, b := range record {
		fmt.Fprintln(&out, b.Text)
		for _, part := range [][]string{b.events, b.said, b.calls} {
			for _, l := range part {
				fmt.Fprintln(&out, "  "+l)
			}
		}
	}
	return out.Bytes()
}

// Stage is a service on which a conversation is replayed.
type Stage interface {
	Open(t *testing.T) // called first, in virtual time
	Adapter(store storage.Store) chat.Adapter
	Does(l ScriptLine)    // performs what a person says, taps or answers
	Directs(l ScriptLine) // performs a directive about people or the service
	News() []string       // messages since the last call
	Counts() []string     // calls since the last call
}

// pause is the time for a service to react to a line.
const pause = 10 * time.Second

// perform replays a conversation on a service.
func perform(t *testing.T, lines []ScriptLine, on Stage) (record []block) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)))
		on.Open(t)
		p := &performance{t: t, on: on, store: memorytest.New(), random: rand.NewChaCha8([32]byte{1}), language: "en"}
		if slices.ContainsFunc(lines, func(l ScriptLine) bool { return l.Text == "--- beside a shelf" }) {
			p.others = []chat.Adapter{shelf{NewDesk()}}
		}
		p.start()
		for _, l := range lines {
			p.holds(l)
			record = append(record, block{l, p.events(), on.News(), on.Counts()})
		}
		p.stop()
		bottest.Verify(t, p.store, Games)
	})
	return record
}

// performance is a conversation being replayed.
type performance struct {
	t        *testing.T
	on       Stage
	store    *memorytest.Store
	random   *rand.ChaCha8
	language string
	seen     map[string]int // number of events of each match
	stop     func()
	others   []chat.Adapter // services besides the stage
}

func (p *performance) start() {
	b, err := bot.New(bot.Config{
		Store: p.store, Games: Naive(Games), Language: p.language, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Random: p.random, Owners: []string{"desk:olga"}, Version: "v1.2.3", Draw: Sketch,
		Limits: bot.Limits{Commands: 1e6},
		Animate: func(views []engine.View, s render.Style) ([]byte, error) {
			return fmt.Append(nil, "GIF89a ", len(views), " boards, ", s.Pace), nil
		},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, append(p.others, p.on.Adapter(p.store))...) }()
	p.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			p.t.Error(err)
		}
	}
	p.rest(pause)
}

func (p *performance) rest(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// holds performs a line.
func (p *performance) holds(l ScriptLine) {
	language, speaks := strings.CutPrefix(l.Text, "--- language ")
	wait, waits := strings.CutPrefix(l.Text, "--- wait ")
	switch {
	case l.Who != "":
		p.on.Does(l)
	case speaks, l.Text == "--- restart":
		p.stop()
		if speaks {
			p.language = language
		}
		p.start()
	case waits:
		d, err := time.ParseDuration(wait)
		if err != nil {
			p.t.Fatal(err)
		}
		p.rest(d)
	case strings.HasPrefix(l.Text, "--- "):
		p.on.Directs(l)
	default:
		return
	}
	p.rest(pause)
}

// events returns the events stored since the previous call, by match.
func (p *performance) events() (all []string) {
	heads, err := p.store.Find(p.t.Context(), storage.Query{})
	if err != nil {
		p.t.Fatal(err)
	}
	now := map[string]int{}
	for _, h := range slices.Backward(heads) {
		now[h.ID] = h.N
		if p.seen[h.ID] == h.N {
			continue
		}
		events, err := p.store.Events(p.t.Context(), h.ID)
		if err != nil {
			p.t.Fatal(err)
		}
		for _, e := range events[min(p.seen[h.ID], len(events)):] {
			all = append(all, "  "+h.ID+" "+eventText(e))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(p.seen)) {
		if _, there := now[id]; !there {
			all = append(all, "  "+id+" deleted")
		}
	}
	p.seen = now
	return all
}

// eventText formats an event without the fields that depend on chance or the clock.
func eventText(e match.Event) string {
	text := fmt.Sprint(e.Kind)
	if e.By != "" {
		text += " by " + e.By
	}
	if e.Move != "" {
		text += ": " + string(e.Move)
	}
	e.Kind, e.By, e.Move = "", "", ""
	e.At, e.SentAt, e.IdempotencyKey, e.Who = time.Time{}, time.Time{}, "", nil
	e.Secret, e.Code, e.Chain, e.Word, e.Key, e.Nodes, e.Throw = "", "", nil, "", "", 0, 0
	rest, err := json.Marshal(e)
	if err != nil {
		return err.Error()
	}
	var fields map[string]any
	if err := json.Unmarshal(rest, &fields); err != nil {
		return err.Error()
	}
	for _, empty := range []string{"kind", "by", "at"} {
		delete(fields, empty)
	}
	if len(fields) == 0 {
		return text
	}
	rest, err = json.Marshal(fields)
	if err != nil {
		return err.Error()
	}
	return text + " " + string(rest)
}

// Sketch draws a picture of one pixel, followed by a description of what the board would show.
func Sketch(v engine.View, s render.Style) ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		return nil, err
	}
	out.WriteString("board " + position(v))
	for _, part := range []struct {
		name  string
		value any
		there bool
	}{
		{"title", s.Title, s.Title != ""}, {"first", s.First, s.First != ""}, {"second", s.Second, s.Second != ""},
		{"banner", s.Banner, s.Banner != ""}, {"shade", s.Shade, s.Shade != ""}, {"theme", s.Theme, s.Theme != ""}, {"size", s.Size, s.Size != 0},
		{"flipped", "", s.Flip}, {"letters", "", s.Letters}, {"count", s.Count, s.Count != engine.Nobody},
		{"turn", v.Turn, true}, {"last", v.Last.Path, len(v.Last.Path) > 0}, {"taken", v.Last.Taken, len(v.Last.Taken) > 0},
		{"drops", v.Last.Drops, len(v.Last.Drops) > 0}, {"hops", v.Last.Hops, len(v.Last.Hops) > 0},
		{"marked", s.Marked, len(s.Marked) > 0}, {"arrows", s.Arrows, len(s.Arrows) > 0},
	} {
		if part.there {
			fmt.Fprintf(&out, "; %s %v", part.name, part.value)
		}
	}
	return out.Bytes(), nil
}

// position describes the pieces on a board: cells rank by rank from the last one, or points as numbers.
func position(v engine.View) string {
	if p := v.Points; p != nil {
		return fmt.Sprintf("%+v", *p)
	}
	var text strings.Builder
	for rank := v.Ranks - 1; rank >= 0; rank-- {
		for file := range v.Files {
			c := v.Cells[rank*v.Files+file]
			piece := map[engine.Side]string{engine.First: "o", engine.Second: "x"}[c.Side]
			if piece == "" {
				piece = "."
			}
			if c.King {
				piece = strings.ToUpper(piece)
			}
			text.WriteString(piece)
		}
		if rank > 0 {
			text.WriteString("/")
		}
	}
	return text.String()
}

// recordDesk is an in-memory service with all optional features.
type recordDesk struct {
	chattest.Mute
	names []string

	mu    sync.Mutex
	hears chat.Handler
	n     int // number of events
	told  []string
	shown map[chat.Room][]*shown // current messages, in order; deleted ones are nil
	gone  map[string]bool        // people who have left
	typed map[chat.Room]int      // number of messages when somebody last typed

	offer   string              // the last one posted
	refuses map[chat.Room]error // errors of rooms that accept nothing
	caps    []string            // enabled optional features
	slow    bool                // messages to the group are delayed
	full    bool                // Passing messages are rejected
}

type shown struct{ chat.Message }

// at returns a message by its Ref, which counts per room because rooms receive messages concurrently.
func (d *recordDesk) at(room chat.Room, ref chat.Ref) **shown {
	n := 0
	_, err := fmt.Sscanf(string(ref), "m%d", &n)
	if all := d.shown[room]; err == nil && 0 < n && n <= len(all) {
		return &all[n-1]
	}
	return new(*shown)
}

func newRecordDesk(lines []ScriptLine) *recordDesk {
	return &recordDesk{names: cast(lines), shown: map[chat.Room][]*shown{}, gone: map[string]bool{},
		typed: map[chat.Room]int{}, refuses: map[chat.Room]error{}}
}

func (d *recordDesk) Open(*testing.T) {}

func (d *recordDesk) Adapter(storage.Store) chat.Adapter { return d }

func (d *recordDesk) Counts() []string { return nil }

func (d *recordDesk) Name() string { return "desk" }

func (d *recordDesk) Link(payload string) string { return "https://desk.example/?start=" + payload }

func (d *recordDesk) Share(link, text string) string {
	if !d.can("share") {
		return ""
	}
	return link + " " + text
}

// can reports whether an optional feature is enabled.
func (d *recordDesk) can(what string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Contains(d.caps, what)
}

func (d *recordDesk) Caps(chat.Room) chat.Caps {
	c := chat.Caps{Text: 4096, Pictures: true, Caption: 1024, Rows: 8, Columns: 8, Says: 64, Label: 40, Privates: true,
		Threads: true, Turns: d.can("turns"), Clears: d.can("clears"), Crowded: d.can("crowded"), Apart: d.can("apart"),
		ByID: d.can("ids")}
	if d.can("moves") {
		c.Choices = 20
	}
	return c
}

func (d *recordDesk) Run(ctx context.Context, h chat.Handler) error {
	d.mu.Lock()
	d.hears = h
	d.mu.Unlock()
	<-ctx.Done()
	return nil
}

func (d *recordDesk) Thread(_ context.Context, room chat.Room, title string, _ ...chat.User) (chat.Room, error) {
	d.tell(room, "opens the thread "+title)
	return room + chat.Room("/"+title), nil
}

func (*recordDesk) Find(chat.Room, string, string) (none chat.User, known bool) { return none, known }

func (*recordDesk) Written(text, _ string) string { return text }

func (d *recordDesk) Direct(_ context.Context, id string) (chat.Room, error) {
	return chat.Room(id), nil
}

func (d *recordDesk) Administers(_ context.Context, _ chat.Room, id string) (bool, error) {
	return id == "desk:ana", nil
}

func (d *recordDesk) Present(_ context.Context, _ chat.Room, id string, _ bool) (bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !d.gone[id], nil
}

// InSight reports whether nobody has typed anything after a message.
func (d *recordDesk) InSight(room chat.Room, ref chat.Ref) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	at := *d.at(room, ref)
	return at != nil && slices.Index(d.shown[room], at) >= d.typed[room]
}

func (d *recordDesk) Send(_ context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	// Rooms receive messages concurrently: each has another delay, so that the order is the same in every run. What
	// accompanies an answer comes after it.
	takes := time.Duration(crc32.ChecksumIEEE([]byte(room)) % 1000)
	if m.Quiet && !m.News {
		takes += time.Microsecond
	}
	time.Sleep(takes)
	if err := d.delays(room, m); err != nil {
		return "", err
	}
	d.mu.Lock()
	err := d.refuses[room]
	if d.full && m.Passing {
		err = chat.ErrAway
	}
	if err != nil {
		d.mu.Unlock()
		return "", fmt.Errorf("%s: %w", room, err)
	}
	d.shown[room] = append(d.shown[room], &shown{m})
	ref := chat.Ref(fmt.Sprint("m", len(d.shown[room])))
	d.mu.Unlock()
	d.tell(room, append([]string{string(ref) + " is said" + Manner(m)}, Content(m)...)...)
	return ref, nil
}

// delays delays a message if the service is slow, after which another one may have superseded it.
func (d *recordDesk) delays(room chat.Room, m chat.Message) error {
	d.mu.Lock()
	slow := d.slow
	d.mu.Unlock()
	if !slow || room != "desk:group" {
		return nil
	}
	time.Sleep(2 * pause)
	if m.Overtaken != nil && m.Overtaken() {
		d.tell(room, "is spared what is overtaken")
		return chat.ErrOvertaken
	}
	return nil
}

func (d *recordDesk) Edit(_ context.Context, room chat.Room, ref chat.Ref, m chat.Message) error {
	if err := d.delays(room, m); err != nil {
		return err
	}
	d.mu.Lock()
	at := d.at(room, ref)
	if m.OnlyButtons && *at != nil {
		was := (*at).Message
		was.Buttons = m.Buttons
		m = was
	}
	*at = &shown{m}
	d.mu.Unlock()
	d.tell(room, append([]string{string(ref) + " becomes" + Manner(m)}, Content(m)...)...)
	return nil
}

func (d *recordDesk) Retire(_ context.Context, room chat.Room, ref chat.Ref) error {
	d.mu.Lock()
	if was := *d.at(room, ref); was != nil {
		was.Buttons = nil
	}
	d.mu.Unlock()
	d.tell(room, string(ref)+" loses its buttons")
	return nil
}

func (d *recordDesk) Remove(_ context.Context, room chat.Room, ref chat.Ref) error {
	d.mu.Lock()
	*d.at(room, ref) = nil
	d.mu.Unlock()
	d.tell(room, string(ref)+" goes")
	return nil
}

// tell records what happens in a room.
func (d *recordDesk) tell(room chat.Room, lines ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	lines[0] = string(room) + " " + lines[0]
	d.told = append(d.told, strings.Join(lines, "\n      "))
}

// News sorts the messages by room, because rooms receive them concurrently. Consecutive changes of existing messages
// are sorted by message, because they are concurrent after a start.
func (d *recordDesk) News() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := d.told
	d.told = nil
	slices.SortStableFunc(all, func(a, b string) int { return strings.Compare(word(a, 0), word(b, 0)) })
	for from := 0; from < len(all); {
		end := from + 1
		for end < len(all) && word(all[end], 0) == word(all[from], 0) && word(all[from], 2) != "is" && word(all[end], 2) != "is" {
			end++
		}
		slices.SortStableFunc(all[from:end], func(a, b string) int { return strings.Compare(word(a, 1), word(b, 1)) })
		from = end
	}
	return all
}

// word returns the word with an index in a text.
func word(text string, n int) string { return strings.SplitN(text+"   ", " ", n+2)[n] }

// Manner describes the flags of a message, beginning with a comma.
func Manner(m chat.Message) (text string) {
	for _, how := range []struct {
		word string
		so   bool
	}{
		{"private", m.Private}, {"instead", m.Instead}, {"only buttons", m.OnlyButtons}, {"closes", m.Closes},
		{"news", m.News}, {"quiet", m.Quiet}, {"once", m.Once != ""}, {"passing", m.Passing}, {"calls " + m.Turn.Name, m.Turn.Name != ""},
	} {
		if how.so {
			text += ", " + how.word
		}
	}
	return text
}

// visible replaces control characters in a text.
func visible(r rune) rune {
	if r < ' ' {
		return '·'
	}
	return r
}

// Content describes the content of a message, in lines.
func Content(m chat.Message) (lines []string) {
	if text := chat.PlainText(m.Text); text != "" {
		lines = strings.Split(text, "\n")
	}
	if b := m.Board; b != nil {
		_, drawn, _ := strings.Cut(string(b.PNG), "board ")
		lines = append(lines, "{"+drawn+"}", "{in words: "+b.Alt+"}")
	}
	if f := m.File; f != nil {
		lines = append(lines, fmt.Sprintf("{file %s, %d bytes}", f.Name, len(f.Data)))
	}
	for _, row := range m.Buttons {
		var all []string
		for _, b := range row {
			all = append(all, "["+b.Label+": "+strings.Map(visible, b.Says+b.URL)+"]")
		}
		lines = append(lines, strings.Join(all, " "))
	}
	return lines
}

// Callable reports whether a person has written in private.
func (d *recordDesk) Callable(_ context.Context, id string, _ bool) (chat.Room, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, typed := d.typed[chat.Room(id)]
	return chat.Room(id), typed
}

func (d *recordDesk) Address(room chat.Room, ref chat.Ref) string {
	if ref == "" {
		return ""
	}
	return "https://desk.example/" + string(room) + "/" + string(ref)
}

// asks performs the verbs that only the desk has.
func (d *recordDesk) asks(l ScriptLine) {
	h := d.hears.(*bot.Bot)
	ctx, e := context.Background(), chat.Event{Room: chat.Room("desk:" + l.Who), From: person(l.Who), Text: l.Words,
		Private: true}
	switch l.Verb {
	case "completes":
		e.Room, e.Private = "desk:group", false
		d.tell(e.Room, append([]string{"suggests"}, h.Suggest(ctx, e)...)...)
	case "posts":
		for _, o := range h.Offers(ctx, e) {
			d.offer = o.Message.Buttons[0][0].Says
			d.tell("desk:elsewhere", append([]string{"offers " + o.Title + ": " + o.Below}, Content(o.Message)...)...)
		}
	case "takes":
		e.Text, e.Pressed = d.offer, "post"
		t := h.Take(ctx, e)
		d.tell("desk:answer", append([]string{"to " + l.Who + ": " + t.Told + " " + t.Link}, Content(t.Shown)...)...)
	}
}

func (d *recordDesk) Does(l ScriptLine) {
	if l.Verb == "completes" || l.Verb == "posts" || l.Verb == "takes" {
		d.asks(l)
		return
	}
	room := map[string]chat.Room{"": "desk:group", "private": chat.Room("desk:" + l.Who), "other": "desk:other"}[l.Room]
	d.mu.Lock()
	d.n++
	e := chat.Event{ID: fmt.Sprint("desk:", d.n), Room: room, From: person(l.Who), Text: l.Words,
		Addressed: l.Verb != "mutters", Private: l.Room == "private", Said: time.Now()}
	for _, name := range peopleIn(l.Words) {
		e.Mentions = append(e.Mentions, person(name))
	}
	for i, m := range slices.Backward(d.shown[room]) {
		ref := chat.Ref(fmt.Sprint("m", i+1))
		if m == nil || l.Verb == "says" || l.Verb == "mutters" {
			continue
		}
		if l.Verb == "answers" {
			e.Quoted, e.QuotedRef = chat.PlainText(m.Text), ref
			break
		}
		if says, has := button(m.Message, l.Words); has {
			e.Tap, e.Text, e.Pressed, e.Quoted = true, says, ref, chat.PlainText(m.Text)
			break
		}
	}
	if !e.Tap {
		d.typed[room] = len(d.shown[room])
	}
	h := d.hears
	d.mu.Unlock()
	if l.Verb == "taps" && !e.Tap {
		d.tell(room, "has no button "+l.Words)
		return
	}
	go h.Hear(context.Background(), e)
}

// button returns the text of a message's button with a label, and whether there is one.
func button(m chat.Message, label string) (string, bool) {
	for _, row := range m.Buttons {
		for _, b := range row {
			if b.Label == label && b.Says != "" {
				return b.Says, true
			}
		}
	}
	return "", false
}

// Directs performs a directive: people join or leave, rooms close, or the service changes.
//
//	joins NAME, leaves NAME, shuts NAME
//	closed, blocked, away, guest, broken, open: a room's error, by default the group's ("open rui 5m" then waits)
//	slow and quick, full and free: delay messages to the group, reject Passing ones
//	can FEATURE...: turns, clears, crowded, apart, ids, share, moves
//	missed: events were missed
func (d *recordDesk) Directs(l ScriptLine) {
	_, what, _ := strings.Cut(l.Text, "--- ")
	verb, who, _ := strings.Cut(what, " ")
	h := d.hears.(*bot.Bot)
	switch verb {
	case "leaves":
		d.mu.Lock()
		d.gone["desk:"+who] = true
		d.mu.Unlock()
		go h.Left(context.Background(), "desk:group", person(who))
	case "closed", "blocked", "away", "guest", "broken", "open": // the group or a person's private chat, then a wait
		who, span, _ := strings.Cut(who, " ")
		why := map[string]error{"closed": chat.ErrClosed, "away": chat.ErrAway, "guest": chat.ErrGuest, "broken": ErrDown,
			"blocked": chat.ErrBlocked}
		if who == "" {
			who = "group"
		}
		d.mu.Lock()
		d.refuses[chat.Room("desk:"+who)] = why[verb]
		d.mu.Unlock()
		if wait, err := time.ParseDuration(span); err == nil {
			time.Sleep(wait)
		}
	case "can": // enabled optional features
		d.mu.Lock()
		d.caps = strings.Fields(who)
		d.mu.Unlock()
	case "slow", "quick":
		d.mu.Lock()
		d.slow = verb == "slow"
		d.mu.Unlock()
	case "full", "free":
		d.mu.Lock()
		d.full = verb == "full"
		d.mu.Unlock()
	case "shuts":
		d.mu.Lock()
		d.refuses[chat.Room("desk:"+who)] = chat.ErrClosed
		d.mu.Unlock()
		go h.Shut(context.Background(), chat.Room("desk:"+who), person(who))
	case "missed":
		go h.ShowAgain(context.Background(), "desk:group", true)
	case "joins":
		go h.Joined(context.Background(), chat.Event{ID: "desk:joined", Room: "desk:group", From: person(who)}, true)
	}
}

func person(name string) chat.User {
	return chat.User{ID: "desk:" + name, Handle: name, Name: name}
}
