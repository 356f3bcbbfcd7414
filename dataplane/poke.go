package dataplane

// poke puts a token into a channel that has room for one, unless it is there already.
func poke(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}
