package account_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
)

// A person gets all data about them as one private file: accounts, records, ratings, matches, with only the names of
// others. A person who asks to be forgotten is told how much there is.
func TestMyData(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		PlaysMoves(h, d, "", 4)
		Says(h, Rui, "/resign yes")
		Says(h, Ana, "/settings me language en")
		Says(h, Ana, "/block @rui")
		d.Heard()
		Privately(h, Ana, "/mydata")
		var file *chat.File
		for _, m := range d.All() {
			if m.M.File != nil {
				file = m.M.File
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
		if is.Person != Ana.ID || len(is.Ratings) != 1 || len(is.Matches) != 1 || is.Matches[0].Against != "Rui" ||
			is.Matches[0].Status != "over" || !strings.Contains(is.Matches[0].Text, "11-15") || len(is.Blocked) != 1 ||
			len(is.Notes) == 0 {
			t.Errorf("the file has %s", file.Data)
		}
		if strings.Contains(string(file.Data), Rui.ID) {
			t.Errorf("the file names another person by id: %s", file.Data)
		}
		d.Heard()
		Privately(h, Ana, "/forget")
		d.Expect(t, "what there is to be forgotten", "matches under way: 0; finished matches: 1")
		Privately(h, Ana, "/privacy")
		d.Expect(t, "what is kept", "Whoever runs this bot has left no name here.")
	})
}

// Of a match in two private chats, each player gets the own room, and not the other's.
func TestMyData_PrivateRooms(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/play damas")
		secret := Only(t, h.Store, storage.Query{})
		m, err := h.Store.Events(t.Context(), secret.ID)
		if err != nil {
			t.Fatal(err)
		}
		Privately(h, Rui, "/start "+secret.ID+"-"+m[0].Secret)
		Privately(h, Rui, "/accept #"+secret.ID)
		for who, room := range map[chat.User]string{Ana: "desk:ana", Rui: "desk:rui"} {
			d.Heard()
			Privately(h, who, "/mydata")
			var is struct{ Matches []struct{ Rooms []string } }
			file := d.Last(t).M.File
			if file == nil {
				t.Fatalf("%s is given no file", who.Name)
			}
			if err := json.Unmarshal(file.Data, &is); err != nil || len(is.Matches) != 1 ||
				!slices.Equal(is.Matches[0].Rooms, []string{room}) {
				t.Errorf("%s is given %s, %v", who.Name, file.Data, err)
			}
		}
	})
}
