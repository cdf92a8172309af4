package request_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestScenes(t *testing.T) { desktest.Scenes(t, "testdata/words/*.txt") }
