package main

import "testing"

func TestVersion(t *testing.T) {
	for _, c := range []struct{ name, stamped, commit, want string }{
		{"a checkout", "v0.0.0-20261130014658-a5a9a225feed+dirty", "9f8e", "v0.0.0-20261130014658-a5a9a225feed+dirty"},
		{"a version", "v1.2.0", "", "v1.2.0"},
		{"no stamp", "(devel)", "", "of an unknown commit, file d1"},
		{"no stamp, and the commit said to the linker", "(devel)", "9f8e", "9f8e"},
		{"nothing known", "", "", "of an unknown commit, file d1"},
	} {
		if got := versionOf(c.stamped, c.commit, func() string { return "d1" }); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
