package draughts

import (
	"cmp"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"tabuleiro/cmd/lab/labtest"
	"tabuleiro/cmd/lab/train"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/draughts/think"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

// Each of the three kinds of kings has a file of weights.
func TestTrainKings(t *testing.T) {
	if files := labtest.Trains(t, Trainer(rules.Chilean), 0.0001); len(files) != 3 {
		t.Errorf("%d files", len(files))
	}
}

// untaught returns a player's rules without trained weights and without endgame tables.
func untaught(v *rules.Variant) search.Rules[rules.Position, rules.Move] {
	r := think.RulesetOf(v)
	return r.NewRules(train.Untaught(r.Frame.Count(), func(weights []float64) { prior(r.Frame, weights) }), nil)
}

// plain returns a player that uses a plain search.
func plain(r search.Rules[rules.Position, rules.Move], nodes int) duel.Player {
	return labtest.Plain(think.Portuguese, r, nodes)
}

// The same seed and length give the same bytes, another seed does not. With LONG, a fiftieth of the full training is
// stronger than no training.
func TestTrain(t *testing.T) {
	labtest.Trains(t, Trainer(rules.Portuguese), 0.0003)
	if !longtest.All() {
		return
	}
	files, err := Trainer(rules.Portuguese)(t.Context(), 1, 0.02, func(text string) { t.Log(text) })
	if err != nil {
		t.Fatal(err)
	}
	r := think.RulesetOf(rules.Classic)
	list, err := learn.Unpack(files["portuguese.weights"], r.Frame.Count())
	if err != nil {
		t.Fatal(err)
	}
	taught, nothing := r.NewRules(list, nil), untaught(rules.Classic)
	match := duel.Rules{Game: rules.Portuguese, Games: 100, Seed: 1, Opening: duel.OpeningPlies}
	searchtest.Beats(t, "what has learned nothing", match,
		plain(taught, 2000), plain(nothing, 2000), 0.5)
}

// Training and play evaluate a board alike: by the sum of the features times the weights.
func TestFeatures(t *testing.T) {
	for _, set := range think.Rulesets {
		f := set.Frame
		random := rand.New(rand.NewPCG(1, 2))
		list := make([]int16, f.Count())
		for i := range list {
			list[i] = int16(random.IntN(2000) - 1000)
		}
		for window := range f.Sets * f.Shared() { // an empty one is worth nothing
			list[window*learn.Patterns], list[len(list)/2+window*learn.Patterns] = 0, 0
		}
		r := set.NewRules(list, nil)
		for range 300 {
			n := randomNode(set.Variant, random)
			labtest.Values(t, n, float64(r.Evaluate(&n)), list, features(f, &n, nil))
		}
	}
}

// randomNode returns a position with pieces at random.
func randomNode(v *rules.Variant, random *rand.Rand) rules.Position {
	n := rules.Position{Variant: v, Board: rules.Board{Near: v.Width / 2}, Idling: random.IntN(think.Impatient)}
	if random.IntN(2) == 0 {
		n.Near = -n.Near
	}
	for number := 1; number <= v.Count; number++ {
		bit := v.Bit[number]
		switch random.IntN(4) {
		case 0:
			n.Own |= bit
		case 1:
			n.Opp |= bit
		default:
			continue
		}
		if bit&v.Ends != 0 || random.IntN(8) == 0 {
			n.Kings |= bit
		}
	}
	return n
}

// With LONG, the endgame tables of the program equal those computed here.
func TestTables(t *testing.T) {
	if !longtest.All() {
		t.Skip("it takes a quarter of a minute")
	}
	files, err := Tables(rules.Portuguese)(t.Context(), 1, 1, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range files {
		learned := filepath.Join("..", "..", "..", "engine", "draughts", "think", "learned", name)
		if want, err := os.ReadFile(learned); err != nil || string(want) != string(file) {
			t.Errorf("%s is another one: %v", name, err)
		}
	}
}

// The computer beats the players that one would write first, for each kind of king.
func TestBaselines(t *testing.T) {
	games, nodes := longtest.Count(6, 100), longtest.Count(2000, 5000)
	kings := func(reach string) engine.Options { return engine.Options{"king-capture": reach} }
	for _, c := range []struct {
		game    *engine.Game
		options engine.Options
		least   float64
	}{
		{rules.Portuguese, nil, 0.7},
		{rules.Chilean, kings("adjacent"), 0.6},
		{rules.Chilean, kings("behind"), 0.6},
		{rules.Chilean, kings("flying"), 0.6},
		{rules.Brazilian, nil, 0.6},
		{rules.Russian, nil, 0.6},
		{rules.Italian, nil, 0.6},
		{rules.English, nil, 0.6},
		{rules.International, nil, 0.6},
	} {
		t.Run(c.game.Name+" "+c.options["king-capture"], func(t *testing.T) {
			options, err := c.game.Complete(c.options)
			if err != nil {
				t.Fatal(err)
			}
			start, err := c.game.New(options)
			if err != nil {
				t.Fatal(err)
			}
			nothing := untaught(start.(rules.Position).Variant)
			brain := cmp.Or(map[*engine.Game]*search.Brain[rules.Position, rules.Move]{
				rules.Portuguese: think.Portuguese, rules.Chilean: think.Chilean,
			}[c.game], think.Other())
			match := duel.Rules{Game: c.game, Options: options, Games: games, Seed: 1, Opening: duel.OpeningPlies}
			searchtest.Beats(t, "plain search", match, duel.NewPlayer(brain, engine.Limits{Nodes: nodes}), plain(nothing, nodes), c.least)
		})
	}
}

// The higher the level, the fewer pieces are given away; level 1 mostly loses to a beginner; each level beats the one
// below.
func TestLevels(t *testing.T) {
	labtest.Levels(t, rules.Portuguese.WithBrain(think.Portuguese))
	labtest.Levels(t, rules.Chilean.WithBrain(think.Chilean))
}
