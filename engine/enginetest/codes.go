package enginetest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tabuleiro/engine"
)

// Declared returns the values of the constants of a type that the files of some folders declare.
func Declared(t testing.TB, folders, of string) (found []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folders, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	declaration := func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Type != nil && types.ExprString(spec.Type) == of {
			for _, value := range spec.Values {
				if l, ok := value.(*ast.BasicLit); ok {
					text, _ := strconv.Unquote(l.Value)
					found = append(found, text)
				}
			}
		}
		return true
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, declaration)
	}
	if found == nil {
		t.Fatalf("%s has no constants of type %s", folders, of)
	}
	return found
}

// FileCodes lists all codes of a FileError.
var FileCodes = []engine.Code{
	engine.FileTooLarge, engine.NotText, engine.UnknownFormat, engine.NoGame, engine.UnknownGame, engine.WrongHeader,
	engine.WrongOption, engine.WrongStart, engine.NotUnderstood, engine.NotClosed, engine.WrongMove, engine.AfterEnd,
	engine.TooManyMoves, engine.WrongResult, engine.WrongTurn, engine.WrongDice, engine.WrongCube, engine.GameNotOver,
	engine.OtherDraughts, engine.DoubtfulText, engine.MatchTooLong, engine.NoBeavers, engine.NoPlay, engine.TooMuchWork,
	engine.CutShort, engine.DrawPassed, engine.OddNumbers, engine.OddGame, engine.QuietCapture, engine.ManCrowned,
	engine.OddCounters, engine.OddPoints,
}

// Counted lists all counters.
var Counted = []engine.Counter{engine.QuietMoves, engine.ForcedMoves, engine.EndingMoves, engine.Repetitions}
