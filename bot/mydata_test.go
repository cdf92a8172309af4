package bot_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
)

// A person is given all that is kept of the person as one file, where nobody else sees it: accounts, notes, ratings,
// matches; of others there are names alone. A person who asks to be forgotten is told how much that is.
func TestMyData(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		playsMoves(h, d, "", 4)
		says(h, rui, "/resign yes")
		says(h, ana, "/settings me language en")
		says(h, ana, "/block @rui")
		d.heard()
		privately(h, ana, "/mydata")
		var file *chat.File
		for _, m := range d.all() {
			if m.m.File != nil {
				file = m.m.File
			}
		}
		if file == nil {
			t.Fatal("no file")
		}
		var is struct {
			Person  string
			Notes   map[string]json.RawMessage
			Blocked []string
			Ratings []struct{ Game string }
			Matches []struct{ Against, Status, Text string }
		}
		if err := json.Unmarshal(file.Data, &is); err != nil {
			t.Fatal(err)
		}
		if is.Person != ana.ID || len(is.Ratings) != 1 || len(is.Matches) != 1 || is.Matches[0].Against != "Rui" ||
			is.Matches[0].Status != "over" || !strings.Contains(is.Matches[0].Text, "11-15") || len(is.Blocked) != 1 ||
			len(is.Notes) == 0 {
			t.Errorf("the file has %s", file.Data)
		}
		if strings.Contains(string(file.Data), rui.ID) {
			t.Errorf("the file names another person by id: %s", file.Data)
		}
		d.heard()
		privately(h, ana, "/forget")
		d.expect(t, "what there is to be forgotten", "matches under way: 0; finished matches: 1")
		privately(h, ana, "/privacy")
		d.expect(t, "what is kept", "Whoever runs this bot has left no name here.")
	})
}
