package enginetest

import "tabuleiro/engine"

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
