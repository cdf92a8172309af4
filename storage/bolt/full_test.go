//go:build linux

package bolt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tabuleiro/engine/longtest"
	"tabuleiro/storage"
	"tabuleiro/storage/storagetest"
)

func init() { children["full"] = fullChild }

// fullChild runs out of space, in the way named by its first argument, and gets some back. Finally it copies its
// database to the second argument, and prints what was acknowledged meanwhile.
func fullChild(args []string) error {
	ctx := context.Background()
	way, folder := args[0], filepath.Dir(args[1])
	give := func() error { return nil }
	take := give
	switch way {
	case "disk": // a real one, of this process alone
		folder = filepath.Join(folder, "disk")
		if err := os.Mkdir(folder, 0o700); err != nil {
			return err
		}
		if err := syscall.Mount("tabuleiro", folder, "tmpfs", 0, "size=2m"); err != nil {
			return fmt.Errorf("skip: no disk to fill: %w", err)
		}
		give = func() error { return syscall.Mount("tabuleiro", folder, "tmpfs", syscall.MS_REMOUNT, "size=16m") }
	case "limit": // on the length of files
		signal.Ignore(syscall.SIGXFSZ)
		limit := func(n uint64) error {
			return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: 1 << 30})
		}
		take = func() error { return limit(3 << 20) }
		give = func() error { return limit(1 << 30) }
	}
	s, err := Open(filepath.Join(folder, "db"), Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	if err := take(); err != nil {
		return err
	}
	n := 0
	step := func() error {
		err := s.Append(ctx, storagetest.NewHead("m", n+100), storagetest.NewEvents(n+1, n+100)...)
		if err == nil {
			n += 100
			fmt.Println("m", n)
		}
		return err
	}
	for err = nil; err == nil; {
		err = step()
	}
	if !errors.Is(err, storage.ErrFull) || !strings.Contains(err.Error(), s.path) {
		return fmt.Errorf("Append without space: %w, want ErrFull with the path", err)
	}
	if n == 0 {
		return errors.New("nothing fitted at all")
	}
	for range 5 { // an append that does not fit once does not fit again, and harms nothing
		if err := step(); !errors.Is(err, storage.ErrFull) {
			return fmt.Errorf("Append without space, again: %w, want ErrFull", err)
		}
		h, err := s.Head(ctx, "m")
		list, err2 := s.Events(ctx, "m")
		if err := errors.Join(err, err2); err != nil || h.N != n || len(list) != n {
			return fmt.Errorf("without space: head of %d, %d events, %w; want %d", h.N, len(list), err, n)
		}
	}
	if err := give(); err != nil {
		return err
	}
	for range 5 {
		if err := step(); err != nil {
			return fmt.Errorf("with space again: %w", err)
		}
	}
	return s.keepCopy(args[1])
}

func TestFull(t *testing.T) {
	longtest.Skip(t)
	for _, way := range []string{"disk", "limit"} {
		t.Run(way, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "copy")
			cmd := exec.Command(os.Args[0], way, path)
			cmd.Env = append(os.Environ(), childVariable+"=full")
			if way == "disk" {
				cmd.SysProcAttr = &syscall.SysProcAttr{
					Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
					UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
					GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
				}
			}
			out, err := cmd.Output()
			switch {
			case way == "disk" && cmd.ProcessState == nil:
				t.Skipf("no disk of its own for a child: %v", err)
			case strings.HasPrefix(string(out), "skip: "):
				t.Skip(string(out))
			case err != nil:
				t.Fatalf("the child failed: %v\n%s", err, out)
			}
			n := 0
			for r := bufio.NewScanner(strings.NewReader(string(out))); r.Scan(); {
				if _, err := fmt.Sscan(r.Text(), new(string), &n); err != nil {
					t.Fatalf("the child says %q", r.Text())
				}
			}
			t.Logf("%d events", n)
			s := openStore(t, path)
			consistent(t, s)
			if h, err := s.Head(t.Context(), "m"); h.N != n || n == 0 {
				t.Errorf("%d events, %v, want %d", h.N, err, n)
			}
		})
	}
}
