package render

import (
	"os"
	"testing"
)

func TestTmp(t *testing.T) {
	for _, th := range Themes {
		v, s := hardest()
		s.Theme = th
		b, _ := drawn(v, s)
		os.WriteFile("/tmp/hard-"+th+os.Getenv("SUF")+".png", b, 0o644)
	}
}
