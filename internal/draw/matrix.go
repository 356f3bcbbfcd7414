package draw

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/skyferry/skyferry/grid"
)

// matrix is a heat map: its cells, and where they are on the page.
type matrix struct {
	grid    *grid.Grid
	regions []grid.Region // by cloud, then name: the order of their bytes is that
	scale   colorScale

	cell    vg.Length   // side of a cell
	corner  vg.Point    // the upper left one
	offsets []vg.Length // of each row and column from the corner
}

const (
	cloudGap   = 4   // between the cells of two clouds
	namesRoom  = 150 // for the names of regions and clouds, on the left and above
	scaleRoom  = 92  // for the scale, on the right
	headRoom   = 50  // for title and note
	keysRoom   = 29  // for what the cells mean
	leastNamed = 8   // side of a cell from which on rows and columns are named
)

func newMatrix(g *grid.Grid) *matrix {
	m := &matrix{grid: g, regions: g.Regions()}
	m.scale = colorScale{low: math.Inf(1), high: math.Inf(-1), logarithmic: true, colors: ramp}
	for l := range g.Links() {
		m.scale.low, m.scale.high = min(m.scale.low, l.Gbps), max(m.scale.high, l.Gbps)
	}
	return m
}

// gaps is the room between clouds.
func (m *matrix) gaps() vg.Length { return cloudGap * vg.Length(len(cloudsOf(m.regions))-1) }

// height is that of a picture whose cells are square and fill a width.
func (m *matrix) height(width int) int {
	side := vg.Length(width) - 2*margin - namesRoom - scaleRoom
	head := vg.Length(headRoom)
	if len(m.keys()) > 0 {
		head += keysRoom
	}
	return max(leastHeight, int(2*margin+head+namesRoom+side))
}

// place finds the side of the cells and where they stand.
func (m *matrix) place(p *page) {
	p.keys(m.keys()...)
	room := p.room.Size()
	side := min(room.X-namesRoom-scaleRoom, room.Y-namesRoom) - m.gaps()
	m.cell = max(side, 1) / vg.Length(len(m.regions))
	m.corner = vg.Point{X: p.room.Min.X + namesRoom, Y: p.room.Max.Y - namesRoom}
	m.offsets = make([]vg.Length, len(m.regions)+1)
	for i := range m.regions {
		m.offsets[i+1] = m.offsets[i] + m.cell
		if m.endsCloud(i) {
			m.offsets[i+1] += cloudGap
		}
	}
}

// endsCloud reports whether the next region is of another cloud.
func (m *matrix) endsCloud(i int) bool {
	return i+1 < len(m.regions) && m.regions[i].Provider() != m.regions[i+1].Provider()
}

// keys are the cells without a figure and those whose figure is a guess, if there are any.
func (m *matrix) keys() []key {
	var keys []key
	if n := len(m.regions); m.grid.NumLinks() < n*(n-1) {
		keys = append(keys, key{"never measured", swatch{unknown}})
	}
	for l := range m.grid.Links() {
		if l.Estimated {
			return append(keys, key{"estimate", estimateSign{m.scale.colors[colorSteps/2]}})
		}
	}
	return keys
}

// cellPath is the outline of a cell. Where there is room, cells are a hair apart.
func (m *matrix) cellPath(row, column int) vg.Path {
	x, y := m.corner.X+m.offsets[column], m.corner.Y-m.offsets[row]
	side := m.cell
	if side >= leastNamed {
		side -= 0.6
	}
	return vg.Rectangle{Min: vg.Point{X: x, Y: y - side}, Max: vg.Point{X: x + side, Y: y}}.Path()
}

func (m *matrix) draw(p *page) {
	m.drawCells(p.room)
	m.drawClouds(p.room)
	if m.cell >= leastNamed {
		m.drawNames(p.room)
	}
	height := m.offsets[len(m.regions)-1] + m.cell
	bar := p.room
	bar.Rectangle = vg.Rectangle{
		Min: vg.Point{X: m.corner.X + height + 24, Y: m.corner.Y - height},
		Max: vg.Point{X: m.corner.X + height + 40, Y: m.corner.Y},
	}
	m.scale.upright(bar)
	keyText.write(bar, vg.Point{X: bar.Min.X, Y: bar.Max.Y + 16}, "Gbit/s")
}

// drawCells fills all cells of one colour with one path, which keeps the document small.
func (m *matrix) drawCells(c vg.Canvas) {
	cells := make([]vg.Path, len(m.scale.colors))
	var absent vg.Path
	var estimates []vg.Point
	for row, src := range m.regions {
		for column, dst := range m.regions {
			path := m.cellPath(row, column)
			link, ok := m.grid.Link(src, dst)
			switch {
			case ok:
				step := m.scale.step(link.Gbps)
				cells[step] = append(cells[step], path...)
				if link.Estimated {
					estimates = append(estimates, middle(path[0].Pos, path[2].Pos))
				}
			case src != dst:
				absent = append(absent, path...)
			}
		}
	}
	fill(c, unknown, absent)
	for step, path := range cells {
		fill(c, m.scale.colors[step], path)
	}
	for _, at := range estimates {
		dot(c, at, m.cell/5)
	}
}

func fill(c vg.Canvas, filling color.Color, path vg.Path) {
	if len(path) > 0 {
		c.SetColor(filling)
		c.Fill(path)
	}
}
