package bot_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"image"
	"image/png"
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
	"tabuleiro/engine"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/render"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// TestRecord holds the conversations of testdata, and those that testdata/record has besides, in a group with all that
// a service can have, and compares what comes of each line with testdata/record: events that are stored (two blanks
// before the match), messages with what they show, and how often Telegram and Discord are called. In the short suite
// the two services take part in a third of the conversations. With -update all is written anew.
//
// In a conversation "> ana: text" says something in the group, "> ana@private: text" in ana's talk with the bot,
// "> ana@other: text" in another group; "> ana taps Accept" presses a button of the latest message that has it, "> ana
// answers: text" answers the latest message. Such a line may name a room, too: "> ana@private taps Accept". "--- wait
// 3h" lets time pass, "--- leaves rui" has a member go, "--- joins ana" has somebody take the bot into the group, "---
// restart" and "--- language pt" are as in transcripts. On the desk alone "> ana completes /play c" asks what a typed
// line may become, "> ana posts damas" posts an offer where the bot is not, and "> rui takes it" accepts that; "---
// closed" has the group take nothing any more, "--- open" has it take all again, "--- shuts ana" closes her private
// talk, "--- missed" tells that something said in the group may not have been heard.
func TestRecord(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	records, err := filepath.Glob("testdata/record/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records {
		if script := filepath.Join("testdata", filepath.Base(record)); !slices.Contains(scripts, script) {
			scripts = append(scripts, record)
		}
	}
	for _, script := range scripts {
		name := strings.TrimSuffix(filepath.Base(script), ".txt")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", "record", name+".txt")
			want, err := os.ReadFile(file)
			if err != nil && !*update {
				t.Fatal(err)
			}
			lines := typed(string(text))
			record := perform(t, lines, newRecordDesk(lines))
			if *update || longtest.All() || third(name) {
				for _, service := range []stage{newTelegram(t, lines), newDiscord(t, lines)} {
					for i, b := range perform(t, lines, service) {
						record[i].calls = append(record[i].calls, b.calls...)
					}
				}
			} else {
				want = counts.ReplaceAll(want, nil)
			}
			got := written(record)
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("the record differs; go test ./bot -run TestRecord -update writes it anew (-want +got):\n%s", diff)
			}
		})
	}
}

// counts are the lines of a record about calls.
var counts = regexp.MustCompile(`(?m)^  (telegram|discord): .*\n`)

// third reports whether a name is one of a third.
func third(name string) bool {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()%3 == 0
}

// scriptLine is a line of a conversation.
type scriptLine struct {
	text  string // as it stands there
	who   string // "": it is a directive, or a comment
	room  string // "", "private", "other"
	verb  string // "says", "taps", "answers", "completes", "posts", "takes"
	words string
}

var spokenLine = regexp.MustCompile(`^> ([^\s:@#/]+?)(?:@(private|other))?(:| taps| answers:| completes| posts| takes) (.*)$`)

// typed are the lines that are typed in a conversation. Where no name is given it is the one of the line before.
func typed(text string) (all []scriptLine) {
	who := "ana"
	for l := range strings.Lines(text) {
		l = strings.TrimSuffix(l, "\n")
		if turnOnBoard.MatchString(l) {
			continue
		}
		if strings.HasPrefix(l, "--- ") || strings.HasPrefix(l, "# ") {
			all = append(all, scriptLine{text: l})
		}
		if !strings.HasPrefix(l, "> ") {
			continue
		}
		next := scriptLine{text: l, who: who, verb: "says", words: l[len("> "):]}
		if m := spokenLine.FindStringSubmatch(l); m != nil {
			who = strings.ToLower(m[1])
			next.who, next.room, next.words = who, m[2], m[4]
			if next.verb = strings.Trim(m[3], " :"); next.verb == "" {
				next.verb = "says"
			}
		}
		all = append(all, next)
	}
	return all
}

// cast are those who say something in a conversation, or are named in it.
func cast(lines []scriptLine) (names []string) {
	for _, l := range lines {
		for _, name := range append(peopleIn(l.words), l.who) {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

var handle = regexp.MustCompile(`@([\pL\d_]+)`)

// peopleIn are the people whom a text names.
func peopleIn(text string) (names []string) {
	for _, m := range handle.FindAllStringSubmatch(text, -1) {
		names = append(names, strings.ToLower(m[1]))
	}
	return names
}

// block is what came of a line.
type block struct {
	scriptLine
	events, said, calls []string
}

// written are blocks as text.
func written(record []block) []byte {
	var out bytes.Buffer
	for _, b := range record {
		fmt.Fprintln(&out, b.text)
		for _, part := range [][]string{b.events, b.said, b.calls} {
			for _, l := range part {
				fmt.Fprintln(&out, "  "+l)
			}
		}
	}
	return out.Bytes()
}

// stage is a service on which a conversation is held.
type stage interface {
	open(t *testing.T) // in the bubble, before all else
	adapter(store storage.Store) chat.Adapter
	does(l scriptLine)    // what somebody says, taps or answers
	directs(l scriptLine) // what a directive says of people
	news() []string       // messages since the last call
	counts() []string     // calls since the last call
}

// pause is how long a service has for what comes of a line.
const pause = 10 * time.Second

// perform holds a conversation on a service.
func perform(t *testing.T, lines []scriptLine, on stage) (record []block) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)))
		on.open(t)
		p := &performance{t: t, on: on, store: memorytest.New(), random: rand.NewChaCha8([32]byte{1}), language: "en"}
		p.start()
		for _, l := range lines {
			p.holds(l)
			record = append(record, block{l, p.events(), on.news(), on.counts()})
		}
		p.stop()
		bottest.Verify(t, p.store, games)
	})
	return record
}

// performance is a conversation that is being held.
type performance struct {
	t        *testing.T
	on       stage
	store    *memorytest.Store
	random   *rand.ChaCha8
	language string
	seen     map[string]int // events of each match
	stop     func()
}

func (p *performance) start() {
	b, err := bot.New(bot.Config{
		Store: p.store, Games: naive(games), Language: p.language, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Random: p.random, Owners: []string{"desk:olga"}, Version: "v1.2.3", Draw: sketch,
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
	go func() { ended <- b.Run(ctx, p.on.adapter(p.store)) }()
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

// holds does what a line says.
func (p *performance) holds(l scriptLine) {
	language, speaks := strings.CutPrefix(l.text, "--- language ")
	wait, waits := strings.CutPrefix(l.text, "--- wait ")
	switch {
	case l.who != "":
		p.on.does(l)
	case speaks, l.text == "--- restart":
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
	case strings.HasPrefix(l.text, "--- "):
		p.on.directs(l)
	default:
		return
	}
	p.rest(pause)
}

// events are those stored since the last call, by match.
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

// eventText is an event without what chance and the clock make.
func eventText(e match.Event) string {
	text := fmt.Sprint(e.Kind)
	if e.By != "" {
		text += " by " + e.By
	}
	if e.Move != "" {
		text += ": " + string(e.Move)
	}
	e.Kind, e.By, e.Move = "", "", ""
	e.At, e.Said, e.Cause, e.Who = time.Time{}, time.Time{}, "", nil
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

// sketch is a picture of one point, after which stands what the board would show.
func sketch(v engine.View, s render.Style) ([]byte, error) {
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

// position are the pieces on a board: of cells rank by rank from the last one on, of points as their numbers.
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

// recordDesk is a service in memory with everything a service can have.
type recordDesk struct {
	names []string

	mu    sync.Mutex
	hears chat.Handler
	n     int // events
	told  []string
	shown map[chat.Room][]*shown // messages as they are, in order; those that are taken away are nil
	gone  map[string]bool        // people who have left
	typed map[chat.Room]int      // messages there were when somebody typed last

	offer  string             // that was posted last
	closed map[chat.Room]bool // rooms that take nothing
}

type shown struct{ chat.Message }

// at is a message by its ref, which is the number in its room: other rooms may be told something at once.
func (d *recordDesk) at(room chat.Room, ref chat.Ref) **shown {
	n := 0
	_, err := fmt.Sscanf(string(ref), "m%d", &n)
	if all := d.shown[room]; err == nil && 0 < n && n <= len(all) {
		return &all[n-1]
	}
	return new(*shown)
}

func newRecordDesk(lines []scriptLine) *recordDesk {
	return &recordDesk{names: cast(lines), shown: map[chat.Room][]*shown{}, gone: map[string]bool{},
		typed: map[chat.Room]int{}, closed: map[chat.Room]bool{}}
}

func (d *recordDesk) open(*testing.T)                    {}
func (d *recordDesk) adapter(storage.Store) chat.Adapter { return d }
func (d *recordDesk) counts() []string                   { return nil }
func (d *recordDesk) Name() string                       { return "desk" }
func (d *recordDesk) Link(payload string) string         { return "https://desk.example/?start=" + payload }
func (d *recordDesk) Attend(context.Context, chat.Room)  {}

func (d *recordDesk) Caps() chat.Caps {
	return chat.Caps{Text: 4096, Pictures: true, Caption: 1024, Rows: 8, Columns: 8, Says: 64, Label: 40, Privates: true,
		Threads: true}
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
	// Rooms are told at the same time: each takes another, so that messages have the same names in every run.
	time.Sleep(time.Duration(crc32.ChecksumIEEE([]byte(room))%1000) * time.Nanosecond)
	d.mu.Lock()
	if d.closed[room] {
		d.mu.Unlock()
		return "", fmt.Errorf("%s: %w", room, chat.ErrClosed)
	}
	d.shown[room] = append(d.shown[room], &shown{m})
	ref := chat.Ref(fmt.Sprint("m", len(d.shown[room])))
	d.mu.Unlock()
	d.tell(room, append([]string{string(ref) + " is said" + manner(m)}, content(m)...)...)
	return ref, nil
}

func (d *recordDesk) Edit(_ context.Context, room chat.Room, ref chat.Ref, m chat.Message) error {
	d.mu.Lock()
	at := d.at(room, ref)
	if m.OnlyButtons && *at != nil {
		was := (*at).Message
		was.Buttons = m.Buttons
		m = was
	}
	*at = &shown{m}
	d.mu.Unlock()
	d.tell(room, append([]string{string(ref) + " becomes" + manner(m)}, content(m)...)...)
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

// tell notes what is done in a room.
func (d *recordDesk) tell(room chat.Room, lines ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	lines[0] = string(room) + " " + lines[0]
	d.told = append(d.told, strings.Join(lines, "\n      "))
}

// news are in the order of their rooms, as those are told of something at once, and what is done in a row to messages
// that stand there is in the order of these, because after a start that is done at once, too.
func (d *recordDesk) news() []string {
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

// word is one of the words of a text, from 0 on.
func word(text string, n int) string { return strings.SplitN(text+"   ", " ", n+2)[n] }

// manner is how a message is said.
func manner(m chat.Message) (text string) {
	for _, how := range []struct {
		word string
		so   bool
	}{
		{"private", m.Private}, {"instead", m.Instead}, {"only buttons", m.OnlyButtons}, {"closes", m.Closes},
		{"news", m.News}, {"quiet", m.Quiet}, {"once", m.Once != ""}, {"calls " + m.Turn.Name, m.Turn.Name != ""},
	} {
		if how.so {
			text += ", " + how.word
		}
	}
	return text
}

// visible replaces what nobody could see in a text.
func visible(r rune) rune {
	if r < ' ' {
		return '·'
	}
	return r
}

// content is what a message shows.
func content(m chat.Message) (lines []string) {
	if text := chat.Plain(m.Text); text != "" {
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

// Callable reports whether somebody has said something in private.
func (d *recordDesk) Callable(_ context.Context, id string, _ bool) (chat.Room, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, typed := d.typed[chat.Room(id)]
	return chat.Room(id), typed
}

func (d *recordDesk) Address(room chat.Room, ref chat.Ref) string {
	return "https://desk.example/" + string(room) + "/" + string(ref)
}

// asks does what is on the desk alone.
func (d *recordDesk) asks(l scriptLine) {
	h := d.hears.(*bot.Bot)
	ctx, e := context.Background(), chat.Event{Room: chat.Room("desk:" + l.who), From: person(l.who), Text: l.words,
		Private: true}
	switch l.verb {
	case "completes":
		e.Room, e.Private = "desk:group", false
		d.tell(e.Room, append([]string{"suggests " + h.Hint(ctx, e)}, h.Suggest(ctx, e)...)...)
	case "posts":
		for _, o := range h.Offers(ctx, e) {
			d.offer = o.Message.Buttons[0][0].Says
			d.tell("desk:elsewhere", append([]string{"offers " + o.Title + ": " + o.Below}, content(o.Message)...)...)
		}
	case "takes":
		e.Text, e.Pressed = d.offer, "post"
		t := h.Take(ctx, e)
		d.tell("desk:answer", append([]string{"to " + l.who + ": " + t.Told + " " + t.Link}, content(t.Shown)...)...)
	}
}

func (d *recordDesk) does(l scriptLine) {
	if l.verb == "completes" || l.verb == "posts" || l.verb == "takes" {
		d.asks(l)
		return
	}
	room := map[string]chat.Room{"": "desk:group", "private": chat.Room("desk:" + l.who), "other": "desk:other"}[l.room]
	d.mu.Lock()
	d.n++
	e := chat.Event{ID: fmt.Sprint("desk:", d.n), Room: room, From: person(l.who), Text: l.words, Addressed: true,
		Private: l.room == "private", Said: time.Now()}
	for _, name := range peopleIn(l.words) {
		e.Mentions = append(e.Mentions, person(name))
	}
	for i, m := range slices.Backward(d.shown[room]) {
		ref := chat.Ref(fmt.Sprint("m", i+1))
		if m == nil || l.verb == "says" {
			continue
		}
		if l.verb == "answers" {
			e.Quoted, e.QuotedRef = chat.Plain(m.Text), ref
			break
		}
		if says, has := button(m.Message, l.words); has {
			e.Tap, e.Text, e.Pressed, e.Quoted = true, says, ref, chat.Plain(m.Text)
			break
		}
	}
	if !e.Tap {
		d.typed[room] = len(d.shown[room])
	}
	h := d.hears
	d.mu.Unlock()
	if l.verb == "taps" && !e.Tap {
		d.tell(room, "has no button "+l.words)
		return
	}
	go h.Hear(context.Background(), e)
}

// button is what a button of a message says; false if it has none with that label.
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

func (d *recordDesk) directs(l scriptLine) {
	_, what, _ := strings.Cut(l.text, "--- ")
	verb, who, _ := strings.Cut(what, " ")
	h := d.hears.(*bot.Bot)
	switch verb {
	case "leaves":
		d.mu.Lock()
		d.gone["desk:"+who] = true
		d.mu.Unlock()
		go h.Left(context.Background(), "desk:group", person(who))
	case "closed", "open":
		d.mu.Lock()
		d.closed["desk:group"] = verb == "closed"
		d.mu.Unlock()
	case "shuts":
		d.mu.Lock()
		d.closed[chat.Room("desk:"+who)] = true
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
