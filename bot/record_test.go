package bot_test

import (
	"hash/fnv"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/longtest"
)

// TestRecord holds the conversations of testdata, and those that testdata/record has besides, in a group with all that
// a service can have, and compares what comes of each line with testdata/record: events that are stored (two blanks
// before the match), messages with what they show, and how often Telegram and Discord are called. In the short suite
// the two services take part in a third of the conversations. With -update all is written anew.
//
// In a conversation "> ana: text" says something in the group, "> ana@private: text" in ana's talk with the bot,
// "> ana@other: text" in another group; "> ana taps Accept" presses a button of the latest message that has it, "> ana
// answers: text" answers the latest message. Such a line may name a room, too: "> ana@private taps Accept". "--- wait
// 3h" lets time pass, "--- leaves rui" has a member go, "--- joins ana" has somebody take the bot into the group, "---
// restart" and "--- language pt" are as in transcripts. On the desk alone "> ana completes /play c" asks what a typed
// line may become, "> ana posts damas" posts an offer where the bot is not, and "> rui takes it" accepts that; "---
// closed" has the group take nothing any more, "--- open" has it take all again, "--- shuts ana" closes her private
// talk, "--- missed" tells that something said in the group may not have been heard.
func TestRecord(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	records, err := filepath.Glob("testdata/record/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records {
		if script := filepath.Join("testdata", filepath.Base(record)); !slices.Contains(scripts, script) {
			scripts = append(scripts, record)
		}
	}
	for _, script := range scripts {
		name := strings.TrimSuffix(filepath.Base(script), ".txt")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var services []func(names []string) Stage
			if *update || longtest.All() || third(name) {
				services = []func(names []string) Stage{newTelegram, newDiscord}
			}
			Record(t, "testdata", name, *update, services...)
		})
	}
}

// third reports whether a name is one of a third.
func third(name string) bool {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()%3 == 0
}
