package guide_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t)
}

func TestScenes(t *testing.T) { desktest.Scenes(t, "testdata/words/*.txt") }
