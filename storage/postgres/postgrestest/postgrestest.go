// Package postgrestest gives tests a real PostgreSQL: a private cluster in a temporary folder, reachable by a socket
// only, started on first use and stopped after the package's tests.
package postgrestest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tabuleiro/engine/longtest"
)

// Variable is the environment variable that names a server to use instead: "postgres://USER@HOST/DATABASE".
const Variable = "TABULEIRO_TEST_POSTGRES"

// missing is the reason why tests are skipped.
const missing = "no PostgreSQL here: install Debian's package postgresql, or name a server in " + Variable

// Suite runs the tests of a package and then stops the cluster. It is for TestMain.
type Suite struct{ *testing.M }

// Run runs the tests and returns the exit code.
func (s Suite) Run() int {
	defer func() {
		if running != nil {
			running.stop()
		}
	}()
	return s.M.Run()
}

var (
	start   sync.Once
	running *cluster
	failed  error
)

// Wanted reports whether tests that need a server are to run: one is named, or long tests run and PostgreSQL is
// installed or required by CI.
func Wanted() bool {
	return os.Getenv(Variable) != "" || longtest.All() && (programs() != "" || os.Getenv("CI") != "")
}

// New is NewShort for long tests: it skips the test if only short tests run and no server is named.
func New(t testing.TB) string {
	t.Helper()
	if os.Getenv(Variable) == "" {
		longtest.Skip(t)
	}
	return NewShort(t)
}

// NewShort returns the address of an empty database that is dropped after the test. Without PostgreSQL the test is
// skipped, or fails if the variable CI is set.
func NewShort(t testing.TB) string {
	t.Helper()
	server := os.Getenv(Variable)
	if server == "" {
		bin := programs()
		if bin == "" && os.Getenv("CI") != "" {
			t.Fatal(missing)
		}
		if bin == "" {
			t.Skip(missing)
		}
		start.Do(func() { running, failed = begin(bin) })
		if failed != nil {
			t.Fatal(failed)
		}
		server = running.address("postgres")
	}
	name := "tabuleiro_" + strings.ToLower(rand.Text()[:12])
	do := func(sql string) error {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		conn, err := pgx.Connect(ctx, server)
		if err != nil {
			return err
		}
		defer conn.Close(ctx)
		_, err = conn.Exec(ctx, sql)
		return err
	}
	// The locale sorts differently from bytes, so that tests notice a comparison in the database's default order.
	if err := do("CREATE DATABASE " + name + " TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := do("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	at, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	at.Path = "/" + name
	return at.String()
}

// programs returns the folder with the server's programs, "" if there is none.
func programs() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil { // the link may lie outside the folder of the others
			return filepath.Dir(path)
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // Debian's folders, one per version
	slices.Sort(found)
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(found[len(found)-1])
}

type cluster struct {
	folder string
	server *exec.Cmd
	log    bytes.Buffer
}

// begin creates a cluster and waits until it answers.
func begin(bin string) (*cluster, error) {
	folder, err := os.MkdirTemp("", "tabuleiro-postgres-")
	if err != nil {
		return nil, err
	}
	c := &cluster{folder: folder}
	as, err := ordinary(folder)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	data := filepath.Join(folder, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-N",
		"--locale=C.UTF-8", "-E", "UTF8")
	initdb.SysProcAttr, initdb.Dir = as, folder
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("initdb: %w\n%s", err, out), os.RemoveAll(folder))
	}
	c.server = exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", folder, "-c", "listen_addresses=",
		"-c", "fsync=off", "-c", "max_connections=200", "-c", "shared_buffers=16MB")
	c.server.SysProcAttr, c.server.Dir = as, folder
	c.server.Stdout, c.server.Stderr = &c.log, &c.log
	if err := launch(c.server); err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for tick := time.NewTicker(20 * time.Millisecond); ; {
		conn, err := pgx.Connect(ctx, c.address("postgres"))
		if err == nil {
			tick.Stop()
			return c, conn.Close(ctx)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			c.stop()
			return nil, fmt.Errorf("PostgreSQL does not answer: %w\n%s", err, c.log.String())
		}
	}
}

// launch starts a program from a thread that never ends: Linux sends Pdeathsig when the thread that started it exits,
// and threads exit with goroutines locked to them.
func launch(cmd *exec.Cmd) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		started <- cmd.Start()
		select {}
	}()
	return <-started
}

func (c *cluster) address(database string) string {
	return "postgres://postgres@/" + database + "?host=" + url.QueryEscape(c.folder)
}

func (c *cluster) stop() {
	_ = c.server.Process.Signal(os.Interrupt) // fast shutdown, which disconnects clients
	_ = c.server.Wait()
	_ = os.RemoveAll(c.folder)
}
