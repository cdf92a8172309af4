package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/cmd/tabuleiro/judgetest"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

var (
	kills = flag.Int("kills", 4, "how often TestChaos kills the program")
	still = flag.Duration("patience", telegramtest.Patience,
		"how long people wait before they give up where programs are killed; more on a busy machine")
	seed = flag.Uint64("seed", 0, "what chance is drawn from in TestChaos and TestSimulation; 0: for TestChaos a new one each time, which is logged")
)

// chance returns a random source with a logged seed, so that a failing run can be repeated.
func chance(t *testing.T) *rand.Rand {
	s := *seed
	if s == 0 {
		s = rand.Uint64()
	}
	t.Logf("-seed %d", s)
	return rand.New(rand.NewPCG(s, s))
}

// childVariable makes the test binary run as tabuleiro.
const childVariable = "TEST_PROGRAM_IS_TABULEIRO"

// victim is the real program, which is killed and restarted.
type victim struct {
	t    *testing.T
	mu   sync.Mutex
	cmd  *exec.Cmd
	log  *journal
	dir  string
	more []string        // of its environment
	each func() []string // the same, anew for each life; nil: nothing
}

// journal is a log that can be read while it is written.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(b)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// start runs the program until it is killed or stopped.
func (v *victim) start() { v.startWith(func(*exec.Cmd) {}) }

// startWith is start with a change to the command first.
func (v *victim) startWith(prepare func(*exec.Cmd)) {
	v.t.Helper()
	self, err := os.Executable()
	if err != nil {
		v.t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Dir, cmd.Env = v.dir, append(append(os.Environ(), childVariable+"=1"), v.more...)
	if v.each != nil {
		cmd.Env = append(cmd.Env, v.each()...)
	}
	log := new(journal)
	cmd.Stderr = log
	prepare(cmd)
	if err := cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.cmd, v.log = cmd, log
}

// kill sends SIGKILL, as a power failure would end the program. It may be called concurrently and twice.
func (v *victim) kill() {
	v.mu.Lock()
	defer v.mu.Unlock()
	_ = v.cmd.Process.Kill()
}

// gone waits until the process has ended.
func (v *victim) gone() { _ = v.cmd.Wait() }

// stop shuts the program down in good order.
func (v *victim) stop() {
	v.t.Helper()
	if err := v.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		v.t.Fatal(err)
	}
	if err := v.cmd.Wait(); err != nil {
		v.t.Errorf("the program ended with %v:\n%s", err, v.log)
	}
}

// pair is two people who play draughts in a group, match after match, and rely only on messages they have read.
type pair struct {
	stage
	line  engine.Line
	moves []engine.Move // of all matches, in the order in which they were typed
	games int
	waits []wait        // for each move
	think time.Duration // half of the longest time before each

	// answer returns the fate of the service's response to a message, asked at the end; nil if that is not known
	answer func(message int) string

	mu   sync.Mutex
	born []int // how many messages there were when the program was started again
}

// wait has when a move was typed and how long the group waited for it.
type wait struct {
	typed time.Time
	took  time.Duration
}

// stage is a group of a service, in which a pair plays.
type stage interface {
	names() [2]string
	says(who int, text string)
	heard() int       // how many messages the bot has said there
	texts() []string  // of these
	boards() []string // the same, "" for those without a board
	until(what string, so func() bool)
	room() string // as the store names it
}

// telegramStage is a group on Telegram.
type telegramStage struct {
	s     *telegramtest.Server
	group *telegramtest.Chat
	who   [2]*telegramtest.Person
}

func newTelegramStage(s *telegramtest.Server, n int) *telegramStage {
	p := &telegramStage{s: s}
	for i := range p.who {
		p.who[i] = s.Person(fmt.Sprintf("P%d%c", n, 'a'+i), fmt.Sprintf("player%d%c", n, 'a'+i))
	}
	p.group = s.Group(p.who[0], p.who[1])
	return p
}

func (p *telegramStage) names() [2]string                  { return [2]string{p.who[0].Handle, p.who[1].Handle} }
func (p *telegramStage) says(who int, text string)         { p.who[who].Says(p.group, text) }
func (p *telegramStage) heard() int                        { return len(p.group.Sent()) }
func (p *telegramStage) until(what string, so func() bool) { p.s.Until(what, so) }
func (p *telegramStage) room() string                      { return fmt.Sprint("telegram:", p.group.ID) }

func (p *telegramStage) texts() (texts []string) {
	for _, m := range p.group.Sent() {
		texts = append(texts, m.Text)
	}
	return texts
}

func (p *telegramStage) boards() (texts []string) {
	for _, m := range p.group.Sent() {
		text := ""
		if m.Photo != nil {
			text = m.Text
		}
		texts = append(texts, text)
	}
	return texts
}

// moved matches a move in a caption.
var moved = regexp.MustCompile(`(?m)^P\d+[ab]: (\d+(?:[-x]\d+)+)`)

// offered matches a challenge in a message.
var offered = regexp.MustCompile(`(?m)^P\d+a challenges `)

// told returns the moves that the group was told, in order. Of a message with several moves only the last counts.
func (p *pair) told() (moves []judgetest.Message) {
	for i, text := range p.boards() {
		if found := moved.FindAllStringSubmatch(text, -1); found != nil {
			moves = append(moves, judgetest.Message{Tells: found[len(found)-1][1], Number: i})
		}
	}
	return moves
}

// play makes moves until end is closed, and one more, which shows that the last process has sent what the killed ones
// left. Each move waits for the message about the one before.
func (p *pair) play(random *rand.Rand, end <-chan struct{}) {
	for ends := false; !ends; {
		select {
		case <-end:
			ends = true
		default:
		}
		if p.over() {
			p.begin()
		}
		if p.think > 0 {
			time.Sleep(rand.N(2 * p.think))
		}
		side, move := p.choose(random)
		began := time.Now()
		p.says(side, "/m "+string(move))
		n := len(p.moves)
		p.until(fmt.Sprintf("the group hears of move %d, %s", n, move), func() bool {
			told := p.told()
			return len(told) > 0 && told[len(told)-1].Tells == string(move) && len(told) >= n
		})
		p.waits = append(p.waits, wait{began, time.Since(began)})
	}
}

// over reports whether the next move needs another match; a match that neither side can win any more counts as over.
func (p *pair) over() bool {
	if p.games == 0 || p.line.Outcome().Decided() {
		return true
	}
	position, can := p.line.Position().(engine.Drawer)
	return can && position.IsDeadPosition()
}

// choose returns a random legal move and the player whose it is.
func (p *pair) choose(random *rand.Rand) (side int, move engine.Move) {
	var all []engine.Move
	for move := range p.line.Position().Moves() {
		all = append(all, move)
	}
	move = all[random.IntN(len(all))]
	if p.line.Turn() == engine.Second {
		side = 1
	}
	p.line, _ = p.line.Play(move) // it is legal
	p.moves = append(p.moves, move)
	return side, move
}

// restarted notes which messages the group has read when the program is restarted.
func (p *pair) restarted() {
	n := p.heard()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.born = append(p.born, n)
}

// begin has the first player challenge the second, who accepts.
func (p *pair) begin() {
	game := draughts.Portuguese
	start, err := game.New(engine.Options{})
	if err != nil {
		panic(err)
	}
	p.line = game.NewLine(start)
	p.games++
	said := p.heard()
	p.says(0, "/play damas colour=white @"+p.names()[1])
	p.until("the challenge is told", func() bool { return slices.ContainsFunc(p.texts()[said:], offered.MatchString) })
	said = p.heard()
	p.says(1, "/accept")
	p.until("the board is shown", func() bool {
		return slices.ContainsFunc(p.boards()[said:], func(text string) bool {
			return text != "" &&
				!moved.MatchString(text)
		})
	})
}

// settle makes each board a new message, so that every move can be read afterwards. On Discord it waits for the bot to
// connect, as nothing is received before.
func settle(pairs []*pair) {
	var settling sync.WaitGroup
	for _, p := range pairs {
		settling.Go(func() {
			said, again := p.heard(), time.Now()
			p.until("the setting is told", func() bool {
				if now := time.Now(); !now.Before(again) {
					again = now.Add(5 * time.Second)
					p.says(0, "/settings message new")
				}
				return p.heard() > said
			})
		})
	}
	settling.Wait()
}

// judge compares the moves typed with those told to the group and those stored.
func (p *pair) judge(stored []engine.Move) judgetest.Verdict {
	told := p.told()
	for i := range told {
		if p.answer != nil {
			told[i].Answer = p.answer(told[i].Number)
		}
	}
	return judgetest.Judge(judgetest.Record{Happened: texts(p.moves), Stored: texts(stored), Said: told, Falls: p.born})
}

func texts(moves []engine.Move) (all []string) {
	for _, m := range moves {
		all = append(all, string(m))
	}
	return all
}

// storedMoves returns the moves of all matches of a group, in order.
func storedMoves(t *testing.T, store storage.Store, room string) (moves []engine.Move) {
	t.Helper()
	heads, err := store.Find(t.Context(), storage.Query{Room: room})
	if err != nil {
		t.Fatal(err)
	}
	for _, head := range slices.Backward(heads) {
		if head.Undelivered() {
			t.Errorf("match %s is not said: %+v of %d", head.ID, head.Places, head.N)
		}
		events, err := store.Events(t.Context(), head.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if e.Kind == match.Moved {
				moves = append(moves, e.Move)
			}
		}
	}
	return moves
}
