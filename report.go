package skyferry

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// reportVersion is the version of a report's JSON form.
const reportVersion = 1

// Report says what a copy did. Its JSON form is that of the command-line tool.
type Report struct {
	Version  int   `json:"version"`
	Objects  int64 `json:"objects"` // moved and verified
	Bytes    int64 `json:"bytes"`
	Skipped  int64 `json:"skipped"` // not moved, since there is nothing to move
	Failed   int64 `json:"failed"`
	Verified bool  `json:"verified"` // all objects moved, and every checksum was compared

	// AttributesLost counts the objects that moved without some of their attributes, as
	// their content type, since the destination store cannot hold them. Lost names them,
	// of at most dataplane.MaxErrors objects.
	AttributesLost int64  `json:"attributes_lost,omitempty"`
	Lost           []Loss `json:"lost,omitempty"`

	Seconds            float64 `json:"seconds"` // moving and completing, without starting the gateways
	Gbps               float64 `json:"gbps"`    // goodput, 10^9 bit/s
	RetransmittedBytes int64   `json:"retransmitted_bytes"`

	PredictedGbps float64 `json:"predicted_gbps"` // by the plan, shaped; 0 without a plan
	USDEstimated  float64 `json:"usd_estimated"`  // for the bytes that were moved, by the plan; 0 without one

	Waiting  Waiting   `json:"waiting"`
	Links    []Link    `json:"links"`
	Errors   []Failure `json:"errors"` // at most dataplane.MaxErrors
	Gateways []Gateway `json:"gateways"`

	// Plan is what was carried out; nil without a plan.
	Plan *plan.Plan `json:"-"`
}

// Waiting divides the time of the transfer by what held its circuits up, in seconds.
type Waiting struct {
	SourceStore      float64 `json:"source_store_s"`
	Network          float64 `json:"network_s"`
	DestinationStore float64 `json:"destination_store_s"`
}

// Link says what went from one region to another.
type Link struct {
	Src         grid.Region `json:"src"`
	Dst         grid.Region `json:"dst"`
	Bytes       int64       `json:"bytes"`
	Gbps        float64     `json:"gbps"` // averaged over the transfer
	Connections int         `json:"connections"`
}

// Gateway says what one gateway used.
type Gateway struct {
	Node       string         `json:"node"`
	Role       dataplane.Role `json:"role"`
	CPUSeconds float64        `json:"cpu_seconds"`
	PeakRSSMB  float64        `json:"peak_rss_mb"` // 10^6 bytes
}

// Failure says why an object was not moved.
type Failure struct {
	Key     string `json:"key"`
	Kind    string `json:"kind"` // an objstore.Kind, "" if none
	Message string `json:"message"`
	Err     error  `json:"-"`
}

// Loss says which attributes an object moved without.
type Loss struct {
	Key        string   `json:"key"`        // at the destination
	Attributes []string `json:"attributes"` // as objstore.Attrs.Names has them
}

// newReport puts together what the data plane did and what was planned.
func newReport(r *dataplane.Report, l layout, p *plan.Plan, shape float64) *Report {
	report := &Report{
		Version: reportVersion, Objects: r.Objects, Bytes: r.Bytes, Failed: r.Failed, Verified: r.Verified, AttributesLost: r.AttrsLost,
		Seconds: r.Elapsed.Seconds(), Gbps: r.Gbps(), RetransmittedBytes: r.Retransmitted,
		Waiting:  waitingFrom(r.Waiting),
		Links:    linksFrom(r, l),
		Errors:   []Failure{},
		Gateways: []Gateway{},
		Plan:     p,
	}
	if p != nil {
		report.PredictedGbps = p.ThroughputGbps
		if shape > 0 {
			report.PredictedGbps *= shape
		}
		report.USDEstimated = p.USDPerGB * float64(r.Bytes) / 1e9
	}
	for _, e := range r.Errors {
		report.Errors = append(report.Errors, Failure{Key: strings.ToValidUTF8(e.Key, "\uFFFD"), Kind: e.Kind, Message: e.Err.Error(), Err: e.Err})
	}
	for _, l := range r.Losses {
		report.Lost = append(report.Lost, Loss{Key: strings.ToValidUTF8(l.Key, "\uFFFD"), Attributes: l.Names})
	}
	for _, g := range r.Gateways {
		report.Gateways = append(report.Gateways, Gateway{
			Node: g.Node, Role: g.Role, CPUSeconds: g.UserSeconds + g.SystemSeconds, PeakRSSMB: float64(g.PeakRSS) / 1e6,
		})
	}
	return report
}

func waitingFrom(w dataplane.Waiting) Waiting {
	return Waiting{SourceStore: w.SourceStore.Seconds(), Network: w.Network.Seconds(), DestinationStore: w.DestinationStore.Seconds()}
}

// linksFrom adds up the links between machines to those between regions.
func linksFrom(r *dataplane.Report, l layout) []Link {
	links := []Link{}
	for _, between := range r.Links {
		src, dst := l.regions[between.From], l.regions[between.To]
		i := slices.IndexFunc(links, func(l Link) bool { return l.Src == src && l.Dst == dst })
		if i < 0 {
			i = len(links)
			links = append(links, Link{Src: src, Dst: dst})
		}
		links[i].Bytes += between.Bytes
		links[i].Connections += between.Connections
		links[i].Gbps = gbps(links[i].Bytes, r.Elapsed)
	}
	slices.SortFunc(links, func(a, b Link) int { return cmp.Or(cmp.Compare(a.Src, b.Src), cmp.Compare(a.Dst, b.Dst)) })
	return links
}

func gbps(bytes int64, elapsed time.Duration) float64 {
	if elapsed <= 0 {
		return 0
	}
	return float64(bytes) * 8 / 1e9 / elapsed.Seconds()
}
