package objstore

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// grow starts stretches while workers are free and there is where to cut. The number
// of stretches is held to what few requests more than one for 1,000 keys allow: each
// costs about half of one, for the keys of an answer that lie behind its end.
func (f *fan) grow() {
	for f.ctx.Err() == nil && f.busy+f.waiting < f.workers &&
		len(f.stretches) < f.workers+(f.workers+1)/2 &&
		f.started < 2*f.workers+f.keys*2/stretchKeys {
		if !f.cutFirst() {
			return
		}
	}
}

// cutFirst cuts the first stretch that can be cut, and starts the listing of the rest.
func (f *fan) cutFirst() bool {
	for i, s := range f.stretches {
		if at, ok := f.cutOf(s); ok {
			rest := &stretch{cut: true, after: at, end: s.end, bound: s.end}
			s.end, s.guessed = at+"\x00", true
			f.start(i+1, rest)
			return true
		}
	}
	return false
}

// cutOf returns the key behind which a stretch may be cut.
func (f *fan) cutOf(s *stretch) (string, bool) {
	if s.done || s.read < pageKeys {
		return "", false
	}
	ratio := f.scale * stretchKeys / float64(s.run.keys())
	alphabet := s.run.alphabet()
	start := s.run[0].first
	if s.end != "" {
		if far := alphabet.ahead(start, s.last, 1.5*ratio); far == "" || far >= s.end {
			return "", false // what is left is worth no cut
		}
	}
	at := alphabet.ahead(start, s.last, ratio)
	if utf8.ValidString(s.last) {
		at = validPrefix(at)
	}
	return at, at > s.last && strings.HasPrefix(at, f.opts.Prefix) && (s.end == "" || at < s.end)
}

// validPrefix returns what of s comes before the first byte that is no UTF-8: some
// stores take nothing else.
func validPrefix(s string) string {
	for i, r := range s {
		if r == utf8.RuneError {
			return s[:i]
		}
	}
	return s
}

// learn corrects the scale by a stretch whose both ends were guessed.
func (f *fan) learn(s *stretch) {
	if !s.cut || !s.guessed || s.read == 0 {
		return
	}
	f.scale = min(max(f.scale*math.Sqrt(stretchKeys/float64(s.read)), 0.25), 4)
}

// passOn makes the run of a stretch that is done the beginning of the next one's.
func (f *fan) passOn(s *stretch) {
	i := slices.Index(f.stretches, s)
	for ; i >= 0 && i+1 < len(f.stretches) && f.stretches[i].done; i++ {
		this, next := f.stretches[i], f.stretches[i+1]
		next.run = this.run.join(next.run)
		this.run = nil
	}
}
