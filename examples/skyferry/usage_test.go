package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// wrongUses are command lines, and what is said about them. ENDS stands for two URLs.
var wrongUses = map[string]string{
	"":                                     "a command is needed: bench, cp, ",
	"copy":                                 `unknown command "copy"`,
	"gird":                                 "did you mean: grid",
	"grid":                                 "a command is needed: export, heatmap, import, merge, show, stats",
	"grid shwo":                            "did you mean: show",
	"help cpp":                             `unknown command "cpp"`,
	"cp":                                   "SRC-URL and DST-URL are needed",
	"cp file:///in":                        "SRC-URL and DST-URL are needed",
	"cp --fast ENDS":                       "unknown flag: --fast",
	"cp --shape ENDS":                      "--shape",
	"cp /in file:///out":                   "file",
	"cp file://in file:///out":             "absolute path",
	"cp ftp://b/in file:///out":            "unsupported",
	"cp mem://b/in file:///out":            "embed the library",
	"cp file:///in mem://b/out":            "embed the library",
	"cp --fleet cloud ENDS":                "only local",
	"cp --memory 1,5GB ENDS":               "1,5GB",
	"cp --kill relay ENDS":                 "source|relay|destination@50%",
	"cp --src-region aws:us-east-1":        "SRC-URL",
	"cp --src-region azure:eastus -r ENDS": "give both",
	"cp --min-gbps 2 ENDS":                 "--src-region",
	"cp --shape 0.5 ENDS":                  "--src-region",
	"cp --src-region azure:eastus --dst-region aws:ap-south-1 --shape 0 ENDS":    "above 0",
	"cp --src-region azure:eastus --dst-region aws:ap-south-1 --shape NaN ENDS":  "above 0",
	"cp --src-region azure:eastus --dst-region aws:ap-south-1 --shape +Inf ENDS": "above 0",
	"cp --src-region azure:eastus --dst-region aws:ap-south-1 --shape -1 ENDS":   "above 0",
	"cp --src-region azure:eastsu --dst-region aws:ap-south-1 ENDS":              "azure:eastus",
	"cp --src-region eastus --dst-region aws:ap-south-1 ENDS":                    "provider:name",
	"cp file:///in file:///in":                                   "into itself",
	"plan azure:eastus":                                          "SRC and DST are needed",
	"plan azure:eastsu aws:ap-south-1":                           "nearest names are: azure:eastus",
	"plan eastus aws:ap-south-1":                                 "provider:name",
	"plan azure:eastus azure:eastus":                             "azure:eastus",
	"plan s3://bucket/ aws:ap-south-1":                           "--src-region",
	"plan azure:eastus aws:ap-south-1 --src-region azure:eastus": "once",
	"plan azure:eastus aws:ap-south-1 --min-gbps 2 --fastest":    "different goals",
	"plan azure:eastus aws:ap-south-1 --min-gbps 2 --at-gbps 2":  "different goals",
	"plan azure:eastus aws:ap-south-1 --min-gbps -2":             "is not a rate",
	"plan azure:eastus aws:ap-south-1 --max-vms 0":               "at least 1",
	"plan azure:eastus aws:ap-south-1 --max-vms 1000000000":      "machines",
	"plan azure:eastus aws:ap-south-1 --algorithm best":          "optimal, direct, ron",
	"plan azure:eastus aws:ap-south-1 --volume 0":                "is not a size",
	"plan azure:eastus aws:ap-south-1 --volume 50":               "write 50GB",
	"bench --size 4":                                        "no unit",
	"bench --part-size 8":                                   "no unit",
	"bench --memory 256":                                    "no unit",
	"cp --memory 256 ENDS":                                  "no unit",
	"cp --kill relay@50% ENDS":                              "--src-region",
	"plan azure:eastus aws:ap-south-1 --tier PREMIUM":       "--grid",
	"plan azure:eastus aws:ap-south-1 --vm-usd-per-hour -1": "negative",
	"grid show a:b c:d e:f":                                 "one region or two",
	"grid show azure:eastsu":                                "azure:eastus",
	"grid show azure:eastus azure:eastus":                   "to itself",
	"grid import --out x":                                   "--grid",
	"grid import --grid x":                                  "--out",
	"bench 4GB":                                             "no arguments",
	"bench --size -1":                                       "is not a size",
	"bench --relays -1":                                     "-1 relays",
	"bench --circuits 0":                                    "at least 1",
	"bench --kill relay@50%":                                "--relays",
	"bench --kill coordinator@50% --relays 1":               "source|relay|destination@50%",
	"bench --part-size 1B":                                  "parts of 1 bytes",
	"gateway now":                                           "no arguments",
}

// TestWrongUse: the command line itself is at fault, so the status is 2, standard output
// stays empty, and the error says what and where to read on.
func TestWrongUse(t *testing.T) {
	for line, word := range wrongUses {
		t.Run(line, func(t *testing.T) {
			o := call(t, strings.Fields(strings.ReplaceAll(line, "ENDS", "file:///in file:///out"))...).want(t, statusUsage).wantErr(t, "skyferry: ", word, "see 'skyferry")
			if o.stdout != "" {
				t.Errorf("standard output: %s", o.stdout)
			}
		})
	}
}

// TestHelp: every command explains itself, with an example, on standard output.
func TestHelp(t *testing.T) {
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		name := strings.Fields(c.CommandPath())[1:]
		t.Run(c.CommandPath(), func(t *testing.T) {
			o := call(t, append(name, "-h")...).want(t, statusDone).wantOut(t, "Examples:\n  ", c.CommandPath())
			if o.stderr != "" {
				t.Errorf("standard error: %s", o.stderr)
			}
			if also := call(t, append([]string{"help"}, name...)...).want(t, statusDone); also.stdout != o.stdout {
				t.Errorf("help and -h differ: %s", also.stdout)
			}
		})
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(newRoot(streams{}))
}
