package account_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// A command about people with a surplus argument or another person is answered with its usage, and does nothing.
func TestAccount_Surplus(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		PlaysMoves(h, d, "", 4)
		for _, step := range []struct {
			who        chat.User
			text, told string
		}{
			{Ana, "/forget now", "now"}, {Ana, "/forget yes now", "now"}, {Ana, "/forget no", "nothing was deleted"},
			{Rui, "/forget yes " + Ana.ID, "/forget"}, {Ana, "/privacy please", "please"}, {Ana, "/mydata all", "all"},
			{Ana, "/link", "one service only"}, {Ana, "/unlink", "one service only"},
			{Ana, "/profile rui", "Rui"}, {Ana, "/profile @zed", "do not know that person"}, {Ana, "/versus", "/versus"}, {Ana, "/versus @ana", "/versus"},
			{Ana, "/ranking chess", "chess"}, {Ana, "/ranking damas cage", "cage"}, {Ana, "/ranking all", "/ranking"},
			{Ana, "/settings colour", "colour"}, {Ana, "/settings theme purple", "purple"},
			{Ana, "/settings me digest on", "digest"},
		} {
			d.Heard()
			Types(h, step.who, step.text)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, step.told) {
				t.Errorf("%s is answered with %q, without %q", step.text, got, step.told)
			}
		}
		Says(h, Ana, "/games")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Rui") {
			t.Errorf("afterwards Ana plays %q", got)
		}
		Hear(h, chat.Event{Room: "desk:group", Server: "desk:server", From: Ana, Text: "/settings server profile private",
			Addressed: true})
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "There is no setting") {
			t.Errorf("a server's profile: %q", got)
		}
		d.Can.Privates = false
		Says(h, Ana, "/mydata")
		if m := d.Last(t).M; m.File != nil || !strings.Contains(chat.PlainText(m.Text), "/mydata") {
			t.Errorf("before all is given %+v", m)
		}
	})
}
