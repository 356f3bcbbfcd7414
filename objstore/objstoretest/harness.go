package objstoretest

import (
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

	// Attrs: the store keeps attributes.
	Attrs bool

	// Checksum: Put and Complete return the store's own CRC32C.
	Checksum bool

	// Nested: the store holds objects below the key of another ("a" and "a/b").
	Nested bool

	// RefusedKeys are those of OddKeys that the store cannot hold.
	RefusedKeys []string
}

// Run runs the suite, a subtest for each of its cases.
func Run(t *testing.T, h Harness) {
	seed := newSeed(t)
	t.Logf("seed %d: replay with OBJSTORETEST_SEED=%d", seed, seed)
	for _, group := range []struct {
		name  string
		cases []testCase
	}{
		{"Keys", keyCases},
		{"List", listCases},
		{"Read", readCases},
		{"Put", putCases},
		{"Multipart", multipartCases},
		{"Delete", deleteCases},
		{"Bucket", bucketCases},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, c := range group.cases {
				t.Run(c.name, func(t *testing.T) { c.run(newEnv(t, h, seed)) })
			}
		})
	}
}

// testCase is one case of the suite.
type testCase struct {
	name string
	run  func(*env)
}

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
