package prices

// The format of a book is text, in UTF-8, a statement a line, fields separated by
// spaces:
//
//	skyferry-prices 1
//	name "NAME"
//	date DATE                              of the book, as 2026-07-21
//	source DATE "PAGE"                     of the lines below it, up to the next source
//	area AREA PATTERN...                   a name for a group of regions, for the lines below
//	egress FROM TO POOL UNIT PRICE...      what egress costs
//	free FROM TO UNIT VOLUME               what is free each month, for the whole account
//	machine FROM TYPE ONDEMAND SPOT        USD an hour; - if unknown
//	service "NAME" FROM TO UNIT FEE "NOTE" a cloud's own transfer service; fee per unit, - if unknown
//	end
//
// FROM and TO say which regions are meant:
//
//	aws:us-east-1       this one
//	aws:us-*  aws:*     those whose names begin so; all of a provider
//	internet            (only TO) every region of another provider than the source's
//	*                   every region
//	aws:*@europe        any of the above, within an area
//
// Of several lines that fit, the one with the more specific FROM counts, then the
// one with the more specific TO, then the earlier one. A region is more specific
// than the beginning of a name, that the more so the longer it is, then an area,
// a provider, the internet. The same FROM and TO twice is an error.
//
// POOL is what is added up before tiers apply: region, the volume from one source
// region, or account, that of the whole account under this line. UNIT is GB (10^9
// bytes) or GiB (2^30), for prices and for widths. A PRICE is USD a unit and, after
// a colon, how many units of a month cost that: 0.09:10240 0.085:40960 0.07. The
// last one has no width.
//
// Text in quotes is quoted as in Go. Lines that begin with # and empty lines are
// skipped. A file without its end is an error.
const (
	formatName    = "skyferry-prices"
	formatVersion = "1"
	unknown       = "-"

	maxLine = 1 << 16
	maxUSD  = 1e6 // more is taken for a mistake of unit
	maxGB   = 1e12
)

// units in GB.
var units = map[string]float64{"GB": 1, "GiB": float64(1<<30) / 1e9}

// statements by their first field. The order of a file's head is checked apart.
var statements = map[string]func(*reader) error{
	"name":    (*reader).readName,
	"date":    (*reader).readDate,
	"source":  (*reader).readSource,
	"area":    (*reader).readArea,
	"egress":  (*reader).readEgress,
	"free":    (*reader).readFree,
	"machine": (*reader).readMachine,
	"service": (*reader).readService,
}
