package plan

import "github.com/skyferry/skyferry/grid"

// formatVersion is the version of a plan's JSON form.
const formatVersion = 1

// Plan is the answer to a [Request]. Its JSON form is that of the command-line tool.
// Rates are in Gbit/s (10^9 bit/s), prices in USD per GB (10^9 bytes).
type Plan struct {
	Version   int         `json:"version"`
	Src       grid.Region `json:"src"`
	Dst       grid.Region `json:"dst"`
	Algorithm Algorithm   `json:"algorithm"`
	Status    Status      `json:"status"`
	// Gap is the part of the cost, or of the rate where that is the goal, by which a better
	// plan could be better at most; 0 for an optimal plan, and where nothing is claimed.
	Gap      float64 `json:"gap,omitzero"`
	VolumeGB float64 `json:"volume_gb"`

	ThroughputGbps float64 `json:"throughput_gbps"`
	Seconds        float64 `json:"seconds"` // moving only: machines that boot are not in it

	USDPerGB       float64 `json:"usd_per_gb"` // egress and machines
	EgressUSDPerGB float64 `json:"egress_usd_per_gb"`
	VMUSDPerGB     float64 `json:"vm_usd_per_gb"`
	USDTotal       float64 `json:"usd_total"` // for the whole volume

	// Regions with at least one machine: the source, relays by name, the destination.
	Regions []RegionPlan `json:"regions"`
	// Links that carry something, by source and destination.
	Links []LinkPlan `json:"links"`
	// Paths from source to destination, the widest first. Their rates sum to
	// ThroughputGbps, and on each link to the link's rate.
	Paths []Path `json:"paths"`
	// Bottlenecks are the places where the plan is at its limit; there may be none.
	Bottlenecks []Bottleneck `json:"bottlenecks"`

	// Direct is the direct link at its highest rate within the machine limit; nil if
	// it was never measured.
	Direct *Baseline `json:"direct"`
	// Speedup is this plan's rate over the direct one's, 0 without a direct link.
	Speedup float64 `json:"speedup,omitzero"`
	// CostRatio is this plan's cost per GB over the direct one's, 0 if the direct link
	// was not measured or costs nothing.
	CostRatio float64 `json:"cost_ratio,omitzero"`

	Grid    GridInfo `json:"grid"`
	SolveMS float64  `json:"solve_ms"` // wall time
}

// Status says what is known about a plan.
type Status string

// The states of a plan.
const (
	// StatusOptimal: no plan that reaches the goal is cheaper by more than one part
	// in 10^9, and this is proven.
	StatusOptimal Status = "optimal"
	// StatusFeasible: the plan works; nothing is claimed about others. The plans of
	// Direct and RON have it.
	StatusFeasible Status = "feasible"
)

// RegionPlan is what a plan does in one region.
type RegionPlan struct {
	Region      grid.Region `json:"region"`
	Role        Role        `json:"role"`
	VMs         int         `json:"vms"`          // 0 where the store is reached from elsewhere
	EgressGbps  float64     `json:"egress_gbps"`  // sent, by all machines together
	IngressGbps float64     `json:"ingress_gbps"` // received
}

// Role is the part that a region plays.
type Role string

// The roles.
const (
	RoleSource      Role = "source"
	RoleRelay       Role = "relay"
	RoleDestination Role = "destination"
)

// LinkPlan is what a plan sends over one link.
type LinkPlan struct {
	Src  grid.Region `json:"src"`
	Dst  grid.Region `json:"dst"`
	Tier string      `json:"tier,omitzero"` // of the grid's links; empty for the grid's own
	Gbps float64     `json:"gbps"`
	// CapacityGbps is the measured rate times the lesser number of machines at its ends.
	CapacityGbps float64 `json:"capacity_gbps"`
	// Connections that the rate needs by the grid's measurement, rounded up.
	Connections int     `json:"connections"`
	USDPerGB    float64 `json:"usd_per_gb"`
	Estimated   bool    `json:"estimated"` // the link's rate was never measured
}

// Path is a part of the flow, from source to destination.
type Path struct {
	Regions []grid.Region `json:"regions"`
	Gbps    float64       `json:"gbps"`
}

// Baseline is a plan to compare with.
type Baseline struct {
	ThroughputGbps float64 `json:"throughput_gbps"`
	USDPerGB       float64 `json:"usd_per_gb"`
}

// GridInfo says which grid a plan rests on. Dates are of the form 2006-01-02, empty if
// unknown.
type GridInfo struct {
	Source         string `json:"source"`
	Measured       string `json:"measured"`
	EstimatedLinks int    `json:"estimated_links"` // of the grid
	// Oldest and Newest are the dates of the rates of the links in use.
	Oldest string `json:"oldest,omitzero"`
	Newest string `json:"newest,omitzero"`
	// Prices says where the prices of egress come from, and PricesDated of when they are.
	Prices      string `json:"prices,omitzero"`
	PricesDated string `json:"prices_dated,omitzero"`
}
