package rules

import (
	"math"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
)

func TestEnd(t *testing.T) {
	draw := func(reason engine.Code) engine.Outcome { return engine.Outcome{Reason: reason} }
	win := func(side engine.Side, reason engine.Code) engine.Outcome {
		return engine.Outcome{Winner: side, Reason: reason, Points: 1}
	}
	tests := []struct {
		name, start, moves string
		want               engine.Outcome // after the last move; before it the game goes on
		text               string         // of the last position
	}{
		{
			"4.2a the last piece captured", "W:W10:B14", "10x19",
			win(engine.First, engine.NoPieces), "B:W19:B",
		},
		{
			"4.2b no move", "B:W17:B25,26,30", "25-21",
			win(engine.Second, engine.NoMoves), "W:W17:B21,26,30",
		},
		{
			"3.2.1c third time", "W:WK1:BK31,25",
			"1-5 31-27 5-1 27-31 1-5 31-27 5-1 27-31",
			draw(engine.Repetition), "W:WK1:B25,K31:H8",
		},
		{
			"3.2.1a twenty moves", "W:WK2,K16:BK30",
			"16-3 30-16 3-17 16-3 2-9 3-16 9-31 16-3 17-30 3-16 31-9 16-3 30-17 3-16 17-3 16-30 9-31 30-16 3-17 16-3 " +
				"17-30 3-17 30-16 17-3 31-9 3-17 16-30 17-3 9-2 3-16 2-24 16-3 30-16 3-17 24-2 17-3 16-30 3-17 2-24 17-3",
			draw(twentyMoves), "W:WK24,K30:BK3:H40",
		},
		{
			"3.2.1a a man's move starts the count again", "W:WK2,8:BK32:H39", "8-12 32-28 2-6",
			engine.Outcome{}, "B:WK6,12:BK28:H2",
		},
		{
			"3.2.1a so does a capture", "W:WK1:B8,K14:H39", "1x32",
			engine.Outcome{}, "B:WK32:B8",
		},
		{
			"3.2.1a a win with the last of the moves is a win", "B:W17:BK4,26:H39", "4-21",
			win(engine.Second, engine.NoMoves), "W:W17:BK21,26:H40",
		},
		{
			"3.2.1b from the move after the rio was occupied", "W:WK2,K9,K16:BK4",
			"9-5 4-8 16-3 8-4 3-16 4-8 5-9 8-4 9-31 4-8 16-30 8-4 31-24 4-25 30-16 25-29 24-31 29-8 2-9 8-4 16-3 4-25 3-17 25-4 17-30",
			draw(forcada), "B:WK9,K30,K31:BK4:H25:F13",
		},
		{
			"3.2.1b at once if the rio is occupied when the ending begins", "W:WK1,K9,K16:BK4",
			"16-3 4-25 9-31 25-4 3-17 4-25 31-9 25-4 1-32 4-8 32-1 8-29 1-32 29-8 32-1 8-29 9-2 29-8 1-32 8-29 17-3 29-25 3-16",
			draw(forcada), "B:WK2,K16,K32:BK25:H23:F13",
		},
		{
			"3.2.1b the other side's moves do not count", "B:WK1,K9,K16:BK4",
			"4-8 16-30 8-4 30-17 4-25 9-2 25-29 2-24 29-25 24-31 25-29 17-30 29-8 30-17 8-4 31-9 4-8 9-2 8-4 2-24 4-25 24-31 25-29 31-24",
			draw(forcada), "B:WK1,K17,K24:BK29:H24:F13",
		},
		{
			"3.2.1b the twelfth move may win", "W:WK1,K2,K3:BK14:F12", "1x19",
			win(engine.First, engine.NoPieces), "B:WK2,K3,K19:B",
		},
		{
			"3.2.1b both counts run, and the twenty moves may be first", "W:WK1,K9,K16:BK4:H39:F2", "16-3",
			draw(twentyMoves), "B:WK1,K3,K9:BK4:H40:F3",
		},
		{
			"3.2.1b Black may be the stronger side", "B:WK4:BK1,K9,K16:F12", "16-3",
			draw(forcada), "W:WK4:BK1,K3,K9:H1:F13",
		},
		{
			"3.2.1b ends when the balance changes", "B:WK9,K10,K16:BK1:F12", "1x14",
			engine.Outcome{}, "W:WK9,K16:BK14",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			moves := strings.Fields(test.moves)
			line := enginetest.Play(t, Portuguese, test.start, moves...)
			if got := line.Outcome(); got != test.want {
				t.Errorf("outcome %+v, want %+v", got, test.want)
			}
			if got := line.Position().String(); got != test.text {
				t.Errorf("position %s, want %s", got, test.text)
			}
			if before := line.Back(1).Outcome(); before.Decided() {
				t.Errorf("over one move too early: %+v", before)
			}
		})
	}
}

// An ending counted by the stronger side's moves has twice as many plies left, once the main diagonal was occupied;
// others have those until their end; and of two counts the sooner one decides.
func TestLeft(t *testing.T) {
	for _, c := range []struct {
		game         *engine.Game
		position     string
		forced, road int
		want         int
	}{
		{Portuguese, "W:WK1,K9,K16:BK4", 0, 0, math.MaxInt}, {Portuguese, "W:WK1,K9,K16:BK4", 1, 0, 23},
		{Portuguese, "B:WK1,K9,K16:BK4", 1, 0, 24}, {Portuguese, "B:WK1,K9,K16:BK4", 12, 0, 2},
		{Portuguese, "W:WK4:BK1,K9,K16", 1, 0, 24}, {Portuguese, "W:WK1,K2:BK30,K31", 0, 0, math.MaxInt},
		{International, "W:WK46,K1,35:BK26", 29, 0, 3}, {International, "W:WK46,K1:BK26", 0, 0, 10},
		{Russian, "W:WKc1,Ke1,Kb8:BKh8", 0, 8, 2}, {Russian, "W:WKc1,Ke1,Kb8:BKh8", 29, 8, 1},
	} {
		p, err := c.game.Parse(c.position, nil)
		if err != nil {
			t.Fatal(err)
		}
		at := p.(Position)
		at.Forced, at.Road = c.forced, c.road
		if got := at.Left(); got != c.want {
			t.Errorf("%s: %s at %d and %d: %d plies, not %d", c.game.Name, c.position, c.forced, c.road, got, c.want)
		}
	}
}
