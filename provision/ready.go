package provision

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strconv"
)

// Ready is what a gateway prints when it listens, as one line of JSON:
//
//	{"control":"127.0.0.1:4001","data":"127.0.0.1:4002","pid":123}
type Ready struct {
	Control string `json:"control"` // host:port of the control channel
	Data    string `json:"data"`    // host:port of circuits
	PID     int    `json:"pid"`     // the gateway's process; 0 if it has none of its own
}

// ParseReady reads a gateway's line. Fields it does not know are ignored: a newer gateway may say
// more. The error is of the kind [ErrProtocol].
func ParseReady(line []byte) (Ready, error) {
	var r Ready
	if err := json.Unmarshal(line, &r); err != nil {
		return Ready{}, notReady(line, err)
	}
	if err := r.check(); err != nil {
		return Ready{}, notReady(line, err)
	}
	return r, nil
}

func (r Ready) check() error {
	if err := checkAddress(r.Control); err != nil {
		return fmt.Errorf("control: %w", err)
	}
	if err := checkAddress(r.Data); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	if r.PID < 0 {
		return fmt.Errorf("pid %d is negative", r.PID)
	}
	return nil
}

func checkAddress(address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return fmt.Errorf("address %q has no port that can be called", address)
	}
	if host == "" {
		return errors.New("the host is empty")
	}
	return nil
}

// maxShown bounds how much of a line an error repeats.
const maxShown = 200

func notReady(line []byte, err error) error {
	return &Error{
		Op: "read ready line", Kind: ErrProtocol,
		Err: fmt.Errorf("%.*q: %w", maxShown, line, err),
	}
}
