// Package draw makes pictures of what the planner knows: SVG documents of the frontier of cost against
// rate, of a grid's throughput as a heat map and against round-trip time, of the
// distributions that planning all routes gives, and of one plan on a world map; and
// Graphviz DOT of a plan.
//
// Each picture is one function that takes an io.Writer, plain data and options. The
// same data gives the same bytes. Pictures name Liberation Sans, Arial and Helvetica,
// which have the same widths, and fall back to any sans-serif font.
//
// Rates are in Gbit/s (10^9 bit/s), prices in USD per GB (10^9 bytes), sizes of pictures in
// CSS pixels. Colours tell apart what they must for colour-blind readers too: scales
// run from dark to light, categories take the palette of Okabe and Ito
// (https://jfly.uni-koeln.de/color/, "Color Universal Design", 2002, revised 2008).
package draw
