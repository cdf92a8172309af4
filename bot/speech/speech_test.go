package speech

import (
	"testing"
)

func TestLoad(t *testing.T) {
	b, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	v, _ := b.In("pt-BR")
	t.Log(v.Text("rule.capture-most", Count(3), Text("Choices", "a, b")), v.Text("or", Text("A", "x"), Text("B", "y")))
}
