package router_test

import (
	"io/fs"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// The reason why a file cannot be read is given in the language of the room.
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
