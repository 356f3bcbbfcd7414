package provision

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// DefaultTool is the tag of machines whose Spec names no tool.
const DefaultTool = "skyferry"

// Spec describes one machine to be started.
//
// What a cloud needs beyond this (zone, image, size) is an option of its provider with a default
// for each region: a caller that moves a transfer from one provider to another changes no Spec.
type Spec struct {
	// Transfer is the transfer that the machine works for.
	Transfer string
	// Name is the node, unique among the living machines of its transfer, such as "azure:eastus#0".
	Name string
	// Region is where the machine stands. Providers of real places start it there; local takes it
	// as a label.
	Region grid.Region

	// Bootstrap is written to the gateway's standard input, as it is and nothing after it.
	Bootstrap []byte
	// Log receives what the gateway writes to standard error, a line a Write, with the node's name
	// before it. A provider never makes two calls of Write at a time, whichever machines they are
	// for. Default: nowhere.
	Log io.Writer

	// Tool is the program that pays for the machine, and cleans up what carries its name. Default:
	// [DefaultTool].
	Tool string
	// Expires is when the machine counts as forgotten, and a sweeper may end it. Default: never.
	Expires time.Time
}

// Validate reports whether the spec can be used at all. The error is of the kind [ErrInvalid].
func (s Spec) Validate() error {
	switch {
	case s.Transfer == "":
		return s.invalid("no transfer is named")
	case s.Name == "":
		return s.invalid("the node has no name")
	case strings.ContainsFunc(s.Transfer+s.Name+s.Tool, isControl):
		return s.invalid("a name holds a control character")
	}
	if _, err := grid.ParseRegion(string(s.Region)); err != nil {
		return s.invalid(err.Error())
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

func (s Spec) invalid(why string) error {
	return &Error{Op: "start", Node: s.Name, Region: s.Region, Kind: ErrInvalid, Err: fmt.Errorf("spec: %s", why)}
}

// The names of the tags that every machine and every resource around it carries, where the provider
// can tag.
const (
	TagTool     = "skyferry-tool"
	TagTransfer = "skyferry-transfer"
	TagNode     = "skyferry-node"
	TagExpires  = "skyferry-expires"
)

// Tags returns the tags of the machine. The time of expiry is in seconds since 1970, since some
// clouds allow no colon in a tag, and is left out where there is none. A provider whose tags may
// not hold all the characters of a node's name encodes it.
func (s Spec) Tags() map[string]string {
	tags := map[string]string{TagTool: s.Tool, TagTransfer: s.Transfer, TagNode: s.Name}
	if s.Tool == "" {
		tags[TagTool] = DefaultTool
	}
	if !s.Expires.IsZero() {
		tags[TagExpires] = strconv.FormatInt(s.Expires.Unix(), 10)
	}
	return tags
}
