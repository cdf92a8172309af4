package main

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The units are valid for systemd, and start the program.
func TestUnit_Understood(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("no systemd here")
	}
	program, err := os.Executable() // some program that is there
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range []string{"tabuleiro.service", "tabuleiro@.service"} {
		text, err := os.ReadFile(unit)
		if err != nil {
			t.Fatal(err)
		}
		start := "\nExecStart=/usr/local/bin/tabuleiro\n"
		if strings.Count(string(text), start) != 1 {
			t.Errorf("%s lacks %q", unit, start)
		}
		here := filepath.Join(t.TempDir(), unit)
		if err := os.WriteFile(here, []byte(strings.Replace(string(text), start, "\nExecStart="+program+"\n", 1)),
			0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(analyze, "verify", "--man=no", here).CombinedOutput()
		if err != nil || strings.Contains(string(out), "tabuleiro") {
			t.Errorf("%s: %v:\n%s", unit, err, out)
		}
	}
}

// The units are hardened: systemd-analyze rates their exposure from 0 to 10.
func TestUnit(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("no systemd here")
	}
	for _, unit := range []string{"tabuleiro.service", "tabuleiro@.service"} {
		out, err := exec.Command(analyze, "security", "--offline=true", "--threshold=15", "--no-pager", unit).CombinedOutput()
		if err != nil && strings.Contains(string(out), "unrecognized option") {
			t.Skip("a systemd that cannot look at a file alone")
		}
		if err != nil {
			t.Errorf("%s: %v:\n%s", unit, err, out)
		}
	}
}

// The image is built from scratch with the Go version of go.mod and without C, and does not run as root; its data
// folder is closed to others.
func TestDockerfile(t *testing.T) {
	file, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	module, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(module)
	build, image, _ := strings.Cut(string(file), "\nFROM scratch\n")
	for stage, wants := range map[string][]string{
		build: {"FROM golang:" + string(version[1]) + " ", "CGO_ENABLED=0 ", " ./cmd/tabuleiro\n",
			" mkdir -m 0700 /volumes/data\n"},
		image: {"\nCOPY --from=build --chown=65532:65532 /volumes /\n", "\nVOLUME /data\n", "\nUSER 65532:65532\n",
			"\nENTRYPOINT [\"/tabuleiro\"]\n", "\nHEALTHCHECK CMD [\"/tabuleiro\", \"health\"]\n", "ca-certificates.crt"},
	} {
		for _, want := range wants {
			if !strings.Contains(stage, want) {
				t.Errorf("the Dockerfile lacks %q", want)
			}
		}
	}
	if strings.Contains(image, "\nFROM ") || strings.Contains(image, "\nRUN ") {
		t.Error("the image has more in it than the program")
	}
}

// Files that git ignores, such as a database or a file with tokens, are not sent to the image's builder either.
func TestDockerIgnore(t *testing.T) {
	lines := func(name string) []string {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(string(text), "\n")
	}
	ignored := lines(".dockerignore")
	for _, want := range lines(".gitignore") {
		if want = strings.TrimSuffix(want, "/"); want == "" {
			continue
		}
		below, rooted := strings.CutPrefix(want, "/")
		if !rooted {
			below = "**/" + strings.TrimPrefix(want, "**/")
		}
		if !slices.Contains(ignored, below) {
			t.Errorf("git ignores %s, and .dockerignore has no %s", want, below)
		}
	}
	if slices.Contains(ignored, ".git") {
		t.Error("the image cannot tell the revision of the program")
	}
}

// security has the tests that guard each line of operating.md on security, by the line's first words.
var security = map[string][]string{
	"Tokens": {"TestSecret", "TestSecret_OutOfPlace", "TestSecret_AsArgument", "TestLog_Short",
		"TestServices_Wrong", "TestToken_StaysSecret", "TestToken_IsSecret"},
	"Files":              {"TestModes", "TestDatabase_Shared"},
	"`tabuleiro.db.log`": {"TestKeyboard_Wrong"},
	"Backups hold names": {"TestModes", "TestErase", "TestErase_WhileReading", "TestDamaged", "TestBackup_Warns",
		"TestBackup_Replaces", "TestRestore_Refuses"},
	"`tabuleiro setup`":      {"TestSetup", "TestSetup_OfOne", "TestSetup_EndsWithoutFile"},
	"The socket":             {"TestControl", "TestSocket_OfLongName", "TestSocket_OfServer", "TestHealth_AtSocket"},
	"A webhook":              {"TestWebhook_Refuses"},
	"Metrics and `/healthz`": {"TestMetrics", "TestMonitor_Refuses", "TestMonitor_ForOthers"},
	"Input": {"FuzzHear", "FuzzConfigFile", "FuzzReadRecord", "FuzzFileName", "TestPages_Deadly",
		"TestPages_Random"},
	"The unit and the image": {"TestUnit", "TestUnit_Understood", "TestDockerfile", "TestDockerIgnore"},
}

// Each line of operating.md on security is guarded by existing tests.
func TestSecurityPage(t *testing.T) {
	text, err := os.ReadFile("operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ := strings.Cut(string(text), "\n## Security\n")
	page, _, _ = strings.Cut(page, "\n#")
	var lines []string
	for _, m := range regexp.MustCompile(`(?m)^- \*\*(.+?)\*\*`).FindAllStringSubmatch(page, -1) {
		lines = append(lines, m[1])
	}
	slices.Sort(lines)
	if named := slices.Sorted(maps.Keys(security)); !slices.Equal(lines, named) {
		t.Errorf("operating.md has %q,\nand here are %q", lines, named)
	}
	there := testsBelow(t, filepath.Join("..", ".."))
	for line, tests := range security {
		for _, name := range tests {
			if !there[name] {
				t.Errorf("%s: there is no %s", line, name)
			}
		}
		if len(tests) == 0 {
			t.Errorf("%s: held by no test", line)
		}
	}
}

var testDeclared = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)

func testsBelow(t *testing.T, root string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range testDeclared.FindAllStringSubmatch(string(text), -1) {
			names[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// Each fault listed in .ci/faults can still be made: its file has its line.
func TestFaults_Stand(t *testing.T) {
	root := filepath.Join("..", "..")
	list, err := os.ReadFile(filepath.Join(root, ".ci", "faults"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		fault := strings.Split(line, "\t")
		if len(fault) < 3 {
			continue // a comment
		}
		source, err := os.ReadFile(filepath.Join(root, fault[0]))
		if err != nil || !regexp.MustCompile(`(?m)^\s*`+regexp.QuoteMeta(fault[1])+`$`).Match(source) {
			t.Errorf("%s has no line %q: %v", fault[0], fault[1], err)
		}
	}
}
