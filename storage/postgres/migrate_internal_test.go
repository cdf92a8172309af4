package postgres

import (
	"strings"
	"testing"
)

// The steps are the same for all servers, but for the collation that one of them has in any case and does not take.
func TestSpelt(t *testing.T) {
	all, err := steps()
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range all {
		if got := spelt(step, "PostgreSQL 15.14 (Debian 15.14-0+deb12u1) on x86_64-pc-linux-gnu"); got != step {
			t.Errorf("for PostgreSQL it is\n%s", got)
		}
		if got := spelt(step, "CockroachDB CCL v25.2.0 (x86_64-pc-linux-gnu)"); strings.Contains(got, "COLLATE") ||
			strings.Count(got, "\n") != strings.Count(step, "\n") {
			t.Errorf("for CockroachDB it is\n%s", got)
		}
	}
}
