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

// TestRecord plays the conversations of testdata, and those that testdata/record has besides, in a group with all
// capabilities, and compares the outcome of each line with testdata/record: stored events (two blanks before the
// match), messages with their content, and the number of calls to Telegram and Discord. The short suite plays a third
// of the conversations on these two; -update writes all anew.
//
// In a conversation "> ana: text" sends a text to the group, "> ana@private: text" to ana's private chat, "> ana@other:
// text" to another group; "> ana taps Accept" presses a button of the latest message that has it, "> ana answers: text"
// replies to the latest message. Such a line may name a room, too: "> ana@private taps Accept". "--- wait 3h" lets time
// pass, "--- leaves rui" removes a member, "--- joins ana" has a person add the bot to the group, "--- restart" and
// "--- language pt" are as in transcripts.
//
// On the desk alone "> ana completes /play c" asks for completions, "> ana posts damas" posts an offer in another chat,
// and "> rui takes it" accepts that; "--- closed" closes the group, "--- open" opens it again, "--- shuts ana" closes
// her private chat, "--- missed" reports that messages of the group may have been missed.
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
