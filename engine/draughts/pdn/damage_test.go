package pdn

import (
	"testing"

	"tabuleiro/engine/enginetest"
)

// Damaged files are read or refused as in testdata/damages.txt.
func TestFiles_Damaged(t *testing.T) {
	var files []enginetest.Damaged
	for _, f := range []struct{ name, text string }{
		{"portuguese", `[Event "Taça"]
[Site "Lisboa"]
[Date "2026.11.21"]
[Round "2"]
[White "Ana \"A\""]
[Black "Rui"]
[Result "1-0"]
[GameType "28,W,8,8,N1,1"]

1. 11-14 {a comment} 23-19 2. 14x23 (2. 10-13 19x10) 28x19! 3. 12-16? $4 32-28
; to the end of the line
4. 7-11 19-15 1-0
`},
		{"chilean", `[White "Ana"]
[Result "*"]
[GameType "49,W,10,10,N2,0"]
[Variant "Damas Chilenas"]
[Options "capture=huff king-capture=adjacent"]
[SetUp "1"]
[FEN "W:W38,50:B15,33"]
[Termination "unterminated"]

{[%demand 50-44]} 1. 38x29 15-20 2. 50-44 20-25 *
`},
		{"position", `[Event "?"]
[GameType "28"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "B:W5,9,13,18,23,26:B22,K32"]
[Position "B:W5,9,13,18,23,26:B22,K32:H7"]

1... 32x14x21x30 2. 26-29 30-27 1/2-1/2
`},
		{"russian", `[GameType "25,W,8,8,A0,0"]
[White "Ivan"]
[Black "Olga"]
[Date "1985.??.??"]
[Result "2-0"]
1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 e7:c5 2-0
`},
		{"several", `[Event "A"]
[GameType "21,B,8,8,N1,0"]
[Result "0-1"]
1. 11-15 23-19 2. 8-11 22-17 0-1

[Event "B"]
[GameType "20,W,10,10,N2,0"]
[Result "0-2"]
1. 32-28 19-23 2. 28x19 14x23 0-2

[Event "C"]
[GameType "26,W,8,8,A0,0"]
1. c3-d4 f6-g5 *
`},
		{"bare", "1.32-28 19-23 2.28x19 14x23 3.37-32 10-14 1-1\n"},
	} {
		files = append(files, enginetest.Damaged{Name: f.name, Text: f.text, Read: Format.Read, Games: all})
	}
	enginetest.Damages(t, 150, files...)
}
