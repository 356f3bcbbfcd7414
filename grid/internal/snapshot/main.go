// Command snapshot makes the grid files of package grid from the public
// figures: the snapshot inside the library and the two grids that tests use.
//
//	snapshot -in FOLDER [-out FOLDER]
//
// The input folder holds throughput_2022-11.csv, price_2022-11.csv,
// rtt_2022-04.csv, throughput_2022-01.csv, price_2022-05.csv and
// throughput_gcp_internal_2022-04.csv.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "snapshot:", err)
		os.Exit(1)
	}
}

func run(args []string, log io.Writer) error {
	flags := flag.NewFlagSet("snapshot", flag.ContinueOnError)
	in := flags.String("in", "", "`folder` with the CSV files of the public figures (required)")
	out := flags.String("out", ".", "`folder` of package grid")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *in == "" {
		return errors.New("say with -in where the CSV files are (go generate takes it from SKYFERRY_FIGURES)")
	}
	for _, r := range recipes {
		g, report, err := r.make(*in)
		if err != nil {
			return fmt.Errorf("make %s: %w", r.file, err)
		}
		if err := writeGrid(filepath.Join(*out, r.file), g); err != nil {
			return err
		}
		_, err = fmt.Fprintf(log, "%s: %d regions, %d links; %+v\n", r.file, len(g.Regions()), g.NumLinks(), report)
		if err != nil {
			return err
		}
	}
	return nil
}
