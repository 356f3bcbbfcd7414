package draw

//go:generate go run ./internal/coast -in=$WORLD_ATLAS/land-110m.json -out=land.txt
