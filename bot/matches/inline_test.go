package matches_test

import (
	"testing"
	"time"

	"tabuleiro/bot/matches"
	"tabuleiro/bot/request"
	"tabuleiro/engine/draughts"
)

// An offer can be accepted, counted from the beginning of its day, for as long as the store knows whether somebody has.
func TestOffer_Stands(t *testing.T) {
	begin := time.Date(2026, 11, 27, 0, 0, 0, 0, time.UTC)
	o := matches.Offer{Day: matches.DayOf(begin.Add(18 * time.Hour))}
	for after, want := range map[time.Duration]bool{
		0: true, 18 * time.Hour: true, request.RedeliveryWindow - 1: true, request.RedeliveryWindow: false,
	} {
		if o.Stands(begin.Add(after)) != want {
			t.Errorf("%v later it stands: %v", after, !want)
		}
	}
	if (matches.Offer{Day: "?"}).Stands(time.Unix(0, 0)) {
		t.Error("one without a day stands")
	}
}

// The language of an offer follows its nonce, if it is known.
func TestOffer_Lang(t *testing.T) {
	for nonce, want := range map[string]string{"abcdefghpt-br": "pt-br", "abcdefgh": "", "abc": "", "": ""} {
		if got := (matches.Offer{Nonce: nonce}).Lang(); got != want {
			t.Errorf("%s is in %q", nonce, got)
		}
	}
}

// The beginning of any of its names finds a game, whatever the accents; a text is cut between characters.
func TestBegins(t *testing.T) {
	for text, want := range map[string]bool{"dam": true, "DÁMAS": true, "portu": true, "draughts": true, "amas": false, "damasx": false} {
		if got := matches.Begins(draughts.Portuguese, "Damas Clássicas", text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	for n, want := range map[int]string{-1: "", 0: "", 1: "a", 2: "a", 3: "aé", 4: "aéb", 9: "aéb"} {
		if got := matches.Clip("aéb", n); got != want {
			t.Errorf("%d bytes: %q", n, got)
		}
	}
}
