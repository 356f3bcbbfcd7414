// Package provisiontest holds the tests that every provision.Provider must pass, and the gateway
// they are made with.
//
// [Gateway] is a gateway that does nothing but what the [Script] in its bootstrap document says: it
// gets ready or does not, and then ends when it is told to, or refuses to, or is made to end
// through its control address. A provider's test starts it in whatever way that provider starts
// gateways, and calls [Run]:
//
//	func TestProvider(t *testing.T) {
//		provisiontest.Run(t, provisiontest.Harness{New: newProvider, Region: "local:here"})
//	}
//
// No test waits for a time to pass but those of the two time limits in [Patience], and none asserts
// one.
package provisiontest
