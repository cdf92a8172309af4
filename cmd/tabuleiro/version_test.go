package main

import "testing"

// A build without a version has the commit that the linker was given.
func TestVersion(t *testing.T) {
	before := commit
	defer func() { commit = before }()
	for said, want := range map[string]string{"9f8e": "9f8e", "": "of an unknown commit"} {
		commit = said
		if got := version(); got != want {
			t.Errorf("with the commit %q it is %q, want %q", said, got, want)
		}
	}
}
