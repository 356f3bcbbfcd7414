package skyferry_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// footprint is what a process holds, in bytes.
type footprint struct {
	anonymous int64 // resident memory that no file backs: heap and stacks
	sockets   int64 // kernel memory of its TCP sockets, as accounted: buffers with their overhead
	queued    int64 // data in the queues of these sockets, without overhead
	pipes     int64 // data in its pipes: what splice holds between two sockets
}

func (f footprint) total() int64 { return f.anonymous + f.sockets + f.pipes }

// minus is the growth since f was before.
func (f footprint) minus(before footprint) footprint {
	return footprint{f.anonymous - before.anonymous, f.sockets - before.sockets, f.queued - before.queued, f.pipes - before.pipes}
}

func (f footprint) String() string {
	return fmt.Sprintf("anonymous %5.1f, sockets %5.1f (queued %5.1f), pipes %4.1f, together %5.1f MiB",
		mib(f.anonymous), mib(f.sockets), mib(f.queued), mib(f.pipes), mib(f.total()))
}

func mib(n int64) float64 { return float64(n) / (1 << 20) }

// measure takes the footprints of processes of this user.
func measure(pids ...int) (map[int]footprint, error) {
	sockets, err := tcpSockets()
	if err != nil {
		return nil, err
	}
	found := make(map[int]footprint)
	for _, pid := range pids {
		var f footprint
		if f.anonymous, err = anonymousMemory(pid); err != nil {
			return nil, err
		}
		if err := f.addDescriptors(pid, sockets); err != nil {
			return nil, err
		}
		found[pid] = f
	}
	return found, nil
}

// anonymousMemory reads RssAnon of proc(5).
func anonymousMemory(pid int) (int64, error) {
	status, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	defer status.Close()
	lines := bufio.NewScanner(status)
	for lines.Scan() {
		if value, ok := strings.CutPrefix(lines.Text(), "RssAnon:"); ok {
			kib, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(value, " kB")), 10, 64)
			return kib << 10, err
		}
	}
	return 0, errors.Join(fmt.Errorf("%s has no RssAnon", status.Name()), lines.Err())
}

// addDescriptors adds the sockets and pipes that a process has open.
func (f *footprint) addDescriptors(pid int, sockets map[string]tcpSocket) error {
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	pipes := make(map[string]bool) // both ends show the same data
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		target, err := os.Readlink(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // closed meanwhile
		}
		if err != nil {
			return err
		}
		switch kind, inode, _ := strings.Cut(target, ":"); {
		case kind == "socket":
			f.sockets += sockets[inode].memory
			f.queued += sockets[inode].queued
		case kind == "pipe" && !pipes[inode]:
			pipes[inode] = true
			f.pipes += inPipe(path)
		}
	}
	return nil
}

// inPipe is how much data a pipe holds; 0 if it was closed meanwhile.
func inPipe(path string) int64 {
	pipe, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return 0
	}
	defer pipe.Close()
	n, err := unix.IoctlGetInt(int(pipe.Fd()), unix.TIOCINQ)
	if err != nil {
		return 0
	}
	return int64(n)
}

// tcpSocket is what the kernel says of one socket, in bytes.
type tcpSocket struct{ memory, queued int64 }

// tcpSockets asks the kernel for every TCP socket of this network namespace, by inode as
// in "[123]": see sock_diag(7). It is what ss -m shows.
func tcpSockets() (map[string]tcpSocket, error) {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_SOCK_DIAG)
	if err != nil {
		return nil, fmt.Errorf("asking the kernel for its sockets: %w", err)
	}
	defer unix.Close(fd)
	found := make(map[string]tcpSocket)
	for _, family := range []uint8{unix.AF_INET, unix.AF_INET6} {
		if err := unix.Sendto(fd, socketsRequest(family), 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
			return nil, fmt.Errorf("asking the kernel for its sockets: %w", err)
		}
		if err := readSockets(fd, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// The layout of linux/inet_diag.h.
const (
	requestSize     = 56 // struct inet_diag_req_v2
	answerSize      = 72 // struct inet_diag_msg
	answerQueues    = 56 // idiag_rqueue, then idiag_wqueue
	answerInode     = 68 // idiag_inode
	skMemInfo       = 7  // INET_DIAG_SKMEMINFO, an array of the following
	skMemReceived   = 0
	skMemForward    = 4 // reserved for the socket, not in use
	skMemSent       = 5
	skMemOptions    = 6
	skMemBacklog    = 7
	skMemInfoFields = 9
)

func socketsRequest(family uint8) []byte {
	b := make([]byte, unix.SizeofNlMsghdr+requestSize)
	binary.NativeEndian.PutUint32(b[0:], uint32(len(b)))
	binary.NativeEndian.PutUint16(b[4:], unix.SOCK_DIAG_BY_FAMILY)
	binary.NativeEndian.PutUint16(b[6:], unix.NLM_F_REQUEST|unix.NLM_F_DUMP)
	request := b[unix.SizeofNlMsghdr:]
	request[0], request[1], request[2] = family, unix.IPPROTO_TCP, 1<<(skMemInfo-1)
	binary.NativeEndian.PutUint32(request[4:], ^uint32(0)) // sockets in any state
	return b
}

func readSockets(fd int, found map[string]tcpSocket) error {
	buffer := make([]byte, 1<<16)
	for {
		n, _, err := unix.Recvfrom(fd, buffer, 0)
		if err != nil {
			return fmt.Errorf("reading the kernel's sockets: %w", err)
		}
		messages, err := syscall.ParseNetlinkMessage(buffer[:n])
		if err != nil {
			return fmt.Errorf("reading the kernel's sockets: %w", err)
		}
		for _, m := range messages {
			switch {
			case m.Header.Type == unix.NLMSG_DONE:
				return nil
			case m.Header.Type != unix.SOCK_DIAG_BY_FAMILY || len(m.Data) < answerSize:
				return fmt.Errorf("the kernel answers with a message of type %d and %d bytes", m.Header.Type, len(m.Data))
			}
			inode := fmt.Sprintf("[%d]", binary.NativeEndian.Uint32(m.Data[answerInode:]))
			found[inode] = socketOf(m.Data)
		}
	}
}

func socketOf(answer []byte) tcpSocket {
	field := binary.NativeEndian.Uint32
	s := tcpSocket{queued: int64(field(answer[answerQueues:])) + int64(field(answer[answerQueues+4:]))}
	attributes := bytes.NewBuffer(answer[answerSize:])
	for attributes.Len() >= unix.SizeofNlAttr {
		header := attributes.Next(unix.SizeofNlAttr)
		length, kind := binary.NativeEndian.Uint16(header), binary.NativeEndian.Uint16(header[2:])
		value := attributes.Next(int(length) - unix.SizeofNlAttr)
		attributes.Next(-int(length) & 3) // padding
		if kind != skMemInfo || len(value) < 4*skMemInfoFields {
			continue
		}
		for _, i := range []int{skMemReceived, skMemForward, skMemSent, skMemOptions, skMemBacklog} {
			s.memory += int64(field(value[4*i:]))
		}
	}
	return s
}
