package objstoretest

import (
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// Harness says how to reach a store and what it can do.
type Harness struct {
	// Open returns a bucket for one test. It may be the same for all tests: each
	// keeps to keys of its own and removes them. The test closes it.
	Open func(t *testing.T) *objstore.Bucket

	// Reopen opens the bucket with this URL again, as another process would. The test closes it.
	Reopen func(t *testing.T, url string) *objstore.Bucket

	// Slice: the store gives out its memory (objstore.SliceReader).
	Slice bool

	// Copy: the store copies objects itself (objstore.Copier), between two buckets
	// that Open and Reopen return.
	Copy bool

	// Attrs: the store keeps attributes.
	Attrs bool

	// Tags: the store keeps tags.
	Tags bool

	// StorageClass is a storage class other than the default that the store keeps; ""
	// if it keeps none.
	StorageClass string

	// Checksum: Put, Complete and CopyFrom return the store's own CRC32C.
	Checksum bool

	// Nested: the store holds objects below the key of another ("a", "a/" and "a/b").
	Nested bool

	// OneUpload: of several uploads of one key the first to complete wins, and the
	// others are gone (as the uncommitted blocks of a blob).
	OneUpload bool

	// VersionOfBytes: a version stands for the bytes of an object (as an ETag may), so
	// that who writes the same bytes again need not make another.
	VersionOfBytes bool

	// RefusedKeys are those of OddKeys that the store cannot hold.
	RefusedKeys []string

	// NormalisedKeys are those of OddKeys that the server behind the test changes or
	// mistakes, though the store that it stands for does not: they are not tried. Say
	// beside it which server that is.
	NormalisedKeys []string

	// LostAttrs names, as objstore.Attrs.Names does, what the server behind the test
	// drops of attributes, though the store that it stands for does not.
	LostAttrs []string

	// Differs says of cases, by their names as "Read/Replaced", how the server behind
	// the test differs from the store that it stands for, so that they are skipped.
	Differs map[string]string
}

// Run runs the suite, a subtest for each of its cases.
func Run(t *testing.T, h Harness) {
	seed := newSeed(t)
	t.Logf("seed %d: replay with OBJSTORETEST_SEED=%d", seed, seed)
	known := map[string]bool{}
	for _, group := range groups {
		t.Run(group.name, func(t *testing.T) {
			for _, c := range group.cases {
				name := group.name + "/" + c.name
				known[name] = true
				t.Run(c.name, func(t *testing.T) {
					if how, differs := h.Differs[name]; differs {
						t.Skip("the server differs:", how)
					}
					c.run(newEnv(t, h, seed))
				})
			}
		})
	}
	for name := range h.Differs {
		if !known[name] && !filtered() {
			t.Errorf("Differs names %s, which is no case", name)
		}
	}
}

// groups are all cases. Their names are stable: others keep tables of them.
var groups = []struct {
	name  string
	cases []testCase
}{
	{"Keys", keyCases},
	{"List", listCases},
	{"Read", readCases},
	{"Put", putCases},
	{"Attrs", attrCases},
	{"Multipart", multipartCases},
	{"Copy", copyCases},
	{"Delete", deleteCases},
	{"Bucket", bucketCases},
}

// testCase is one case of the suite.
type testCase struct {
	name string
	run  func(*env)
}

// filtered reports whether not all tests are run.
func filtered() bool {
	run, skip := flag.Lookup("test.run"), flag.Lookup("test.skip")
	return run != nil && run.Value.String() != "" || skip != nil && skip.Value.String() != ""
}

// unsupported says that the case has made sure of an ability's absence.
func (e *env) unsupported() { e.Log(Unsupported) }

// Unsupported is logged by a case that passes because the store says, as declared, that
// it lacks an ability.
const Unsupported = "objstoretest: unsupported, and the store says so"

func newSeed(t *testing.T) uint64 {
	s := os.Getenv("OBJSTORETEST_SEED")
	if s == "" {
		return rand.Uint64()
	}
	seed, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		t.Fatalf("OBJSTORETEST_SEED: %v", err)
	}
	return seed
}

// newRand returns the random numbers of one test, whichever others run.
func newRand(seed uint64, test string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(test))
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}
