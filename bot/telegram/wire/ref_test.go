package wire

import (
	"testing"

	"pgregory.net/rapid"

	"tabuleiro/bot/chat"
)

// Every Ref reads back as what it was made of.
func TestRefLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := Ref{rapid.Int64().Draw(t, "chat"), rapid.Int().Draw(t, "message")}
		if got, err := ParseRef(chat.Ref(want.String())); err != nil || got != want {
			t.Errorf("%s is %+v, %v, want %+v", want, got, err, want)
		}
	})
}

func TestRef_Broken(t *testing.T) {
	t.Parallel()
	for _, text := range []chat.Ref{"", "/", "5", "5/", "/5", "x/5", "5/x", "5/5/5", "5/5+"} {
		if got, err := ParseRef(text); err == nil || got != (Ref{}) {
			t.Errorf("%q is %+v, %v", text, got, err)
		}
	}
}
