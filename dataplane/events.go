package dataplane

import "time"

// Event is something that happened in a transfer: one of the types below.
type Event interface {
	// Type is the event's name in files, as "gateway_lost".
	Type() string
}

// GatewayUp says that a gateway has taken its configuration.
type GatewayUp struct {
	Node   string `json:"node"`
	Region string `json:"region"`
	Role   Role   `json:"role"`
	PID    int    `json:"pid"`
}

// GatewayLost says that the control stream to a gateway broke. Replaced says whether another
// is started in its place.
type GatewayLost struct {
	Node     string `json:"node"`
	Region   string `json:"region"`
	Role     Role   `json:"role"`
	Problem  string `json:"problem"`
	Replaced bool   `json:"replaced"`
}

// RouteChanged says that a route came up, has all its circuits, or went down.
type RouteChanged struct {
	Nodes   []string `json:"nodes"`
	Live    int      `json:"live"`              // open circuits
	Standby bool     `json:"standby,omitempty"` // the route is a fallback
	Problem string   `json:"problem,omitempty"` // why circuits are missing
}

// Progress is sent at intervals, and once at the end.
type Progress struct {
	Bytes   int64         `json:"bytes"` // accepted by the destination store
	Total   int64         `json:"total"` // 0 if unknown
	Objects int64         `json:"objects"`
	Elapsed time.Duration `json:"elapsed_ns"`
}

// ObjectDone says that an object is complete and verified, or has failed.
type ObjectDone struct {
	Key      string `json:"key"`
	Size     int64  `json:"size"`
	CRC32C   uint32 `json:"crc32c"`
	Compared string `json:"compared,omitempty"` // what the checksum was compared with
	// AttrsLost names the attributes that the destination cannot hold, so that the object
	// moved without them: see objstore.Bucket.FitAttrs.
	AttrsLost []string `json:"attrs_lost,omitempty"`
	Err       error    `json:"-"`
	Problem   string   `json:"problem,omitempty"`
}

// Type implements Event.
func (GatewayUp) Type() string { return "gateway_up" }

// Type implements Event.
func (GatewayLost) Type() string { return "gateway_lost" }

// Type implements Event.
func (RouteChanged) Type() string { return "route_changed" }

// Type implements Event.
func (Progress) Type() string { return "progress" }

// Type implements Event.
func (ObjectDone) Type() string { return "object_done" }
