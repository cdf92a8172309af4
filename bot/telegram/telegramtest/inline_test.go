package telegramtest_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"strings"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
)

// A post of inline mode is changed by its own name. It takes a picture that Telegram has already and nothing else, and
// is no text again then.
func TestInlineMedia(t *testing.T) {
	s := telegramtest.New(t)
	s.Inline(true)
	ana := s.Person("Ana", "ana")
	elsewhere := s.Group(ana)
	elsewhere.Expel()
	ana.Says(ana.Private(), "hello")
	query := ana.Queries("x")
	offers := `[{"type":"article","id":"0","title":"t","input_message_content":{"message_text":"m"},` +
		`"reply_markup":{"inline_keyboard":[[{"text":"a","callback_data":"x"}]]}}]`
	if refused, _ := call(t, s, "answerInlineQuery", "inline_query_id", "80000000", "results", offers); refused != "" {
		t.Fatal(refused)
	}
	posted := query.Choose(query.Wait()[0].ID, elsewhere, false)
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	private := num(ana.Private().ID)
	sent := func(method, kind string, data []byte) string {
		_, result := upload(t, s, method, kind, "a.png", data, "chat_id", private)
		type held struct {
			ID string `json:"file_id"`
		}
		var is struct {
			Photo    []held
			Document held
		}
		if err := json.Unmarshal(result, &is); err != nil {
			t.Fatal(err)
		}
		return append(is.Photo, is.Document)[0].ID
	}
	photo, file := sent("sendPhoto", "photo", drawn.Bytes()), sent("sendDocument", "document", drawn.Bytes())
	input := func(media string) string { return `{"type":"photo","caption":"c","media":"` + media + `"}` }
	for _, c := range []struct {
		name, method string
		pairs        []string
		want         string
	}{
		{"a caption of a text", "editMessageCaption", []string{"caption", "c"}, "there is no caption in the message to edit"},
		{"an upload", "editMessageMedia", []string{"media", input("attach://f")}, "invalid message content specified"},
		{"what is not there", "editMessageMedia", []string{"media", input("AgACAgIAAxkB")},
			"wrong file identifier/HTTP URL specified"},
		{"a file as a picture", "editMessageMedia", []string{"media", input(file)},
			"can't use file of type Document as Photo"},
		{"a picture", "editMessageMedia", []string{"media", input(photo)}, ""},
		{"the same again", "editMessageMedia", []string{"media", input(photo)}, "message is not modified"},
		{"a text", "editMessageText", []string{"text", "x"}, "there is no text in the message to edit"},
		{"a caption", "editMessageCaption", []string{"caption", "d"}, ""},
		{"a long caption", "editMessageCaption", []string{"caption", strings.Repeat("é", 1025)},
			"message caption is too long"},
	} {
		pairs := append(c.pairs, "inline_message_id", "AgAAAA80000000_0")
		got, _ := upload(t, s, c.method, "f", "a.png", drawn.Bytes(), pairs...)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if now := posted.Now(); now.Text != "d" || !bytes.Equal(now.Photo, drawn.Bytes()) {
		t.Errorf("then it says %q, and has a picture of %d bytes", now.Text, len(now.Photo))
	}
}
