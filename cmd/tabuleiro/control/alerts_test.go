package control_test

import (
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"tabuleiro/cmd/tabuleiro/config"
)

// read decodes a YAML file beside the program.
func read(t *testing.T, name string, to any) {
	t.Helper()
	text, err := os.ReadFile("../" + name)
	if err == nil {
		err = yaml.UnmarshalWithOptions(text, to, yaml.AllowDuplicateMapKey())
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

var (
	metricNamed = regexp.MustCompile(`\btabuleiro_\w+`)
	labelNamed  = regexp.MustCompile(`\$labels\.(\w+)`)
	summedBy    = regexp.MustCompile(`\bby \(([^)]*)\)`)
)

// Each metric and label in an alert exists in a bot that has just started; the job is that of Prometheus'
// configuration.
func TestAlerts(t *testing.T) {
	_, told := watch(t).get("/metrics")
	var rules struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr string
				For         string
				Annotations map[string]string
			}
		}
	}
	read(t, "alerts.yaml", &rules)
	if len(rules.Groups) != 1 || len(rules.Groups[0].Rules) != 7 {
		t.Fatalf("these are not seven alerts: %+v", rules)
	}
	for _, r := range rules.Groups[0].Rules {
		names := metricNamed.FindAllString(r.Expr, -1)
		if len(names) == 0 && !strings.Contains(r.Expr, `up{job="tabuleiro"}`) {
			t.Errorf("%s looks at nothing of the bot", r.Alert)
		}
		for _, name := range names {
			if !regexp.MustCompile(`(?m)^` + name + `[ {]`).MatchString(told) {
				t.Errorf("%s: the bot tells no %s", r.Alert, name)
			}
		}
		if r.Annotations["summary"] == "" {
			t.Errorf("%s says nothing", r.Alert)
		}
		for _, label := range labelNamed.FindAllStringSubmatch(r.Annotations["summary"], -1) {
			kept := label[1] == "instance" || strings.Contains(told, names[0]+"{"+label[1]+"=")
			if by := summedBy.FindStringSubmatch(r.Expr); by != nil {
				kept = strings.Contains(by[1], label[1])
			}
			if !kept {
				t.Errorf("%s: its metric has no label %s", r.Alert, label[1])
			}
		}
	}
	tool, err := exec.LookPath("promtool")
	if err != nil {
		return
	}
	for what, file := range map[string]string{"rules": "../alerts.yaml", "config": "../prometheus.yaml"} {
		if out, err := exec.Command(tool, "check", what, file).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
}

// The bot of compose.yaml has valid settings, Prometheus scrapes where it listens, mounted files exist, and each
// service has a health check.
func TestCompose(t *testing.T) {
	var all struct {
		Services map[string]struct {
			Image, Restart string
			Build          struct{ Context, Dockerfile string }
			Environment    map[string]string
			Volumes        []string
			Healthcheck    struct{ Test []string }
		}
		Volumes map[string]any
	}
	read(t, "compose.yaml", &all)
	var asked struct {
		Files []string `yaml:"rule_files"`
		Jobs  []struct {
			Name    string                       `yaml:"job_name"`
			Targets []struct{ Targets []string } `yaml:"static_configs"`
		} `yaml:"scrape_configs"`
	}
	read(t, "prometheus.yaml", &asked)
	if len(all.Services) != 3 {
		t.Fatalf("these are not three services: %+v", all)
	}
	for name, s := range all.Services {
		if s.Restart != "always" {
			t.Errorf("%s is not started again", name)
		}
		if built := s.Build.Dockerfile == "cmd/tabuleiro/Dockerfile" && s.Build.Context == "../.."; !built &&
			(s.Image == "" || len(s.Healthcheck.Test) == 0) {
			t.Errorf("%s has no image, or nobody asks how it is", name)
		}
		for _, v := range s.Volumes {
			from, _, _ := strings.Cut(v, ":")
			if file, is := strings.CutPrefix(from, "./"); is {
				if _, err := os.Stat("../" + file); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			} else if _, is := all.Volumes[from]; !is {
				t.Errorf("%s: there is no volume %s", name, from)
			}
		}
	}
	var variables []string
	for name, value := range all.Services["bot"].Environment {
		variables = append(variables, name+"="+value)
	}
	c, err := config.Read(os.DevNull, variables)
	if err != nil || c.Database.File() != "" {
		t.Fatalf("the settings of the bot: %v, %v", c.Database, err)
	}
	if at, _, _ := strings.Cut(strings.TrimPrefix(string(c.Database), "postgres://tabuleiro@"),
		"/"); all.Services[at].Image == "" {
		t.Errorf("there is no database %s", at)
	}
	_, port, err := net.SplitHostPort(string(c.Metrics.Listen))
	if err != nil || len(asked.Jobs) != 1 || asked.Jobs[0].Name != "tabuleiro" ||
		asked.Jobs[0].Targets[0].Targets[0] != "bot:"+port {
		t.Errorf("the bot listens at %s, %v; asked: %+v", c.Metrics.Listen, err, asked)
	}
	if len(asked.Files) != 1 || asked.Files[0] != "alerts.yaml" {
		t.Errorf("the alerts are not minded: %q", asked.Files)
	}
}
