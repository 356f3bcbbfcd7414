package objstore

// stretch is a part of a listing: the keys after one key and before another. Those
// before the end of the first part are listed as by the caller's own options.
type stretch struct {
	cut     bool   // it begins after a cut, not where the listing does
	after   string // the key that it begins after, if cut
	bound   string // the end when its listing began
	end     string // the end, "" is none; moves when the stretch is cut
	guessed bool   // the end is a cut

	queue []pair // listed, not yet taken
	last  string // key
	read  int    // keys
	run   run    // the keys up to the last
	done  bool
}

// add puts pairs into the queue, and returns false if there is nothing more to come,
// since the end is reached.
func (s *stretch) add(pairs []pair) bool {
	for _, p := range pairs {
		if key := p.object.Key; key != "" {
			if s.end != "" && key >= s.end {
				return false
			}
			s.run = s.run.add(s.last, key)
			s.last = key
			s.read++
		}
		s.queue = append(s.queue, p)
	}
	return true
}

// run summarises keys that follow one another without a gap: about the last
// stretchKeys of them.
type run []leg

// leg is up to pageKeys keys of a run.
type leg struct {
	first string
	last  string
	keys  int
	bytes byteSet // those in which keys differ from the one before
}

// add returns the run with another key, which comes after last.
func (r run) add(last, key string) run {
	if len(r) == 0 || r[len(r)-1].keys == pageKeys {
		r = append(r, leg{first: key})
	}
	end := &r[len(r)-1]
	end.bytes.addDifference(last, key)
	end.last = key
	end.keys++
	return r.trim()
}

// join returns both runs as one.
func (r run) join(next run) run {
	if len(r) > 0 && len(next) > 0 {
		next[0].bytes.addDifference(r[len(r)-1].last, next[0].first)
	}
	return append(r, next...).trim()
}

// trim leaves out what is more than stretchKeys back.
func (r run) trim() run {
	for len(r) > 1 && r.keys()-r[0].keys >= stretchKeys {
		r = r[1:]
	}
	return r
}

func (r run) keys() (n int) {
	for i := range r {
		n += r[i].keys
	}
	return n
}

func (r run) alphabet() alphabet {
	var all byteSet
	for i := range r {
		all.union(r[i].bytes)
	}
	return all.sorted()
}
