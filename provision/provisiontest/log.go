package provisiontest

// log is a Spec.Log that gives a test each Write.
type log struct{ lines chan string }

// newLog has room for more lines than any test's gateway writes.
func newLog() *log { return &log{lines: make(chan string, 64)} }

func (l *log) Write(p []byte) (int, error) {
	l.lines <- string(p)
	return len(p), nil
}

// writerFunc is a Spec.Log that only notices a Write.
type writerFunc func()

func (f writerFunc) Write(p []byte) (int, error) {
	f()
	return len(p), nil
}
