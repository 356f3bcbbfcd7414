package simplex

import "fmt"

// Basis is where each variable of a program stood when it was taken. It is small, never changes, and may be kept
// and compared.
type Basis struct {
	columns, rows string // a place each
}

// Basis returns the present basis.
func (m *Model) Basis() Basis {
	places := make([]byte, 0, len(m.variables))
	for _, v := range m.columns {
		places = append(places, byte(m.place[v]))
	}
	for _, v := range m.logical {
		places = append(places, byte(m.place[v]))
	}
	all, n := string(places), len(m.columns)
	return Basis{columns: all[:n], rows: all[n:]}
}

// SetBasis has the next solve start from a basis of this program, which may have grown since it was taken: the logicals
// of new rows are basic and new columns are not. The zero Basis stands for that of the logicals.
func (m *Model) SetBasis(b Basis) {
	if len(b.columns) > len(m.columns) || len(b.rows) > len(m.bound) {
		panic(fmt.Sprintf("simplex: a basis of %d rows and %d columns for a program of %d and %d",
			len(b.rows), len(b.columns), len(m.bound), len(m.columns)))
	}
	same := true
	for i, v := range m.columns {
		at := atLower
		if i < len(b.columns) {
			at = place(b.columns[i])
		}
		same = m.put(v, at) && same
	}
	for i, v := range m.logical {
		at := basic
		if i < len(b.rows) {
			at = place(b.rows[i])
		}
		same = m.put(v, at) && same
	}
	if !same {
		m.adopt()
	}
}

// put places a variable, and tells whether it was basic before if it is now, and not if not.
func (m *Model) put(v int32, at place) bool {
	same := (at == basic) == (m.place[v] == basic)
	m.place[v] = at
	m.settle(v)
	return same
}

// adopt makes head list the basic variables.
func (m *Model) adopt() {
	head := m.head[:0]
	for i, at := range m.place {
		if at != basic {
			continue
		}
		if len(head) == len(m.bound) {
			panic("simplex: more basic variables than rows")
		}
		head = append(head, int32(i))
		m.variables[i].weight = 1
	}
	if len(head) != len(m.bound) {
		panic("simplex: fewer basic variables than rows")
	}
	m.head = head
	m.factored = false
	m.priced = -1
}
