package plan

import "strconv"

// tidy rounds to ten significant digits, which drops the noise of the arithmetic: a
// machine's cap of 5 Gbit/s shall not come out as 4.999999999999999.
func tidy(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 10, 64), 64)
	if err != nil {
		return v
	}
	return rounded
}

// tidy rounds all figures of the plan.
func (p *Plan) tidy() {
	figures := []*float64{
		&p.ThroughputGbps, &p.Seconds, &p.USDPerGB, &p.EgressUSDPerGB, &p.VMUSDPerGB, &p.USDTotal,
		&p.Speedup, &p.CostRatio,
	}
	if p.Direct != nil {
		figures = append(figures, &p.Direct.ThroughputGbps, &p.Direct.USDPerGB)
	}
	for i := range p.Regions {
		figures = append(figures, &p.Regions[i].EgressGbps, &p.Regions[i].IngressGbps)
	}
	for i := range p.Links {
		figures = append(figures, &p.Links[i].Gbps, &p.Links[i].CapacityGbps)
	}
	for i := range p.Paths {
		figures = append(figures, &p.Paths[i].Gbps)
	}
	for i := range p.Bottlenecks {
		figures = append(figures, &p.Bottlenecks[i].Utilization)
	}
	for _, figure := range figures {
		*figure = tidy(*figure)
	}
}
