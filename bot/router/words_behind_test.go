package router_test

import (
	"io/fs"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// Words that a command does not know are told, and nothing is done; names of the players and of the game only tell
// which match is meant.
func TestWords_BehindCommands(t *testing.T) {
	for _, x := range []struct {
		ended bool // the match that is the last one
		says  string
		want  string // begins what is said last
	}{
		{false, "/resign ok já chega", "I do not understand “ok já chega”. Just type /resign #"},
		{false, "/resign #ID yes please", "I do not understand “yes please”. Just type /resign #"},
		{false, "/resign @rui", "Do you really want to resign against"},
		{false, "/resign damas #ID", "Do you really want to resign against"},
		{false, "/cancel sideways", "I do not understand “sideways”. Just type /cancel #"},
		{false, "/cancel @rui", "Do you really want to cancel"},
		{false, "/claim sideways", "I do not understand “sideways”. Just type /claim #"},
		{false, "/accept well", "I do not understand “well”. Just type /accept #"},
		{false, "/confirm well", "I do not understand “well”. Just type /confirm #"},
		{false, "/hint sideways", "I do not understand “sideways”. Just type /hint #"},
		{false, "/forget me", "I do not understand “me”. Just type /forget."},
		{false, "/forget yes please", "I do not understand “yes please”. Just type /forget."},
		{false, "/forget no", "OK, nothing was deleted."},
		{false, "/profile @rui now", "I do not understand “now”. Just type /profile @rui."},
		{false, "/versus now @rui @eva", "I do not understand “now @eva”. Just type /versus @rui."},
		{false, "/block @rui now", "I do not understand “now”. Just type /block @rui."},
		{false, "/unblock @rui now", "I do not understand “now”. Just type /unblock @rui."},
		{false, "/dice stats @rui now", "I do not understand “now”. Just type /dice stats @rui."},
		{false, "/ranking damas cage", "I do not understand “cage”. Just type /ranking draughts."},
		{false, "/away 3d loudly", "I do not understand the time “3d loudly”."},
		{false, "/games 7", "There is no page “7”; the last one is 1."},
		{false, "/puzzle chess", "I do not know a game called “chess”."},
		{false, "/puzzle 11-15", "No puzzle is set here."},
		{false, "/play damas cage @rui", "“damas” and “cage” do not go together: name only one."},
		{false, "/play damas @rui @eva", "“@rui” and “@eva” do not go together: name only one."},
		{false, "/play damas @rui rated=maybe", "Write rated=yes or rated=no."},
		{true, "/rematch sideways", "I do not understand “sideways”. Just type /rematch #"},
		{true, "/rematch ID", "Portuguese draughts #"},
		{true, "/rematch @rui", "Portuguese draughts #"},
		{true, "/analyse deep", "I do not understand “deep”. Just type /analyse #"},
	} {
		Subtest(t, x.says, func(t *testing.T) {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			Says(h, Ana, "/play damas @rui colour=white")
			Says(h, Rui, "/accept")
			before := Only(t, store, storage.Query{})
			if x.ended {
				Says(h, Ana, "11-15")
				Says(h, Rui, "/resign yes")
			}
			Says(h, Ana, strings.ReplaceAll(x.says, "ID", before.ID))
			if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, x.want) {
				t.Errorf("said %q, want %q", got, x.want)
			}
			if m, err := store.Head(t.Context(), before.ID); err != nil || !x.ended && m.Status != match.Playing {
				t.Errorf("the match is %v, %v", m.Status, err)
			}
		})
	}
}

// The words behind a command about dice are a throw or nothing.
func TestWords_BehindDice(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play gamao @rui")
		Says(h, Rui, "/accept")
		for text, want := range map[string]string{"/dice maybe": "I do not understand “maybe”. Just type /dice #",
			"/dice 1": "Seal of the dice:", "/dice": "Seal of the dice:"} {
			Says(h, Ana, text)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	})
}

// Why a file cannot be had is told in the language of the room.
func TestFile_NotToBeHad(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for err, want := range map[error]string{
			fs.ErrNotExist: "Não há aqui nenhum ficheiro jogo.pdn.", fs.ErrPermission: "Não tenho permissão para ler jogo.pdn.",
			chat.ErrNotFile: "jogo.pdn não é um ficheiro.",
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/language pt")
			h.Hear(t.Context(), chat.Event{ID: "1", Room: "desk:group", From: Ana, Text: "/importar", Addressed: true,
				File: &chat.File{Name: "jogo.pdn", Lost: err}})
			if got := chat.PlainText(d.Last(t).M.Text); got != want {
				t.Errorf("%v: %q, want %q", err, got, want)
			}
		}
	})
}

// A move with the command and without a number is told about in the match in which it could be one, and what could be
// none in any is no reason to ask for the match.
func TestMove_TypedAmongMatches(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, asked := range []string{"damas colour=white", "cage colour=second", "chilenas colour=white"} {
			Says(h, Ana, "/play "+asked+" @rui")
			Says(h, Rui, "/accept")
		}
		for _, x := range []struct {
			who        chat.User
			says, want string
		}{
			{Rui, "/m 21-17", "It is Ana's turn."},
			{Ana, "/m blah", "I cannot read that as a move."},
			{Ana, "/m", "Which match do you mean?"},
			{Ana, "/m 12-16", "Portuguese draughts: ⚪ Ana · ⚫ Rui"},
		} {
			Says(h, x.who, x.says)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.HasPrefix(got, x.want) {
				t.Errorf("%s: %q, want %q", x.says, got, x.want)
			}
		}
	})
}
