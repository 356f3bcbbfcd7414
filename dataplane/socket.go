package dataplane

import (
	"fmt"
	"net"

	"golang.org/x/sys/unix"
)

// notSentLowat is how many bytes the kernel may hold that have not gone out yet.
// Without the limit it takes megabytes a circuit; a chunk bound early to a circuit
// that turns out slow would wait there.
const notSentLowat = 1 << 20

// tune sets the options of a circuit's connection.
func tune(conn *net.TCPConn) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return fmt.Errorf("tuning a circuit's socket: %w", err)
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_NOTSENT_LOWAT, notSentLowat)
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return fmt.Errorf("tuning a circuit's socket: %w", err)
	}
	return nil
}
