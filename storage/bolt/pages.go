package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
)

// pages looks through the pages of a file in the format of bbolt, with plain reads and nothing believed: bbolt's own
// check runs in a goroutine of its own, where a page that is not there ends the process, and follows pages that lead in
// a circle for ever. It finds what that check finds: pages out of bounds or of the wrong kind, used twice, used though
// free, lost; keys out of order or outside of what the page above says.
type pages struct {
	ctx    context.Context
	file   io.ReaderAt
	size   uint64              // of a page, in bytes
	end    uint64              // the first page after all that were ever used
	use    []byte              // of each page: unmet, met, free
	tell   func(problem error) // told at the most problemsOfPages times
	told   int
	within int    // buckets with pages of their own around the page in hand
	deadly string // of what bbolt must not open; "": nothing
}

// The states of a page.
const (
	unmet = iota
	met
	free
)

// The format of bbolt, see its package internal/common: numbers in the order of the machine; a page is a header, then
// elements, then the bytes that these point to.
const (
	pageHeader = 16 // id 8, flags 2, count 2, overflow 4
	// branch: position 4, length of the key 4, page 8; leaf: flags 4, position 4, lengths of key and value 4 each
	element     = 16
	inBucket    = 16 // the root 8, or 0 if the page follows; sequence 8
	metaMagic   = 0xed0cdaed
	metaVersion = 2
	metaSummed  = 56 // bytes of the meta before its checksum

	branchPage, leafPage, freePage = 0x01, 0x02, 0x10
	bucketLeaf                     = 0x01
	noFreelist                     = 1<<64 - 1
	manyFree                       = 1<<16 - 1 // a count that does not fit, and stands in the first element
)

const (
	problemsOfPages = 20
	deepest         = 64 // levels of a tree; ten hold more than any disk

	inCircle = "pages lead in a circle"
)

// checkPages tells what is wrong with the pages of a file. It fails with ErrDamaged if bbolt must not walk through it,
// and with an error of reading or of the context.
func checkPages(ctx context.Context, file io.ReaderAt, pageSize int, tell func(problem error)) error {
	w := &pages{ctx: ctx, file: file, size: uint64(pageSize), tell: tell}
	root, list, err := w.meta()
	if err != nil {
		return err
	}
	if err := w.tree(root, nil, nil, 0); err != nil {
		return err
	}
	if err := w.free(list); err != nil {
		return err
	}
	if w.told == 0 {
		lost := 0
		for _, use := range w.use[2:] {
			if use == unmet {
				lost++
			}
		}
		if lost > 0 {
			w.problem("%d pages are neither used nor free", lost)
		}
	}
	if w.told > problemsOfPages {
		w.tell(fmt.Errorf("%w (%d more pages)", ErrDamaged, w.told-problemsOfPages))
	}
	if w.deadly != "" {
		return fmt.Errorf("%w (%s)", ErrDamaged, w.deadly)
	}
	return nil
}

func (w *pages) problem(format string, args ...any) {
	if w.told++; w.told <= problemsOfPages {
		w.tell(fmt.Errorf("%w (%s)", ErrDamaged, fmt.Sprintf(format, args...)))
	}
}

// broken is a problem of the elements of a page. bbolt copies what names its buckets, and small buckets with it, and
// reads behind the copy where an element says more than there is.
func (w *pages) broken(format string, args ...any) {
	if w.within == 0 {
		w.deadly = "the list of its buckets is broken"
	}
	w.problem(format, args...)
}

// meta reads the newer one of the two first pages that is whole: where the root of the buckets is, and the list of free
// pages.
func (w *pages) meta() (root, list uint64, err error) {
	var newest uint64
	for id := range uint64(2) {
		b := make([]byte, pageHeader+metaSummed+8)
		if _, err := w.file.ReadAt(b, int64(id*w.size)); err != nil {
			return 0, 0, err
		}
		b = b[pageHeader:]
		sum := fnv.New64a()
		_, _ = sum.Write(b[:metaSummed])
		txid := binary.NativeEndian.Uint64(b[48:])
		if binary.NativeEndian.Uint32(b) != metaMagic || binary.NativeEndian.Uint32(b[4:]) != metaVersion ||
			binary.NativeEndian.Uint64(b[metaSummed:]) != sum.Sum64() || txid < newest {
			continue
		}
		newest = txid
		root, list, w.end = binary.NativeEndian.Uint64(b[16:]), binary.NativeEndian.Uint64(b[32:]),
			binary.NativeEndian.Uint64(b[40:])
	}
	if w.end < 2 || w.end > 1<<40 {
		return 0, 0, fmt.Errorf("%w (it is not told how many pages there are)", ErrDamaged)
	}
	if _, err := w.file.ReadAt(make([]byte, 1), int64(w.end*w.size)-1); err != nil {
		return 0, 0, fmt.Errorf("%w (the end is missing: %w)", ErrDamaged, err)
	}
	w.use = make([]byte, w.end)
	return root, list, nil
}

// page is one page with all that overflows it.
type page struct {
	id    uint64
	flags uint16
	count int
	b     []byte
}

// read reads a page that is met for the first time; nil if it is none.
func (w *pages) read(id uint64) (*page, error) {
	if err := w.ctx.Err(); err != nil {
		return nil, err
	}
	if id < 2 || id >= w.end {
		w.problem("page %d is not one of %d", id, w.end)
		return nil, nil
	}
	var header [pageHeader]byte
	if _, err := w.file.ReadAt(header[:], int64(id*w.size)); err != nil {
		return nil, fmt.Errorf("read page %d: %w", id, err)
	}
	n := 1 + uint64(binary.NativeEndian.Uint32(header[12:]))
	if own := binary.NativeEndian.Uint64(header[:]); own != id || id+n > w.end {
		w.problem("page %d says that it is page %d, of %d", id, own, n)
		return nil, nil
	}
	for i := id; i < id+n; i++ {
		if w.use[i] == met {
			w.deadly = inCircle
			w.problem("page %d is used twice", i)
			return nil, nil
		}
		w.use[i] = met
	}
	b := make([]byte, n*w.size)
	if _, err := w.file.ReadAt(b, int64(id*w.size)); err != nil {
		return nil, fmt.Errorf("read page %d: %w", id, err)
	}
	return parsePage(b), nil
}

func parsePage(b []byte) *page {
	return &page{binary.NativeEndian.Uint64(b), binary.NativeEndian.Uint16(b[8:]), int(binary.NativeEndian.Uint16(b[10:])),
		b}
}

var errElement = errors.New("points out of the page")

// part is what the element at a place of the page points to, from its position on.
func (p *page) part(at int, position, length uint64) ([]byte, error) {
	from := uint64(at) + position
	if from+length > uint64(len(p.b)) {
		return nil, errElement
	}
	return p.b[from : from+length], nil
}

// tree looks through the pages below one, whose keys are from low on and before high; nil: any.
func (w *pages) tree(id uint64, low, high []byte, depth int) error {
	p, err := w.read(id)
	if p == nil || err != nil {
		return err
	}
	if depth == deepest {
		w.deadly = inCircle
		w.problem("page %d is too deep in its tree", id)
		return nil
	}
	return w.elements(p, low, high, depth)
}

// elements looks through those of a branch or a leaf.
func (w *pages) elements(p *page, low, high []byte, depth int) error {
	if kind := p.flags; kind != branchPage && kind != leafPage || pageHeader+element*p.count > len(p.b) ||
		kind == branchPage && p.count == 0 {
		w.broken("page %d is of kind %#x with %d elements", p.id, kind, p.count)
		return nil
	}
	keys, below := make([][]byte, 0, p.count), make([]uint64, 0, p.count)
	for i := range p.count {
		at := pageHeader + element*i
		e := p.b[at : at+element]
		word := func(n int) uint64 { return uint64(binary.NativeEndian.Uint32(e[4*n:])) }
		var key, value []byte
		var err error
		if p.flags == branchPage {
			key, err = p.part(at, word(0), word(1))
			below = append(below, binary.NativeEndian.Uint64(e[8:]))
		} else {
			key, err = p.part(at, word(1), word(2))
			if err == nil {
				value, err = p.part(at, word(1)+word(2), word(3))
			}
		}
		switch {
		case err != nil:
			w.broken("element %d of page %d %v", i, p.id, err)
			return nil
		case i > 0 && bytes.Compare(keys[i-1], key) >= 0, low != nil && bytes.Compare(key, low) < 0, high != nil &&
			bytes.Compare(key, high) >= 0:
			w.broken("the keys of page %d are out of order", p.id)
			return nil
		}
		keys = append(keys, key)
		if p.flags == leafPage && word(0)&bucketLeaf != 0 {
			if err := w.bucket(p.id, value, depth+1); err != nil {
				return err
			}
		}
	}
	for i, id := range below {
		upper := high
		if i+1 < len(keys) {
			upper = keys[i+1]
		}
		if err := w.tree(id, keys[i], upper, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// bucket looks through one that is the value of a leaf: its root, or the one page that it has.
func (w *pages) bucket(of uint64, value []byte, depth int) error {
	if len(value) < inBucket {
		w.broken("a bucket in page %d has %d bytes", of, len(value))
		return nil
	}
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		w.within++
		defer func() { w.within-- }()
		return w.tree(root, nil, nil, depth)
	}
	if value = value[inBucket:]; len(value) < pageHeader {
		w.broken("a bucket in page %d has no page", of)
		return nil
	}
	inline := parsePage(value)
	if inline.id = of; inline.flags != leafPage || depth == deepest {
		w.broken("a bucket in page %d has a page of kind %#x", of, inline.flags)
		return nil
	}
	return w.elements(inline, nil, nil, depth)
}

// free looks through the list of free pages.
func (w *pages) free(list uint64) error {
	if list == noFreelist { // then all are that are not used
		for id, use := range w.use {
			if use == unmet {
				w.use[id] = free
			}
		}
		return nil
	}
	p, err := w.read(list)
	if p == nil || err != nil {
		return err
	}
	first, count := uint64(0), uint64(p.count)
	if p.count == manyFree {
		first, count = 1, binary.NativeEndian.Uint64(p.b[pageHeader:])
	}
	if p.flags != freePage || count > uint64(len(p.b)/8) || pageHeader+8*(first+count) > uint64(len(p.b)) {
		w.problem("page %d is of kind %#x and not a list of free pages", list, p.flags)
		return nil
	}
	for i := first; i < first+count; i++ {
		switch id := binary.NativeEndian.Uint64(p.b[pageHeader+8*i:]); {
		case id < 2 || id >= w.end:
			w.problem("page %d is free, and not one of %d", id, w.end)
		case w.use[id] != unmet:
			w.problem("page %d is free, and used or free already", id)
		default:
			w.use[id] = free
		}
	}
	return nil
}
