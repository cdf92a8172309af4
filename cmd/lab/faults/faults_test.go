package faults

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// In a module of two partly tested functions, faults in the tested parts are noticed, by the package's own tests or
// else by those of a package that depends on it; faults elsewhere are not.
func TestFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.24\n",
		"add.go": "package example\n\nfunc Add(a, b int) int {\n\tif a < 0 {\n\t\treturn 0\n\t}\n\treturn a + b\n}\n",
		"add_test.go": "package example\n\nimport \"testing\"\n\nfunc TestAdd(t *testing.T) {\n" +
			"\tif Add(2, 3) != 5 {\n\t\tt.Error()\n\t}\n}\n",
		"add_plan9.go": "package example\n\nfunc never() bool { return true }\n",
		"user/user.go": "package user\n\nimport \"example\"\n\nfunc Next(a int) int { return example.Add(a, 1) }\n",
		"user/user_test.go": "package user\n\nimport \"testing\"\n\nfunc TestNext(t *testing.T) {\n" +
			"\tif Next(0) != 1 {\n\t\tt.Error()\n\t}\n}\n",
		"list": "# file, line, what it becomes, tests\n\nadd.go\treturn a + b\treturn a - b\t.\tTestAdd\n",
		"weak": "add.go\treturn 0\treturn 1\t.\tTestAdd\n",
		"gone": "add.go\treturn b\treturn a\t.\tTestAdd\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for args, lines := range map[string][]string{
		"-count 100": {
			"noticed\tadd.go:7\treturn a + b\treturn a - b\texample\tTestAdd\n",
			"noticed\tadd.go:4\tif a < 0 {\tif a <= 0 {\texample/user\tTestNext\n",
			"UNNOTICED\tadd.go:5\treturn 0\treturn 1\t\t\n",
			"noticed\tuser/user.go:5\t",
		},
		"-count 100 -dependents 0 .": {
			"UNNOTICED\tadd.go:4\tif a < 0 {\tif a <= 0 {\t\t\n", "3 of 4 went unnoticed\n",
		},
	} {
		var out strings.Builder
		if err := Run(t.Context(), strings.Fields(args), &out); err != nil {
			t.Fatal(err)
		}
		for _, line := range lines {
			if !strings.Contains(out.String(), line) {
				t.Errorf("%s: no line %q in\n%s", args, line, &out)
			}
		}
		if strings.Contains(out.String(), "plan9") {
			t.Errorf("%s: a file of another system is changed:\n%s", args, &out)
		}
	}
	for list, want := range map[string]string{"list": "", "weak": "UNNOTICED", "gone": "no line"} {
		err := Run(t.Context(), []string{"-list", list}, io.Discard)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", list, err)
		}
	}
}
