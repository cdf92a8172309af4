package main

import (
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	stamp := []debug.BuildSetting{{Key: "vcs.revision", Value: "0a1b2c"}}
	local := append(stamp, debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	for _, c := range []struct {
		name, main, commit, want string
		settings                 []debug.BuildSetting
	}{
		{"a checkout", "(devel)", "", "0a1b2c", stamp},
		{"a checkout with changes", "(devel)", "", "0a1b2c (with local changes)", local},
		{"a version and its commit", "v1.2.0", "", "v1.2.0 0a1b2c", stamp},
		{"a version", "v1.2.0", "", "v1.2.0", nil},
		{"no stamp", "(devel)", "", "of an unknown commit, file d1", nil},
		{"no stamp, and the commit said to the linker", "(devel)", "9f8e", "9f8e", nil},
		{"nothing known", "", "", "of an unknown commit, file d1", nil},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.main}, Settings: c.settings}
		if got := versionOf(info, c.commit, func() string { return "d1" }); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
