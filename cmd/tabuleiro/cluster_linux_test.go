package main

import (
	"flag"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"tabuleiro/storage/postgres/postgrestest"
)

var (
	falls = flag.Int("falls", 0, "how many times TestCluster takes the leader from the database; 0: it is skipped")
	long  = flag.Bool("long", false, "TestCluster takes the leader thirty times, for a minute each")
	far   = flag.Bool("far", false, "no process sees that another one has died, as on other machines; it needs root")
)

func init() {
	apart = func(cmd *exec.Cmd) {
		if *far {
			cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID}
		}
	}
}

// fall is something that happens to a server of the database, which is well again afterwards.
type fall struct {
	name       string
	begin, end func(*postgrestest.Patroni, int)
}

var allFalls = []fall{
	{"is killed", (*postgrestest.Patroni).Kill, (*postgrestest.Patroni).Start},
	{"is stopped", (*postgrestest.Patroni).Pause, (*postgrestest.Patroni).Resume},
	{"is cut off", (*postgrestest.Patroni).CutOff, (*postgrestest.Patroni).Mend},
}

// takeover is how long it may take until another server leads, of which the memory of Patroni forgets the one before
// only after 20 s.
const takeover = time.Minute

// TestCluster has people play with three of the real program on a PostgreSQL of three servers in step, whose leader is
// killed, stopped or cut off again and again, so that another one takes over: no move is lost, none stays unsaid, none
// is told in another order, and one is told twice only where the program could not note any more that it was told.
func TestCluster(t *testing.T) {
	down := time.Duration(0) // for how much longer after that
	if *long {
		*falls, down = max(*falls, 30), time.Minute
	}
	if *falls == 0 {
		t.Skip("only with -args -falls=3, or -long: it takes a while")
	}
	random := chance(t)
	p := postgrestest.NewPatroni(t)
	c, end, played := newCrew(t, random, nil, p.Address, p.Address, p.Address)
	wanted := named(allFalls, func(f fall) string { return f.name }, *only)
	for n := range *falls {
		f, leader, began := wanted[n%len(wanted)], p.Leader(), time.Now()
		f.begin(p, leader)
		c.struck()
		p.Another(leader, takeover)
		leads := time.Since(began)
		c.mark()
		c.answered(takeover)
		t.Logf("server %d %s: another one leads %.1f s later, people are answered after %.1f s", leader, f.name,
			leads.Seconds(), time.Since(began).Seconds())
		if left := down - time.Since(began); left > 0 {
			time.Sleep(left)
		}
		f.end(p, leader)
		p.Whole(takeover)
		c.mark()
		time.Sleep(5 * time.Second) // for some moves on all of them
	}
	close(end)
	played()
	c.judge(p.Address)
}

// answered waits until somebody is told something new.
func (c *crew) answered(patience time.Duration) {
	c.t.Helper()
	heard := func() (n int) {
		for _, p := range c.pairs {
			n += p.heard()
		}
		return n
	}
	late := time.Now().Add(patience)
	for before := heard(); heard() == before; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(late) {
			c.t.Fatal("nothing is told any more")
		}
	}
}
