package simplex

const (
	// feasibility is by how much a value may lie outside its bounds, relative to the bound where that is
	// above one.
	feasibility = 1e-9
	// residuals is by how much a row's equation may be missed, relative to its largest term where that is above one.
	residuals = 1e-10
	// optimality is by how much a reduced cost may have the wrong sign, relative to the largest cost
	// where that is below one.
	optimality = 1e-9
	// rounding is by how much a reduced cost may have the wrong sign relative to the largest cost
	// whatever that is: the noise of sums of numbers so large.
	rounding = 1e-14
	// cancelled is what is left, relative to them, of terms that cancel but for rounding.
	cancelled = 1e-11
	// noise is what a computed coefficient, which is near one or zero, is taken for zero below.
	noise = 1e-14
	// smallestPivot is the magnitude below which a coefficient is no pivot in a ratio test.
	smallestPivot = 1e-9
	// goodPivot is the magnitude below which a pivot is trusted only from fresh factors.
	goodPivot = 1e-6
	// disagreement is by how much a pivot's row and column may differ on it before the factors
	// are made anew.
	disagreement = 1e-8
)
