// Package objstoretest proves that a driver keeps the contract of objstore.Driver:
// [Run] runs the suite. A store of your own joins it with a [Harness]:
//
//	func TestConformance(t *testing.T) {
//		objstoretest.Run(t, objstoretest.Harness{
//			Open:   func(t *testing.T) *objstore.Bucket { … },
//			Reopen: func(t *testing.T, url string) *objstore.Bucket { … },
//		})
//	}
//
// Abilities are declared in the harness and checked both ways: one that is declared
// must work, one that is not must be reported as missing. Each case keeps to keys below
// a prefix of its own, so one bucket of a real store or of an emulator will do; a run
// takes some thousand requests. Where an emulator is known to differ from the store
// that it stands for, Harness.Differs, NormalisedKeys and LostAttrs say so, and the
// driver's own tests have to prove by what it sends what the emulator cannot show.
//
// The names of the cases are stable. scripts/conformance-matrix makes a table of case
// and store of what "go test -json" says.
//
// All keys and bytes come from a seed, which is logged. Set OBJSTORETEST_SEED to it
// to replay a run.
//
// [Faults] makes another driver fail, for tests of what stands above a store.
package objstoretest
