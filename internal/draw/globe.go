package draw

import "math"

// greatCircle follows the shortest way between two places, from one to the other, in steps of at most half a degree.
// Between opposite ends of the globe, where every way is as short, it follows the plane of the map.
func greatCircle(a, b place) []place {
	const step = math.Pi / 360
	from, to := a.vector(), b.vector()
	angle := math.Acos(max(-1, min(1, from.dot(to))))
	n := max(8, int(math.Ceil(angle/step)))
	way := make([]place, n+1)
	for i := range way {
		part := float64(i) / float64(n)
		if math.Sin(angle) < 1e-9 {
			way[i] = place{a.lat + part*(b.lat-a.lat), a.lon + part*wrapped(b.lon-a.lon)}
			continue
		}
		u, v := math.Sin((1-part)*angle)/math.Sin(angle), math.Sin(part*angle)/math.Sin(angle)
		way[i] = vector{u*from.x + v*to.x, u*from.y + v*to.y, u*from.z + v*to.z}.place()
	}
	return way
}

// vector is a point on the unit sphere.
type vector struct{ x, y, z float64 }

func (p place) vector() vector {
	lat, lon := p.lat*math.Pi/180, p.lon*math.Pi/180
	return vector{math.Cos(lat) * math.Cos(lon), math.Cos(lat) * math.Sin(lon), math.Sin(lat)}
}

func (v vector) dot(w vector) float64 { return v.x*w.x + v.y*w.y + v.z*w.z }

func (v vector) place() place {
	return place{
		lat: math.Asin(max(-1, min(1, v.z))) * 180 / math.Pi,
		lon: math.Atan2(v.y, v.x) * 180 / math.Pi,
	}
}

// wrapped brings a longitude or a difference of two into -180 to 180 degrees.
func wrapped(lon float64) float64 { return math.Remainder(lon, 360) }

// miller is the height in degrees of a latitude on O. M. Miller's cylindrical projection (1942): Mercator's with
// latitudes drawn together by a fifth, so that it shows the poles.
func miller(lat float64) float64 {
	return 1.25 * math.Log(math.Tan(math.Pi/4+0.4*lat*math.Pi/180)) * 180 / math.Pi
}
