package terminal

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/mattn/go-sixel"
	"golang.org/x/term"
)

// Inline writes a PNG so that it is seen between the lines; nil where the terminal cannot do that.
type Inline func(w io.Writer, png []byte) error

// The questions asked of a terminal: does it speak Kitty's graphics protocol (a picture of one pixel, to be looked at
// and dropped), does it know iTerm2's sequences, what are its primary attributes. Every terminal answers the last one,
// so its answer also says that no other will come.
const questions = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\" + "\x1b]1337;ReportCellSize\a" + "\x1b[c"

var (
	attributes = regexp.MustCompile(`\x1b\[\?([0-9;]+)c`)
	kitty      = regexp.MustCompile(`\x1b_Gi=31;OK\x1b\\`)
	iterm      = regexp.MustCompile(`\x1b\]1337;ReportCellSize=`)
)

// patience is how long a terminal may take to answer; over a slow line it is as one that shows no pictures.
const patience = 300 * time.Millisecond

// late are answers that come when patience is over: to the editor they are typed, their escapes left out.
var late = regexp.MustCompile(`\x1b?_Gi=31;[^\\]*\\|\x1b?\]1337;ReportCellSize=[0-9.;]*(?:\a|\x1b?\\)?|\x1b?\[\?[0-9;]+c`)

// Probe asks the terminal of this process how it shows pictures. It never guesses by a name: no answer is no pictures.
func Probe() Inline {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	defer tty.Close()
	if err := tty.SetDeadline(time.Now().Add(patience)); err != nil {
		return nil
	}
	raw, err := tty.SyscallConn() // Fd could make the file one that blocks, whose reads have no deadline
	if err != nil {
		return nil
	}
	var before *term.State
	if controlled := raw.Control(func(fd uintptr) { before, err = term.MakeRaw(int(fd)) }); controlled != nil ||
		err != nil {
		return nil
	}
	defer func() { _ = raw.Control(func(fd uintptr) { _ = term.Restore(int(fd), before) }) }()
	return ask(tty)
}

// ask puts the questions and reads the answers, up to that to the last question or an error.
func ask(tty io.ReadWriter) Inline {
	if _, err := io.WriteString(tty, questions); err != nil {
		return nil
	}
	var answer []byte
	buffer := make([]byte, 256)
	for !attributes.Match(answer) {
		n, err := tty.Read(buffer)
		if answer = append(answer, buffer[:n]...); err != nil || len(answer) > 4<<10 {
			break
		}
	}
	return understand(answer)
}

// understand chooses the best way that the answers allow.
func understand(answer []byte) Inline {
	switch found := attributes.FindSubmatch(answer); {
	case kitty.Match(answer):
		return writeKitty
	case iterm.Match(answer):
		return writeITerm
	case found != nil && strings.Contains(";"+string(found[1])+";", ";4;"):
		return writeSixel
	}
	return nil
}

// chunk is how many characters of a picture Kitty takes at a time.
const chunk = 4096

// writeKitty sends a PNG by https://sw.kovidgoyal.net/kitty/graphics-protocol: a=T shows it at once, f=100 is PNG, q=2
// wants no answer, m=1 says that more follows.
func writeKitty(w io.Writer, picture []byte) error {
	text := base64.StdEncoding.EncodeToString(picture)
	var b strings.Builder
	for first := true; first || text != ""; first = false {
		part := text[:min(chunk, len(text))]
		text = text[len(part):]
		more := 0
		if text != "" {
			more = 1
		}
		if first {
			fmt.Fprintf(&b, "\x1b_Ga=T,f=100,q=2,m=%d;%s\x1b\\", more, part)
		} else {
			fmt.Fprintf(&b, "\x1b_Gm=%d;%s\x1b\\", more, part)
		}
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// writeITerm sends a PNG by https://iterm2.com/documentation-images.html.
func writeITerm(w io.Writer, picture []byte) error {
	_, err := fmt.Fprintf(w, "\x1b]1337;File=inline=1;size=%d;width=auto:%s\a\n", len(picture),
		base64.StdEncoding.EncodeToString(picture))
	return err
}

// writeSixel draws a PNG with the characters of DEC's terminals.
func writeSixel(w io.Writer, picture []byte) error {
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := sixel.NewEncoder(&b).Encode(img); err != nil {
		return err
	}
	b.WriteString("\n")
	_, err = w.Write(b.Bytes())
	return err
}
