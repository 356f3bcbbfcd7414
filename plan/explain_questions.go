package plan

import (
	"fmt"
	"slices"

	"github.com/skyferry/skyferry/grid"
)

// mostRelaysAsked bounds the relays that are asked about one by one: the busiest.
const mostRelaysAsked = 3

// cent is 0.01 USD.
const cent = 0.01

// questions are those that make sense for the plan, in the order of the report.
func (e *explainer) questions() []question {
	all := slices.Concat(e.machineQuestions(), e.capQuestions(), e.storeQuestions(), e.moneyQuestions(), e.rateQuestions())
	if e.req.Algorithm == Optimal {
		return append(all, e.relayQuestions()...)
	}
	return append(all, e.overlayQuestion())
}

// overlayQuestion asks for an overlay in the place of another algorithm's plan. Those are
// at their highest rates unless the goal says otherwise, and so is the overlay.
func (e *explainer) overlayQuestion() question {
	q := e.question(ChangeOverlay, "", "the best overlay instead")
	q.req.Algorithm = Optimal
	if q.req.Goal.kind == asFastAsDirect {
		q.req.Goal = Fastest()
	}
	return q
}

func (e *explainer) question(kind ChangeKind, region grid.Region, what string) question {
	return question{change: Change{Kind: kind, Region: region, What: what}, req: e.req}
}

func (e *explainer) askedRelays() []grid.Region {
	return e.relays[:min(len(e.relays), mostRelaysAsked)]
}

// machineQuestions ask for a machine more where there are some, and everywhere.
func (e *explainer) machineQuestions() []question {
	var all []question
	for _, r := range slices.Concat([]grid.Region{e.req.Src, e.req.Dst}, e.askedRelays()) {
		if e.vms[r] == 0 {
			continue // the store is read or written from elsewhere
		}
		q := e.question(ChangeMachine, r, fmt.Sprintf("one more machine in %s", r))
		q.req.more = map[grid.Region]int{r: 1}
		q.highest = r == e.req.Src || r == e.req.Dst
		all = append(all, q)
	}
	q := e.question(ChangeMachines, "", "one more machine in every region")
	q.req.more = make(map[grid.Region]int)
	for _, r := range e.grid.Regions() {
		q.req.more[r] = 1
	}
	q.highest = true
	return append(all, q)
}

// capQuestions ask for 1 Gbit/s more of what machines send and receive.
func (e *explainer) capQuestions() []question {
	var all []question
	src, dst := e.req.Src, e.req.Dst
	ask := func(kind ChangeKind, region grid.Region, what string, applies func(grid.Region) bool, out, in float64) {
		q := e.question(kind, region, what)
		q.highest = kind != ChangeRelayCap
		q.alter = func(s *grid.Spec) {
			for r, m := range s.Machines {
				if applies(r) {
					m.EgressGbps += out
					m.IngressGbps += in
					s.Machines[r] = m
				}
			}
		}
		all = append(all, q)
	}
	if e.vms[src] > 0 {
		ask(ChangeSourceCap, src, fmt.Sprintf("1 Gbit/s more out of each machine in %s", src),
			func(r grid.Region) bool { return r == src }, 1, 0)
	}
	if e.vms[dst] > 0 {
		ask(ChangeDestinationCap, dst, fmt.Sprintf("1 Gbit/s more into each machine in %s", dst),
			func(r grid.Region) bool { return r == dst }, 0, 1)
	}
	if e.req.Algorithm != Direct {
		ask(ChangeRelayCap, "", "1 Gbit/s more through each relay machine",
			func(r grid.Region) bool { return r != src && r != dst }, 1, 1)
	}
	return all
}

// storeQuestions ask for faster stores where theirs are limits.
func (e *explainer) storeQuestions() []question {
	var all []question
	if gbps := e.req.Limits.SrcStore.gbps(); gbps > 0 {
		q := e.question(ChangeSourceStore, e.req.Src, "1 Gbit/s more from the source's store")
		q.req.Limits.SrcStore = StoreLimit{AccountGbps: gbps + 1}
		all = append(all, q)
	}
	if gbps := e.req.Limits.DstStore.gbps(); gbps > 0 {
		q := e.question(ChangeDestinationStore, e.req.Dst, "1 Gbit/s more into the destination's store")
		q.req.Limits.DstStore = StoreLimit{AccountGbps: gbps + 1}
		all = append(all, q)
	}
	return all
}

// moneyQuestions ask for a cent more, or less where the goal spends whatever it takes.
func (e *explainer) moneyQuestions() []question {
	goal, usd := e.req.Goal, e.plan.USDPerGB
	switch {
	case goal.kind == withinTotal:
		return []question{e.goalQuestion(ChangeCentMore, "one cent more for the whole volume", WithinTotal(goal.usd+cent))}
	case goal.kind == withinPerGB:
		return []question{e.goalQuestion(ChangeCentMore, "one cent more per GB", WithinPerGB(goal.usd+cent))}
	case e.req.Algorithm != Optimal:
		return nil
	case e.holdsRate:
		return []question{e.goalQuestion(ChangeCentMore, "one cent more per GB, spent on speed", WithinPerGB(usd+cent))}
	case usd > cent:
		return []question{e.goalQuestion(ChangeCentLess, "one cent less per GB", WithinPerGB(usd-cent))}
	default:
		return nil
	}
}

func (e *explainer) goalQuestion(kind ChangeKind, what string, goal Goal) question {
	q := e.question(kind, "", what)
	q.req.Goal = goal
	return q
}

// rateQuestions ask for 1 Gbit/s more and less, where the goal is a rate.
func (e *explainer) rateQuestions() []question {
	if e.req.Goal.kind != atRate && e.req.Goal.kind != atLeast {
		return nil
	}
	all := []question{e.rateQuestion(ChangeRateMore, "asking for 1 Gbit/s more", 1)}
	if e.req.Goal.gbps-1 >= leastGbps {
		all = append(all, e.rateQuestion(ChangeRateLess, "asking for 1 Gbit/s less", -1))
	}
	return all
}

func (e *explainer) rateQuestion(kind ChangeKind, what string, more float64) question {
	goal := e.req.Goal
	goal.gbps += more
	return e.goalQuestion(kind, what, goal)
}
