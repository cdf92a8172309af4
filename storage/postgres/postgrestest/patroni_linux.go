package postgrestest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Nodes is how many servers a Patroni has, and how many keep its memory.
const Nodes = 3

// Patroni is a database of three servers on this machine, of which one is the leader and every commit waits for another
// one. They are looked after by Patroni, with its memory in three etcd. It goes away with the test.
type Patroni struct {
	Address string // of the database: all servers, of which the one is looked for that can be written to

	t      testing.TB
	folder string
	nodes  [Nodes]*node
	port   int // the last one that was tried for a server
}

// node is a server with the Patroni that looks after it, and all its ways to and from the rest of the world.
type node struct {
	folder string
	sql    *Wire // to the server
	api    *Wire // to Patroni
	memory [Nodes]*Wire
	direct string // Patroni's own address, for the test
	run    *program
}

// needed are the programs that Patroni takes besides those of PostgreSQL.
var needed = []string{"patroni", "etcd"}

// NewPatroni starts one, and waits until it is whole. Without the programs the test is skipped; if the variable CI is
// set it fails.
func NewPatroni(t testing.TB) *Patroni {
	t.Helper()
	bin := programs()
	for _, name := range needed {
		if _, err := exec.LookPath(name); err != nil {
			bin = ""
		}
	}
	if bin == "" {
		const missing = "no Patroni here: install Debian's packages postgresql, patroni and etcd-server"
		if os.Getenv("CI") != "" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	folder, err := os.MkdirTemp("", "tabuleiro-patroni-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o711); err != nil {
		t.Fatal(err)
	}
	p := &Patroni{t: t, folder: folder, port: 10000 + rand.IntN(20000)} // another one than a test beside it, as a rule
	etcds := p.remember()
	var hosts []string
	for i := range p.nodes {
		p.nodes[i] = p.node(i, bin, etcds)
		hosts = append(hosts, p.nodes[i].sql.Address)
	}
	p.Address = "postgres://postgres@" + strings.Join(hosts, ",") +
		"/postgres?sslmode=disable&target_session_attrs=read-write"
	t.Cleanup(func() {
		if t.Failed() {
			p.tell()
		}
	})
	for i := range p.nodes {
		p.Start(i)
	}
	p.Whole(time.Minute)
	return p
}

// own is a folder of the user that the programs run as.
func (p *Patroni) own(name string) string {
	folder := filepath.Join(p.folder, name)
	if err := os.Mkdir(folder, 0o700); err != nil {
		p.t.Fatal(err)
	}
	if _, err := ordinary(folder); err != nil {
		p.t.Fatal(err)
	}
	return folder
}

// free is an address where nothing listens, nor will before a server does, also one that is started again: Linux gives
// the ports from 32768 on to whoever asks for any, such as every connection that is made.
func (p *Patroni) free() string {
	for p.port++; p.port < 32768; p.port++ {
		if l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", p.port)); err == nil {
			defer l.Close()
			return l.Addr().String()
		}
	}
	p.t.Fatal("no port is free")
	return ""
}

// remember starts the etcd, and returns their addresses.
func (p *Patroni) remember() (clients [Nodes]string) {
	var peers [Nodes]string
	var all []string
	for i := range peers {
		peers[i], clients[i] = p.free(), p.free()
		all = append(all, fmt.Sprintf("e%d=http://%s", i, peers[i]))
	}
	for i := range peers {
		folder := p.own(fmt.Sprint("etcd", i))
		run := &program{folder: folder, args: []string{"etcd", "--name", fmt.Sprint("e", i), "--data-dir",
			filepath.Join(folder, "data"),
			"--listen-peer-urls", "http://" + peers[i], "--initial-advertise-peer-urls", "http://" + peers[i],
			"--listen-client-urls", "http://" + clients[i], "--advertise-client-urls", "http://" + clients[i],
			"--initial-cluster", strings.Join(all, ","), "--enable-v2", "--logger", "zap", "--log-level", "error"}}
		run.start(p.t)
		p.t.Cleanup(run.kill)
	}
	p.until("the etcd agree on a version", time.Minute, func() bool {
		for _, at := range clients {
			var told struct{ Etcdcluster string }
			if ask("http://"+at+"/version", &told); !strings.HasPrefix(told.Etcdcluster, "3.") {
				return false // Patroni does not begin with one that is not decided
			}
		}
		return true
	})
	return clients
}

// ask reads JSON, which stays as it is where there is none.
func ask(url string, to any) {
	client := http.Client{Timeout: 2 * time.Second}
	defer client.CloseIdleConnections()
	if answer, err := client.Get(url); err == nil {
		_ = json.NewDecoder(answer.Body).Decode(to)
		answer.Body.Close()
	}
}

// node lays the ways of a server and writes down how Patroni is to look after it.
func (p *Patroni) node(i int, bin string, etcds [Nodes]string) *node {
	n := &node{folder: p.own(fmt.Sprint("node", i)), sql: &Wire{}, api: &Wire{}}
	server := p.free()
	n.direct = p.free()
	n.sql.Address = n.sql.lay(p.t, "tcp", server)
	n.api.Address = n.api.lay(p.t, "tcp", n.direct)
	var memory []string
	for j, etcd := range etcds {
		n.memory[j] = &Wire{}
		memory = append(memory, n.memory[j].lay(p.t, "tcp", etcd))
	}
	// JSON is YAML, too. Patroni takes no shorter ttl, which is after how many seconds a silent leader is replaced. By
	// the newer protocol of etcd ("etcd3") Patroni before 3.0.3 lets a leader that was stopped take the place of the
	// next one again, with what that has acknowledged: https://github.com/patroni/patroni/pull/2689
	config, err := json.Marshal(map[string]any{
		"scope": "tabuleiro", "name": fmt.Sprint("n", i),
		"restapi": map[string]any{"listen": n.direct, "connect_address": n.api.Address},
		"etcd":    map[string]any{"hosts": memory, "protocol": "http", "use_proxies": true},
		"bootstrap": map[string]any{
			"dcs": map[string]any{
				"ttl": 20, "loop_wait": 2, "retry_timeout": 5,
				"synchronous_mode": true, "synchronous_mode_strict": true, "primary_start_timeout": 0,
				"postgresql": map[string]any{"use_pg_rewind": true, "parameters": map[string]any{
					"wal_log_hints": "on", "shared_buffers": "16MB", "max_connections": 60, "fsync": "off", "log_min_messages": "log",
					"unix_socket_directories": n.folder,
				}},
			},
			"initdb": []any{map[string]string{"encoding": "UTF8"}, map[string]string{"locale": "C.UTF-8"}, "no-sync"},
		},
		"postgresql": map[string]any{
			"listen": server, "connect_address": n.sql.Address, "data_dir": filepath.Join(n.folder, "data"), "bin_dir": bin,
			"pgpass":     filepath.Join(n.folder, "pgpass"),
			"parameters": map[string]any{"unix_socket_directories": n.folder},
			"pg_hba": []string{"local all all trust", "host all all 127.0.0.1/32 trust",
				"host replication all 127.0.0.1/32 trust"},
			"authentication": map[string]any{
				"superuser": map[string]string{"username": "postgres"}, "replication": map[string]string{"username": "replicator"},
			},
		},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	file := filepath.Join(n.folder, "patroni.yaml")
	if err := os.WriteFile(file, config, 0o644); err != nil {
		p.t.Fatal(err)
	}
	n.run = &program{folder: n.folder, args: []string{"patroni", file}, data: filepath.Join(n.folder, "data")}
	p.t.Cleanup(n.run.kill)
	return n
}

// Start starts a server, which is as its Patroni finds it.
func (p *Patroni) Start(i int) { p.nodes[i].run.start(p.t) }

// Kill ends a server and its Patroni as a failure of the machine would.
func (p *Patroni) Kill(i int) { p.nodes[i].run.kill() }

// Pause stops a server and its Patroni in the middle of whatever they do, until Resume.
func (p *Patroni) Pause(i int) { p.nodes[i].run.signal(syscall.SIGSTOP) }

// Resume has them go on.
func (p *Patroni) Resume(i int) { p.nodes[i].run.signal(syscall.SIGCONT) }

// CutOff has nothing reach a server and its Patroni any more, nor anything that they say reach others, until Mend.
func (p *Patroni) CutOff(i int) {
	for _, w := range p.nodes[i].wires() {
		w.Silence()
	}
}

// Mend ends that.
func (p *Patroni) Mend(i int) {
	for _, w := range p.nodes[i].wires() {
		w.Mend()
	}
}

func (n *node) wires() []*Wire { return append(n.memory[:], n.sql, n.api) }

// member is what Patroni tells of a server.
type member struct {
	Name, Role, State string
}

// members is what the Patroni of a server tells of all; nil if it does not.
func (p *Patroni) members(i int) []member {
	var told struct{ Members []member }
	ask("http://"+p.nodes[i].direct+"/cluster", &told)
	return told.Members
}

// leader is the server that leads, as seen by one that is not left out; false if none does.
func (p *Patroni) leader(without int) (int, bool) {
	for i := range p.nodes {
		if i == without {
			continue
		}
		for _, m := range p.members(i) {
			if m.Role == "leader" && m.State == "running" {
				return int(m.Name[1] - '0'), true
			}
		}
	}
	return 0, false
}

// Leader is the server that leads.
func (p *Patroni) Leader() int {
	p.t.Helper()
	i, ok := p.leader(-1)
	if !ok {
		p.t.Fatal("no server leads")
	}
	return i
}

// Another waits until another server leads than one.
func (p *Patroni) Another(than int, patience time.Duration) {
	p.t.Helper()
	p.until("another server leads", patience, func() bool {
		i, ok := p.leader(than)
		return ok && i != than
	})
}

// Whole waits until one server leads, and the others have what it has, one of them in step: so that it can be done
// without any of them. The word of Patroni is not enough: a server that runs may still have to catch up with one that
// goes next.
func (p *Patroni) Whole(patience time.Duration) {
	p.t.Helper()
	const near = `SELECT count(*), count(*) FILTER (WHERE sync_state = 'sync') FROM pg_stat_replication
		WHERE state = 'streaming' AND application_name LIKE 'n%' AND pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) < 1000000`
	p.until("all servers run", patience, func() bool {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		conn, err := pgx.Connect(ctx, p.Address)
		if err != nil {
			return false
		}
		defer conn.Close(ctx)
		var all, inStep int
		return conn.QueryRow(ctx, near).Scan(&all, &inStep) == nil && all == Nodes-1 && inStep == 1
	})
}

func (p *Patroni) until(what string, patience time.Duration, so func() bool) {
	p.t.Helper()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(patience); !so(); {
		select {
		case <-tick.C:
		case <-late:
			p.t.Fatal("waited in vain until " + what)
		}
	}
}

// tell logs what the programs have said last.
func (p *Patroni) tell() {
	for i, n := range p.nodes {
		if n != nil {
			p.t.Logf("server %d, %v:\n%s", i, p.members(i), n.run.last())
		}
	}
}
