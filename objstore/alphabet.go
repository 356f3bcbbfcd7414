package objstore

import "math"

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) add(b byte) { s[b/64] |= 1 << (b % 64) }

func (s *byteSet) has(b byte) bool { return s[b/64]&(1<<(b%64)) != 0 }

func (s *byteSet) union(t byteSet) {
	for i := range s {
		s[i] |= t[i]
	}
}

// addDifference adds the bytes in which two keys differ first.
func (s *byteSet) addDifference(a, b string) {
	i := commonPrefix(a, b)
	if i < len(a) {
		s.add(a[i])
	}
	if i < len(b) {
		s.add(b[i])
	}
}

func (s *byteSet) sorted() alphabet {
	var a alphabet
	for b := range 256 {
		if s.has(byte(b)) {
			a = append(a, byte(b))
		}
	}
	return a
}

// alphabet is the sorted bytes in which keys differ: the digits in which they count.
// A key is then a number, and a key some thousand keys ahead can be estimated.
type alphabet []byte

// digits is how many of a key's bytes are counted with, from the first that differs.
const digits = 8

// ahead returns the key that is so many times as far ahead of last as last is of
// first, where first < last; "" if the alphabet has no such key.
func (a alphabet) ahead(first, last string, ratio float64) string {
	i := commonPrefix(first, last)
	from, to := a.fraction(first[i:]), a.fraction(last[i:])
	if to <= from {
		return ""
	}
	sum := to + (to-from)*ratio
	head := last[:i]
	if carry := math.Floor(sum); carry > 0 {
		if head = a.carry(head, carry); head == "" {
			return ""
		}
		sum -= carry
	}
	return head + a.text(sum)
}

// fraction returns the number from 0 to below 1 whose digits are the bytes of s; no
// byte is the digit 0.
func (a alphabet) fraction(s string) float64 {
	value, unit := 0.0, 1/float64(len(a))
	for i := 0; i < min(len(s), digits); i++ {
		value += float64(max(a.upTo(s[i])-1, 0)) * unit
		unit /= float64(len(a))
	}
	return value
}

// text returns the digits of a number from 0 to below 1.
func (a alphabet) text(value float64) string {
	p := make([]byte, digits)
	for i := range p {
		value *= float64(len(a))
		digit := min(int(value), len(a)-1)
		p[i] = a[digit]
		value -= float64(digit)
	}
	return string(p)
}

// carry adds n ≥ 1 to the last digit of s, and what is too much for that to the digit
// before; "" if there is none left. A byte that is no digit is followed by the next
// larger digit.
func (a alphabet) carry(s string, n float64) string {
	p, size := []byte(s), float64(len(a))
	for i := len(p) - 1; i >= 0; i-- {
		n += float64(a.upTo(p[i])) - 1
		if n < size {
			p[i] = a[int(n)]
			return string(p)
		}
		p[i] = a[int(math.Mod(n, size))]
		n = math.Floor(n / size)
	}
	return ""
}

// upTo returns how many bytes of the alphabet are not larger than b.
func (a alphabet) upTo(b byte) (n int) {
	for n < len(a) && a[n] <= b {
		n++
	}
	return n
}

func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
