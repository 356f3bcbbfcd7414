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
// must work, one that is not must be reported as missing.
//
// All keys and bytes come from a seed, which is logged. Set OBJSTORETEST_SEED to it
// to replay a run.
//
// [Faults] makes another driver fail, for tests of what stands above a store.
package objstoretest
