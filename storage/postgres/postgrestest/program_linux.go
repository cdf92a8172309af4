package postgrestest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// program is one that runs beside the test, with all that it has started.
type program struct {
	args   []string
	folder string
	data   string // the folder of the PostgreSQL that it has started, which outlives it; "": none

	cmd *exec.Cmd
	log tail
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (l *tail) Write(b []byte) (int, error) {
	const most = 8 << 10
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, b...)
	l.text = bytes.Clone(l.text[max(0, len(l.text)-most):])
	return len(b), nil
}

func (p *program) last() string {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return string(p.log.text)
}

// start starts it as a user that is not root. It ends with the test: in good order, so that what it has started ends,
// too.
func (p *program) start(t testing.TB) {
	t.Helper()
	as, err := ordinary(p.folder)
	if err != nil {
		t.Fatal(err)
	}
	as.Pdeathsig = syscall.SIGTERM
	p.cmd = exec.Command(p.args[0], p.args[1:]...)
	p.cmd.SysProcAttr, p.cmd.Dir = as, p.folder
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.folder, "LANG=C.UTF-8"}
	p.cmd.Stdout, p.cmd.Stderr = &p.log, &p.log
	p.cmd.WaitDelay = time.Second // for what else holds its output
	if err := launch(p.cmd); err != nil {
		t.Fatal(err)
	}
}

// kill ends it and all that it has started at once.
func (p *program) kill() {
	if p.cmd == nil {
		return
	}
	p.signal(syscall.SIGKILL)
	_ = p.cmd.Wait()
	p.cmd = nil
}

// signal has the system do something with it and with all that it has started: those first that start others.
func (p *program) signal(s syscall.Signal) {
	roots := []int{p.cmd.Process.Pid}
	if pid := p.postmaster(); pid > 0 {
		roots = append(roots, pid)
	}
	for _, pid := range roots {
		_ = syscall.Kill(pid, s)
	}
	for _, pid := range below(roots) {
		_ = syscall.Kill(pid, s)
	}
}

// postmaster is the process of PostgreSQL that has started the others of a server; 0 if none runs.
func (p *program) postmaster() int {
	text, err := os.ReadFile(filepath.Join(p.data, "postmaster.pid"))
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, _ := strconv.Atoi(first)
	if name, err := os.ReadFile(filepath.Join("/proc", first, "comm")); err != nil ||
		strings.TrimSpace(string(name)) != "postgres" {
		return 0 // it was killed, and the file stayed
	}
	return pid
}

// below are the processes that some have started, and those that these have started.
func below(roots []int) (all []int) {
	children := map[int][]int{}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(text), ") ") // its name is in brackets; then its state and its parent: proc(5)
		if fields := strings.Fields(rest); len(fields) > 1 {
			parent, _ := strconv.Atoi(fields[1])
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			children[parent] = append(children[parent], pid)
		}
	}
	for len(roots) > 0 {
		found := children[roots[0]]
		all, roots = append(all, found...), append(roots[1:], found...)
	}
	return all
}
