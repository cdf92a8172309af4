package faults

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A module of one function and a test of a part of it: faults in that part are noticed, those beside it are not.
func TestFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.24\n",
		"add.go": "package example\n\nfunc Add(a, b int) int {\n\tif a < 0 {\n\t\treturn 0\n\t}\n\treturn a + b\n}\n",
		"add_test.go": "package example\n\nimport \"testing\"\n\nfunc TestAdd(t *testing.T) {\n" +
			"\tif Add(2, 3) != 5 {\n\t\tt.Error()\n\t}\n}\n",
		"list": "# file, line, what it becomes, tests\n\nadd.go\treturn a + b\treturn a - b\t.\tTestAdd\n",
		"weak": "add.go\treturn 0\treturn 1\t.\tTestAdd\n",
		"gone": "add.go\treturn b\treturn a\t.\tTestAdd\n",
	} {
		if err := os.WriteFile(filepath.Join(".", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if err := Run(t.Context(), []string{"-count", "100", "."}, &out); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"noticed\tadd.go:7\treturn a + b\treturn a - b\t./.\tTestAdd\n",
		"UNNOTICED\tadd.go:5\treturn 0\treturn 1\t\t\n",
		"UNNOTICED\tadd.go:4\tif a < 0 {\tif a <= 0 {\t\t\n", // the test adds no nought
	} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("no line %q in\n%s", line, &out)
		}
	}
	for list, want := range map[string]string{"list": "", "weak": "UNNOTICED", "gone": "no line"} {
		err := Run(t.Context(), []string{"-list", list}, &out)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", list, err)
		}
	}
}
