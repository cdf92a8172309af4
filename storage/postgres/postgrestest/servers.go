package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL of one test, which can fail and have a replica.
type Server struct {
	t      testing.TB
	bin    string
	folder string
	port   string
	run    *exec.Cmd
}

// NewServer starts an empty server, or skips the test if PostgreSQL is not installed.
func NewServer(t testing.TB) *Server {
	t.Helper()
	s := newServer(t)
	s.command("initdb", "-D", s.data(), "-U", "postgres", "-A", "trust", "-N", "--locale=C.UTF-8", "-E", "UTF8")
	s.Start()
	return s
}

func newServer(t testing.TB) *Server {
	t.Helper()
	bin := programs()
	if bin == "" {
		t.Skip(missing)
	}
	folder, err := os.MkdirTemp("", "tabuleiro-server-")
	if err != nil {
		t.Fatal(err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	free.Close()
	s := &Server{t: t, bin: bin, folder: folder, port: port}
	t.Cleanup(func() {
		s.Kill()
		_ = os.RemoveAll(folder)
	})
	return s
}

func (s *Server) data() string { return filepath.Join(s.folder, "data") }

// Address returns an address of one or more servers that connects to the one that accepts writes.
func Address(servers ...*Server) string {
	hosts := ""
	for _, s := range servers {
		hosts += ",127.0.0.1:" + s.port
	}
	return "postgres://postgres@" + hosts[1:] + "/postgres?target_session_attrs=read-write&sslmode=disable"
}

// command runs a program of PostgreSQL and waits for it.
func (s *Server) command(name string, args ...string) {
	s.t.Helper()
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	as, err := ordinary(s.folder)
	if err != nil {
		s.t.Fatal(err)
	}
	cmd.SysProcAttr, cmd.Dir = as, s.folder
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// Start starts the server and waits until it answers.
func (s *Server) Start() {
	s.t.Helper()
	s.run = exec.Command(filepath.Join(s.bin, "postgres"), "-D", s.data(), "-k", s.folder, "-p", s.port,
		"-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=60", "-c", "shared_buffers=16MB")
	as, err := ordinary(s.folder)
	if err != nil {
		s.t.Fatal(err)
	}
	s.run.SysProcAttr, s.run.Dir = as, s.folder
	if err := launch(s.run); err != nil {
		s.t.Fatal(err)
	}
	s.until("the server answers", `SELECT true`)
}

// Stop shuts the server down in an orderly way.
func (s *Server) Stop() {
	_ = s.run.Process.Signal(os.Interrupt)
	_ = s.run.Wait()
	s.run = nil
}

// Kill ends the server like a machine failure.
func (s *Server) Kill() {
	if s.run == nil {
		return
	}
	_ = s.run.Process.Kill() // its children notice and exit
	_ = s.run.Wait()
	s.run = nil
}

// Replica starts a replica of this server, which from then on acknowledges only writes that the replica has.
func (s *Server) Replica() *Server {
	s.t.Helper()
	r := newServer(s.t)
	r.command("pg_basebackup", "-D", r.data(), "-h", "127.0.0.1", "-p", s.port, "-U", "postgres", "-R", "-X", "stream",
		"-c", "fast")
	r.Start()
	s.until("the replica follows", `SELECT count(*) = 1 FROM pg_stat_replication WHERE state = 'streaming'`)
	s.do(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
	s.do(`SELECT pg_reload_conf()`)
	s.until("it is in step", `SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'`)
	return r
}

// Promote makes a replica accept writes.
func (s *Server) Promote() {
	s.t.Helper()
	s.do(`ALTER SYSTEM SET synchronous_standby_names = ''`)
	s.do(`SELECT pg_reload_conf()`)
	s.do(`SELECT pg_promote()`)
	s.until("it takes writes", `SELECT NOT pg_is_in_recovery()`)
}

// connect connects to the server, whether or not it accepts writes.
func (s *Server) connect(ctx context.Context) (*pgx.Conn, error) {
	return pgx.Connect(ctx, fmt.Sprintf("postgres://postgres@127.0.0.1:%s/postgres?sslmode=disable", s.port))
}

func (s *Server) do(sql string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := s.connect(ctx)
	if err == nil {
		_, err = conn.Exec(ctx, sql)
		err = errors.Join(err, conn.Close(ctx))
	}
	if err != nil {
		s.t.Fatalf("%s: %v", sql, err)
	}
}

// until waits until a query returns true.
func (s *Server) until(what, sql string) {
	s.t.Helper()
	ask := func() (is bool) {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		conn, err := s.connect(ctx)
		if err != nil {
			return false
		}
		defer conn.Close(ctx)
		return conn.QueryRow(ctx, sql).Scan(&is) == nil && is
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(time.Minute); !ask(); {
		select {
		case <-tick.C:
		case <-late:
			s.t.Fatal("waited in vain until " + what)
		}
	}
}
