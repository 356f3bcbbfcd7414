package grid

import "testing"

func TestImportOptionsDefaults(t *testing.T) {
	var none *ImportOptions
	for name, opt := range map[string]ImportOptions{"nil": none.withDefaults(), "empty": (&ImportOptions{}).withDefaults()} {
		if opt.Rename("gcp:us-east1-b") != "gcp:us-east1-b" || opt.Defaults.Connections != 64 || opt.Tier != "" || opt.IgnoreUnknown {
			t.Errorf("%s options: %+v", name, opt)
		}
	}
	own := &ImportOptions{Tier: "STANDARD", Defaults: &Defaults{Connections: 8}, Rename: func(Region) Region { return "x:y" }}
	if opt := own.withDefaults(); opt.Tier != "STANDARD" || opt.Defaults.Connections != 8 || opt.Rename("a:b") != "x:y" {
		t.Errorf("own options were replaced: %+v", opt)
	}
}
