package speech_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/speech"
)

// Brazil has its own words, in sentences with and without plural forms; all other sentences are as in Portugal, and
// only readers from Brazil get these words.
func TestBrazil(t *testing.T) {
	b, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	for tag, file := range map[string]string{"pt": "ficheiro", "pt-PT": "ficheiro", "pt-AO": "ficheiro",
		"pt-BR": "arquivo", "pt-br": "arquivo"} {
		v, ok := b.In(tag)
		if got := v.Text("file.file-too-large", speech.Count(3)); !ok || v.Language != "pt" || !strings.Contains(got, file) {
			t.Errorf("%s: %v, %q in %s", tag, ok, got, v.Language)
		}
	}
	v, _ := b.In("pt-BR")
	if got := []string{v.Tag(), v.Text("usual-zone"), v.Typed("help"), v.Text("button.rematch")}; !slices.Equal(got,
		[]string{
			"pt-BR", "America/Sao_Paulo", "/ajuda", "Revanche",
		}) {
		t.Errorf("in Brazil: %q", got)
	}
}

// goingOn matches the European progressive form; Brazil says "está jogando".
var goingOn = regexp.MustCompile(`(?i)\best(á|ão|ou|iver)? a \pL+r( |\.|,|$)`)

// Words are replaced whole, with their capitals; commands are not.
func TestWords_Brazilian(t *testing.T) {
	b, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	here, _ := b.In("pt-BR")
	swapped := 0
	for _, text := range sentences(t, "pt") {
		if here.Localize(text) != text {
			swapped++
		}
	}
	for _, text := range sentences(t, "pt") {
		if found := goingOn.FindString(here.Localize(text)); found != "" {
			t.Errorf("%q is not said in Brazil: %q", found, text)
		}
	}
	if swapped < 50 {
		t.Errorf("only %d sentences have other words", swapped)
	}
	for text, want := range map[string]string{
		"Um Ficheiro, dois ficheiros; ficheirote": "Um Arquivo, dois arquivos; ficheirote",
		"estou a pagar": "estou a pagar", "Estou a rever isto": "Estou revendo isto", "telemóvel": "celular", "": "",
		"/registo do registo": "/registo do registro", "diz-se `lançar`: lançar": "diz-se `lançar`: jogar os dados",
	} {
		if got := here.Localize(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// european matches expressions not used in Brazil.
var european = regexp.MustCompile(`(?i)(^|\PL)(est(ou|á|ão|ava|iver) a \pL+r|a decorrer|por si|consigo(,|\.| no)|ecrãs?|telemóve\pL+|` +
	`equipas?|ficheiros?|dezas\pL+|dezan\pL+|corre(u|r) mal|trato do|di-lo|tempo a mais|pl?anear)(\PL|$)`)

// Sentences for Brazil have no words used in Portugal alone.
func TestSentences_Brazilian(t *testing.T) {
	b, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	here, _ := b.In("pt-BR")
	for key, text := range sentences(t, "pt") {
		typed := slices.ContainsFunc([]string{"command.", "word.", "value.", "slash.", "intent", "beside", "class.", "slot."},
			func(begins string) bool { return strings.HasPrefix(key, begins) })
		if got := european.FindString(here.Localize(text)); got != "" && !typed {
			t.Errorf("%s: %q in %q", key, got, here.Localize(text))
		}
	}
}
