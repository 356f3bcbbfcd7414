package grid

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// survey is testdata/intercloud-2022-02.txt.
type survey struct {
	t      *testing.T
	points map[Region]Location // as published, where the library has another
	rtts   map[string][]distanceSample
	rates  map[string][]distanceSample // by pair of clouds, and under all
}

const allClouds = "all"

// readSurvey takes the published points or, corrected, the library's own.
func readSurvey(t *testing.T, corrected bool) *survey {
	t.Helper()
	file, err := os.Open("testdata/intercloud-2022-02.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	s := &survey{t: t, points: map[Region]Location{}, rtts: map[string][]distanceSample{}, rates: map[string][]distanceSample{}}
	var src Region
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		switch fields[0] {
		case "#":
		case "point":
			if !corrected {
				s.points[Region(fields[1])] = Location{Lat: s.number(fields[2]), Lon: s.number(fields[3])}
			}
		case "from":
			src = Region(fields[1])
		default:
			s.add(src, Region(fields[0]), fields[1:])
		}
	}
	return s
}

func (s *survey) number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return v
}

func (s *survey) place(r Region) Location {
	if l, ok := s.points[r]; ok {
		return l
	}
	l, ok := LocationOf(r)
	if !ok {
		s.t.Fatalf("%s has no location", r)
	}
	return l
}

func (s *survey) add(src, dst Region, samples []string) {
	km := DistanceKM(s.place(src), s.place(dst))
	for ; len(samples) > 0; samples = samples[2:] {
		rtt, buffers := s.number(samples[0]), s.number(samples[1])
		gbps := buffers * 131_072 * 8 / 10 / 1e9 // in ten seconds
		for _, clouds := range []string{allClouds, src.Provider() + " to " + dst.Provider()} {
			s.rtts[clouds] = append(s.rtts[clouds], distanceSample{km, rtt})
			s.rates[clouds] = append(s.rates[clouds], distanceSample{km, gbps})
		}
	}
}

// TestSurveyCorrelations reproduces what the survey's rows give when they are read
// right: Pearson's r of round trips, and of the logarithm of rates, with the distance.
func TestSurveyCorrelations(t *testing.T) {
	s := readSurvey(t, false)
	if n := len(s.rates[allClouds]); n != 2138 {
		t.Fatalf("%d rows", n)
	}
	for _, c := range []struct {
		name    string
		fitter  *fitter
		samples []distanceSample
		want    float64
	}{
		{"round trips", &rttFitter, s.rtts[allClouds], 0.864},
		{"rates", &rateFitter, s.rates[allClouds], -0.714},
		{"rates gcp to gcp", &rateFitter, s.rates["gcp to gcp"], -0.875},
		{"rates gcp to aws", &rateFitter, s.rates["gcp to aws"], -0.823},
		{"rates aws to gcp", &rateFitter, s.rates["aws to gcp"], -0.845},
		{"rates aws to aws", &rateFitter, s.rates["aws to aws"], -0.867},
	} {
		if r := c.fitter.correlation(c.samples); math.Abs(r-c.want) > 0.0005 {
			t.Errorf("%s: r is %.4f, want %.3f", c.name, r, c.want)
		}
	}
}

// TestCorrectedPointsExplainMore is why the library does not take six of the survey's points:
// with a city's own coordinates for them, distance explains more of everything.
func TestCorrectedPointsExplainMore(t *testing.T) {
	published, corrected := readSurvey(t, false), readSurvey(t, true)
	if len(published.points) != 6 {
		t.Errorf("%d points were corrected", len(published.points))
	}
	for clouds := range published.rates {
		for _, f := range []struct {
			fitter        *fitter
			before, after []distanceSample
		}{
			{&rttFitter, published.rtts[clouds], corrected.rtts[clouds]},
			{&rateFitter, published.rates[clouds], corrected.rates[clouds]},
		} {
			before, after := f.fitter.correlation(f.before), f.fitter.correlation(f.after)
			if math.Abs(after) < math.Abs(before)-1e-12 {
				t.Errorf("%s %s: r was %.4f and is %.4f", f.fitter.figure, clouds, before, after)
			}
		}
	}
}

// TestSurveyForm: what the survey's authors drew, log10(rate) falling linearly with distance, is
// what cross-validation chooses too or is beaten by the other falling form; never by a constant.
func TestSurveyForm(t *testing.T) {
	s := readSurvey(t, true)
	for clouds, samples := range s.rates {
		f := rateFitter.choose(samples)
		t.Log(clouds, f.String())
		if f.Form == FormConstant || f.Slope >= 0 {
			t.Errorf("%s: %s with slope %v", clouds, f.Form, f.Slope)
		}
	}
}
