package main

import (
	"strings"
	"testing"
)

const events = `{"Action":"start","Package":"example.org/objstore/mem"}
{"Action":"run","Package":"example.org/objstore/mem","Test":"TestConformance/Keys/Odd"}
{"Action":"pass","Package":"example.org/objstore/mem","Test":"TestConformance/Keys/Odd"}
{"Action":"pass","Package":"example.org/objstore/mem","Test":"TestConformance/Keys"}
{"Action":"output","Package":"example.org/objstore/mem","Test":"TestConformance/Copy/Sizes","Output":"    env.go:1: objstoretest: unsupported, and the store says so\n"}
{"Action":"pass","Package":"example.org/objstore/mem","Test":"TestConformance/Copy/Sizes"}
# example.org/objstore/broken
{"Action":"fail","Package":"example.org/objstore/file","Test":"TestConformance/Fsync/Keys/Odd"}
{"Action":"output","Package":"example.org/objstore/s3","Test":"TestConformanceMoto/Copy/Sizes","Output":"    harness.go:9: the server differs: it has no copies\n"}
{"Action":"skip","Package":"example.org/objstore/s3","Test":"TestConformanceMoto/Copy/Sizes"}
{"Action":"pass","Package":"example.org/objstore/s3","Test":"TestOther/Keys/Odd"}
`

const table = `| case | file Fsync | mem | s3 Moto |
|---|---|---|---|
| Keys/Odd | FAIL | pass | - |
| Copy/Sizes | - | unsupported | differs |

Where the server behind a test differs from the store that it stands for:

- s3 Moto, Copy/Sizes: it has no copies
`

func TestMatrix(t *testing.T) {
	m, err := read(strings.NewReader(events))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	if err := m.print(&got); err != nil || got.String() != table || !m.failed {
		t.Errorf("failed %t, %v:\n%s", m.failed, err, got.String())
	}
}

// What is no output of the suite is no table without rows.
func TestNoMatrix(t *testing.T) {
	for _, text := range []string{"", "ok  \texample.org/x\t0.1s\n", `{"Action":"pass","Package":"p","Test":"TestOther"}`} {
		if m, err := read(strings.NewReader(text)); err == nil {
			t.Errorf("%q: %+v", text, m)
		}
	}
}
