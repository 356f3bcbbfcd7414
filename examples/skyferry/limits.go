package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skyferry/skyferry/plan"
)

// limitFlags narrow what a plan may use; plan, cp and frontier share them, and sweep
// those that are about no region of its own.
type limitFlags struct {
	quota              string
	allow, deny        namesFlag
	maxRelays          int
	src, dst           storeFlags
	objects            int
	noSrcVMs, noDstVMs bool
}

// storeFlags are the rates that a store allows an account and an object.
type storeFlags struct {
	account, object rateFlag
}

var limitNames = []string{
	"quota", "allow-relays", "deny-relays", "max-relays",
	"src-store-gbps", "dst-store-gbps", "src-object-gbps", "dst-object-gbps", "objects", "no-src-vms", "no-dst-vms",
}

func (l *limitFlags) add(f *pflag.FlagSet) {
	l.addEverywhere(f)
	f.Var(&l.src.account, "src-store-gbps", "most that the source's store allows an account or bucket, in Gbit/s")
	f.Var(&l.dst.account, "dst-store-gbps", "the same at the destination")
	f.Var(&l.src.object, "src-object-gbps", "most that the source's store allows one object, in Gbit/s")
	f.Var(&l.dst.object, "dst-object-gbps", "the same at the destination")
	f.IntVar(&l.objects, "objects", 1, "objects that move at the same time, for the rates of one object")
	f.BoolVar(&l.noSrcVMs, "no-src-vms", false, "no machine in the source region: its store is read from elsewhere")
	f.BoolVar(&l.noDstVMs, "no-dst-vms", false, "no machine in the destination region: its store is written from elsewhere")
}

// addEverywhere adds the flags that mean the same for every pair of regions.
func (l *limitFlags) addEverywhere(f *pflag.FlagSet) {
	f.StringVar(&l.quota, "quota", "", "CSV `file` about machines, with the columns region and vms, type, egress_gbps, ingress_gbps, usd_per_hour; --max-vms holds too")
	f.Var(&l.allow, "allow-relays", "clouds and regions that data may pass through on its way, as aws,gcp:us-east1; through no others")
	f.Var(&l.deny, "deny-relays", "clouds and regions that data must not pass through on its way, whatever --allow-relays says")
	f.IntVar(&l.maxRelays, "max-relays", 0, "most relays on a path (default: any number)")
}

// check says what is wrong with the flags as they were given.
func (l *limitFlags) check(c *cobra.Command) error {
	return usage(c, l.wrong(c))
}

func (l *limitFlags) wrong(c *cobra.Command) error {
	switch {
	case l.maxRelays < 1 && len(given(c, "max-relays")) > 0:
		return fmt.Errorf("--max-relays %d: at least 1 is needed; a plan without any relay is --algorithm direct", l.maxRelays)
	case l.objects < 1 && len(given(c, "objects")) > 0:
		return fmt.Errorf("--objects %d: at least 1 is needed", l.objects)
	case l.src.object == 0 && l.dst.object == 0 && len(given(c, "objects")) > 0:
		return errors.New("--objects counts for the rate of one object: give --src-object-gbps or --dst-object-gbps")
	case l.quota == "" && len(given(c, "quota")) > 0:
		return errors.New("--quota needs a file")
	}
	return nil
}

// limits turns the flags, but for the quota, into those of the library.
func (l *limitFlags) limits() plan.Limits {
	store := func(s storeFlags) plan.StoreLimit {
		return plan.StoreLimit{AccountGbps: float64(s.account), ObjectGbps: float64(s.object), Objects: l.objects}
	}
	return plan.Limits{
		AllowRelays: l.allow, DenyRelays: l.deny, MaxRelays: l.maxRelays,
		SrcStore: store(l.src), DstStore: store(l.dst),
		RemoteSrc: l.noSrcVMs, RemoteDst: l.noDstVMs,
	}
}

// namesFlag is a flag that takes names with commas between. An empty list is refused: it
// would lift the limit that it is meant to be, as where a variable of a script is not set.
type namesFlag []string

// String implements pflag.Value.
func (n *namesFlag) String() string { return strings.Join(*n, ",") }

// Type implements pflag.Value.
func (n *namesFlag) Type() string { return "names" }

// Set implements pflag.Value. Several flags add up.
func (n *namesFlag) Set(s string) error {
	for name := range strings.SplitSeq(s, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			return fmt.Errorf("%q has an empty name; write aws or aws:us-east-1, with commas between", s)
		}
		*n = append(*n, name)
	}
	return nil
}
