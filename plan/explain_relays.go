package plan

import (
	"fmt"
	"slices"

	"github.com/skyferry/skyferry/grid"
)

// relayQuestions ask what each relay is worth and whether fewer do; where there is none, what
// the best way around the direct link is.
func (e *explainer) relayQuestions() []question {
	if len(e.relays) == 0 {
		return []question{e.withoutDirect()}
	}
	var all []question
	for _, r := range e.askedRelays() {
		q := e.question(ChangeWithoutRelay, r, fmt.Sprintf("without %s", r))
		q.req.Limits.DenyRelays = append(slices.Clip(q.req.Limits.DenyRelays), string(r))
		all = append(all, q)
	}
	if len(e.relays) > 1 {
		r := e.relays[0]
		q := e.question(ChangeOneRelay, r, fmt.Sprintf("with no relay but %s", r))
		q.req.Limits.AllowRelays = []string{string(r)}
		all = append(all, q)
	}
	if longest := e.longest(); longest > 1 {
		q := e.question(ChangeFewerHops, "", fmt.Sprintf("with at most %s on a path", count(longest-1, "relay")))
		q.req.Limits.MaxRelays = longest - 1
		all = append(all, q)
	}
	return all
}

// longest is the greatest number of relays on a path of the plan.
func (e *explainer) longest() int {
	longest := 0
	for _, p := range e.plan.Paths {
		longest = max(longest, len(p.Regions)-2)
	}
	return longest
}

func (e *explainer) withoutDirect() question {
	q := e.question(ChangeWithoutDirect, "", "without the direct link")
	q.alter = func(s *grid.Spec) {
		s.Links = slices.DeleteFunc(s.Links, func(l grid.Link) bool {
			direct := l.Src == e.req.Src && l.Dst == e.req.Dst
			if direct {
				delete(s.Samples, l.ID())
			}
			return direct
		})
	}
	return q
}
