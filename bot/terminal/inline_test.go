package terminal

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
)

// device is a terminal that answers questions by a script and then has no more to say.
type device struct {
	asked   bytes.Buffer
	answers io.Reader
}

func (d *device) Write(p []byte) (int, error) { return d.asked.Write(p) }
func (d *device) Read(p []byte) (int, error)  { return d.answers.Read(p) }

// drawing is a small picture whose PNG needs more than one chunk.
func drawing(t *testing.T) []byte { return noise(t, 96, 96) }

// noise is a picture that cannot be packed.
func noise(t *testing.T, width, height int) []byte {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.Black, color.White})
	for i, seed := 0, uint32(1); i < len(img.Pix); i++ {
		seed = seed*1664525 + 1013904223
		img.Pix[i] = uint8(seed >> 31)
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAsk(t *testing.T) {
	picture := drawing(t)
	for _, c := range []struct{ name, answers, begins string }{
		{"a terminal of kitty", "\x1b_Gi=31;OK\x1b\\\x1b[?62;4c", "\x1b_G"},
		{"iTerm2", "\x1b]1337;ReportCellSize=20;10\x1b\\\x1b[?1;2c", "\x1b]1337;File="},
		{"sixels", "\x1b[?62;4;22c", "\x1bP"},
		{"a number that contains 4", "\x1b[?64;14c", ""},
		{"kitty says no", "\x1b_Gi=31;ENOTSUPPORTED\x1b\\\x1b[?62c", ""},
		{"nothing", "", ""},
		{"no end", strings.Repeat("x", 10_000), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &device{answers: strings.NewReader(c.answers)}
			show := ask(d)
			if d.asked.String() != questions {
				t.Errorf("asked %q", d.asked.String())
			}
			if (show == nil) != (c.begins == "") {
				t.Fatalf("pictures: %v", show != nil)
			}
			if show == nil {
				return
			}
			var out bytes.Buffer
			if err := show(&out, picture); err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(out.String(), c.begins) {
				t.Errorf("begins with %q", out.String()[:20])
			}
		})
	}
}

// An answer that comes too late is no part of the line that is typed behind it.
func TestLateAnswers(t *testing.T) {
	for line, want := range map[string]string{
		"[?62;4;22cana": "ana", "_Gi=31;OK\\]1337;ReportCellSize=17.0;8.0;2.0\\[?62;cana": "ana",
		"[?1;2c]1337;ReportCellSize=17;8\a/play damas": "/play damas",
		"24/18 13/11": "24/18 13/11", "what [?]": "what [?]", "/import < C:\\games\\a.pdn": "/import < C:\\games\\a.pdn",
	} {
		if got := late.ReplaceAllString(line, ""); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// Kitty is sent the picture, in chunks that it takes, all but the last one marked as such.
func TestKittyChunks(t *testing.T) {
	picture := drawing(t)
	var out bytes.Buffer
	if err := writeKitty(&out, picture); err != nil {
		t.Fatal(err)
	}
	var text string
	parts := regexp.MustCompile(`\x1b_G([^;]*);([^\x1b]*)\x1b\\`).FindAllStringSubmatch(out.String(), -1)
	if len(parts) < 1 {
		t.Fatal("nothing was sent")
	}
	for i, part := range parts {
		if len(part[2]) > chunk {
			t.Errorf("chunk %d has %d characters", i, len(part[2]))
		}
		if more := strings.HasSuffix(part[1], "m=1"); more != (i < len(parts)-1) {
			t.Errorf("chunk %d of %d says more=%v", i, len(parts), more)
		}
		text += part[2]
	}
	got, err := base64.StdEncoding.DecodeString(text)
	if err != nil || !bytes.Equal(got, picture) {
		t.Errorf("another picture arrives (%v)", err)
	}
}

func TestPictureInPlaceOfTheText(t *testing.T) {
	var out bytes.Buffer
	term := New(Config{Out: &out, Interactive: true, Log: slog.New(slog.DiscardHandler),
		Inline: func(w io.Writer, png []byte) error { _, err := io.WriteString(w, "<"+string(png)+">"); return err }})
	board := &chat.Board{PNG: []byte("picture"), Text: "text"}
	if _, err := term.Send(t.Context(), Room, chat.Message{Text: []chat.Span{{Text: "your turn"}},
		Board: board}); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "your turn\n\n<picture>" {
		t.Errorf("%q", got)
	}
}
